/** Accounts, their records, transfer and demo money. */
import * as z from 'zod/mini';
import { accountKind, accountMode, assetId, decimalText, id, instantMs, page, paging, positiveText, request } from './wire';

/** An address of the person's own to which a coin can be sent over a network. */
export const coinAddress = z.object({ network: z.string(), networkName: z.string(), address: z.string() });
export const coinBalance = z.object({
  asset: assetId,
  available: positiveText,
  /** What stands in stakes, orders and a withdrawal. */
  frozen: positiveText,
  /** available + frozen. */
  balance: z.optional(positiveText),
  /** By what it is frozen: of the sum above, by kind, those that hold something. */
  heldBy: z.optional(z.array(z.object({ by: z.enum(['orders', 'stakes', 'withdrawal']), amount: positiveText }))),
  /** Locked as collateral of loans, Interest Treasure orders among it: beside the balance, not in it. Absent where nothing is. */
  collateral: z.optional(positiveText),
  /** Those that the person was given; empty before he asked for one, and in demo mode. */
  addresses: z.optional(z.array(coinAddress)),
});
export type CoinBalance = z.infer<typeof coinBalance>;
/**
 * All figures in USDT (dUSDT in demo mode). balance = free + margin; netEquity = balance + floatingProfit;
 * availableMargin = free + the floating loss of cross positions. floatingProfit is null where there is no position, or no
 * price to value one by; marginLevel (equity of the cross positions by their margin, 1 is 100 %) where there is no cross position.
 */
export const contractSummary = z.object({
  asset: assetId,
  balance: positiveText,
  floatingProfit: z.nullable(decimalText),
  usedMargin: positiveText,
  availableMargin: decimalText,
  netEquity: decimalText,
  marginLevel: z.nullable(decimalText),
  frozen: positiveText,
});
export type ContractSummary = z.infer<typeof contractSummary>;
/** Of what a person owns. What is owed counts below zero. */
export const portfolioPart = z.enum(['coin', 'contract', 'treasure', 'loans']);
export type PortfolioPart = z.infer<typeof portfolioPart>;
export const walletList = {
  request: request({}),
  response: z.object({
    mode: accountMode,
    asOfMs: instantMs,
    coin: z.array(coinBalance),
    /** Coin account valued in USDT at the latest quotes; null where a quote is missing. */
    coinTotal: z.nullable(positiveText),
    contract: contractSummary,
    /** Below zero of who owes more than he has. */
    total: z.nullable(decimalText),
    /** What `total` is the sum of; null where a price is missing. */
    parts: z.optional(z.array(z.object({ part: portfolioPart, value: z.nullable(decimalText) }))),
    todayProfit: z.nullable(decimalText),
  }),
};
/**
 * What the person owned in this mode at the end of each of the last 30 days (UTC), oldest first, as the total of wallet/list counts it. A
 * day without a row is not known; below zero of who owed more than he had. `movedIn`: what came from outside less what went out since the day began, in USDT at the latest
 * prices; null where a price is missing.
 */
export const walletHistory = {
  request: request({}),
  response: z.object({
    mode: accountMode,
    asOfMs: instantMs,
    dayStartMs: instantMs,
    movedIn: z.nullable(decimalText),
    days: z.array(z.object({ endMs: instantMs, value: decimalText })),
  }),
};
export const walletInfo = {
  request: request({ asset: assetId }),
  response: z.object({ mode: accountMode, coin: coinBalance, contract: z.nullable(contractSummary) }),
};

export const recordKind = z.enum([
  'transfer',
  'seconds_open',
  'seconds_settle',
  'topup',
  'withdrawal',
  'demo_open',
  'demo_refill',
  'spot',
  'leverage',
  'flash',
  'treasure',
  'loan',
  'project',
  'adjustment',
]);
export type RecordKind = z.infer<typeof recordKind>;
export const walletRecord = z.object({
  id,
  /** Of the account of this asset, from 1: its records are numbered without a gap, in the order in which its balance changed. */
  version: z.int(),
  account: accountKind,
  asset: assetId,
  kind: recordKind,
  amount: decimalText,
  balanceAfter: decimalText,
  atMs: instantMs,
  ref: z.string(),
});
export type WalletRecord = z.infer<typeof walletRecord>;
/**
 * Newest first. `next` of an answer is the `cursor` of the page after it, null on the last one. Page numbers reach the newest
 * 1,000 records only.
 */
export const walletDetail = {
  request: request({
    account: accountKind,
    asset: z.optional(assetId),
    kind: z.optional(recordKind),
    cursor: z.optional(z.string().check(z.maxLength(1000), z.regex(/^\d{1,15}\.\d{1,15}(_\d{1,15}\.\d{1,15})*$/))),
    /** Records up to this number, of every asset asked for; not with a cursor. */
    toVersion: z.optional(z.int().check(z.nonnegative())),
    ...paging,
  }),
  response: z.extend(page(walletRecord), { next: z.nullable(z.string()) }),
};
export const transfer = {
  request: request({
    from: accountKind,
    to: accountKind,
    asset: assetId,
    amount: positiveText,
    /** What the account that it is taken from held, as the person saw it: coins without what is frozen, or the contract account's balance. */
    seenBalance: z.optional(positiveText),
  }),
  response: z.object({
    id,
    from: accountKind,
    to: accountKind,
    asset: assetId,
    amount: positiveText,
    fromBalance: positiveText,
    toBalance: positiveText,
    atMs: instantMs,
  }),
};
export const demoRefill = {
  request: request({}),
  response: z.object({ asset: assetId, credited: positiveText, balance: positiveText }),
};
