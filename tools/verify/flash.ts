/** A flash exchange, from its proof. */
import { check, compared, none, type Check } from './Check';
import { exact, minus, one, over, rounded, textOf, times, type Exact } from './Exact';
import type { Known } from './Known';
import { isLive, logChecks, receiptCheck, runCheck, tickText } from './logOfProof';
import type { FlashProof, NamedTick, Tick } from './shapes';
import { termsCheck } from './terms';

const ruleVersion = 1;
const quoteMs = 10_000;
/** A tick that came out later than this before the quote may not be the one that prices it. */
const tickWithinMs = 2000;
const rateScale = 18;

interface Leg {
  readonly told: NamedTick & { readonly symbol: string };
  readonly ticks: readonly Tick[];
  readonly tick: Tick | undefined;
}

export const symbolOfFlash = ({ fromTick, toTick }: FlashProof['order']): string => (fromTick ?? toTick)?.symbol ?? none;

/** Both assets, each by a tick of its own market against USDT; USDT by none. */
function legsOf({ order: { from, to, fromTick, toTick }, ticks }: FlashProof): readonly Leg[] | undefined {
  const legs: Leg[] = [];
  for (const [asset, told] of [[from, fromTick] as const, [to, toTick] as const]) {
    if ((told?.symbol ?? 'USDT') !== (asset === 'USDT' ? 'USDT' : `${asset}-USDT`)) return undefined;
    if (told === null) continue;
    const own = ticks.filter(({ symbol }) => symbol === told.symbol);
    legs.push({ told, ticks: own, tick: own.find(({ seq }) => seq === told.seq) });
  }
  const isAll = legs.reduce((sum, leg) => sum + leg.ticks.length, 0) === ticks.length;
  return from !== to && isAll ? legs : undefined;
}

/** Rounded once each: the worth down, the fee up. */
function moneyOf({ order, assetScales }: FlashProof): Readonly<Record<'received' | 'fee' | 'rate', Exact>> {
  const priceOf = (tick: NamedTick | null): Exact => (tick === null ? one : exact(tick.price));
  const rate = times(
    over(priceOf(order.fromTick), priceOf(order.toTick)),
    times(minus(one, exact(order.fromSpread)), minus(one, exact(order.toSpread))),
  );
  const worth = rounded(times(exact(order.given), rate), assetScales.to, 'down');
  const fee = rounded(times(worth, exact(order.feeRate)), assetScales.to, 'up');
  return { received: minus(worth, fee), fee, rate: rounded(rate, rateScale, 'down') };
}

export function checkFlash(proof: FlashProof, known: Known): Check[] {
  const { order, anchors, assetScales, incidents } = proof;
  const legs = legsOf(proof);
  if (legs === undefined) return [check('tick', 'failed', `${order.from} ${order.to}`, 'other markets')];
  const money = moneyOf(proof);
  const figure = (name: 'received' | 'fee' | 'rate'): Check => compared(name, textOf(exact(order[name])), textOf(money[name]));
  const isInTime =
    order.expiresAtMs === order.quotedAtMs + quoteMs && order.atMs >= order.quotedAtMs && order.atMs <= order.expiresAtMs;
  const hashOf = (told: NamedTick | null): string | null =>
    told === null ? null : (legs.find((leg) => leg.told === told)?.tick?.hash ?? none);
  const [first] = legs;
  return [
    check('rule', order.ruleVersion === ruleVersion ? 'ok' : 'failed', String(order.ruleVersion), String(ruleVersion)),
    check('time', isInTime ? 'ok' : 'failed', `${order.quotedAtMs}..${order.expiresAtMs}`, String(order.atMs)),
    figure('rate'),
    figure('fee'),
    figure('received'),
    receiptCheck(
      {
        product: 'flash',
        order: { ...order, clientOrderId: order.quoteId, symbol: symbolOfFlash(order), acceptedAtMs: order.atMs },
        terms: {
          from: order.from,
          to: order.to,
          given: order.given,
          received: order.received,
          rate: order.rate,
          fee: order.fee,
          feeRate: order.feeRate,
          fromSpread: order.fromSpread,
          toSpread: order.toSpread,
          fromSeq: order.fromTick?.seq ?? null,
          fromPrice: order.fromTick?.price ?? null,
          fromHash: hashOf(order.fromTick),
          fromScale: assetScales.from,
          toSeq: order.toTick?.seq ?? null,
          toPrice: order.toTick?.price ?? null,
          toHash: hashOf(order.toTick),
          toScale: assetScales.to,
          quotedAtMs: order.quotedAtMs,
          expiresAtMs: order.expiresAtMs,
          ruleVersion: order.ruleVersion,
          catalogVersion: order.catalogVersion,
        },
        headSeq: first?.told.seq,
        decidingSeq: undefined,
        ticks: first?.ticks ?? [],
      },
      known,
    ),
    termsCheck(proof, anchors, known),
    ...legs.flatMap((leg, index) => [
      runCheck(leg.told.symbol, leg.ticks, leg.ticks[0]?.seq === leg.told.seq),
      compared('tick', tickText(leg.told), leg.tick !== undefined && isLive(leg.tick) ? tickText(leg.tick) : none),
      newestCheck(leg, proof),
      ...logChecks(
        { ...proof, ticks: leg.ticks, feedDay: index === 0 ? proof.feedDay : null },
        {
          symbol: leg.told.symbol,
          decidingSeq: leg.told.seq,
          incidents: incidents.filter(({ symbol }) => symbol === leg.told.symbol),
          ...(index === 0 ? { of: { product: 'flash', order, beforeSeq: 0 } } : {}),
        },
        known,
      ),
    ]),
  ];
}

/** No later tick had been out for long when it was quoted. Without a later tick a root of after the quote says that there was none. */
function newestCheck({ told, ticks }: Leg, { order, anchors }: FlashProof): Check {
  const later = ticks.find(({ seq }) => seq > told.seq);
  if (later !== undefined)
    return check(
      'newest',
      isLive(later) && later.atMs < order.quotedAtMs - tickWithinMs ? 'failed' : 'ok',
      `#${told.seq} ${order.quotedAtMs}`,
      tickText(later),
    );
  const isSealed = anchors.some(({ minuteMs, heads }) => minuteMs >= order.quotedAtMs && heads[told.symbol]?.seq === told.seq);
  return check('newest', isSealed ? 'ok' : 'pending', `#${told.seq} ${order.quotedAtMs}`);
}
