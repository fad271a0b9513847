/** Markets of running loans that have had no prices that decide: nothing protects those loans against their coin. */
import * as z from 'zod/mini';
import { instantMs, symbolId } from '../contract/wire';
import { done } from './alarms';
import { listed, listing, rowId } from './wire';

const alarm = z.object({
  id: rowId,
  symbol: symbolId,
  /** The last prices that decided; null where there were none for a week. */
  lastAtMs: z.nullable(instantMs),
  toldAtMs: instantMs,
  /** null: it goes on. */
  endedAtMs: z.nullable(instantMs),
  /** The most loans with real money that it was about. */
  loans: z.int(),
  done,
});
export type LoanAlarmShown = z.infer<typeof alarm>;

/** Open ones unless `any`; newest first. */
export const loansAlarms = {
  request: z.strictObject({ state: z.optional(z.enum(['open', 'any'])), ...listing }),
  response: listed(alarm),
};
