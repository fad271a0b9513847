/**
 * Every answer is HTTP 200 with {type:'ok', message:data}, or {type:'error'|'999', message:<catalogue code>, params}.
 * 999 means the session is over. Clients also accept code 1 in place of type 'ok'.
 */
import * as z from 'zod/mini';

export const sessionEndedType = '999';
export const envelope = z.union([
  z.object({ type: z.literal('ok'), message: z.unknown() }),
  z.object({
    type: z.enum(['error', sessionEndedType]),
    message: z.string(),
    params: z.optional(z.record(z.string(), z.string())),
  }),
]);
export type Envelope = z.infer<typeof envelope>;
export const idempotencyHeader = 'idempotency-key';
