/** Accounts, transfer, statement, demo money, top-up, withdrawal, cards and addresses, flash exchange. */
import * as z from 'zod/mini';
import {
  accountKind,
  accountMode,
  assetId,
  decimalText,
  done,
  id,
  instantMs,
  page,
  paging,
  positiveText,
  request,
  shortText,
} from './wire';

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

/** Top-up states in the specification's order. */
export const topUpStatus = z.enum(['callback_in_progress', 'under_review', 'success', 'failure']);
const topUp = z.object({
  id,
  asset: assetId,
  amount: positiveText,
  method: z.enum(['crypto', 'bank_card', 'manual', 'c2c']),
  status: topUpStatus,
  atMs: instantMs,
  reason: z.nullable(z.string()),
});
export const topUpLog = { request: request({ ...paging }), response: page(topUp) };
export const topUpAddress = {
  request: request({ asset: assetId, network: z.optional(shortText) }),
  response: z.object({
    asset: assetId,
    networks: z.array(z.object({ network: z.string(), address: z.string(), min: positiveText, confirmations: z.int() })),
  }),
};
export const topUpRequest = {
  request: request({
    asset: assetId,
    network: z.optional(shortText),
    method: z.enum(['crypto', 'bank_card', 'manual', 'c2c']),
    amount: positiveText,
    uploadIds: z.array(id).check(z.maxLength(52)),
  }),
  response: topUp,
};
/** Withdrawal states in the specification's order; the first two read the same and differ in who reviews. */
export const withdrawalStatus = z.enum(['under_review', 'second_review', 'success', 'failure']);
const withdrawal = z.object({
  id,
  asset: assetId,
  amount: positiveText,
  fee: positiveText,
  address: z.string(),
  status: withdrawalStatus,
  atMs: instantMs,
  reason: z.nullable(z.string()),
});
export const withdrawalLog = { request: request({ ...paging }), response: page(withdrawal) };
export const withdraw = {
  request: request({
    asset: assetId,
    amount: positiveText,
    addressId: id,
    paymentPassword: shortText,
    totp: z.optional(z.string().check(z.regex(/^\d{6}$/))),
  }),
  response: withdrawal,
};
const payee = z.object({
  id,
  kind: z.enum(['bank_card', 'wallet']),
  asset: z.nullable(assetId),
  network: z.nullable(z.string()),
  label: z.string(),
  masked: z.string(),
  usableFromMs: instantMs,
});
export const payeeList = { request: request({}), response: z.object({ items: z.array(payee) }) };
export const payeeSave = {
  request: request({
    kind: z.enum(['bank_card', 'wallet']),
    cardNumber: z.optional(shortText),
    holderName: z.optional(shortText),
    bankName: z.optional(shortText),
    asset: z.optional(assetId),
    network: z.optional(shortText),
    address: z.optional(shortText),
    label: z.optional(shortText),
    paymentPassword: shortText,
  }),
  response: payee,
};
export const payeeDelete = { request: request({ id }), response: done };

const flashOrder = z.object({
  id,
  from: assetId,
  to: assetId,
  given: positiveText,
  received: positiveText,
  rate: positiveText,
  fee: positiveText,
  atMs: instantMs,
});
export const flashList = {
  request: request({ from: z.optional(assetId), to: z.optional(assetId), amount: z.optional(positiveText) }),
  response: z.object({
    assets: z.array(z.object({ asset: assetId, min: positiveText, max: positiveText })),
    quote: z.nullable(
      z.object({
        quoteId: id,
        from: assetId,
        to: assetId,
        amount: positiveText,
        received: positiveText,
        rate: positiveText,
        fee: positiveText,
        expiresAtMs: instantMs,
      }),
    ),
  }),
};
export const flash = { request: request({ quoteId: id }), response: flashOrder };
export const flashHistory = { request: request({ ...paging }), response: page(flashOrder) };
