/**
 * The simulated price of one symbol on one UTC day, as a pure function of the day's secret seed. The day is a grid of
 * 250 ms slots. Over the slots in which the market is open runs a Brownian path in log price, built by midpoint
 * displacement (Lévy): the end of the day is drawn first, then the middle, then the middles of the halves. Any slot is
 * therefore reached directly, without walking the day up to it, and always gives the same price.
 *
 * Up and down are equally likely over every span: the path has no drift, and nothing but (seed, symbol, slot) enters.
 * Before the day only SHA-256(seed) is known; after the day the seed is published and anybody can redraw every tick.
 *
 * Only operations that IEEE 754 defines to the last bit are used (+ - × ÷ √), never log, exp or cos of the platform, so
 * that every machine draws the same path. Prices leave as whole steps of the symbol's last digit, then as text.
 */
import { invariant } from '../errors/invariant';
import { asciiBytes, concatBytes } from './bytes';
import type { Sha256 } from './sha256';

export const slotMs = 250;
export const slotsPerDay = 345_600;
const quarterHourSlots = 3_600;
const quarterMinuteSlots = 60;

/** Everything that, together with the seed, decides the day of one symbol. Published when the day starts. */
export interface SimulatedDay {
  readonly symbol: string;
  /** 00:00 UTC. */
  readonly dayAtMs: number;
  /** The day's opening price in whole steps of 10^-digits. */
  readonly openSteps: number;
  readonly digits: number;
  /** Standard deviation of the log price over 24 open hours, in millionths: 25000 is 2.5 %. */
  readonly volatilityPpm: number;
  /** 0 to 255: how many of the slots between two full seconds carry a tick (of 256). */
  readonly activity: number;
  /** Open slots as [from, to), ascending, on whole quarter hours. */
  readonly openSlots: readonly (readonly [from: number, to: number])[];
}

export interface SimulatedTick {
  readonly slot: number;
  readonly atMs: number;
  readonly steps: number;
  /** Plain decimal text without trailing zeros. */
  readonly price: string;
}

export interface SimulatedPath {
  /** The tick of a slot; undefined when the market is closed then or the pattern leaves the slot out. */
  tickAt(slot: number): SimulatedTick | undefined;
  /** The path's end: the next day opens here. */
  closeSteps(): number;
}

export function createSimulatedPath(seed: Uint8Array, day: SimulatedDay, sha256: Sha256): SimulatedPath {
  invariant(seed.length === 32, 'a day seed has 32 bytes');
  invariant(day.openSteps > 0 && Number.isSafeInteger(day.openSteps), 'the opening price is a positive number of steps');
  const prefix = concatBytes(seed, asciiBytes(day.symbol));
  const draw = (purpose: 'p' | 't', index: number): Uint8Array => sha256(drawInput(prefix, purpose, index));
  const openCount = day.openSlots.reduce((count, [from, to]) => count + to - from, 0);
  const displacement = brownianPath(openCount, day.volatilityPpm, (index) => gaussian(draw('p', index)));
  const stepsAt = (index: number): number => Math.max(1, Math.round(day.openSteps * exponential(displacement(index))));
  const pattern = tickPattern(day.activity, (block) => draw('t', block));
  return {
    tickAt(slot) {
      const index = openSlotsBefore(day.openSlots, slot);
      if (index === undefined || !pattern(slot)) return undefined;
      const steps = stepsAt(index);
      return { slot, atMs: day.dayAtMs + slot * slotMs, steps, price: stepsToText(steps, day.digits) };
    },
    closeSteps: () => stepsAt(openCount),
  };
}

/** The whole day of one symbol, in order: what the tick log must contain, tick by tick. */
export function* simulatedTicks(seed: Uint8Array, day: SimulatedDay, sha256: Sha256): Generator<SimulatedTick> {
  const path = createSimulatedPath(seed, day, sha256);
  for (const [from, to] of day.openSlots) {
    for (let slot = from; slot < to; slot++) {
      const tick = path.tickAt(slot);
      if (tick !== undefined) yield tick;
    }
  }
}

function drawInput(prefix: Uint8Array, purpose: 'p' | 't', index: number): Uint8Array {
  const input = new Uint8Array(prefix.length + 6);
  input.set(prefix);
  input[prefix.length + 1] = purpose.charCodeAt(0);
  new DataView(input.buffer).setUint32(prefix.length + 2, index);
  return input;
}

