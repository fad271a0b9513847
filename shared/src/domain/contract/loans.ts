/** Loans with Interest Treasure orders and coins as collateral. */
import * as z from 'zod/mini';
import { feedDay, incident, proofWitnesses, tick, tickAnchor } from './market';
import { stepUp } from './identity';
import { assetId, cursorPage, id, instantMs, page, paging, positiveText, request, symbolId, uuid } from './wire';

export const loanStatus = z.enum(['pending_review', 'open', 'overdue', 'repaid', 'liquidated', 'rejected', 'cancelled']);
export type LoanStatus = z.infer<typeof loanStatus>;

/** A request without a decision by then is cancelled, and its collateral is free again. The same time as for a deposit. */
export const loanReviewDays = 7;

/** Collateral of a loan: a coin, or an Interest Treasure order. */
export const collateralKind = z.enum(['coin', 'treasure']);
export const chosenCollateral = z.object({ kind: collateralKind, asset: assetId, orderId: z.nullable(id), amount: positiveText });
/**
 * Prices in USDT: the newest tick of the log, and the mean of the ticks of the minute up to it. The shown value uses the lower one; a margin call
 * or a liquidation needs both to reach the level. null for an Interest Treasure order.
 */
export const collateralPrice = z.object({
  symbol: symbolId,
  seq: z.int(),
  atMs: instantMs,
  price: positiveText,
  mean: positiveText,
});
export const collateralRow = z.object({
  ...chosenCollateral.shape,
  /** The share of its price that counts. */
  weight: positiveText,
  /** Decimals of an amount of it. */
  scale: z.optional(z.int()),
  price: z.nullable(collateralPrice),
  /** In USDT: amount × price × weight; null while a price is missing. */
  worth: z.nullable(positiveText),
});
export type CollateralRow = z.infer<typeof collateralRow>;

/** Shares: 0.65 is 65 %. */
export const loanLevels = { initialLtv: positiveText, callLtv: positiveText, liquidationLtv: positiveText };
export const loanTerm = z.object({
  id,
  asset: assetId,
  days: z.int(),
  /** Simple daily rate on the owed principal. */
  dailyRate: positiveText,
  /** Days whose interest is owed from the start; each later day is owed when it is over. */
  minDays: z.int(),
  /** Daily rate from the day after the last one on. */
  overdueRate: positiveText,
  min: positiveText,
  max: positiveText,
  scale: z.int(),
  ...loanLevels,
  /** Liquidation fee, a share of what is sold. */
  liquidationFee: positiveText,
  needsReview: z.boolean(),
  catalogVersion: z.int(),
});
export type LoanTerm = z.infer<typeof loanTerm>;

const loanStep = z.object({
  step: z.enum([
    'requested',
    'approved',
    'rejected',
    'cancelled',
    'expired',
    'paid_out',
    'added',
    'repaid',
    'called',
    'call_ended',
    'overdue',
    'liquidated',
  ]),
  atMs: instantMs,
  amount: z.nullable(positiveText),
});
/**
 * One collateral in a decision: what was sold, what that brought before the fee, and what was returned. `price` is null for an Interest Treasure
 * order, and since rule 3 for a coin without deciding prices for a week: it counts for nothing and is not sold.
 */
