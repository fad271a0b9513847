/** Accounts, their records, transfer and demo money. */
import * as z from 'zod/mini';
import { accountKind, accountMode, assetId, decimalText, id, instantMs, page, paging, positiveText, request } from './wire';

export const coinBalance = z.object({ asset: assetId, available: positiveText, frozen: positiveText });
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
export const walletList = {
  request: request({}),
  response: z.object({
    mode: accountMode,
    asOfMs: instantMs,
    coin: z.array(coinBalance),
    /** Coin account valued in USDT at the latest quotes; null where a quote is missing. */
    coinTotal: z.nullable(positiveText),
    contract: contractSummary,
    total: z.nullable(positiveText),
    todayProfit: z.nullable(decimalText),
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
  request: request({ from: accountKind, to: accountKind, asset: assetId, amount: positiveText }),
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
