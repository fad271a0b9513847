/**
 * Prices drawn from the day's seed and beacon (shared/fairness/simulatedPath). The feed has no memory and no influence:
 * what a slot of 250 ms holds was decided when the day's beacon joined its seed, and this file only reads it out when its time comes.
 */
import { createSimulatedPath, slotMs, type SimulatedPath, type SimulatedTick } from '@tessera/shared/fairness';
import { price } from '@tessera/shared/money';
import type { SymbolTerms } from '../../catalog/Catalog';
import { openSpans } from '../../catalog/marketCalendar';
import type { Clock } from '../../platform/Clock';
import { repeat, sleep, type Repeating } from '../../platform/timers';
import type { FeedTick, PriceFeed } from '../PriceFeed';
import { nativeSha256 } from '../nativeSha256';
import { bidAsk, spreadOf, type Spread } from '../spread';
import { modelledVolume } from './modelledVolume';
import { dayMs, dayOf } from '../days/DayPart';
import type { SimulatedDays, SimulatedPart } from './SimulatedDays';

/** After a stall longer than this the missed slots are history, not news. */
const catchUpMs = 5_000;
/**
 * The slot from which a stalled feed goes on. Where slots are lost, more than a second of them is: then every open market has a pause in the
 * record, and nobody who draws the day again finds a tick missing outside one.
 */
export function goesOnFrom(lastSlotAtMs: number, nowSlotAtMs: number): number {
  const nextMs = lastSlotAtMs + slotMs;
  const oldestMs = nowSlotAtMs - catchUpMs;
  return oldestMs <= nextMs ? nextMs : Math.max(oldestMs, lastSlotAtMs + leastLostMs);
}
const leastLostMs = 1_000 + 2 * slotMs;

/** Slots between history ticks, by age before the last open moment, so that a weekend leaves Friday its candles: every 15 s for six hours, each minute for a day, then quarter and half hours. */
const historySteps = [
  { ageMs: 6 * 3_600_000, slots: 60 },
  { ageMs: 24 * 3_600_000, slots: 240 },
  { ageMs: 7 * 86_400_000, slots: 3_600 },
] as const;
const oldestStepSlots = 7_200;
const historyStepMs = (ageMs: number): number =>
  (historySteps.find((step) => ageMs <= step.ageMs)?.slots ?? oldestStepSlots) * slotMs;
const finestStepMs = historySteps[0].slots * slotMs;

/** A first start waits so long for the beacon of its first day, so that the chart has no hole today. */
const firstWait = { tries: 20, pauseMs: 250 };

export interface SimulatedFeedOptions {
  readonly clock: Clock;
  readonly days: SimulatedDays;
  readonly onError: (error: unknown) => void;
}

