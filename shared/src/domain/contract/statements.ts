/** Statements: what one account held before a period, every entry in it with its cause, and what it held after. */
import * as z from 'zod/mini';
import { recordKind } from './wallet';
import { accountMode, askedInstant, assetId, decimalText, id, instantMs, paging, request } from './wire';

/** Every kind of account that a person can have: the two he pays from, and where money lies meanwhile. */
export const statementAccounts = [
  'coin',
  'contract',
  'stake',
  'margin',
  'coin_hold',
  'withdraw_hold',
  'deposit',
  'loan',
  'loan_interest',
  'collateral',
  'project',
  'merchant',
] as const;
const statementAccount = z.enum(statementAccounts);
export type StatementAccount = z.infer<typeof statementAccount>;

/** The account and the period: from `fromMs`, up to but without `untilMs`. */
const asked = { account: statementAccount, asset: assetId, fromMs: askedInstant, untilMs: askedInstant };

/** `version`: the number of the last entry before it, 0 where there is none. */
const standing = z.object({ version: z.int(), balance: decimalText });
const kindTotal = z.object({ kind: recordKind, entries: z.int(), moved: decimalText });
export type KindTotal = z.infer<typeof kindTotal>;
const statementEntry = z.object({
  id,
  /** Of its account, from 1: entries are numbered without a gap, in the order in which the balance changed. */
  version: z.int(),
  /** When it counts: never before the entry before it. */
  atMs: instantMs,
  kind: recordKind,
  amount: decimalText,
  /** What the same movement brought the house as a fee, in this asset; null where it had none. Already within the amount. */
  fee: z.nullable(decimalText),
  balanceAfter: decimalText,
  /** Id of what caused it. */
  ref: z.string(),
});
export type StatementEntry = z.infer<typeof statementEntry>;

/**
 * Oldest first. `next` of an answer is the `cursor` of the page after it, null on the last one: later pages end where the first
 * one said, whatever was booked since. Throws WALLET_ASSET_NOT_FOUND, and PARAMETER_WRONG for a period that ends before it begins.
 */
export const statement = {
  request: request({
    ...asked,
    cursor: z.optional(z.string().check(z.regex(/^\d{1,15}\.\d{1,15}$/))),
    pageSize: paging.pageSize,
  }),
  response: z.object({
    mode: accountMode,
    asOfMs: instantMs,
    /** All that the person has in this mode. */
    accounts: z.array(z.object({ account: statementAccount, asset: assetId })),
    opening: standing,
    closing: standing,
    /** Of the kinds that moved something, in a fixed order. Opening and all of them together make closing. */
    totals: z.array(kindTotal),
    items: z.array(statementEntry),
    next: z.nullable(z.string()),
  }),
};
export type Statement = z.infer<typeof statement.response>;

/** Where the same statement is loaded as a CSV file: a path on our origin, good for two minutes and as long as the session. */
export const statementFile = {
  request: request(asked),
  response: z.object({ address: z.string(), name: z.string() }),
};
