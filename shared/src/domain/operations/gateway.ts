/** Where the card gateway and the book do not agree. */
import * as z from 'zod/mini';
import { instantMs } from '../contract/wire';
import { done } from './alarms';
import { listed, listing, rowId } from './wire';

const alarm = z.object({
  id: rowId,
  reason: z.enum([
    'unknown_payment',
    'wrong_id',
    'wrong_amount',
    'wrong_currency',
    'late',
    'out_of_order',
    'not_booked',
    'reversal_short',
    'refused',
    'unanswered',
    'wrong_signature',
    'outside_window',
    'too_large',
    'unreadable',
  ]),
  /** A payment; the day, of what nobody can be shown to have sent. */
  subject: z.string(),
  /** What the gateway said. */
  detail: z.string(),
  topUp: z.nullable(z.string()),
  userId: z.nullable(z.string()),
  /** How often the same was said. */
  times: z.int(),
  firstAtMs: instantMs,
  lastAtMs: instantMs,
  done,
});
export type GatewayAlarmShown = z.infer<typeof alarm>;

/** Open ones unless `any`; newest first. */
export const gatewayAlarms = {
  request: z.strictObject({ state: z.optional(z.enum(['open', 'any'])), ...listing }),
  response: listed(alarm),
};