export function createSimulatedFeed({ clock, days, onError }: SimulatedFeedOptions): PriceFeed {
  const latest = new Map<string, FeedTick>();
  const paths = new Map<string, { readonly part: SimulatedPart; readonly path: SimulatedPath }>();
  const spreads = new Map<string, Spread>();
  let timer: Repeating | undefined;
  let lastSlotAtMs = 0;
  let hasWaited = false;

  function pathOf(symbol: SymbolTerms, atMs: number): SimulatedPath | undefined {
    const part = days.part(atMs);
    const day = part?.symbols.get(symbol.id);
    if (part === undefined || day === undefined) return undefined;
    const key = `${dayOf(atMs)} ${symbol.id}`;
    const known = paths.get(key);
    if (known?.part === part) return known.path;
    const path = createSimulatedPath(part.draw, day, nativeSha256);
    paths.set(key, { part, path });
    return path;
  }

  function toFeedTick(symbol: SymbolTerms, tick: SimulatedTick, spanMs: number): FeedTick {
    let spread = spreads.get(symbol.id);
    if (spread === undefined) spreads.set(symbol.id, (spread = spreadOf(symbol)));
    const value = price(tick.price);
    return {
      symbol: symbol.id,
      atMs: tick.atMs,
      sourceAtMs: tick.atMs,
      receivedAtMs: tick.atMs,
      price: value,
      ...bidAsk(value, spread),
      volume: modelledVolume(symbol, value, tick.atMs, spanMs),
    };
  }

  function tickAt(symbol: SymbolTerms, atMs: number, spanMs: number): FeedTick | undefined {
    const tick = pathOf(symbol, atMs)?.tickAt((atMs - dayOf(atMs)) / slotMs);
    return tick === undefined ? undefined : toFeedTick(symbol, tick, spanMs);
  }

  async function readOut(symbols: readonly SymbolTerms[], onTicks: (ticks: readonly FeedTick[]) => void): Promise<number> {
    const nowMs = clock.now();
    const nowSlotAtMs = nowMs - (nowMs % slotMs);
    // A day begins in its first moment, not before: its opening would tell how the old day ends. Without its beacon it is not quoted.
    if (days.part(nowSlotAtMs) === undefined) await days.prepare(nowMs, nowMs);
    const ticks: FeedTick[] = [];
    for (let atMs = goesOnFrom(lastSlotAtMs, nowSlotAtMs); atMs <= nowSlotAtMs; atMs += slotMs) {
      for (const symbol of symbols) {
        const tick = tickAt(symbol, atMs, slotMs * 2);
        if (tick !== undefined) ticks.push(tick);
      }
    }
    lastSlotAtMs = Math.max(lastSlotAtMs, nowSlotAtMs);
    forgetPathsBefore(nowMs - dayMs);
    for (const tick of ticks) latest.set(tick.symbol, tick);
    if (ticks.length > 0) onTicks(ticks);
    return slotMs - (clock.now() % slotMs);
  }

  function forgetPathsBefore(dayEndMs: number): void {
    for (const key of paths.keys()) if (Number.parseInt(key, 10) + dayMs <= dayEndMs) paths.delete(key);
  }

  return {
    source: 'simulated',
    ticksWithinMs: 1000,
    async start(symbols, onTicks) {
      const nowMs = clock.now();
      lastSlotAtMs = nowMs - (nowMs % slotMs);
      days.forget();
      await days.prepare(nowMs, nowMs);
      timer = repeat(slotMs, () => readOut(symbols, onTicks), onError);
    },
    async stop() {
      await timer?.stop();
      timer = undefined;
    },
    snapshot: () => latest,
    drawnOpen(symbol, fromMs, toMs) {
      const spans: (readonly [number, number])[] = [];
      for (let dayAtMs = dayOf(fromMs); dayAtMs < toMs; dayAtMs += dayMs)
        for (const [from, to] of days.part(dayAtMs + dayMs - slotMs)?.symbols.get(symbol)?.openSlots ?? []) {
          const span = [Math.max(fromMs, dayAtMs + from * slotMs), Math.min(toMs, dayAtMs + to * slotMs)] as const;
          if (span[0] < span[1]) spans.push(span);
        }
      return spans;
    },
    health: () => ({ isConnected: timer !== undefined, problem: days.problem(), refused: {} }),
    async history(symbol, fromMs, toMs) {
      for (let tries = 0; !(await days.prepare(fromMs, toMs)) && !hasWaited && tries < firstWait.tries; tries++)
        await sleep(firstWait.pauseMs);
      hasWaited = true;
      const ticks: FeedTick[] = [];
      const lastOpenMs = openSpans(symbol.calendar, fromMs, toMs).at(-1)?.[1] ?? fromMs;
      let atMs = Math.floor(fromMs / finestStepMs) * finestStepMs;
      while (atMs < lastOpenMs) {
        const stepMs = historyStepMs(lastOpenMs - atMs);
        const tick = atMs > fromMs ? tickAt(symbol, atMs, stepMs) : undefined;
        if (tick !== undefined) ticks.push(tick);
        atMs = Math.floor(atMs / stepMs) * stepMs + stepMs;
      }
      return ticks;
    },
  };
}