export const soldCollateral = z.object({
  ...chosenCollateral.shape,
  weight: positiveText,
  /** Decimals of an amount of it. */
  scale: z.int(),
  price: z.nullable(
    z.object({
      ...collateralPrice.shape,
      /** The first tick of the mean's minute. */
      fromSeq: z.int(),
      /** Without deciding prices now: these are its last deciding ones, and it is not sold. */
      stands: z.optional(z.literal(true)),
    }),
  ),
  /** The version of the terms that its weight comes from; null if it is not known. Absent before rule 3. */
  catalogVersion: z.optional(z.nullable(z.int())),
  sold: positiveText,
  /** In USDT. */
  gross: positiveText,
  /** The loan's fee; for an Interest Treasure order also the penalty of its redemption. */
  fee: positiveText,
  penalty: positiveText,
  returned: positiveText,
});
export type SoldCollateral = z.infer<typeof soldCollateral>;
/** A margin call or a liquidation, as the ticks of `price` decided it, with everything that it follows from. */
export const loanDecision = z.object({
  id,
  kind: z.enum(['call', 'liquidation']),
  atMs: instantMs,
  level: positiveText,
  owed: positiveText,
  /** owed ÷ value by each coin's higher price, so the lower of the two LTVs. Rounded to 6 decimals. */
  ltv: positiveText,
  liquidationFee: positiveText,
  collateral: z.array(soldCollateral),
  /** A minute counts only if this many of its seconds have prices. Absent before rule 2. */
  meanSeconds: z.optional(z.int()),
  /** For how many seconds a price counts as the newest. Absent before rule 3, like the following fields. */
  freshSeconds: z.optional(z.int()),
  /** The terms of the loan: its days, and their version. */
  days: z.optional(z.int()),
  catalogVersion: z.optional(z.int()),
  /** If a coin counts for nothing: since when the loan has a margin call. */
  calledAtMs: z.optional(instantMs),
  /** For a liquidation: repaid from the sale, the surplus that was returned, and what the house paid. 0 for a margin call. */
  repaid: positiveText,
  surplus: positiveText,
  /** For a liquidation that sold everything except coins whose markets stood still: what is still owed. */
  left: z.optional(positiveText),
  insured: positiveText,
  ruleVersion: z.int(),
});
export type LoanDecision = z.infer<typeof loanDecision>;

export const loan = z.object({
  id,
  clientOrderId: z.nullable(uuid),
  orderNumber: z.string(),
  termId: id,
  asset: assetId,
  principal: positiveText,
  dailyRate: positiveText,
  overdueRate: positiveText,
  days: z.int(),
  minDays: z.int(),
  ...loanLevels,
  liquidationFee: positiveText,
  /** The rule that decides about it, and its terms: how many seconds of a minute need prices, and for how many seconds a price is the newest. */
  ruleVersion: z.optional(z.int()),
  meanSeconds: z.optional(z.int()),
  freshSeconds: z.optional(z.int()),
  catalogVersion: z.optional(z.int()),
  /** Interest booked so far, what was repaid, and what is owed now: principal + interest − repaid. */
  interest: positiveText,
  repaid: positiveText,
  owed: positiveText,
  /** The part of `owed` that is interest; it is repaid first. */
  interestOwed: positiveText,
  principalOwed: positiveText,
  interestPerDay: positiveText,
  collateral: z.array(collateralRow),
  /** owed ÷ value; null while a price is missing, and once nothing is owed. */
  ltv: z.nullable(positiveText),
  /** The prices of the only coin at which the margin call and the liquidation come; null with several coins or none. */
  callPrice: z.nullable(positiveText),
  liquidationPrice: z.nullable(positiveText),
  status: loanStatus,
  isCalled: z.boolean(),
  startsAtMs: z.nullable(instantMs),
  dueAtMs: z.nullable(instantMs),
  reason: z.nullable(z.string()),
  /** Oldest first; the newest fifty. */
  steps: z.array(loanStep),
  /** Oldest first; the newest ten. */
  decisions: z.array(loanDecision),
});
export type Loan = z.infer<typeof loan>;

