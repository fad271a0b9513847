import * as z from 'zod/mini';
import { limitKind, limitMost, limitsView } from '../contract/limits';
import { accountMode, decimalText, instantMs } from '../contract/wire';
import { listed, listing, reason, userId } from './wire';

const user = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** The address that he signs in by. */
  wallet: z.nullable(z.string()),
  country: z.string(),
  mode: accountMode,
  frozenAtMs: z.nullable(instantMs),
  lockedAtMs: z.nullable(instantMs),
  registeredAtMs: instantMs,
});
export type UserShown = z.infer<typeof user>;

/** By id, by e-mail address, phone or wallet, or by a part of one of three characters or more; without `text` the newest. */
export const usersSearch = {
  request: z.strictObject({ text: z.optional(z.string().check(z.trim(), z.minLength(3), z.maxLength(100))), ...listing }),
  response: listed(user),
};
export const usersGet = {
  request: z.strictObject({ id: userId }),
  response: z.object({
    user,
    balances: z.array(z.object({ mode: accountMode, kind: z.string(), asset: z.string(), balance: decimalText })),
    sessions: z.array(z.object({ mode: accountMode, device: z.string(), createdAtMs: instantMs, lastSeenAtMs: instantMs })),
  }),
};
const change = { request: z.strictObject({ id: userId, on: z.boolean(), reason }), response: z.object({ user }) };
/** Sign-in is refused and every session ends; positions still settle. */
export const usersFreeze = change;
/** The same, told to the person as "locked". */
export const usersLock = change;
export const usersSessionsEnd = {
  request: z.strictObject({ id: userId, reason }),
  response: z.object({ ended: z.int() }),
};

/** Of the real account, as the person sees them. */
export const usersLimits = { request: z.strictObject({ id: userId }), response: limitsView };
/** Lower at once; higher a day later, as for the person himself. He is told the reason. */
export const usersLimitSet = {
  request: z.strictObject({ id: userId, kind: limitKind, most: limitMost, reason }),
  response: limitsView,
};
