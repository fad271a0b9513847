/** Money out. */
import * as z from 'zod/mini';
import { stepUp } from './identity';
import { assetId, id, instantMs, paging, positiveText, request } from './wire';

/** Withdrawal states in the specification's order; the first two read the same and differ in who reviews. A cancelled one was taken back by the person. */
export const withdrawalStatus = z.enum(['under_review', 'second_review', 'success', 'failure', 'cancelled']);
export type WithdrawalStatus = z.infer<typeof withdrawalStatus>;

/** What happened, in order: `reviewed` by the first of two operators, `approved` by all that it needs. */
const withdrawalStep = z.object({
  step: z.enum(['requested', 'reviewed', 'approved', 'success', 'failure', 'cancelled']),
  atMs: instantMs,
});
export const withdrawal = z.object({
  id,
  asset: assetId,
  /** Taken out of the coin account. */
  amount: positiveText,
  fee: positiveText,
  /** amount − fee. */
  receives: positiveText,
  /** "tron", and what people know it by; null to a bank card. */
  network: z.nullable(z.string()),
  networkName: z.nullable(z.string()),
  /** The person's own word for the payee. */
  label: z.string(),
  /** "TXyz12…abc123"; of a card its last digits. */
  address: z.string(),
  /** Of the payee, while it is bound: who proves to be its person reads it in full (user/cash_info). */
  payeeId: z.optional(id),
  status: withdrawalStatus,
  /** Of a failure. */
  reason: z.nullable(z.string()),
  /** Of a success. */
  transaction: z.nullable(z.string()),
  /** While the exchange itself sends it: nothing is sure before `needed` blocks are on top of the one that holds the transaction. */
  sending: z.optional(
    z.object({
      /** A later one takes its place where the fee was too low. */
      transaction: z.string(),
      /** null: in no block yet. */
      confirmations: z.nullable(z.int()),
      needed: z.int(),
    }),
  ),
  atMs: instantMs,
  isCancellable: z.boolean(),
  steps: z.array(withdrawalStep),
});
export type Withdrawal = z.infer<typeof withdrawal>;

/** Newest first; `next` of an answer is the `cursor` of the page after it, and page numbers lead nowhere. `id`: that one alone. */
export const withdrawalLog = {
  request: request({
    id: z.optional(id),
    cursor: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
    ...paging,
  }),
  response: z.object({ items: z.array(withdrawal), next: z.nullable(z.string()) }),
};

/**
 * What stands between a person and his withdrawal, row by row, in the order in which it is refused. `loan` and `day_limit` are in it where
 * there are any; `day_limit` says what was withdrawn within 24 hours, and is not met where nothing is left.
 */
export const withdrawalRow = z.object({
  id: z.enum([
    'account',
    'identity',
    'payment_password',
    'hold',
    'payee',
    'payee_age',
    'pending',
    'leverage',
    'turnover',
    'day_limit',
    'loan',
  ]),
  isMet: z.boolean(),
  /** As `unit` says; null where the row is a yes or no. An instant that is past is no wait. */
  have: z.nullable(z.string()),
  need: z.nullable(z.string()),
  /** `level`: none, primary, advanced; `count`: as many as that at most; `usdt`; `until`: epoch ms in `need`. */
  unit: z.nullable(z.enum(['level', 'count', 'usdt', 'until'])),
  /** The page of the app where it is mended; null where waiting is all there is. */
  href: z.nullable(z.string()),
  /** Of `day_limit`, where something counts towards it: when a part of that counts no more. */
  moreFromMs: z.optional(instantMs),
});
export type WithdrawalRow = z.infer<typeof withdrawalRow>;

/** The same rows that the request is refused by; `payeeId`: with that one's. `terms`: of what goes out over which network. */
export const withdrawalCheck = {
  request: request({ payeeId: z.optional(id) }),
  response: z.object({
    rows: z.array(withdrawalRow),
    /** Of the payee that was named, as lists show it. */
    address: z.nullable(z.string()),
    /** Of the payee that was named, where it is a card: to be known by. Of the holder the initials. */
    card: z.optional(z.nullable(z.object({ masked: z.string(), holderName: z.string(), bankName: z.string() }))),
    /** Of what goes out to cards: as `terms`. */
    cardTerms: z.optional(
      z.array(
        z.object({
          asset: assetId,
          min: positiveText,
          max: positiveText,
          fee: positiveText,
          available: positiveText,
          left: z.optional(positiveText),
          scale: z.int(),
        }),
      ),
    ),
    terms: z.array(
      z.object({
        asset: assetId,
        network: z.string(),
        networkName: z.string(),
        min: positiveText,
        max: positiveText,
        /** A sum, taken out of the amount. */
        fee: positiveText,
        available: positiveText,
        /** Of the day's limit, in this asset as it is quoted now; left out where that is open. */
        left: z.optional(positiveText),
        /** Decimals of the asset. */
        scale: z.int(),
      }),
    ),
  }),
};

export const withdraw = {
  request: request({
    asset: assetId,
    amount: positiveText,
    payeeId: id,
    /** The fee that the person saw: a higher one is refused. */
    seenFee: z.optional(positiveText),
    ...stepUp,
  }),
  response: withdrawal,
};
/** While nobody has approved it for good. */
export const withdrawalCancel = { request: request({ id }), response: withdrawal };
