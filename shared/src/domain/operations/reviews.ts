import * as z from 'zod/mini';
import { decimalText, instantMs } from '../contract/wire';
import { listed, listing, reason, userId } from './wire';

export const reviewState = z.enum(['pending', 'approved', 'rejected', 'expired', 'reversed', 'cancelled']);
export const verdict = z.enum(['approved', 'rejected']);
const reviewId = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,32}$/));

const review = z.object({
  id: reviewId,
  /** "identity_primary" … */
  kind: z.string(),
  /** What it is about. */
  ref: z.string(),
  userId: z.string(),
  /** E-mail address, else phone, else wallet. */
  account: z.string(),
  amount: z.nullable(decimalText),
  asset: z.nullable(z.string()),
  approvalsNeeded: z.int(),
  /** Names of the operators who agreed so far. */
  approvedBy: z.array(z.string()),
  openedAtMs: instantMs,
  expiresAtMs: z.nullable(instantMs),
  state: reviewState,
  endedAtMs: z.nullable(instantMs),
});
export type ReviewShown = z.infer<typeof review>;

const decision = z.object({
  operator: z.string(),
  verdict,
  reason: z.string(),
  fields: z.array(z.string()),
  atMs: instantMs,
});
/** An image, by an address that dies within minutes. */
const paper = z.object({ name: z.string(), address: z.string() });
const outcome = z.object({ state: reviewState, approvals: z.int(), approvalsNeeded: z.int() });

/** What waits, and is listed where nothing else is said: oldest first. All else: newest first. Of the kinds that the operator decides. */
export const reviewsList = {
  request: z.strictObject({ state: z.optional(z.enum([...reviewState.options, 'any'])), userId: z.optional(userId), ...listing }),
  response: listed(review),
};
export const reviewsGet = {
  request: z.strictObject({ id: reviewId }),
  response: z.object({
    review,
    /** All that was asked, as it was frozen. */
    terms: z.record(z.string(), z.json()),
    termsHash: z.string(),
    decisions: z.array(decision),
    /** What no row holds in the clear, by field. */
    details: z.record(z.string(), z.string()),
    papers: z.array(paper),
    /** Whether an approval of its kind can be taken back (reviewsReverse); absent from a server that does not tell. */
    isReversible: z.optional(z.boolean()),
  }),
};
export const reviewsDecide = {
  request: z.strictObject({
    id: reviewId,
    verdict,
    /** Of what the operator saw: reviewsGet's. */
    termsHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    /** A rejection needs it: the person is told. */
    reason: z.optional(reason),
    /** What the person has to do again. */
    fields: z.optional(z.array(z.string().check(z.regex(/^[A-Za-z]{1,40}$/))).check(z.maxLength(20))),
  }),
  response: outcome,
};
/** By an operator who did not approve it. */
export const reviewsReverse = { request: z.strictObject({ id: reviewId, reason }), response: outcome };
