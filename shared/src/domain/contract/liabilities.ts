/** Proof of liabilities: what the exchange owes to everybody at one instant of each day, and each person's own part of it. */
import * as z from 'zod/mini';
import { assetId, decimalText, id, instantMs, positiveText, request, wholeNumber } from './wire';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** A day of UTC: "2026-11-23". */
const liabilityDay = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
/** By asset; what is nothing is left out. */
const amounts = z.record(assetId, positiveText);

/** For so many days a person can fetch his own proof. What was published stays for ever. */
export const liabilityProofDays = 14;

/** As it stands in the public record (kind `liabilities`), under the tree's root. */
export const publishedLiabilities = z.object({
  day: liabilityDay,
  /** When all balances were read, at one instant. */
  takenAtMs: instantMs,
  persons: z.int().check(z.nonnegative()),
  /** Levels below the root. */
  height: z.int().check(z.gte(1), z.lte(31)),
  root: hash,
  /** Owed to all persons. */
  sums: amounts,
  /** Owed to merchants, whose money is in nobody's leaf. */
  payable: z.record(assetId, decimalText),
  /** What lies in custody, as booked. */
  reserves: z.record(assetId, decimalText),
});
export type PublishedLiabilities = z.infer<typeof publishedLiabilities>;

/** `counting`: its balances are taken, its tree is being made. `missed`: the exchange was away all that day. */
const day = z.object({
  day: liabilityDay,
  state: z.enum(['counting', 'published', 'missed']),
  published: z.nullable(publishedLiabilities),
  /** Of the entry of the public record. */
  recordSeq: z.nullable(z.int()),
  /** Each person's own proof is still kept. */
  hasProofs: z.boolean(),
});
export type LiabilityDay = z.infer<typeof day>;

/** Newest first, 30 unless `limit` says otherwise; `before` a day. */
export const liabilities = {
  request: request({
    before: z.optional(liabilityDay),
    limit: z.optional(wholeNumber.check(z.gte(1), z.lte(100))),
  }),
  response: z.object({ days: z.array(day), hasMore: z.boolean() }),
};

const node = z.object({ hash, persons: z.int().check(z.nonnegative()), amounts });

/**
 * The person's own part of a day. `accounts`: what was counted, each as the record `version` of that account left it. `leaves`: two, or
 * none for somebody who had no real account yet. `path`: the other node of each level, from the leaves up.
 */
export const liabilityProof = {
  request: request({ day: liabilityDay }),
  response: z.object({
    day: liabilityDay,
    user: id,
    takenAtMs: instantMs,
    accounts: z.array(z.object({ kind: z.string(), asset: assetId, version: z.int(), balance: positiveText })),
    leaves: z.array(
      z.object({
        part: z.int().check(z.gte(1), z.lte(2)),
        salt: hash,
        place: z.int().check(z.nonnegative()),
        amounts,
        path: z.array(node).check(z.maxLength(31)),
      }),
    ),
  }),
};
export type LiabilityProof = z.infer<typeof liabilityProof.response>;
