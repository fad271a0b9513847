/** A fill of a spot order, from its proof. */
import { bookOf, takeFrom } from './book';
import { check, compared, none, type Check } from './Check';
import { compare, exact, least, minus, one, plus, rounded, sumOf, textOf, times, zero, type Exact } from './Exact';
import type { Known } from './Known';
import { isLive, logChecks, meets, reachesBefore, receiptCheck, runCheck, tickText } from './logOfProof';
import { fillRequestCheck } from './requests';
import { runReach } from './runReach';
import type { Fill, SpotProof, Tick } from './shapes';
import { termsCheck } from './terms';

const bookVersion = 1;
const marketWithinMs = 5000;

interface Money {
  readonly quantity: Exact;
  readonly total: Exact;
  readonly fee: Exact;
}
interface Made extends Money {
  readonly average: Exact;
}

const moneyOf = ({ quantity, total, fee }: Fill): Money => ({ quantity: exact(quantity), total: exact(total), fee: exact(fee) });
const moneyText = (seq: number, { quantity, total, fee }: Money): string =>
  `#${seq} ${textOf(quantity)} ${textOf(total)} ${textOf(fee)}`;

/** What a tick's book gives the order, after what it had before. undefined: nothing. */
function fillAt({ order, book, bounds, assetScales }: SpotProof, tick: Tick, before: readonly Money[]): Made | undefined {
  const isBuying = order.side === 'buy';
  const at = exact(tick.price);
  if (order.entrustment === 'market') {
    const seen = exact(bounds.seenPrice ?? '');
    const tolerance = times(seen, exact(bounds.toleratedMove));
    if (isBuying ? compare(at, plus(seen, tolerance)) > 0 : compare(at, minus(seen, tolerance)) < 0) return undefined;
  }
  const cap = exact(bounds.slippageCap);
  const limit = order.entrustment === 'limit' ? exact(order.price ?? '') : times(at, isBuying ? plus(one, cap) : minus(one, cap));
  const [filled, spent, paid] = [
    sumOf(before.map((f) => f.quantity)),
    sumOf(before.map((f) => f.total)),
    sumOf(before.map((f) => f.fee)),
  ];
  const quantity = order.quantity === null ? undefined : minus(exact(order.quantity), filled);
  const taken = takeFrom(
    bookOf(tick, book),
    { side: order.side, quantity, total: order.total === null ? undefined : exact(order.total), limit },
    book,
    assetScales.quote,
  );
  if (taken === undefined) return undefined;
  // All fills of a limit purchase together cost at most limit × quantity.
  const total =
    isBuying && order.price !== null && order.quantity !== null
      ? least(taken.total, minus(rounded(times(exact(order.quantity), exact(order.price)), assetScales.quote, 'up'), spent))
      : taken.total;
  if (compare(total, zero) <= 0) return undefined;
  const fee = minus(rounded(times(plus(spent, total), exact(order.feeRate)), assetScales.quote, 'up'), paid);
  return { average: taken.average, quantity: taken.quantity, total, fee };
}

export function checkSpot(proof: SpotProof, known: Known): Check[] {
  const { order, ticks, book, bounds, isRunComplete, incidents } = proof;
  const fill = order.fills.find(({ id }) => id === proof.fillId);
  if (fill === undefined) return [check('fill', 'failed', proof.fillId)];
  const earlier = order.fills.filter(({ seq }) => seq < fill.seq);
  const tick = ticks.find(({ seq }) => seq === fill.seq);
  const untilMs = order.entrustment === 'market' ? order.acceptedAtMs + marketWithinMs : Number.POSITIVE_INFINITY;
  const decides = tick !== undefined && isLive(tick) && tick.atMs > order.acceptedAtMs && tick.atMs <= untilMs ? tick : undefined;
  const reach = tick && runReach(ticks, order.acceptedAtMs, tick.seq);
  // A market order waits for seconds: its run is never too long to be shown.
  const isWhole = reach === 'whole' || (reach === 'cut' && !isRunComplete && order.entrustment === 'limit');
  const made = decides && fillAt(proof, decides, earlier.map(moneyOf));
  const figure = (name: string, stated: string, computed: Exact | undefined): Check =>
    compared(name, textOf(exact(stated)), computed === undefined ? none : textOf(computed));
  return [
    check('rule', book.ruleVersion === bookVersion ? 'ok' : 'failed', String(book.ruleVersion), String(bookVersion)),
    runCheck(order.symbol, ticks, isWhole),
    compared('tick', tickText({ seq: fill.seq, atMs: fill.atMs, price: fill.tickPrice }), tickText(decides)),
    earlierCheck(proof, fill, earlier),
    figure('average', fill.price, made?.average),
    figure('quantity', fill.quantity, made?.quantity),
    figure('total', fill.total, made?.total),
    figure('fee', fill.fee, made?.fee),
    receiptCheck(
      {
        product: 'spot',
        order,
        terms: {
          side: order.side,
          entrustment: order.entrustment,
          price: order.price,
          quantity: order.quantity,
          total: order.total,
          feeRate: order.feeRate,
          feeAsset: order.feeAsset,
          ...book,
          ...bounds,
        },
        headSeq: undefined,
        decidingSeq: fill.seq,
        ticks,
      },
      known,
    ),
    fillRequestCheck(proof, known),
    termsCheck(proof, proof.anchors, known),
    ...logChecks(
      proof,
      { symbol: order.symbol, decidingSeq: fill.seq, incidents, of: { product: 'spot', order, beforeSeq: fill.seq } },
      known,
    ),
  ];
}

/** The ticks before it make the fills that the order names, and no others. */
function earlierCheck(proof: SpotProof, fill: Fill, earlier: readonly Fill[]): Check {
  const { order, ticks, incidents } = proof;
  const firstSeq = ticks[0]?.seq ?? fill.seq;
  const named = new Set(earlier.map(({ seq }) => seq));
  const counting = ticks.filter(
    (tick) =>
      tick.seq < fill.seq && tick.atMs > order.acceptedAtMs && isLive(tick) && (named.has(tick.seq) || !meets(incidents, tick)),
  );
  // The first tick after it decides a market order, whatever comes of it.
  if (order.entrustment === 'market' && counting[0] !== undefined) return check('earlier', 'failed', none, tickText(counting[0]));
  const before: Money[] = earlier.filter(({ seq }) => seq < firstSeq).map(moneyOf);
  const computed: string[] = [];
  for (const tick of counting) {
    const made = fillAt(proof, tick, before);
    if (made === undefined) continue;
    before.push(made);
    computed.push(moneyText(tick.seq, made));
  }
  const stated = earlier.filter(({ seq }) => seq >= firstSeq).map((one) => moneyText(one.seq, moneyOf(one)));
  const result = compared('earlier', stated.join(', ') || none, computed.join(', ') || none);
  return result.state === 'ok' && !reachesBefore(ticks, order.acceptedAtMs) ? { ...result, state: 'partial' } : result;
}
