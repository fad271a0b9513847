/** Interest Treasure: a sum that is kept for a number of days, and its interest each day. */
import * as z from 'zod/mini';
import { stepUp } from './identity';
import { assetId, decimalText, id, instantMs, page, paging, positiveText, request, uuid } from './wire';

/** States of an order in the specification's order. A breach ends in `completed` as maturity does; `end` says which it was. */
export const treasureStatus = z.enum(['pending_review', 'in_custody', 'completed', 'cancelled']);
export type TreasureStatus = z.infer<typeof treasureStatus>;

/** A purchase that nobody has decided on by then goes back. Long enough for an operator to come back from a weekend. */
export const treasureReviewDays = 7;

/** What an early redemption costs. `value`: days of interest, or a share of what is redeemed; 0 where rewards are forfeited. */
export const redemptionRule = z.object({
  penalty: z.enum(['forfeit_rewards', 'days_of_interest', 'percent_principal']),
  value: positiveText,
  /** The penalty is never more than what was earned. */
  isCapped: z.boolean(),
  /** A part may be redeemed; the rest goes on. */
  isPartly: z.boolean(),
});
export type RedemptionRule = z.infer<typeof redemptionRule>;

/** What interest is computed from. Copied into an order when it is made. */
export const interestTerms = {
  asset: assetId,
  /** A share: "0.12". Of the whole term, or of a year of `dayCount` days. Simple in both. */
  rate: positiveText,
  rateKind: z.enum(['term', 'annual']),
  days: z.int(),
  dayCount: z.int(),
  /** What the rate is a day and in a year of `dayCount` days, cut to 18 decimals: to be read, not to be reckoned with. */
  dailyRate: positiveText,
  annualRate: positiveText,
  /** null: it stays until its end. */
  redemption: z.nullable(redemptionRule),
};

export const treasureProduct = z.object({
  id,
  ...interestTerms,
  /** Bounds of one purchase; of all that a person keeps in the product (null: none). */
  min: positiveText,
  singleLimit: positiveText,
  max: z.nullable(positiveText),
  /** Decimals of an amount. */
  scale: z.int(),
  /** Of everybody in this mode; null: none. */
  capacity: z.nullable(positiveText),
  taken: positiveText,
  /** What the person keeps in it. */
  held: positiveText,
  needsReview: z.boolean(),
  /** What is bought by, and named in a purchase. */
  catalogVersion: z.int(),
});
export type TreasureProduct = z.infer<typeof treasureProduct>;

/** What happened to it, in order. `redeemed`: a part of it, or all. */
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
  /** What was bought, and what of it is kept now. */
  amount: positiveText,
  principal: positiveText,
  /** Of what is kept now: a full day of interest, and what is still to come if it stays. */
  perDay: positiveText,
  /** Earned by now and to come, if it stays. */
  expectedIncome: positiveText,
  /** Paid out by now. */
  earned: positiveText,
  /** Kept back by redemptions. */
  penalty: positiveText,
  /** earned − penalty. */
  profit: decimalText,
  boughtAtMs: instantMs,
  /** The day after the purchase, 00:00 UTC; of one under review the day after the decision, null until then. */
  startsAtMs: z.nullable(instantMs),
  /** 00:00 UTC. The principal comes back then. */
  endsAtMs: z.nullable(instantMs),
  /** When the next interest is paid. */
  nextPayAtMs: z.nullable(instantMs),
  status: treasureStatus,
  end: z.nullable(z.enum(['matured', 'redeemed', 'rejected', 'expired', 'cancelled'])),
  /** Of a rejection. */
  reason: z.nullable(z.string()),
  /** What of it is collateral of a loan, and cannot be redeemed until that is repaid. */
  locked: positiveText,
  steps: z.array(treasureStep),
});
export type TreasureOrder = z.infer<typeof treasureOrder>;

export const treasureProducts = { request: request({}), response: z.object({ products: z.array(treasureProduct) }) };
/** In this mode and this asset, of what is in custody now; `earned` since ever, `expected` still to come. */
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
/** Newest first. `id` and `clientOrderId`: that one alone. */
export const treasureOrders = {
  request: request({
    status: z.optional(treasureStatus),
    id: z.optional(id),
    clientOrderId: z.optional(uuid),
    ...paging,
  }),
  response: page(treasureOrder),
};
/** Interest as it was paid, newest first. `date`: the day it was earned on, "2026-11-23". */
export const treasureRecords = {
  request: request({ orderId: z.optional(id), ...paging }),
  response: page(z.object({ id, orderId: id, date: z.string(), asset: assetId, amount: positiveText, atMs: instantMs })),
};
/** A purchase. `catalogVersion`: the terms that were shown; others are refused. */
export const treasureDeposit = {
  request: request({ productId: z.optional(id), amount: positiveText, catalogVersion: z.int(), clientOrderId: uuid, ...stepUp }),
  response: treasureOrder,
};
/** What a redemption would bring now. `amount` absent: all of it. Of one under review: all, without a penalty. */
export const treasureRedemption = {
  request: request({ orderId: id, amount: z.optional(positiveText) }),
  response: z.object({
    orderId: id,
    amount: positiveText,
    earned: positiveText,
    penalty: positiveText,
    /** amount − penalty. */
    returned: positiveText,
    /** What is kept on. */
    remaining: positiveText,
    /** The figures stand until then. */
    untilMs: instantMs,
  }),
};
/** `returned`: what was shown; other figures are refused, and nothing has happened. */
export const treasureCancel = {
  request: request({ orderId: id, amount: z.optional(positiveText), returned: positiveText, ...stepUp }),
  response: z.object({ order: treasureOrder, penalty: positiveText, returned: positiveText }),
};
