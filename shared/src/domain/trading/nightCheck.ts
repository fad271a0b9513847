/**
 * The nights of a position, each valued again: by the tick that it names, at the lots that were open, under the order's own swap.
 * Nothing is taken over but the balance that was free: less than what was due is paid only when margin and balance are used up.
 */
import type { LeverageProof, LeverageSwap } from '../contract/leverage';
import type { Tick } from '../contract/market';
import { absent, hashOfTick, none, tickText, type Digest, type ProofCheck } from '../fairness/logChecks';
import { add, amount, compare, isNegative, isPositive, price, rate, subtract, toText, zero, type Amount } from '../money';
import { isDivisorOf } from './isDivisorOf';
import { isSameTick, lastTickState, nightsWithRuns, showsLastTicks, type LastTickDeps } from './lastTick';
import { noDivisor, notionalOf, type Valuation } from './position';
import { nightsAt, swapOf } from './swap';

export interface Night {
  readonly swap: LeverageSwap;
  /** Before it. */
  readonly openLots: Amount;
  readonly margin: Amount;
}

const dayMs = 86_400_000;

type Proof = Pick<LeverageProof, 'order' | 'deal' | 'ticks' | 'digits' | 'assetScale' | 'nightTerms' | 'conversions' | 'anchors'>;

/** `partial` where what a night hangs on is not followed to a root; `pending` until a root covers what is shown. */
export async function nightsCheck(proof: Proof, nights: readonly Night[], deps: LastTickDeps): Promise<ProofCheck<'nights'>> {
  const { order, digits, assetScale, nightTerms } = proof;
  const { digest } = deps;
  if (nights.length === 0) return absent('nights');
  const minute = order.receipt?.terms['rolloverMinute'];
  const seen = new Set<number>();
  for (const { swap } of nights) {
    const isRollover = typeof minute !== 'number' || swap.rolloverMs % dayMs === minute * 60_000;
    if (!isRollover || seen.has(swap.rolloverMs))
      return { name: 'nights', state: 'failed', stated: String(swap.rolloverMs), computed: String(minute ?? none) };
    seen.add(swap.rolloverMs);
  }
  const isOwed = showsLastTicks(proof);
  if (nightTerms === undefined) return { name: 'nights', state: isOwed ? 'failed' : 'partial', stated: none, computed: none };
  const terms = { mode: nightTerms.mode, perNight: rate(nightTerms.perNight), digits };
  let [isFollowed, isAwaited] = [true, false];
  for (const [index, night] of nights.entries()) {
    const { swap } = night;
    const stated = `${swap.rolloverMs} ${swap.nights} ${toText(amount(swap.amount))}`;
    const failed = (computed: string): ProofCheck<'nights'> => ({ name: 'nights', state: 'failed', stated, computed });
    const counted = nightsAt(swap.rolloverMs, nightTerms.tripleWeekday ?? undefined);
    if (swap.nights !== counted) return failed(String(counted));
    const { tick, divisorTick } = swap;
    if (tick === undefined) {
      if (isOwed) return failed(none);
      isFollowed = false;
      continue;
    }
    if (!(await valuesNight(tick, order.symbol, swap, digest))) return failed(tickText(tick));
    if (!isDivisorOf(order, divisorTick ?? null)) return failed(divisorTick?.symbol ?? none);
    if (divisorTick !== undefined && !(await valuesNight(divisorTick, divisorTick.symbol, swap, digest)))
      return failed(tickText(divisorTick));
    if (divisorTick?.symbol === order.symbol && !isSameTick(divisorTick, tick)) return failed(tickText(divisorTick));
    const isNew = index >= nights.length - nightsWithRuns;
    for (const valuing of valuingTicks(swap, terms.mode)) {
      const state = await lastTickState(proof, valuing, swap.rolloverMs, deps, isOwed && isNew);
      if (state === 'failed') return failed(`${valuing.symbol} ${tickText(valuing)}`);
      isAwaited ||= state === 'pending';
      isFollowed &&= state === 'ok' || state === 'pending';
    }
    const valuation: Valuation = { divisor: divisorTick === undefined ? noDivisor : price(divisorTick.price), scale: assetScale };
    const size = { lots: night.openLots, contractSize: amount(order.contractSize) };
    const due = swapOf(terms, size, notionalOf(size, price(tick.price), valuation), swap.nights, valuation);
    if (!isPaid(night, due, assetScale)) return failed(toText(due));
  }
  const names = nights.map(({ swap }) => (swap.tick === undefined ? none : `#${swap.tick.seq}`)).join(' ');
  return { name: 'nights', state: isAwaited ? 'pending' : isFollowed ? 'ok' : 'partial', stated: names, computed: names };
}

/** What the amount hangs on: of a swap in points the conversion alone. */
const valuingTicks = ({ tick, divisorTick }: LeverageSwap, mode: 'points' | 'rate'): Tick[] => [
  ...(tick === undefined || mode === 'points' ? [] : [tick]),
  ...(divisorTick === undefined ? [] : [divisorTick]),
];

/** A tick of the log, at or before the rollover, that was not filled in afterwards. */
async function valuesNight(tick: Tick, symbol: string, { rolloverMs }: LeverageSwap, digest: Digest): Promise<boolean> {
  const isTrue = (await hashOfTick(tick, tick.previousHash, digest)) === tick.hash;
  const isLive = tick.isFilled !== true && (tick.format2 === undefined || tick.format2.kind === 'live');
  return isTrue && isLive && tick.symbol === symbol && tick.atMs <= rolloverMs;
}

function isPaid({ swap, margin }: Night, due: Amount, scale: number): boolean {
  const [paid, fromMargin] = [amount(swap.amount), amount(swap.fromMargin)];
  // The margin pays no more than was charged.
  if (isPositive(add(fromMargin, isNegative(paid) ? paid : zero))) return false;
  if (compare(paid, due) === 0) return true;
  const isUsedUp = compare(subtract(margin, fromMargin), amount(scale === 0 ? '1' : `0.${'0'.repeat(scale - 1)}1`)) <= 0;
  return isNegative(due) && compare(paid, due) > 0 && !isPositive(paid) && isUsedUp;
}
