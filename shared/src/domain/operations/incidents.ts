import * as z from 'zod/mini';
import { incidentSum } from '../contract/market';
import { askedInstant, instantMs, symbolId } from '../contract/wire';
import { empty, preview, reason, rowId } from './wire';

const halting = {
  request: z.strictObject({ symbol: symbolId, reason }),
  response: z.object({ id: z.string(), symbol: z.string(), atMs: instantMs }),
};
/** Stops trading of a symbol for everybody at once; closing and cancelling stay possible. Public at once. */
export const marketsHalt = halting;
export const marketsResume = halting;

const interval = { id: z.string(), symbol: z.string(), reason: z.string(), fromMs: instantMs, toMs: instantMs };
/** `by`: the role that is published. `operator`: his name, which is not. */
const actor = { by: z.string(), operator: z.string() };

export const incidentsList = {
  request: empty,
  response: z.object({
    halts: z.array(
      z.object({
        id: z.string(),
        symbol: z.string(),
        reason: z.string(),
        ...actor,
        fromMs: instantMs,
        /** null: in force. */
        untilMs: z.nullable(instantMs),
        resumedBy: z.nullable(z.string()),
      }),
    ),
    /** What waits for a second operator. */
    proposals: z.array(z.object({ ...interval, ...actor, expiresAtMs: instantMs })),
    incidents: z.array(z.object({ ...interval, publishedAtMs: instantMs, sums: z.nullable(z.array(incidentSum)) })),
  }),
};
/** That a symbol's prices of a past interval do not count. Nothing happens until another operator confirms it, within an hour. */
export const incidentsPropose = {
  request: z.strictObject({ symbol: symbolId, fromMs: askedInstant, toMs: askedInstant, reason }),
  response: z.object({ ...interval, expiresAtMs: instantMs }),
};
/**
 * Publishes it, with what each side paid and gets back; of a preview, what would be published. By an operator who did not propose it.
 * REVIEW_CHANGED where that is not what the operator saw: orders that run in the interval go on until it is confirmed.
 */
export const incidentsConfirm = {
  request: z.strictObject({
    id: rowId,
    /** Of the preview. Without it whatever is counted then is published. */
    seen: z.optional(z.string().check(z.length(64))),
    preview,
  }),
  response: z.object({
    ...interval,
    sums: z.array(incidentSum),
    /** SHA-256 of interval, reason and sums, in hexadecimal. */
    seen: z.string(),
    isPublished: z.boolean(),
  }),
};
/** By any operator who may propose, also by who did. */
export const incidentsReject = { request: z.strictObject({ id: rowId, reason }), response: empty };
