/** Loans against what a person keeps: Interest Treasure orders and coins. */
import * as z from 'zod/mini';
import { feedDay, incident, proofWitnesses, tick, tickAnchor } from './market';
import { stepUp } from './identity';
import { assetId, id, instantMs, page, paging, positiveText, request, symbolId, uuid } from './wire';

export const loanStatus = z.enum(['pending_review', 'open', 'overdue', 'repaid', 'liquidated', 'rejected', 'cancelled']);
export type LoanStatus = z.infer<typeof loanStatus>;

/** A request that nobody has decided on by then is cancelled, and its collateral is free again. As long as for a deposit. */
export const loanReviewDays = 7;

/** What lies locked for a loan: a coin, or an Interest Treasure order. */
export const collateralKind = z.enum(['coin', 'treasure']);
export const chosenCollateral = z.object({ kind: collateralKind, asset: assetId, orderId: z.nullable(id), amount: positiveText });
/**
 * Prices in USDT: the newest tick of the log, and the mean of the ticks of the minute up to it. Worth is by the lower one; a call or a
 * liquidation needs both to say so. null of an Interest Treasure order.
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
  /** A share a day of the principal that is owed. Simple. */
  dailyRate: positiveText,
  /** So many days of interest are owed from the start; each day after them when it is over. */
  minDays: z.int(),
  /** A share a day from the day after the last on. */
  overdueRate: positiveText,
  min: positiveText,
  max: positiveText,
  scale: z.int(),
  ...loanLevels,
  /** Taken of what is sold in a liquidation: a share. */
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
 * What became of one collateral in a liquidation: what was sold, what that brought before the fee, and what came back. `price` is null of an
 * Interest Treasure order, and since rule 3 of a coin that had no prices that decide for a week: it counts for nothing, and is not sold.
 */
