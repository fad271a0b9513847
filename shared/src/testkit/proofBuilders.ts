/** Proofs that hold, on a small log of their own: tests bend one figure and see which check notices. */
import type { LeverageProof, SpotOrder, SpotProof, Tick, TickAnchor } from '../domain/contract';
import { fromHex, genesisHash, minuteRoot, sha256, tickHash } from '../domain/fairness';
import { amount, price, rate, toText } from '../domain/money';
import { bookVersion, decideSpot, noProgress, type DecidedFill } from '../domain/trading';
import { aLeverageDeal, aLeverageOrder } from './leverageBuilders';

export const proofStartMs = 1_700_000_000_000;

/** Ticks as [milliseconds from proofStartMs, price, filled in afterwards], truly chained. */
export function aTickRun(symbol: string, rows: readonly (readonly [number, string, boolean?])[], fromSeq = 41): Tick[] {
  let previousHash = 'ab'.repeat(32);
  return rows.map(([offsetMs, text, isFilled = false], index) => {
    const atMs = proofStartMs + offsetMs;
    const times = { sourceAtMs: atMs - 40, receivedAtMs: atMs - 10 };
    const kind = isFilled ? ('history' as const) : ('live' as const);
    const format2 = { ...times, bid: text, ask: text, volume: null, kind };
    const tick = { symbol, seq: fromSeq + index, atMs, price: text, format2 };
    const hash = tickHash(previousHash, tick, sha256);
    const chained = { ...tick, hash, previousHash, ...(isFilled ? { isFilled } : {}) };
    previousHash = hash;
    return chained;
  });
}

/** The anchor of the minute after the run's last tick. */
export function anAnchorOver(ticks: readonly Tick[]): TickAnchor {
  const last = ticks[ticks.length - 1];
  const minuteMs = (Math.floor((last?.atMs ?? proofStartMs) / 60_000) + 1) * 60_000;
  const heads: TickAnchor['heads'] = last === undefined ? {} : { [last.symbol]: { seq: last.seq, hash: last.hash } };
  return { minuteMs, previousRoot: genesisHash, root: minuteRoot(genesisHash, minuteMs, heads, sha256), heads };
}

const order = aLeverageOrder({
  id: '7',
  symbol: 'BTC-USDT',
  assetClass: 'crypto',
  direction: 'long',
  entrustment: 'market',
  marginMode: 'isolated',
  lots: '0.5',
  openLots: '0',
  leverage: 20,
  contractSize: '1',
  pricePerLot: '60000',
  openPrice: '60000',
  limitPrice: null,
  closePrice: '58999.9',
  margin: '0',
  fee: '32.724973',
  feeRate: '0.00055',
  maintenanceRate: '0.005',
  spreadBelow: '0.4',
  spreadAbove: '0.6',
  swap: '0',
  takeProfit: null,
  stopLoss: '59000',
  liquidationPrice: '57300',
  realizedProfit: '-532.774973',
  status: 'closed',
  closeReason: 'stop_loss',
  cancelReason: null,
  acceptedAtMs: proofStartMs - 9000,
  openedAtMs: proofStartMs - 8700,
});

/** The opening of the position that the other proofs close: 0.5 BTC at 60,000, 20x. */
export function anOpeningProof(change: Partial<LeverageProof> = {}): LeverageProof {
  const ticks = aTickRun(
    'BTC-USDT',
    [
      [-9500, '59990'],
      [-8800, '59999.9', true],
      [-8700, '59999.4'],
      [-8000, '59900'],
    ],
    30,
  );
  return {
    order,
    deal: aLeverageDeal({
      id: '70',
      orderId: '7',
      symbol: 'BTC-USDT',
      direction: 'long',
      kind: 'open',
      reason: null,
      lots: '0.5',
      price: '60000',
      tickSeq: 32,
      tickAtMs: proofStartMs - 8700,
      tickPrice: '59999.4',
      divisor: '1',
      notional: '30000',
      margin: '1500',
      fee: '16.5',
      profit: null,
      insured: '0',
      atMs: proofStartMs - 8600,
    }),
    ruleVersion: 1,
    digits: 2,
    assetScale: 6,
    trigger: { kind: 'market', price: '59990.6', sinceMs: proofStartMs - 9000 },
    toleratedMove: '0.001',
    earlier: [],
    swaps: [],
    ticks,
    isRunComplete: true,
    divisorTick: null,
    account: null,
    anchors: [anAnchorOver(ticks)],
    feedDay: null,
    incidents: [],
    ...change,
  };
}

