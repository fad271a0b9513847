/** The prices of a simulated day, drawn again from what was revealed (docs/fairness.md). */
import { ascii, hashOf, uint, unhex } from './bytes';
import { exact, timesIn } from './Exact';
import type { Pause } from './pauses';
import type { Day, DayParameters } from './shapes';

const slotMs = 250;
const slotsPerDay = 345_600;
const dayMs = 86_400_000;

export interface Drawn {
  readonly atMs: number;
  readonly price: string;
}

/** What the day is drawn from; undefined while it is not revealed. */
export function drawOf({ seed, version, beacon }: Pick<Day, 'seed' | 'version' | 'beacon'>): Buffer | undefined {
  if (seed === null) return undefined;
  if ((version ?? 1) === 1) return unhex(seed);
  return beacon == null ? undefined : hashOf(ascii('tessera-day-2'), uint(0, 1), unhex(seed), unhex(beacon.value));
}

/** undefined where the day cannot be drawn, or says nothing of the symbol. */
export function drawnTicks(day: Day, symbol: string): Iterable<Drawn> | undefined {
  const [draw, parameters, opening] = [drawOf(day), day.parameters?.[symbol], day.opening[symbol]];
  if (day.source !== 'simulated' || draw === undefined || opening === undefined) return undefined;
  if (parameters === undefined || !('openSlots' in parameters)) return undefined;
  const dayAtMs = Date.parse(`${day.day}T00:00:00Z`);
  const fromSlot = Math.ceil(((day.drawnFromMs ?? dayAtMs) - dayAtMs) / slotMs);
  const openSlots = parameters.openSlots.flatMap(([from, to]) =>
    to <= fromSlot ? [] : [[Math.max(from, fromSlot), to] as const],
  );
  return ticksOf(draw, symbol, { dayAtMs, opening, parameters: { ...parameters, openSlots } });
}

export function* ticksOf(
  draw: Buffer,
  symbol: string,
  { dayAtMs, opening, parameters }: { readonly dayAtMs: number; readonly opening: string; readonly parameters: DayParameters },
): Generator<Drawn> {
  const { digits, volatilityPpm, activity, openSlots } = parameters;
  const openSteps = Number(timesIn(exact(opening), { n: 1n, d: 10n ** BigInt(digits) }));
  const drawnFrom = (purpose: 'p' | 't', index: number): Buffer =>
    hashOf(draw, ascii(symbol), uint(0, 1), ascii(purpose), uint(index, 4));
  const count = openSlots.reduce((sum, [from, to]) => sum + to - from, 0);
  const valueAt = path(count, volatilityPpm, (index) => deviate(drawnFrom('p', index)));
  let before = 0;
  let [block, bytes]: [number, Buffer] = [-1, Buffer.alloc(0)];
  for (const [from, to] of openSlots) {
    for (let slot = from; slot < to; slot++) {
      if (slot % 4 !== 0) {
        if (Math.floor(slot / 32) !== block) [block, bytes] = [Math.floor(slot / 32), drawnFrom('t', Math.floor(slot / 32))];
        if ((bytes[slot % 32] ?? 255) >= activity) continue;
      }
      const steps = Math.max(1, Math.round(openSteps * exponential(valueAt(before + slot - from))));
      yield { atMs: dayAtMs + slot * slotMs, price: stepsText(steps, digits) };
    }
    before += to - from;
  }
}

/** Sixteen words of a digest, summed and standardised. */
export function deviate(digest: Buffer): number {
  let sum = 0;
  for (let index = 0; index < 32; index += 2) sum += digest.readUInt16BE(index);
  return (sum - 16 * 32_767.5) / Math.sqrt((16 * (65_536 * 65_536 - 1)) / 12);
}

/** Twenty terms of the series, from the last: the same bits on every machine. */
function exponential(x: number): number {
  let value = 1;
  for (let term = 20; term > 0; term--) value = 1 + (value * x) / term;
  return value;
}

/** A Brownian path by midpoints: the end first, then the middle, then the middles of the halves. */
function path(count: number, volatilityPpm: number, deviateAt: (index: number) => number): (index: number) => number {
  const share = volatilityPpm / 1_000_000;
  const variance = (share * share) / slotsPerDay;
  const known = new Map<number, number>([
    [0, 0],
    [count, count === 0 ? 0 : deviateAt(count) * Math.sqrt(variance * count)],
  ]);
  return (index) => {
    let [low, high] = [0, count];
    while (!known.has(index)) {
      const middle = splitOf(low, high);
      if (!known.has(middle)) {
        const [atLow = 0, atHigh = 0, part] = [known.get(low), known.get(high), (middle - low) / (high - low)];
        const deviation = Math.sqrt(variance * (middle - low) * (1 - part));
        known.set(middle, atLow + (atHigh - atLow) * part + deviation * deviateAt(middle));
      }
      if (index <= middle) high = middle;
      else low = middle;
    }
    return known.get(index) ?? 0;
  };
}

/** On quarter hours first, then on quarter minutes. */
function splitOf(low: number, high: number): number {
  const width = high - low;
  const unit = width > 3600 ? 3600 : width > 60 ? 60 : 1;
  return low + unit * Math.max(1, Math.floor(width / unit / 2));
}

function stepsText(steps: number, digits: number): string {
  const all = String(steps).padStart(digits + 1, '0');
  const fraction = all.slice(all.length - digits).replace(/0+$/, '');
  const before = all.slice(0, all.length - digits);
  return fraction === '' ? before : `${before}.${fraction}`;
}

export interface Redrawn {
  readonly published: number;
  readonly differing: number;
  /** Drawn and not published: a time without the exchange, or ticks that were withheld. */
  readonly missing: number;
  /** Of the missing, those outside every published pause, or in one of this market alone: how many, and the first one's time. */
  readonly unexplained: number;
  readonly firstUnexplainedMs: number | undefined;
  readonly first: string | undefined;
}

/** The day's published ticks beside the drawn ones. `didOthersTick`: whether at an instant another market went on, so that nothing is excused. */
export function redrawn(
  drawn: Iterable<Drawn>,
  published: readonly { readonly atMs: number; readonly price: string; readonly isFilled?: boolean }[],
  pauses: readonly Pause[] = [],
  didOthersTick: (atMs: number) => boolean = () => false,
): Redrawn {
  const byTime = new Map([...drawn].map(({ atMs, price }) => [atMs, price]));
  const differing = published.filter(({ atMs, price }) => byTime.get(atMs) !== price);
  const [first] = differing;
  const there = new Set(published.map(({ atMs }) => atMs));
  const missing = [...byTime.keys()].filter((atMs) => !there.has(atMs));
  const ended = pauses.map(({ fromMs, toMs }) => ({ fromMs, toMs: Math.min(toMs, firstLiveAfter(fromMs, published)) }));
  const unexplained = missing.filter(
    (atMs) => didOthersTick(atMs) || !ended.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs),
  );
  return {
    published: published.length,
    differing: differing.length,
    missing: missing.length,
    unexplained: unexplained.length,
    firstUnexplainedMs: unexplained[0],
    first: first && `${first.atMs}: ${first.price}, drawn ${byTime.get(first.atMs) ?? 'nothing'}`,
  };
}

/** A pause ends with its first live tick, whatever is published of it: behind that nothing is excused. */
const firstLiveAfter = (fromMs: number, published: readonly { readonly atMs: number; readonly isFilled?: boolean }[]): number =>
  published.find(({ atMs, isFilled }) => atMs > fromMs && isFilled !== true)?.atMs ?? Infinity;

export const dayEnd = (day: string): number => Date.parse(`${day}T00:00:00Z`) + dayMs;
