/**
 * "Check this fill": draws the book of the fill's tick again and lets the published function decide what the order takes of
 * it, in the browser of the person who placed it.
 *
 * Honest limit: the book is the published model, not anybody's orders. Where the order waited for longer than the proof's
 * run reaches back, the fills before the run are taken as stated.
 */
import type { Tick } from '../contract/market';
import type { SpotFill, SpotProof } from '../contract/spot';
import {
  absent,
  anchoredCheck,
  anchorRootsCheck,
  chainCheck,
  compared,
  feedSeedCheck,
  none,
  reachesBefore,
  rootSignedCheck,
  runCheck,
  tickText,
  type Digest,
  type ProofCheck,
} from '../fairness/logChecks';
import { spotTermsOf } from '../fairness/acceptedTerms';
import { fromHex } from '../fairness/bytes';
import { receiptCheck, type ReceiptCheckDeps } from '../fairness/receiptCheck';
import { newestRequest, requestCheck, unsigned } from '../fairness/requestCheck';
import { runReach } from '../fairness/runReach';
import { add, amount, price, rate, toText, type Exact } from '../money';
import { bookVersion } from './orderBook';
import {
  decideSpot,
  marketWindowMs,
  type DecidedFill,
  type SpotDecisionTerms,
  type SpotIntention,
  type SpotTick,
} from './spotDecision';
import { noProgress, type SpotProgress } from './spotMoney';

export const fillCheckNames = [
  'rule',
  'run',
  'chain',
  'tick',
  'earlier',
  'average',
  'quantity',
  'total',
  'fee',
  'receipt',
  'request',
  'anchorRoots',
  'rootSigned',
  'anchored',
  'feedSeed',
] as const;
export type FillCheckName = (typeof fillCheckNames)[number];

/** Every check by name, always all of them and in this order. A fill stands when none has failed. */
export async function verifyFill(
  proof: SpotProof,
  digest: Digest,
  receipts?: ReceiptCheckDeps,
): Promise<readonly ProofCheck<FillCheckName>[]> {
  const { order, ticks } = proof;
  const fill = order.fills.find(({ id }) => id === proof.fillId);
  const tick = fill === undefined ? undefined : ticks.find(({ seq }) => seq === fill.seq);
  const made = fill === undefined || tick === undefined || !isComplete(proof) ? undefined : fillAt(proof, fill, tick);
  return [
    compared('rule', String(proof.book.ruleVersion), String(bookVersion)),
    checkRun(proof, tick),
    await chainCheck(ticks, digest, receipts?.sinceMs),
    checkTick(proof, fill, tick),
    checkEarlier(proof, fill),
    figure('average', fill?.price, made?.price),
    figure('quantity', fill?.quantity, made?.quantity),
    figure('total', fill?.total, made?.total),
    figure('fee', fill?.fee, made?.fee),
    await checkReceipt(proof, fill, digest, receipts),
    await checkRequest(proof, fill, digest, receipts),
    await anchorRootsCheck(proof.anchors, digest),
    await rootSignedCheck(proof.anchors, receipts?.knowsSignature, receipts?.sinceMs),
    anchoredCheck(order.symbol, fill?.seq, proof),
    await feedSeedCheck(proof.feedDay, digest),
  ];
}

/** A fill that is not there, or that nothing makes, is no agreement. */
const figure = (name: FillCheckName, stated: string | undefined, computed: Exact | undefined): ProofCheck<FillCheckName> => {
  const check = compared(name, stated ?? none, computed === undefined ? none : toText(computed));
  return stated === undefined || computed === undefined ? { ...check, state: 'failed' } : check;
};

function checkRun({ order, ticks, isRunComplete }: SpotProof, tick: Tick | undefined): ProofCheck<'run'> {
  const reach = tick === undefined ? undefined : runReach(ticks, order.acceptedAtMs, tick.seq);
  // What a market order waited for is never so long that it is not shown.
  const isWhole = reach === 'whole' || (reach === 'cut' && !isRunComplete && order.entrustment === 'limit');
  return runCheck(order.symbol, ticks, { stated: `${order.symbol} ${isRunComplete ? order.acceptedAtMs : none}..`, isWhole });
}

/** A tick of the log after acceptance, in time, that was not filled in afterwards. */
function checkTick({ order }: SpotProof, fill: SpotFill | undefined, tick: Tick | undefined): ProofCheck<'tick'> {
  const stated = fill === undefined ? none : tickText({ seq: fill.seq, atMs: fill.atMs, price: fill.tickPrice });
  const untilMs = order.entrustment === 'market' ? order.acceptedAtMs + marketWindowMs : Infinity;
  const isInTime = tick !== undefined && tick.atMs > order.acceptedAtMs && tick.atMs <= untilMs && tick.isFilled !== true;
  const check = compared('tick', stated, isInTime ? tickText(tick) : none);
  return isInTime ? check : { ...check, state: 'failed' };
}

