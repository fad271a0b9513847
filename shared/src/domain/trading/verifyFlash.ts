/**
 * "Check this exchange": the ticks that price it are held against the published log, and the published function says again what they
 * are worth, in the browser of the person who exchanged.
 *
 * Honest limit: the price is agreed to before it is taken, so nothing decides afterwards; what is checked is that it was the newest
 * published one when it was quoted, and that the sums follow from it.
 */
import type { Tick } from '../contract/market';
import type { FlashProof } from '../contract/flash';
import {
  anchoredCheck,
  anchorRootsCheck,
  chainCheck,
  compared,
  feedSeedCheck,
  none,
  rootSignedCheck,
  runCheck,
  tickText,
  type Digest,
  type NumberedTick,
  type ProofCheck,
} from '../fairness/logChecks';
import { flashTermsOf } from '../fairness/acceptedTerms';
import { receiptCheck, type ReceiptCheckDeps } from '../fairness/receiptCheck';
import { amount, price, rate, toText } from '../money';
import { flashMoney, flashQuoteMs, flashTickWithinMs, flashVersion } from './flashMoney';

export const flashCheckNames = [
  'rule',
  'run',
  'chain',
  'tick',
  'newest',
  'time',
  'rate',
  'fee',
  'received',
  'receipt',
  'anchorRoots',
  'rootSigned',
  'anchored',
  'feedSeed',
] as const;
export type FlashCheckName = (typeof flashCheckNames)[number];
type Check = ProofCheck<FlashCheckName>;

/** A tick that prices, as it is told, with the run of its market. */
interface Leg {
  readonly told: NumberedTick & { readonly symbol: string };
  readonly ticks: readonly Tick[];
  /** As the log has it. */
  readonly tick: Tick | undefined;
}

/** Every check by name, always all of them and in this order. An exchange stands when none has failed. */
export async function verifyFlash(proof: FlashProof, digest: Digest, receipts?: ReceiptCheckDeps): Promise<readonly Check[]> {
  const { order, anchors } = proof;
  const legs = legsOf(proof);
  const money = isPriced(proof, legs) ? moneyOf(proof) : undefined;
  const figure = (name: FlashCheckName, stated: string, computed: Parameters<typeof toText>[0] | undefined): Check =>
    compared(name, stated, computed === undefined ? none : toText(computed));
  return [
    compared('rule', String(order.ruleVersion), String(flashVersion)),
    together(
      'run',
      legs.map(({ told, ticks }) =>
        runCheck(told.symbol, ticks, { stated: `${told.symbol} #${told.seq}..`, isWhole: ticks[0]?.seq === told.seq }),
      ),
    ),
    together('chain', await Promise.all(legs.map(({ ticks }) => chainCheck(ticks, digest, receipts?.sinceMs)))),
    together('tick', legs.map(tickCheck)),
    together(
      'newest',
      legs.map((leg) => newestCheck(leg, proof)),
    ),
    timeCheck(proof),
    figure('rate', order.rate, money?.rate),
    figure('fee', order.fee, money?.fee),
    figure('received', order.received, money?.received),
    await checkReceipt(proof, legs, digest, receipts),
    await anchorRootsCheck(anchors, digest),
    await rootSignedCheck(anchors, receipts?.knowsSignature, receipts?.sinceMs),
    together(
      'anchored',
      legs.map(({ told, ticks }) => anchoredCheck(told.symbol, told.seq, { ticks, anchors })),
    ),
    await feedSeedCheck(proof.feedDay, digest),
  ];
}

const legsOf = ({ order: { fromTick, toTick }, ticks }: FlashProof): readonly Leg[] =>
  [fromTick, toTick].flatMap((told) => {
    if (told === null) return [];
    const own = ticks.filter(({ symbol }) => symbol === told.symbol);
    return [{ told, ticks: own, tick: own.find(({ seq }) => seq === told.seq) }];
  });

const pricedIn = 'USDT';
const marketOf = (asset: string): string | undefined => (asset === pricedIn ? undefined : `${asset}-${pricedIn}`);

