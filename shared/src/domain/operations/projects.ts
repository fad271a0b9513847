/** Projects: each is made, ended by its result or cancelled when one operator has proposed it and another has approved it. */
import * as z from 'zod/mini';
import { assetId, askedInstant, decimalText, instantMs, language, positiveText, wholeNumber } from '../contract/wire';
import { empty, preview, reason, rowId } from './wire';

const positive = positiveText.check(z.regex(/[1-9]/));
const words = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));
const projectText = z.strictObject({ language, name: words(80), about: words(4000) });
const statementText = z.strictObject({ language, statement: words(4000) });
/** English first of all: who reads another language that is missing gets it. */
const hasEnglish = (texts: readonly { readonly language: string }[]): boolean =>
  texts.some((text) => text.language === 'en') && new Set(texts.map((text) => text.language)).size === texts.length;

const terms = {
  asset: assetId,
  min: positive,
  max: positive,
  maxParticipants: wholeNumber.check(z.gte(1), z.lte(100_000)),
  capacity: z.nullable(positive),
  closesAtMs: askedInstant,
  endsAtMs: askedInstant,
};
const actor = { operator: z.string(), atMs: instantMs };
const proposal = z.object({
  id: rowId,
  projectId: rowId,
  act: z.enum(['open', 'result', 'cancel']),
  /** Of a result. */
  share: z.nullable(decimalText),
  texts: z.array(z.object({ language, statement: z.string() })),
  /** Of a cancellation, and why it was proposed otherwise. */
  reason: z.string(),
  ...actor,
});
export type ProjectProposal = z.infer<typeof proposal>;
const shown = z.object({
  id: rowId,
  ...terms,
  texts: z.array(z.object({ language, name: z.string(), about: z.string() })),
  participants: z.int(),
  taken: decimalText,
  /** `settling`, `cancelling`: what is due is being booked. */
  state: z.enum(['proposed', 'rejected', 'open', 'settling', 'ended', 'cancelling', 'cancelled']),
  /** Once its result is published. */
  share: z.nullable(decimalText),
  /** What was paid back of what was put in, by now. */
  returned: decimalText,
  /** What waits for another operator. */
  proposal: z.nullable(proposal),
});
export type ProjectShown = z.infer<typeof shown>;

/** Those that run, then those that wait to be opened, then those that are over; the newest first of each, 100 together. */
export const projectsList = { request: empty, response: z.object({ items: z.array(shown) }) };
/** A new one. It takes participants from the approval on, until `closesAtMs`. */
export const projectsPropose = {
  request: z.strictObject({
    ...terms,
    maxParticipants: terms.maxParticipants,
    texts: z.array(projectText).check(z.maxLength(12), z.refine(hasEnglish)),
    reason,
  }),
  response: shown,
};
/** Its result, once its end has come: `share` of what was put in, from -1 to 10, the same for everybody. */
export const projectsResult = {
  request: z.strictObject({
    id: rowId,
    share: decimalText,
    texts: z.array(statementText).check(z.maxLength(12), z.refine(hasEnglish)),
    reason,
  }),
  response: shown,
};
/** That everybody gets back what he put in: of a project that is not full and has not ended. The reason is published. */
export const projectsCancel = { request: z.strictObject({ id: rowId, reason }), response: shown };
/**
 * By an operator who did not propose it. A preview says what would be paid back to how many, and does nothing. REVIEW_CHANGED where what would
 * be published is not what the operator saw.
 */
export const projectsApprove = {
  request: z.strictObject({
    proposalId: rowId,
    /** Of the preview; it needs none itself. */
    seen: z.optional(z.string().check(z.length(64))),
    preview,
  }),
  response: z.object({
    project: shown,
    participants: z.int(),
    returned: decimalText,
    /** SHA-256 of all that would be published, in hexadecimal. */
    seen: z.string(),
    isDone: z.boolean(),
  }),
};
/** By any operator who may propose, also by who did. */
export const projectsReject = { request: z.strictObject({ proposalId: rowId, reason }), response: shown };