/** How many open slots lie before `slot`; undefined when the slot itself is closed. */
function openSlotsBefore(openSlots: SimulatedDay['openSlots'], slot: number): number | undefined {
  let before = 0;
  for (const [from, to] of openSlots) {
    if (slot < from) return undefined;
    if (slot < to) return before + slot - from;
    before += to - from;
  }
  return undefined;
}

/** Every full second has a tick; each of the three slots between has one when its byte falls below the activity. */
function tickPattern(activity: number, drawBlock: (block: number) => Uint8Array): (slot: number) => boolean {
  let cached: { readonly block: number; readonly bytes: Uint8Array } | undefined;
  return (slot) => {
    if (slot % 4 === 0) return true;
    const block = slot >> 5;
    if (cached?.block !== block) cached = { block, bytes: drawBlock(block) };
    return (cached.bytes[slot & 31] ?? 255) < activity;
  };
}

/**
 * Sixteen 16-bit words of one digest, summed and standardised: mean 0, variance 1, all odd moments 0, close to normal
 * (kurtosis 2.93) and bounded at ±6.9. Exact in integers up to the last division.
 */
export function gaussian(digest: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < 32; index += 2) sum += (digest[index] ?? 0) * 256 + (digest[index + 1] ?? 0);
  return (sum - 16 * 32_767.5) / Math.sqrt((16 * (65_536 * 65_536 - 1)) / 12);
}

/** e^x for |x| < 1 by its series in Horner form: the same bits everywhere, unlike Math.exp. */
export function exponential(x: number): number {
  let value = 1;
  for (let term = 20; term > 0; term--) value = 1 + (value * x) / term;
  return value;
}

/**
 * Brownian motion over 0..count with W(0) = 0 and the given daily deviation, at any index. Splits fall on quarter hours
 * first, then on quarter minutes, so that a coarse history costs one draw a point. The last descent is remembered.
 */
function brownianPath(count: number, volatilityPpm: number, drawAt: (index: number) => number): (index: number) => number {
  const variancePerSlot = ((volatilityPpm / 1_000_000) * (volatilityPpm / 1_000_000)) / slotsPerDay;
  const end = count === 0 ? 0 : drawAt(count) * Math.sqrt(variancePerSlot * count);
  interface Span {
    readonly low: number;
    readonly high: number;
    readonly atLow: number;
    readonly atHigh: number;
  }
  const descent: Span[] = [{ low: 0, high: count, atLow: 0, atHigh: end }];
  return (index) => {
    invariant(index >= 0 && index <= count, `index ${index} lies in the day's path of ${count} slots`);
    for (;;) {
      const span = descent[descent.length - 1];
      invariant(span !== undefined, 'the first span covers the whole day and is never left');
      if (index < span.low || index > span.high) {
        descent.pop();
        continue;
      }
      if (index === span.low) return span.atLow;
      if (index === span.high) return span.atHigh;
      const middle = splitPoint(span.low, span.high);
      const share = (middle - span.low) / (span.high - span.low);
      const deviation = Math.sqrt(variancePerSlot * (middle - span.low) * (1 - share));
      const atMiddle = span.atLow + (span.atHigh - span.atLow) * share + deviation * drawAt(middle);
      if (index === middle) return atMiddle;
      descent.push(
        index < middle
          ? { low: span.low, high: middle, atLow: span.atLow, atHigh: atMiddle }
          : { low: middle, high: span.high, atLow: atMiddle, atHigh: span.atHigh },
      );
    }
  };
}

function splitPoint(low: number, high: number): number {
  const width = high - low;
  const unit = width > quarterHourSlots ? quarterHourSlots : width > quarterMinuteSlots ? quarterMinuteSlots : 1;
  return low + unit * Math.max(1, Math.floor(width / unit / 2));
}

/** 13077 steps of 4 digits to "1.3077": whole steps stay exact, no floating-point text is involved. */
export function stepsToText(steps: number, digits: number): string {
  const all = String(steps).padStart(digits + 1, '0');
  const whole = all.slice(0, all.length - digits);
  const fraction = all.slice(all.length - digits).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** "1.3077" to 13077 steps of 4 digits; the text must not have more digits than the symbol. */
export function textToSteps(text: string, digits: number): number {
  const [whole = '', fraction = ''] = text.split('.');
  invariant(
    /^\d+$/.test(whole) && /^\d*$/.test(fraction) && fraction.length <= digits,
    `${text} is a price of at most ${digits} digits`,
  );
  const steps = Number.parseInt(whole + fraction.padEnd(digits, '0'), 10);
  invariant(Number.isSafeInteger(steps), `${text} fits into whole steps`);
  return steps;
}
