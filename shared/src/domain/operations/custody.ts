/** What is where the exchange keeps money, held against its books once a day. */
import * as z from 'zod/mini';
import { decimalText, instantMs } from '../contract/wire';
import { done } from './alarms';
import { empty, reason, rowId } from './wire';

/** A network, or "bank". */
const rail = z.string().check(z.regex(/^[a-z_]{2,16}$/));
const asset = z.string().check(z.regex(/^[A-Z0-9]{2,10}$/));
/** Days since 1970-01-01, UTC. */
const day = z.int().check(z.gte(1), z.lte(100_000));

const count = z.object({
  rail,
  asset,
  day,
  found: decimalText,
  booked: decimalText,
  /** What is known to lie there besides, or to be missing: the house's own, gas, what is on its way. */
  known: decimalText,
  /** found − booked − known: not zero is an incident until a later day is counted without one. */
  difference: decimalText,
  /** Of the chain; null: two operators read it off. */
  block: z.nullable(z.int()),
  addresses: z.nullable(z.int()),
  atMs: instantMs,
});
export type CustodyCountShown = z.infer<typeof count>;
const own = z.object({
  id: rowId,
  rail,
  asset,
  day,
  amount: decimalText,
  reason: z.string(),
  enteredBy: z.string(),
  /** null: it waits for another operator, and does not count. */
  confirmedBy: z.nullable(z.string()),
});
export type CustodyOwnShown = z.infer<typeof own>;
const difference = z.object({ rail, asset, day, difference: decimalText, done });
export type CustodyDifferenceShown = z.infer<typeof difference>;
/** A payment on a chain that no program credits (`why`), or that was credited and has gone from it (`owed`). */
const deposit = z.object({
  id: rowId,
  rail,
  asset,
  state: z.enum(['unmatched', 'owed']),
  /** The state and since when, for `seen` of alarmsDone: what is owed again is another debt. */
  says: z.string(),
  why: z.nullable(z.enum(['nobody', 'own', 'tiny', 'vast'])),
  amount: decimalText,
  address: z.string(),
  transaction: z.string(),
  userId: z.nullable(z.string()),
  seenAtMs: instantMs,
  done,
});
export type CustodyDepositShown = z.infer<typeof deposit>;

/** `newest`: of each rail and asset; `toRead`: what operators read off, with who has read it already; `own`: newest first, some dozens; `differences`, `deposits`: open ones first, then newest first, some dozens. */
export const custodyList = {
  request: empty,
  response: z.object({
    newest: z.array(count),
    toRead: z.array(z.object({ rail, asset, day, readBy: z.array(z.string()) })),
    own: z.array(own),
    differences: z.array(difference),
    deposits: z.array(deposit),
  }),
};
/** The balance at the end of that day. Counted when two operators say the same; said again by one, it takes the place of what he said. */
export const custodyRead = {
  request: z.strictObject({ rail, asset, day, balance: decimalText }),
  response: z.object({ isCounted: z.boolean() }),
};
/** Money there that is not people's, from that day on: below zero where it is missing. Another operator confirms. */
export const custodyOwnEnter = {
  request: z.strictObject({ rail, asset, day, amount: decimalText, reason }),
  response: z.object({ id: rowId }),
};
export const custodyOwnConfirm = { request: z.strictObject({ id: rowId }), response: empty };