/** Sums of all loans of this mode. `limit`: the largest loan that all possible collateral allows now, on the best terms; 0 below the minimum. */
export const loanStatistics = {
  request: request({}),
  response: z.object({
    asset: assetId,
    limit: z.nullable(positiveText),
    outstanding: positiveText,
    interestOwed: positiveText,
    collateralWorth: z.nullable(positiveText),
    loanToValue: z.nullable(positiveText),
    openLoans: z.int(),
  }),
};
/** The person's Interest Treasure orders in custody that can be collateral, newest first. */
export const whDeposits = {
  request: request({ ...paging }),
  response: page(
    z.object({
      orderId: id,
      orderNumber: z.string(),
      asset: assetId,
      principal: positiveText,
      locked: positiveText,
      free: positiveText,
      endsAtMs: instantMs,
    }),
  ),
};
export const loanConfig = {
  request: request({}),
  response: z.object({
    asset: assetId,
    terms: z.array(loanTerm),
    /** The share of an Interest Treasure order's principal that counts; null: they are not accepted. */
    treasureWeight: z.nullable(positiveText),
    /** Coins that are accepted as collateral: the person's free balance of each, and the share of its value that counts. */
    coins: z.array(z.object({ asset: assetId, free: positiveText, scale: z.int(), weight: positiveText })),
  }),
};
const cursor = z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/)));
/** Newest first. With `id` or `clientOrderId`: only that one. */
export const loanOrders = {
  request: request({ status: z.optional(loanStatus), id: z.optional(id), clientOrderId: z.optional(uuid), cursor, ...paging }),
  response: cursorPage(loan),
};
/**
 * Quotes a loan (`termId`), a repayment (`orderId` and `amount`) or additional collateral (`orderId` and `collateral`): the loan before
 * and after it. Nothing is stored.
 */
export const loanQuote = {
  request: request({
    termId: z.optional(id),
    orderId: z.optional(id),
    amount: z.optional(positiveText),
    collateral: z.optional(z.array(chosenCollateral).check(z.maxLength(10))),
  }),
  response: z.object({
    ltvBefore: z.nullable(positiveText),
    ltvAfter: z.nullable(positiveText),
    owedAfter: positiveText,
    /** For a new loan: the largest amount for this collateral, within the term's bounds; null for an existing loan. */
    most: z.nullable(positiveText),
    /** Of a repayment: the parts for interest and for the principal. */
    toInterest: positiveText,
    toPrincipal: positiveText,
    interestPerDay: positiveText,
    /** If it runs until it is due. */
    interestTotal: positiveText,
    callPrice: z.nullable(positiveText),
    liquidationPrice: z.nullable(positiveText),
    /** null for a loan with a review: its days begin with the decision. */
    dueAtMs: z.nullable(instantMs),
  }),
};
export const loanSubmit = {
  request: request({
    termId: id,
    amount: positiveText,
    collateral: z.array(chosenCollateral).check(z.minLength(1), z.maxLength(10)),
    catalogVersion: z.int(),
    clientOrderId: uuid,
    ...stepUp,
  }),
  response: loan,
};
/** Repays interest first. An `amount` above the debt repays the debt. `from`: the account that pays. */
export const loanRepay = {
  request: request({ orderId: id, amount: positiveText, from: z.enum(['coin', 'contract']) }),
  response: z.object({ loan, taken: positiveText, toInterest: positiveText, toPrincipal: positiveText }),
};
/** Locks more collateral, so that a margin call does not become a liquidation. */
export const loanAddCollateral = {
  request: request({ orderId: id, collateral: z.array(chosenCollateral).check(z.minLength(1), z.maxLength(10)) }),
  response: loan,
};
/** Cancels a request under review. */
export const loanCancel = { request: request({ orderId: id }), response: loan };

/** Everything needed to recompute a margin call or a liquidation: the decision, and for each coin the log from before the minute of its mean on. */
export const loanProof = z.object({
  loanId: id,
  decision: loanDecision,
  /** Per market without gaps, ascending. */
  ticks: z.array(tick),
  /** Of the decision. */
  anchors: z.array(tickAnchor),
  /** For markets that stood still with more ticks since than are shown: the roots over the last tick that counted. */
  standing: z.optional(z.array(z.object({ symbol: symbolId, anchors: z.array(tickAnchor) }))),
  witnessed: z.optional(proofWitnesses),
  /** Of the first coin's market. */
  feedDay: z.nullable(feedDay),
  incidents: z.array(incident),
  /** The halts that overlap the ticks; a tick in one of them decides nothing. The public record has them. null: not ended. */
  halts: z.optional(z.array(z.object({ symbol: symbolId, fromMs: instantMs, untilMs: z.nullable(instantMs) }))),
});
export type LoanProof = z.infer<typeof loanProof>;
/** `id`: of the decision. */
export const loanProve = { request: request({ id }), response: loanProof };