/** Two assets, each priced by a tick of its own market, and no other ticks beside them. */
const isPriced = ({ order: { from, to, fromTick, toTick }, ticks }: FlashProof, legs: readonly Leg[]): boolean =>
  from !== to &&
  marketOf(from) === fromTick?.symbol &&
  marketOf(to) === toTick?.symbol &&
  legs.reduce((sum, leg) => sum + leg.ticks.length, 0) === ticks.length;

const moneyOf = ({ order, assetScales }: FlashProof) =>
  flashMoney(amount(order.given), {
    fromPrice: order.fromTick === null ? undefined : price(order.fromTick.price),
    toPrice: order.toTick === null ? undefined : price(order.toTick.price),
    fromSpread: rate(order.fromSpread),
    toSpread: rate(order.toSpread),
    feeRate: rate(order.feeRate),
    toScale: assetScales.to,
  });

/** Of one market or of two the worse, with what is said of both. */
function together(name: FlashCheckName, checks: readonly Omit<Check, 'name'>[]): Check {
  const worst = (['failed', 'pending', 'partial', 'ok'] as const).find((state) => checks.some((one) => one.state === state));
  const text = (of: 'stated' | 'computed'): string => checks.map((one) => one[of]).join(', ') || none;
  return { name, state: worst ?? 'failed', stated: text('stated'), computed: text('computed') };
}

/** A tick of the log that was not filled in afterwards. */
function tickCheck({ told, tick }: Leg): Check {
  const check = compared('tick', tickText(told), tick?.isFilled === true ? none : tickText(tick));
  return tick === undefined ? { ...check, state: 'failed' } : check;
}

/** No later tick had been out for long when it was quoted. 'pending': neither a later tick nor a root of after the quote is there yet. */
function newestCheck({ told, ticks }: Leg, { order, anchors }: FlashProof): Check {
  const later = ticks.find(({ seq }) => seq > told.seq);
  const stated = `#${told.seq} ${order.quotedAtMs}`;
  const isSealed = anchors.some(({ minuteMs, heads }) => minuteMs >= order.quotedAtMs && heads[told.symbol]?.seq === told.seq);
  if (later === undefined)
    return { name: 'newest', state: isSealed ? 'ok' : 'pending', stated, computed: isSealed ? tickText(told) : none };
  const wasOut = later.isFilled !== true && later.atMs < order.quotedAtMs - flashTickWithinMs;
  return { name: 'newest', state: wasOut ? 'failed' : 'ok', stated, computed: tickText(later) };
}

/** It was taken while the quote stood. */
function timeCheck({ order: { quotedAtMs, expiresAtMs, atMs } }: FlashProof): Check {
  const check = compared('time', `${quotedAtMs}..${expiresAtMs}`, `${quotedAtMs}..${quotedAtMs + flashQuoteMs}`);
  return atMs >= quotedAtMs && atMs <= expiresAtMs ? check : { ...check, state: 'failed', computed: String(atMs) };
}

/** The signed terms name the hash of each tick. */
function checkReceipt(
  { order, assetScales }: FlashProof,
  legs: readonly Leg[],
  digest: Digest,
  receipts?: ReceiptCheckDeps,
): Promise<ProofCheck<'receipt'>> {
  const hashOf = (told: FlashProof['order']['fromTick']): string | null =>
    told === null ? null : (legs.find((leg) => leg.told === told)?.tick?.hash ?? none);
  const { quoteId: key, id, atMs: acceptedAtMs, fromTick, toTick } = order;
  const symbol = (fromTick ?? toTick)?.symbol ?? none;
  const terms = {
    ...flashTermsOf(order),
    fromHash: hashOf(fromTick),
    toHash: hashOf(toTick),
    fromScale: assetScales.from,
    toScale: assetScales.to,
  };
  const known = { product: 'flash', request: 'order', key, order: id, symbol, acceptedAtMs, terms } as const;
  const [first] = legs;
  return receiptCheck(
    { receipt: order.receipt, known, headSeq: first?.told.seq, decidingSeq: undefined, ticks: first?.ticks ?? [] },
    digest,
    receipts,
  );
}
