/** Interest Treasure: a sum that is deposited for a number of days and pays interest each day. */
import * as z from 'zod/mini';
import { stepUp } from './identity';
import { assetId, decimalText, id, cursorPage, instantMs, orderPaging, positiveText, request, uuid } from './wire';

/** States of an order in the specification's order. A breach ends in `completed` as maturity does; `end` says which it was. */
export const treasureStatus = z.enum(['pending_review', 'in_custody', 'completed', 'cancelled']);
export type TreasureStatus = z.infer<typeof treasureStatus>;

/** A purchase without a decision by then is returned. Long enough to include a weekend. */
export const treasureReviewDays = 7;

/** What an early redemption costs. `value`: days of interest, or a share of what is redeemed; 0 where rewards are forfeited. */
export const redemptionRule = z.object({
  penalty: z.enum(['forfeit_rewards', 'days_of_interest', 'percent_principal']),
  value: positiveText,
  /** The penalty is never more than the interest earned. */
  isCapped: z.boolean(),
  /** A part may be redeemed; the rest goes on. */
  isPartly: z.boolean(),
});
export type RedemptionRule = z.infer<typeof redemptionRule>;

/** The basis of the interest, copied into an order at the purchase. */
export const interestTerms = {
  asset: assetId,
  /** A share: "0.12". Of the whole term, or of a year of `dayCount` days. Simple in both. */
  rate: positiveText,
  rateKind: z.enum(['term', 'annual']),
  days: z.int(),
  dayCount: z.int(),
  /** What the rate is a day and in a year of `dayCount` days, cut to 18 decimals: for display, not for computing. */
  dailyRate: positiveText,
  annualRate: positiveText,
  /** null: no early redemption. */
  redemption: z.nullable(redemptionRule),
};

export const treasureProduct = z.object({
  id,
  ...interestTerms,
  /** Bounds of one purchase, and of all that a person has in the product (null: none). */
  min: positiveText,
  singleLimit: positiveText,
  max: z.nullable(positiveText),
  /** Decimals of an amount. */
  scale: z.int(),
  /** Capacity for all people of this mode; null: none. */
  capacity: z.nullable(positiveText),
  taken: positiveText,
  /** What the person has in it. */
  held: positiveText,
  needsReview: z.boolean(),
  /** Version of the terms; a purchase names it. */
  catalogVersion: z.int(),
});
export type TreasureProduct = z.infer<typeof treasureProduct>;

/** Its history, in order. `redeemed`: a part of it, or all. */
const treasureStep = z.object({
  step: z.enum(['bought', 'approved', 'rejected', 'expired', 'cancelled', 'started', 'redeemed', 'matured']),
  atMs: instantMs,
  amount: z.nullable(positiveText),
});
export const treasureOrder = z.object({
  id,
  clientOrderId: z.nullable(uuid),
  orderNumber: z.string(),
  productId: id,
  ...interestTerms,
  /** The amount bought, and the present principal. */
  amount: positiveText,
  principal: positiveText,
  /** For the present principal: the interest of a full day, and the interest still to come. */
  perDay: positiveText,
  /** Interest earned so far and to come, if it stays. */
  expectedIncome: positiveText,
  /** Paid so far. */
  earned: positiveText,
  /** Penalties of redemptions. */
  penalty: positiveText,
  /** earned − penalty. */
  profit: decimalText,
  boughtAtMs: instantMs,
  /** The day after the purchase, 00:00 UTC; with a review the day after the decision, null until then. */
  startsAtMs: z.nullable(instantMs),
  /** 00:00 UTC. The principal comes back then. */
  endsAtMs: z.nullable(instantMs),
  /** When the next interest is paid. */
  nextPayAtMs: z.nullable(instantMs),
  status: treasureStatus,
  end: z.nullable(z.enum(['matured', 'redeemed', 'rejected', 'expired', 'cancelled'])),
  /** Reason of a rejection. */
  reason: z.nullable(z.string()),
  /** The part that is collateral of a loan and cannot be redeemed until the loan is repaid. */
  locked: positiveText,
  steps: z.array(treasureStep),
});
export type TreasureOrder = z.infer<typeof treasureOrder>;

export const treasureProducts = { request: request({}), response: z.object({ products: z.array(treasureProduct) }) };
/** Sums in this mode and asset, of what is in custody now; `earned` of all time, `expected` still to come. */
export const treasureSummary = {
  request: request({}),
  response: z.object({
    asset: assetId,
    inCustody: positiveText,
    earned: positiveText,
    earnedToday: positiveText,
    expected: positiveText,
    pendingReview: positiveText,
  }),
};
/** Newest first. With `id` or `clientOrderId`: only that one. */
export const treasureOrders = {
  request: request({
    status: z.optional(treasureStatus),
    id: z.optional(id),
    clientOrderId: z.optional(uuid),
    ...orderPaging,
  }),
  response: cursorPage(treasureOrder),
};
/** Interest that was paid, newest first. `date`: the day it was earned on, "2026-11-23". */
export const treasureRecords = {
  request: request({ orderId: z.optional(id), ...orderPaging }),
  response: cursorPage(z.object({ id, orderId: id, date: z.string(), asset: assetId, amount: positiveText, atMs: instantMs })),
};
/** A purchase. `catalogVersion`: version of the terms that were shown; it is refused if they have changed. */
export const treasureDeposit = {
  request: request({ productId: z.optional(id), amount: positiveText, catalogVersion: z.int(), clientOrderId: uuid, ...stepUp }),
  response: treasureOrder,
};
/** Quotes a redemption. Without `amount`: all of it. For an order under review: all, without a penalty. */
export const treasureRedemption = {
  request: request({ orderId: id, amount: z.optional(positiveText) }),
  response: z.object({
    orderId: id,
    amount: positiveText,
    earned: positiveText,
    penalty: positiveText,
    /** amount − penalty. */
    returned: positiveText,
    /** The principal that stays. */
    remaining: positiveText,
    /** The figures hold until then. */
    untilMs: instantMs,
  }),
};
/** `returned`: the sum that was shown; if it has changed, the redemption is refused and nothing happens. */
export const treasureCancel = {
  request: request({ orderId: id, amount: z.optional(positiveText), returned: positiveText, ...stepUp }),
  response: z.object({ order: treasureOrder, penalty: positiveText, returned: positiveText }),
};
