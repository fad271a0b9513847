/** Merchants from whom people buy coins: who they are, how they are paid, what they offer, what they owe. */
import * as z from 'zod/mini';
import { assetId, decimalText, instantMs, positiveText } from '../contract/wire';
import { empty, listed, listing, reason, rowId } from './wire';

const state = z.enum(['open', 'paused', 'closed']);
const currency = z.string().check(z.regex(/^[A-Z]{3}$/));
const shortName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));
const detail = z.string().check(z.trim(), z.maxLength(200));
const positive = positiveText.check(z.regex(/[1-9]/));

const merchant = z.object({
  id: rowId,
  name: z.string(),
  asset: assetId,
  state,
  limit: decimalText,
  /** What he owes, and what of it is reserved for people. */
  owed: decimalText,
  held: decimalText,
  completed: z.int(),
  /** Of what people said they had paid, 0 to 1; null before there was one. */
  completionRate: z.nullable(decimalText),
});
export type MerchantShown = z.infer<typeof merchant>;

const way = z.object({
  id: rowId,
  currency,
  name: z.string(),
  /** The end of the account: what is sealed is shown to nobody but the person who pays. */
  masked: z.string(),
  addedBy: z.string(),
  addedAtMs: instantMs,
  /** Null: the second operator has to enter it. */
  confirmedBy: z.nullable(z.string()),
  isRetired: z.boolean(),
});
const offer = z.object({
  id: rowId,
  currency,
  state,
  version: z.int(),
  price: decimalText,
  min: decimalText,
  max: decimalText,
  minutes: z.int(),
  available: decimalText,
});
/** What one operator entered and a second one has to enter too, until `untilMs`. Of a transaction the end only: the second one has it from the chain. */
const entry = z.object({
  id: rowId,
  merchantId: rowId,
  merchant: z.string(),
  asset: assetId,
  what: z.discriminatedUnion('is', [
    z.object({ is: z.literal('settlement'), amount: decimalText, network: z.string(), transactionEnd: z.string() }),
    /** `offerId` null: of a new offer. */
    z.object({ is: z.literal('price'), offerId: z.nullable(rowId), currency, price: decimalText }),
    z.object({ is: z.literal('limit'), limit: decimalText }),
  ]),
  enteredBy: z.string(),
  enteredAtMs: instantMs,
  untilMs: instantMs,
});
export type MerchantEntry = z.infer<typeof entry>;
const order = z.object({
  /** As the person sees it. */
  number: z.string(),
  merchantId: rowId,
  merchant: z.string(),
  userId: z.string(),
  amount: decimalText,
  asset: assetId,
  fiatAmount: decimalText,
  currency,
  way: z.string(),
  status: z.enum(['reserved', 'paid', 'disputed', 'released', 'cancelled', 'expired']),
  atMs: instantMs,
  payByMs: instantMs,
  paidAtMs: z.nullable(instantMs),
  endedAtMs: z.nullable(instantMs),
  dispute: z.nullable(z.string()),
  /** The review that decides it, once it is paid. */
  reviewId: z.nullable(z.string()),
});
export type MerchantOrder = z.infer<typeof order>;
export type MerchantWay = z.infer<typeof way>;
export type MerchantOffer = z.infer<typeof offer>;

/** `entries`: oldest first, some dozens. */
export const merchantsList = { request: empty, response: z.object({ items: z.array(merchant), entries: z.array(entry) }) };
const whole = z.object({ merchant, ways: z.array(way), offers: z.array(offer), entries: z.array(entry) });
/** `waits`: nothing has changed yet, a second operator has to enter the same within a week. */
const byTwo = z.object({ waits: z.boolean(), ...whole.shape });
export const merchantsGet = { request: z.strictObject({ id: rowId }), response: whole };
/** Open ones (oldest first) unless `any`, newest first. */
export const merchantsOrders = {
  request: z.strictObject({ state: z.optional(z.enum(['open', 'any'])), merchantId: z.optional(rowId), ...listing }),
  response: listed(order),
};
/** Without an id: a new one. The limit is never below what he owes: PARAMETER_WRONG. A higher one takes two operators. */
export const merchantsSave = {
  request: z.strictObject({ id: z.optional(rowId), name: shortName, asset: assetId, limit: positive, state, reason }),
  response: byTwo,
};
/**
 * How he is paid. Shown to people once two operators have entered the same, each from where he has it. `known`: this operator had entered it
 * already, or it is confirmed.
 */
export const merchantsWay = {
  request: z.strictObject({
    id: rowId,
    currency,
    name: shortName,
    /** The account holder's legal name. */
    holder: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    account: z.string().check(z.trim(), z.minLength(4), z.maxLength(64)),
    bank: detail,
    note: detail,
  }),
  response: z.object({ entered: z.enum(['added', 'confirmed', 'known']), ...whole.shape }),
};
export const merchantsWayRetire = { request: z.strictObject({ id: rowId, wayId: rowId, reason }), response: whole };
/** Without an offer's id: a new one. A new price that is not near the market's takes two operators. Other prices, bounds or minutes are a new version: orders that were placed stay as they are. */
export const merchantsOffer = {
  request: z.strictObject({
    id: rowId,
    offerId: z.optional(rowId),
    currency,
    price: positive,
    min: positive,
    max: positive,
    minutes: z.int().check(z.gte(5), z.lte(60)),
    available: positiveText,
    /** What `available` was when the operator read it: what people ordered or gave back since then stays counted. Left out: nobody orders yet. */
    seenAvailable: z.optional(positiveText),
    state,
  }),
  response: byTwo,
};
/** He has delivered coins, by this transaction: he owes that much less, once two operators have entered the same. Said again, it changes nothing. */
export const merchantsSettle = {
  request: z.strictObject({
    id: rowId,
    amount: positive,
    network: z.string().check(z.regex(/^[a-z]{2,16}$/)),
    transaction: z.string().check(z.trim(), z.regex(/^[!-~]{4,128}$/)),
  }),
  response: byTwo,
};
/** What waits for a second operator is taken back, by whoever finds it wrong. STATUS_ABNORMAL where it was confirmed or taken back before. */
export const merchantsEntryWithdraw = { request: z.strictObject({ id: rowId, entryId: rowId, reason }), response: whole };
/** For the merchant: what a person says he paid has not come. The person is told, and operators decide. */
export const merchantsDispute = {
  request: z.strictObject({ number: z.string().check(z.regex(/^[A-Z0-9]{10}$/)), reason }),
  response: order,
};
