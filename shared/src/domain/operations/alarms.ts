/** What a program found wrong and an operator has to look at: he says what he did, and it leaves what is open. */
import * as z from 'zod/mini';
import { instantMs } from '../contract/wire';
import { empty, reason } from './wire';

/** null: it is open. Something that says more than the operator saw is open again. */
export const done = z.nullable(z.object({ by: z.string(), reason: z.string(), atMs: instantMs }));
export type AlarmDone = z.infer<typeof done>;

/** Of the card gateway, by its id; a count of custody, by "<rail> <asset> <day>"; a payment on a chain, by its id; of a market of loans, by its id. */
const kind = z.enum(['gateway', 'custody', 'deposit', 'loan_price']);

/**
 * `seen`: what it said, so that nothing is put away unread: how often, the difference, what the payment `says`, of how many loans. DATA_NOT_FOUND, REVIEW_CHANGED where it says
 * something else by now, STATUS_ABNORMAL where it is done, REVIEW_OWN where it is about the operator's own account.
 */
export const alarmsDone = {
  request: z.strictObject({
    kind,
    ref: z.string().check(z.minLength(1), z.maxLength(60)),
    seen: z.string().check(z.minLength(1), z.maxLength(60)),
    reason,
  }),
  response: empty,
};
export type AlarmKind = z.infer<typeof kind>;