export const soldCollateral = z.object({
  ...chosenCollateral.shape,
  weight: positiveText,
  /** Decimals of an amount of it. */
  scale: z.int(),
  price: z.nullable(
    z.object({
      ...collateralPrice.shape,
      /** The first tick of the minute that the mean is of. */
      fromSeq: z.int(),
      /** It had no prices that decide: its last ones that did. It is not sold. */
      stands: z.optional(z.literal(true)),
    }),
  ),
  /** The version of the terms that its weight is of; null where nobody knows it. Absent before rule 3. */
  catalogVersion: z.optional(z.nullable(z.int())),
  sold: positiveText,
  /** In USDT. */
  gross: positiveText,
  /** The loan's fee; of an Interest Treasure order the penalty of its redemption beside it. */
  fee: positiveText,
  penalty: positiveText,
  returned: positiveText,
});
export type SoldCollateral = z.infer<typeof soldCollateral>;
/** A call or a liquidation, as the ticks of `price` decided it. Everything that it follows from is in it. */
export const loanDecision = z.object({
  id,
  kind: z.enum(['call', 'liquidation']),
  atMs: instantMs,
  level: positiveText,
  owed: positiveText,
  /** owed ÷ worth by each coin's higher price: the lower of the two shares. Rounded to 6 decimals. */
  ltv: positiveText,
  liquidationFee: positiveText,
  collateral: z.array(soldCollateral),
  /** The minute of a mean has prices in so many of its seconds, or it counts for nothing. Absent before rule 2. */
  meanSeconds: z.optional(z.int()),
  /** For so many seconds a price is the newest. Absent before rule 3, as what follows. */
  freshSeconds: z.optional(z.int()),
  /** The terms that the loan was made on: of so many days, in this version. */
  days: z.optional(z.int()),
  catalogVersion: z.optional(z.int()),
  /** Beside a coin that counts for nothing, since when the loan is called. */
  calledAtMs: z.optional(instantMs),
  /** Of a liquidation: repaid by what was sold, what of that was too much and came back, and what the house paid. 0 of a call. */
  repaid: positiveText,
  surplus: positiveText,
  /** Of a liquidation that sold all but coins whose markets stood still: what is owed on. */
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
  /** The rule that decides about it, and its terms: a minute decides with prices in so many of its seconds, a price is the newest for so many. */
  ruleVersion: z.optional(z.int()),
  meanSeconds: z.optional(z.int()),
  freshSeconds: z.optional(z.int()),
  catalogVersion: z.optional(z.int()),
  /** Booked by now, what of both was repaid, and what is owed now: principal + interest − repaid. */
  interest: positiveText,
  repaid: positiveText,
  owed: positiveText,
  /** What of `owed` is interest: it is repaid first. */
  interestOwed: positiveText,
  principalOwed: positiveText,
  interestPerDay: positiveText,
  collateral: z.array(collateralRow),
  /** owed ÷ worth; null while a price is missing, and once nothing is owed. */
  ltv: z.nullable(positiveText),
  /** The price of the one coin that is collateral at which the call and the liquidation come; null with more than one or none. */
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

/** Of all loans of this mode. `limit`: what one loan could be now against all that could be collateral, on the terms that give most; 0 below the least. */
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
/** What can be collateral, as the person keeps it: Interest Treasure orders in custody. Newest first. */
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
    /** The share of an Interest Treasure order's principal that counts; null: they are not taken. */
    treasureWeight: z.nullable(positiveText),
    /** Coins that are taken as collateral: what the person has of each that is free, and the share of its worth that counts. */
    coins: z.array(z.object({ asset: assetId, free: positiveText, scale: z.int(), weight: positiveText })),
  }),
};
/** Newest first. `id` and `clientOrderId`: that one alone. */
export const loanOrders = {
  request: request({ status: z.optional(loanStatus), id: z.optional(id), clientOrderId: z.optional(uuid), ...paging }),
  response: page(loan),
};
/**
 * What a loan (`termId`), a repayment (`orderId` and `amount`) or more collateral (`orderId` and `collateral`) would be: the loan before
 * and after it. Nothing is kept of it.
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
    /** Of a new loan: the most that this collateral is enough for, within the term's bounds; null of an order. */
    most: z.nullable(positiveText),
    /** Of what is repaid: what goes to interest and what to the principal. */
    toInterest: positiveText,
    toPrincipal: positiveText,
    interestPerDay: positiveText,
    /** If it stays until it is due. */
    interestTotal: positiveText,
    callPrice: z.nullable(positiveText),
    liquidationPrice: z.nullable(positiveText),
    /** null of one that operators look at: its days begin with their decision. */
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
/** Interest first. `amount` above what is owed takes what is owed. `from`: the account it is paid from. */
export const loanRepay = {
  request: request({ orderId: id, amount: positiveText, from: z.enum(['coin', 'contract']) }),
  response: z.object({ loan, taken: positiveText, toInterest: positiveText, toPrincipal: positiveText }),
};
/** More collateral, so that no call becomes a liquidation. */
export const loanAddCollateral = {
  request: request({ orderId: id, collateral: z.array(chosenCollateral).check(z.minLength(1), z.maxLength(10)) }),
  response: loan,
};
/** Of one that waits for review. */
export const loanCancel = { request: request({ orderId: id }), response: loan };

/** Everything needed to recompute a call or a liquidation: what was decided, and of each coin the log from before the minute of its mean on. */
export const loanProof = z.object({
  loanId: id,
  decision: loanDecision,
  /** Of each market gapless and ascending. */
  ticks: z.array(tick),
  /** Of the decision. */
  anchors: z.array(tickAnchor),
  /** Of markets that stood still, with more ticks since than are shown: those over the last tick that counted. */
  standing: z.optional(z.array(z.object({ symbol: symbolId, anchors: z.array(tickAnchor) }))),
  witnessed: z.optional(proofWitnesses),
  /** Of the first coin's market. */
  feedDay: z.nullable(feedDay),
  incidents: z.array(incident),
  /** That meet the ticks. What came in one of them decides nothing; the public record names them. null: it goes on. */
  halts: z.optional(z.array(z.object({ symbol: symbolId, fromMs: instantMs, untilMs: z.nullable(instantMs) }))),
});
export type LoanProof = z.infer<typeof loanProof>;
/** `id`: of the decision. */
export const loanProve = { request: request({ id }), response: loanProof };
