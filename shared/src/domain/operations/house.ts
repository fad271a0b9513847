/** What operators read about the house, the health of the books and what operators did; who they are, and the keys that sign. */
import * as z from 'zod/mini';
import { accountMode, decimalText, instantMs } from '../contract/wire';
import { operatorRole } from './operator';
import { empty, listed, listing, preview, reason } from './wire';

const funds = z.object({ isReadOnly: z.boolean(), reason: z.string(), sinceMs: z.nullable(instantMs) });

export const booksHealth = {
  request: empty,
  response: z.object({
    /** Movements of money are stopped. */
    funds,
    /** By the name of the check; null where all is well. */
    checks: z.record(z.string(), z.nullable(z.string())),
    /** Rounds of the watch over the book, by rule: how far, and when. */
    rules: z.array(z.object({ rule: z.string(), reached: z.int(), atMs: instantMs })),
    /** The first row at which the chain of the audit log does not hold. */
    brokenAuditRow: z.nullable(z.int()),
  }),
};
/** Stops and allows every movement of money. */
export const booksReadOnly = { request: z.strictObject({ on: z.boolean(), reason }), response: z.object({ funds }) };

const stakes = z.object({ orders: z.int(), stake: decimalText, wins: decimalText });
const positions = z.object({ orders: z.int(), lots: decimalText, margin: decimalText, notional: decimalText });

/**
 * What the house stands for now, in one account mode: where it is the other side of people, and what it owes them. All are decimal text.
 * It is read again 10 seconds after `atMs` at the soonest.
 */
export const booksExposure = {
  request: z.strictObject({ mode: accountMode }),
  response: z.object({
    atMs: instantMs,
    /**
     * Contracts that run. `wins`: what their holders get beyond the stake, should all of that side win. `ifRises`, `ifFalls`: what the house
     * gets of both sides together, fees apart; below zero it pays.
     */
    seconds: z.array(
      z.object({
        symbol: z.string(),
        asset: z.string(),
        long: stakes,
        short: stakes,
        ifRises: decimalText,
        ifFalls: decimalText,
      }),
    ),
    /**
     * Positions that wait or are open. `notional`: margin × leverage, in `asset`. `net…`: long less short. `limit`: the published most of
     * `netNotional`, either way, and `used` how much of it is, "0.25" a quarter; null where there is none.
     */
    leverage: z.array(
      z.object({
        symbol: z.string(),
        asset: z.string(),
        long: positions,
        short: positions,
        netLots: decimalText,
        netNotional: decimalText,
        limit: z.nullable(decimalText),
        used: z.nullable(decimalText),
      }),
    ),
    /** What people have on the spot, in orders too, and what the house gave or took for it. */
    spot: z.array(z.object({ asset: z.string(), people: decimalText, house: decimalText })),
    /** Of people together and of the house, by kind of account; those that stand at zero are left out. */
    balances: z.array(
      z.object({ asset: z.string(), holder: z.enum(['people', 'house']), kind: z.string(), balance: decimalText }),
    ),
  }),
};

/**
 * Newest first. `of`: what changed something, chained by hashes; or every call, one row a minute. `operator`: by his whole name; `about`: a
 * part of the action or of the subject.
 */
export const auditList = {
  request: z.strictObject({
    of: z.optional(z.enum(['changes', 'calls'])),
    operator: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))),
    about: z.optional(z.string().check(z.trim(), z.minLength(3), z.maxLength(100))),
    ...listing,
  }),
  response: listed(
    z.object({
      id: z.string(),
      atMs: instantMs,
      operator: z.string(),
      action: z.string(),
      subject: z.string(),
      details: z.string(),
    }),
  ),
};

/** Who may act for the house, as what; oldest first. They are made on the server's machine. */
export const operatorsList = {
  request: empty,
  response: z.object({
    operators: z.array(
      z.object({
        name: z.string(),
        roles: z.array(operatorRole),
        createdAtMs: instantMs,
        disabledAtMs: z.nullable(instantMs),
        /** null: never. */
        lastSignInMs: z.nullable(instantMs),
        /** Without a key of one-time codes he cannot sign in: one is made on the server's machine. */
        hasKey: z.boolean(),
      }),
    ),
  }),
};
/** He is out at once, decides nothing any more, and what he proposed cannot be confirmed. */
export const operatorsDisable = {
  request: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(32)), reason }),
  response: z.object({ name: z.string(), disabledAtMs: instantMs }),
};
/** His roles are his again; his key of one-time codes is gone, and what he proposed before is rejected. */
export const operatorsEnable = {
  request: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(32)), reason }),
  response: z.object({ name: z.string() }),
};

/** The keys that sign roots and receipts, oldest first. */
export const keysList = {
  request: empty,
  response: z.object({
    keys: z.array(
      z.object({
        keyId: z.string(),
        /** Its entry of the public record; null: made, and published when the server starts next. */
        record: z.nullable(z.int()),
        publishedAtMs: z.nullable(instantMs),
        signs: z.boolean(),
        isHandedOver: z.boolean(),
      }),
    ),
  }),
};
/** Makes the next key in the file of the server that answers; it signs from the next start on. */
export const keysRotate = {
  request: z.strictObject({ reason, preview }),
  /** `before`: the key that it follows. `keyId`: null of a preview. */
  response: z.object({ keyId: z.nullable(z.string()), before: z.string() }),
};
