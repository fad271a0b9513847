/** Believable values of spot trading on the wire, as in builders.ts. */
import type { SpotFill, SpotOrder, SpotTerms } from '../domain/contract';
import { testStartMs } from './TestClock';

export const aSpotTerms = (change: Partial<SpotTerms> = {}): SpotTerms => ({
  symbol: 'BTC-USDT',
  quantityMin: '0.0001',
  quantityStep: '0.00001',
  quantityMax: '20',
  tickSize: '0.01',
  totalMin: '10',
  feeRate: '0.001',
  priceBand: '0.2',
  slippageCap: '0.005',
  toleratedMove: '0.002',
  ruleVersion: 1,
  ...change,
});

export const aSpotFill = (change: Partial<SpotFill> = {}): SpotFill => ({
  id: 'fill-1',
  seq: 1003,
  atMs: testStartMs + 250,
  tickPrice: '61229.90',
  price: '61230.30',
  quantity: '0.01',
  total: '612.303',
  fee: '0.612303',
  ...change,
});

/** A limit purchase that waits, accepted at the test clock's start. */
export const aSpotOrder = (change: Partial<SpotOrder> = {}): SpotOrder => ({
  id: '71',
  clientOrderId: '00000000-0000-4000-8000-000000000071',
  symbol: 'BTC-USDT',
  side: 'buy',
  entrustment: 'limit',
  price: '61000',
  quantity: '0.01',
  total: null,
  filled: '0',
  filledTotal: '0',
  averagePrice: null,
  fee: '0',
  feeRate: '0.001',
  feeAsset: 'USDT',
  frozen: '610.61',
  frozenAsset: 'USDT',
  status: 'new',
  endReason: null,
  acceptedAtMs: testStartMs,
  updatedAtMs: testStartMs,
  fills: [],
  ...change,
});

/** The order of aSpotOrder after one tick filled it whole. */
export const aFilledSpotOrder = (change: Partial<SpotOrder> = {}): SpotOrder =>
  aSpotOrder({
    status: 'filled',
    filled: '0.01',
    filledTotal: '612.303',
    averagePrice: '61230.30',
    fee: '0.612303',
    frozen: '0',
    updatedAtMs: testStartMs + 300,
    fills: [aSpotFill()],
    ...change,
  });
