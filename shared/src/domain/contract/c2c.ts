/** Coins bought from merchants: what they offer, and a person's orders. Sums in a currency are decimal text with that currency's decimals. */
import * as z from 'zod/mini';
import { assetId, id, instantMs, paging, positiveText, request } from './wire';

export const c2cStatuses = ['reserved', 'paid', 'disputed', 'released', 'cancelled', 'expired'] as const;
const c2cStatus = z.enum(c2cStatuses);
export type C2cStatus = z.infer<typeof c2cStatus>;

export const c2cLimits = {
  /** Orders of one person that have not ended. */
  open: 2,
  /** Orders of a person that came to nothing in 24 hours, cancelled, expired or not confirmed as paid; the next one waits. */
  unpaid: 3,
  unpaidMs: 86_400_000,
  disputeText: 500,
} as const;

/** ISO 4217. */
const currency = z.string().check(z.regex(/^[A-Z]{3}$/));

const offer = z.object({
  id,
  /** Of its terms: an order names the version that the person saw. */
  version: z.int(),
  merchant: z.object({
    name: z.string(),
    /** Orders that ended with the coins released. */
    completed: z.int(),
    /** Their share of the orders that people said they had paid, 0 to 1; null before there was one. */
    completionRate: z.nullable(positiveText),
  }),
  asset: assetId,
  currency,
  /** Of one unit of the asset. */
  price: positiveText,
  /** In units of the asset; `max` is what can be bought now. */
  min: positiveText,
  max: positiveText,
  /** From the order to "I have paid". */
  minutes: z.int(),
  ways: z.array(z.object({ id, name: z.string() })),
});
export type C2cOffer = z.infer<typeof offer>;

/** What can be bought now, the best price of each currency first, at most 50. With `amount`: only what sells that much. */
export const c2cOffers = {
  request: request({ asset: assetId, currency: z.optional(currency), amount: z.optional(positiveText) }),
  response: z.object({
    items: z.array(offer),
    /** In which anything is offered. */
    currencies: z.array(currency),
    /** Times the worth of the order that have to be traded before money leaves. */
    turnoverFactor: positiveText,
    /** Until then the person may place none: too many of his came to nothing. */
    slowedUntilMs: z.nullable(instantMs),
  }),
};

const order = z.object({
  /** Its number, for people; the top-up that it becomes has the same. */
  id,
  merchant: z.string(),
  asset: assetId,
  amount: positiveText,
  currency,
  price: positiveText,
  /** What the person pays: frozen with the order, and nothing on top of it. */
  fiatAmount: positiveText,
  way: z.string(),
  status: c2cStatus,
  atMs: instantMs,
  payByMs: instantMs,
  paidAtMs: z.nullable(instantMs),
  dispute: z.nullable(z.object({ by: z.enum(['person', 'merchant']), text: z.string(), atMs: instantMs })),
  endedAtMs: z.nullable(instantMs),
  /** Why an operator cancelled it. */
  reason: z.nullable(z.string()),
  /** In USDT: what has to be traded before money leaves, as it was at the order. */
  turnoverNeed: positiveText,
  /** Where to pay, while the order is open. */
  payTo: z.nullable(z.object({ holder: z.string(), account: z.string(), bank: z.string(), note: z.string() })),
});
export type C2cOrder = z.infer<typeof order>;

/** Newest first. `next` of an answer is the `cursor` of the page after it, null on the last one. Empty in the demo account. */
export const c2cOrders = {
  request: request({
    id: z.optional(id),
    cursor: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
    ...paging,
  }),
  response: z.object({ items: z.array(order), next: z.nullable(z.string()) }),
};

export const c2cOrder = {
  request: request({
    offerId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
    version: z.int().check(z.gte(1), z.lte(1_000_000_000)),
    wayId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
    amount: positiveText,
  }),
  response: order,
};
/** "I have paid", with pictures of the payment. */
export const c2cPaid = {
  request: request({ id, uploadIds: z.array(id).check(z.minLength(1), z.maxLength(6)) }),
  response: order,
};
/** Before it is paid. */
export const c2cCancel = { request: request({ id }), response: order };
/** What was paid and is not released: customer service is asked to decide. */
export const c2cDispute = {
  request: request({ id, text: z.string().check(z.trim(), z.minLength(1), z.maxLength(c2cLimits.disputeText)) }),
  response: order,
};
