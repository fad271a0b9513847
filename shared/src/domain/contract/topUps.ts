/** Money in. */
import * as z from 'zod/mini';
import { assetId, id, instantMs, paging, positiveText, request, shortText } from './wire';

/** In the order of display. */
export const topUpMethods = ['crypto', 'bank_card', 'manual', 'c2c'] as const;
const topUpMethod = z.enum(topUpMethods);
export type TopUpMethod = z.infer<typeof topUpMethod>;
/** Top-up states in the specification's order. */
const topUpStatus = z.enum(['callback_in_progress', 'under_review', 'success', 'failure']);
export type TopUpStatus = z.infer<typeof topUpStatus>;

/** How many may wait to be decided, of one person. */
export const topUpsWaiting = 5;

const network = z.object({
  network: z.string(),
  /** "Tron (TRC-20)", in every language. */
  name: z.string(),
  /** In units of the asset. */
  min: positiveText,
  /** Blocks on top of the one that holds the payment, and how many minutes that usually takes. */
  confirmations: z.int(),
  minutes: z.int(),
  /** Payments are found there by themselves: nothing is asked for, and no picture is needed. */
  isWatched: z.optional(z.boolean()),
});

const topUp = z.object({
  /** Its number, for people. */
  id,
  asset: assetId,
  amount: positiveText,
  method: topUpMethod,
  network: z.nullable(z.object({ network: z.string(), name: z.string(), address: z.string() })),
  status: topUpStatus,
  atMs: instantMs,
  decidedAtMs: z.nullable(instantMs),
  /** Of a failure. */
  reason: z.nullable(z.string()),
  /** It had succeeded, and was taken back. */
  isReversed: z.boolean(),
  /** In USDT: what has to be traded before money leaves, as it was when this was asked for. */
  turnoverNeed: positiveText,
  /** Of one that a chain brought: where it is. `transaction` names it on its network. */
  onChain: z.optional(
    z.object({
      transaction: z.string(),
      /** Blocks on top, and how many are needed. */
      confirmations: z.int(),
      needed: z.int(),
      /** A reorganisation took it out of the chain. It may come again. */
      isGone: z.boolean(),
      /** What came so far is less than the minimum: it is credited once the person's payments of this coin reach it together. */
      waitsFor: z.nullable(z.object({ have: positiveText, min: positiveText })),
    }),
  ),
  /** Of the payment; an address shows its picture for two minutes. */
  pictures: z.array(z.object({ address: z.string(), width: z.int(), height: z.int() })),
  /** Of the method bank_card, until it is paid or over. `page`: where the card is asked for, by others; null until they have said where. */
  payment: z.optional(z.object({ page: z.nullable(z.url()), untilMs: instantMs })),
});
export type TopUp = z.infer<typeof topUp>;

/** Newest first. `next` of an answer is the `cursor` of the page after it, null on the last one; page numbers reach the newest 10,000. Empty in the demo account. */
export const topUpLog = {
  request: request({
    id: z.optional(id),
    status: z.optional(topUpStatus),
    cursor: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
    ...paging,
  }),
  response: z.object({ items: z.array(topUp), next: z.nullable(z.string()) }),
};

/** What is open, and on what terms. `turnoverFactor`: times the worth of the top-up that have to be traded before money leaves. */
export const topUpTerms = {
  request: request({}),
  response: z.object({
    methods: z.array(
      z.object({
        method: topUpMethod,
        assets: z.array(
          z.object({
            asset: assetId,
            min: positiveText,
            max: positiveText,
            turnoverFactor: positiveText,
            /** Decimals of the asset. */
            scale: z.optional(z.int()),
            /** From this amount on an operator looks at it first, where what the gateway says is enough below. */
            reviewFrom: z.optional(positiveText),
            /** Of the method crypto; empty for others. */
            networks: z.array(network),
          }),
        ),
      }),
    ),
  }),
};
export type TopUpTerms = z.infer<typeof topUpTerms.response>;

/**
 * The networks of an asset. `address`: the person's own, for good; null until he has asked for that network by its name. `origin`: of an
 * address that comes from a published key: the entry of the public record (kind `deposit_key`) with the key's point, and what was added to
 * the point (64 hexadecimal digits): the address is that of the sum.
 */
export const topUpAddress = {
  request: request({ asset: assetId, network: z.optional(shortText) }),
  response: z.object({
    asset: assetId,
    networks: z.array(
      z.extend(network, {
        address: z.nullable(z.string()),
        origin: z.optional(z.object({ recordSeq: z.int(), tweak: z.string() })),
      }),
    ),
  }),
};

/**
 * `network` and a picture of the payment: of the method crypto. By the method manual customer service is asked in the conversation. By the
 * method bank_card there is no picture: it is paid on the page that the answer, or the list soon after, names.
 */
export const topUpRequest = {
  request: request({
    asset: assetId,
    network: z.optional(shortText),
    method: topUpMethod,
    amount: positiveText,
    uploadIds: z.array(id).check(z.maxLength(52)),
  }),
  response: topUp,
};