/** The ticks before it made the fills that the order names, and no others; a market order has its first tick. */
function checkEarlier(proof: SpotProof, fill: SpotFill | undefined): ProofCheck<'earlier'> {
  const { order, ticks, incidents } = proof;
  if (fill === undefined || !isComplete(proof)) return { name: 'earlier', state: 'failed', stated: none, computed: none };
  const earlier = order.fills.filter(({ seq }) => seq < fill.seq);
  const firstSeq = ticks[0]?.seq ?? fill.seq;
  const isInIncident = ({ atMs }: Tick): boolean =>
    incidents.some((one) => one.symbol === order.symbol && one.fromMs <= atMs && one.toMs >= atMs);
  const stood = new Set(earlier.map(({ seq }) => seq));
  // An incident that was published later took nothing back: what was filled then stands.
  const counting = ticks.filter(
    (tick) => tick.seq < fill.seq && tick.isFilled !== true && (!isInIncident(tick) || stood.has(tick.seq)),
  );
  const within = earlier.filter(({ seq }) => seq >= firstSeq);
  const decision = decideSpot(
    intentionOf(proof),
    termsOf(proof),
    progressOf(earlier.filter(({ seq }) => seq < firstSeq)),
    counting.map(toSpotTick),
    0,
  );
  const isFirst = order.entrustment !== 'market' || counting.every((tick) => tick.atMs <= order.acceptedAtMs);
  const stated = within.map(fillText).join(', ') || none;
  const computed = decision.fills.map((one) => fillText(textsOf(one))).join(', ') || none;
  if (stated !== computed || !isFirst) return { name: 'earlier', state: 'failed', stated, computed };
  return { name: 'earlier', state: reachesBefore(ticks, order.acceptedAtMs) ? 'ok' : 'partial', stated, computed };
}

const fillText = ({ seq, quantity, total, fee }: Pick<SpotFill, 'seq' | 'quantity' | 'total' | 'fee'>): string =>
  `#${seq} ${quantity} ${total} ${fee}`;
const textsOf = ({ tick, quantity, total, fee }: DecidedFill) => ({
  seq: tick.seq,
  quantity: toText(quantity),
  total: toText(total),
  fee: toText(fee),
});

/** What the order takes of this tick's book, with what it had before. */
function fillAt(proof: SpotProof, fill: SpotFill, tick: Tick): DecidedFill | undefined {
  const before = progressOf(proof.order.fills.filter(({ seq }) => seq < fill.seq));
  return decideSpot(intentionOf(proof), termsOf(proof), before, [toSpotTick(tick)], 0).fills[0];
}

const toSpotTick = ({ seq, atMs, price: text, hash }: Tick): SpotTick => ({ seq, atMs, price: price(text), hash: fromHex(hash) });

const progressOf = (fills: readonly SpotFill[]): SpotProgress =>
  fills.reduce<SpotProgress>(
    (sum, { quantity, total, fee }) => ({
      filled: add(sum.filled, amount(quantity)),
      filledTotal: add(sum.filledTotal, amount(total)),
      fee: add(sum.fee, amount(fee)),
    }),
    noProgress,
  );

/** The order says all that the rule asks of its kind. */
const isComplete = ({ order, bounds }: SpotProof): boolean =>
  order.entrustment === 'limit'
    ? order.price !== null && order.quantity !== null
    : bounds.seenPrice !== null && (order.quantity !== null || order.total !== null);

/** When its holder asked for its end does not matter: a fill before the end is a fill. */
const intentionOf = ({ order, bounds }: SpotProof): SpotIntention => ({
  side: order.side,
  entrustment: order.entrustment,
  price: order.price === null ? undefined : price(order.price),
  quantity: order.quantity === null ? undefined : amount(order.quantity),
  total: order.total === null ? undefined : amount(order.total),
  seenPrice: bounds.seenPrice === null ? undefined : price(bounds.seenPrice),
  feeRate: rate(order.feeRate),
  acceptedAtMs: order.acceptedAtMs,
  cancelAtMs: undefined,
});

const termsOf = ({ book, bounds, assetScales }: SpotProof): SpotDecisionTerms => ({
  book: {
    digits: book.digits,
    spreadSteps: book.spreadSteps,
    levelQuantity: amount(book.levelQuantity),
    quantityStep: amount(book.quantityStep),
  },
  slippageCap: rate(bounds.slippageCap),
  toleratedMove: rate(bounds.toleratedMove),
  quoteScale: assetScales.quote,
});

function checkReceipt(
  { order, book, bounds, ticks }: SpotProof,
  fill: SpotFill | undefined,
  digest: Digest,
  receipts?: ReceiptCheckDeps,
): Promise<ProofCheck<'receipt'>> {
  const terms = { ...spotTermsOf(order), ...book, ...bounds };
  const { clientOrderId: key, id, symbol, acceptedAtMs } = order;
  const known = { product: 'spot', request: 'order', key, order: id, symbol, acceptedAtMs, terms } as const;
  return receiptCheck({ receipt: order.receipt, known, decidingSeq: fill?.seq, ticks }, digest, receipts);
}

/** A fill at a tick after the signed cancel is none. */
async function checkRequest(
  { order, ticks }: SpotProof,
  fill: SpotFill | undefined,
  digest: Digest,
  receipts?: ReceiptCheckDeps,
): Promise<ProofCheck<'request'>> {
  const receipt = newestRequest(order, 'cancel');
  if (receipt === undefined)
    return order.status === 'cancelling' || order.endReason === 'user' ? unsigned(order, 'cancel') : absent('request');
  const fault = fill !== undefined && fill.atMs > receipt.body.acceptedAtMs ? 'fill' : undefined;
  return requestCheck({ product: 'spot', order, receipt, terms: {}, ticks, fault }, digest, receipts?.knowsSignature);
}
