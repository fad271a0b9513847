import * as z from 'zod/mini';
import { instantMs } from '../contract/wire';
import { operatorRole } from './operator';
import { empty } from './wire';

/** A name is 2 to 32 of a-z, 0-9, dot and hyphen. What is typed may be anything else: it is answered as unknown. */
const typed = z.string().check(z.minLength(1), z.maxLength(200));
const signedIn = { name: z.string(), roles: z.array(operatorRole), endsAtMs: instantMs };

export const sessionBegin = {
  request: z.strictObject({ name: typed, password: typed, code: typed }),
  /** `token`: the bearer's from now on, until 15 minutes without a call or `endsAtMs`. */
  response: z.object({ token: z.string(), ...signedIn }),
};
export const sessionMe = { request: empty, response: z.object({ ...signedIn, nowMs: instantMs }) };
export const sessionEnd = { request: empty, response: z.object({}) };
