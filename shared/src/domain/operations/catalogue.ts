import * as z from 'zod/mini';
import { askedInstant, instantMs, symbolId } from '../contract/wire';
import { preview, reason } from './wire';

/** A row of terms: every figure as text, by the name of its column. */
const termsRow = z.record(z.string(), z.nullable(z.string()));
const name = z.string().check(z.regex(/^[a-z_]{2,32}$/));
/** "BTC-USDT", or the asset class and the seconds. */
const key = z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.minLength(1), z.maxLength(3));
/** At most an hour ahead; without it, now. */
const validFromMs = z.optional(askedInstant);
const published = z.object({
  /** null of a preview. */
  version: z.nullable(z.int()),
  validFromMs: instantMs,
  before: termsRow,
  after: termsRow,
});

/** Terms in force and those that are to come, with what may be changed of them; without a name the names and the versions. */
export const catalogueGet = {
  request: z.strictObject({ name: z.optional(name) }),
  response: z.object({
    names: z.array(z.string()),
    keyColumns: z.array(z.string()),
    fields: z.array(z.string()),
    rows: z.array(z.object({ since: z.int(), validFromMs: instantMs, terms: termsRow })),
    versions: z.array(z.object({ version: z.int(), validFromMs: instantMs, note: z.string() })),
  }),
};
/** `change`: values as they are typed: "0.02", "true", "10,20,50", "20:2000000,100:500000". */
export const catalogueChange = {
  request: z.strictObject({
    name,
    key,
    change: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500))),
    reason,
    validFromMs,
    preview,
  }),
  response: published,
};
export const door = z.enum(['seconds', 'spot', 'leverage']);
/** `doors`: all without it; of those to open, all that the symbol has terms for. */
export const catalogueClose = {
  request: z.strictObject({
    symbol: symbolId,
    doors: z.optional(z.array(door).check(z.minLength(1), z.maxLength(3))),
    open: z.boolean(),
    reason,
    validFromMs,
    preview,
  }),
  response: published,
};