/** Its stop-loss at 59,000: bid 59,000.10 is not there yet, bid 58,999.90 is. */
export function aLeverageProof(change: Partial<LeverageProof> = {}): LeverageProof {
  const ticks = aTickRun('BTC-USDT', [
    [-500, '59400'],
    [1000, '59100'],
    [2000, '58900', true],
    [3000, '59000.5'],
    [4000, '59000.3'],
    [5000, '58990'],
  ]);
  const opening = anOpeningProof();
  return {
    ...opening,
    deal: aLeverageDeal({
      id: '71',
      orderId: '7',
      symbol: 'BTC-USDT',
      direction: 'long',
      kind: 'close',
      reason: 'stop_loss',
      lots: '0.5',
      price: '58999.9',
      tickSeq: 45,
      tickAtMs: proofStartMs + 4000,
      tickPrice: '59000.3',
      divisor: '1',
      notional: '29499.95',
      margin: '1500',
      fee: '16.224973',
      profit: '-500.05',
      insured: '0',
      atMs: proofStartMs + 4100,
    }),
    trigger: { kind: 'stop_loss', price: '59000', sinceMs: proofStartMs },
    earlier: [opening.deal],
    ticks,
    anchors: [anAnchorOver(ticks)],
    ...change,
  };
}

const textsOf = (fill: DecidedFill, id: string): SpotOrder['fills'][number] => ({
  id,
  seq: fill.tick.seq,
  atMs: fill.tick.atMs,
  tickPrice: toText(fill.tick.price),
  price: toText(fill.price),
  quantity: toText(fill.quantity),
  total: toText(fill.total),
  fee: toText(fill.fee),
});

/** A limit purchase of more than one tick's book offers at its limit; the proof is of its second fill. */
export function aSpotProof(change: Partial<SpotProof> = {}, limit = '60000.2', quantity = '5'): SpotProof {
  const ticks = aTickRun('BTC-USDT', [
    [-500, '60100'],
    [1000, '60050'],
    [2000, '59990', true],
    [3000, '59999.9'],
    [4000, '59999.95'],
    [5000, '60080'],
  ]);
  const book = { digits: 2, spreadSteps: 20, levelQuantity: '0.25', quantityStep: '0.00001' };
  const bounds = { slippageCap: '0.05', toleratedMove: '0.001', seenPrice: null };
  const decided = decideSpot(
    {
      side: 'buy',
      entrustment: 'limit',
      price: price(limit),
      quantity: amount(quantity),
      total: undefined,
      seenPrice: undefined,
      feeRate: rate('0.001'),
      acceptedAtMs: proofStartMs,
      cancelAtMs: undefined,
    },
    {
      book: { ...book, levelQuantity: amount(book.levelQuantity), quantityStep: amount(book.quantityStep) },
      slippageCap: rate(bounds.slippageCap),
      toleratedMove: rate(bounds.toleratedMove),
      quoteScale: 6,
    },
    noProgress,
    ticks
      .filter((tick) => tick.isFilled !== true)
      .map((tick) => ({ seq: tick.seq, atMs: tick.atMs, price: price(tick.price), hash: fromHex(tick.hash) })),
    0,
  );
  return {
    order: {
      id: '9',
      clientOrderId: '6f1c8f2e-53d4-4f7b-9d4b-7a1f4b2f5c12',
      symbol: 'BTC-USDT',
      side: 'buy',
      entrustment: 'limit',
      price: limit,
      quantity,
      total: null,
      filled: toText(decided.progress.filled),
      filledTotal: toText(decided.progress.filledTotal),
      averagePrice: null,
      fee: toText(decided.progress.fee),
      feeRate: '0.001',
      feeAsset: 'USDT',
      frozen: '1',
      frozenAsset: 'USDT',
      status: 'partial',
      endReason: null,
      acceptedAtMs: proofStartMs,
      updatedAtMs: proofStartMs + 4100,
      fills: decided.fills.map((fill, index) => textsOf(fill, String(90 + index))),
    },
    fillId: '91',
    book: { ...book, ruleVersion: bookVersion },
    bounds,
    assetScales: { base: 8, quote: 6 },
    ticks,
    isRunComplete: true,
    anchors: [anAnchorOver(ticks)],
    feedDay: null,
    incidents: [],
    ...change,
  };
}
