/** Projects: money under management, with a number of participants, an end, and one result for all. Real money only. */
import * as z from 'zod/mini';
import { stepUp } from './identity';
import { assetId, decimalText, id, instantMs, paging, positiveText, request, uuid, wholeNumber } from './wire';

/** `open`: takes participants; `running`: the money is invested; `ended`: the result is published; `cancelled`: all money is returned. */
export const projectStatus = z.enum(['open', 'running', 'ended', 'cancelled']);
/** Cursor of a list: the `next` of the previous page. */
const cursor = z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/)));

const projectResult = z.object({
  /** Share of what was put in: "-0.031" is a loss. Never below -1. */
  share: decimalText,
  /** The operators' statement, in the person's language if they wrote it in that language. */
  statement: z.string(),
  publishedAtMs: instantMs,
  /** The entry of the public record with the result. */
  recordSeq: z.int(),
});
export const project = z.object({
  id,
  /** In the person's language, else in English. */
  name: z.string(),
  about: z.string(),
  asset: assetId,
  /** Bounds of one participation. */
  min: positiveText,
  max: positiveText,
  /** Decimals of an amount. */
  scale: z.int(),
  participants: z.int(),
  maxParticipants: z.int(),
  /** Capacity for all participants; null: only bounded by the participants' maximum. */
  capacity: z.nullable(positiveText),
  taken: positiveText,
  /** Until when it takes participants, and when it ends. */
  closesAtMs: instantMs,
  endsAtMs: instantMs,
  status: projectStatus,
  /** null until two operators have published it. */
  result: z.nullable(projectResult),
  /** Why it was cancelled. */
  cancelReason: z.nullable(z.string()),
  /** The entry of the public record with its terms. They never change; a participation names the entry. */
  termsSeq: z.int(),
  /** What the person has put in. */
  joined: z.nullable(positiveText),
  /** What was returned, with the result; null until it is booked. */
  returned: z.nullable(positiveText),
});
export type Project = z.infer<typeof project>;

export const projectOrderRow = z.object({
  id,
  clientOrderId: uuid,
  projectId: id,
  projectName: z.string(),
  asset: assetId,
  amount: positiveText,
  /** `settling`: the project has ended or was cancelled, and this participation is booked next. */
  status: z.enum(['open', 'running', 'settling', 'ended', 'cancelled']),
  /** What was returned, and the profit in it; null until the end. */
  returned: z.nullable(positiveText),
  profit: z.nullable(decimalText),
  atMs: instantMs,
  closesAtMs: instantMs,
  endsAtMs: instantMs,
  endedAtMs: z.nullable(instantMs),
});
export type ProjectOrder = z.infer<typeof projectOrderRow>;

/** Newest first, including ended ones. */
export const projects = {
  request: request({ id: z.optional(id), cursor, ...paging }),
  response: z.object({ items: z.array(project), next: z.nullable(z.string()) }),
};
/** Newest first. Empty in the demo account. */
export const projectOrders = {
  request: request({ id: z.optional(id), clientOrderId: z.optional(uuid), cursor, ...paging }),
  response: z.object({ items: z.array(projectOrderRow), next: z.nullable(z.string()) }),
};
/**
 * Joins a project, once per person (else TREASURE_JOINED). `termsSeq`: entry of the terms that were shown. Throws TREASURE_PRODUCT_NOT_FOUND,
 * TREASURE_PRODUCT_ENDED, TREASURE_PRODUCT_STATUS_WRONG, TREASURE_FULL, TREASURE_AMOUNT_BELOW_MIN, TREASURE_AMOUNT_ABOVE_MAX,
 * TREASURE_AMOUNT_WRONG, WALLET_DEMO_FORBIDDEN.
 */
export const projectOrder = {
  request: request({ projectId: id, amount: positiveText, termsSeq: wholeNumber, clientOrderId: uuid, ...stepUp }),
  response: projectOrderRow,
};
