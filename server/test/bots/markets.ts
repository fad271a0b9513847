/**
 * Markets for bots to play on, made as the three feeds make them: what the log holds, when each of its ticks was public, and what a
 * bot sees. Prices are whole steps.
 */
import { hash } from 'node:crypto';
import {
  barPath,
  countMoves,
  createSimulatedPath,
  daySeed,
  drawnMove,
  drawnMoveBytes,
  liveRules,
  simulatedTicks,
  slotsPerDay,
  type ReplayedLevel,
  type Sha256,
  type SimulatedDay,
} from '@tessera/shared/fairness';

import { countUntil } from './countUntil';

export interface LoggedTick {
  readonly seq: number;
  /** Decides and orders. */
  readonly atMs: number;
  readonly publicAtMs: number;
  readonly steps: number;
}

export interface SeenPrice {
  readonly atMs: number;
  readonly steps: number;
}

export interface Market {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly log: readonly LoggedTick[];
  /** What a bot knows of the price, ascending: the log as it becomes public, or the source itself. */
  readonly seen: readonly SeenPrice[];
  /** What else is published, as a forecast of the move over the next seconds: above zero is up. By the bot's name. */
  readonly forecasts: Readonly<Record<string, (atMs: number, seconds: number) => number>>;
}

export interface Bar {
  readonly atMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer');
const firstDayMs = 1_700_006_400_000;
const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
const secret = (text: string): Uint8Array => sha256(Buffer.from(text));
const replayDraw = (name = 'the day of a replay'): Uint8Array => secret(name);

/** What the catalogue says of a simulated market. */
export interface SimulatedModel {
  readonly symbol: string;
  readonly openSteps: number;
  readonly digits: number;
  readonly volatilityPpm: number;
  readonly activity: number;
}
const bitcoin: SimulatedModel = { symbol: 'BTC-USDT', openSteps: 10_000_000, digits: 2, volatilityPpm: 25_000, activity: 64 };

/** A bot also knows yesterday's draw, which is revealed, and today's commitment and beacon. */
export function simulatedMarket(number: number, hours = 24, model: SimulatedModel = bitcoin): Market {
  const dayAtMs = firstDayMs + number * dayMs;
  const day: SimulatedDay = { ...model, dayAtMs, openSlots: [[0, (slotsPerDay / 24) * hours]] };
  const endMs = dayAtMs + hours * hourMs;
  const seed = secret(`seed ${number}`);
  const beacon = secret(`beacon ${number}`);
  const log = numbered(
    [...simulatedTicks(daySeed(seed, beacon, sha256), day, sha256)].map(({ atMs, steps }) => ({ atMs, publicAtMs: atMs, steps })),
  );
  const forecast = (draw: Uint8Array) => {
    const path = createSimulatedPath(draw, { ...day, activity: 0 }, sha256);
    const at = (atMs: number): number => path.tickAt(4 * Math.floor((atMs - dayAtMs) / 1_000))?.steps ?? 0;
    return (atMs: number, seconds: number) => (atMs + seconds * 1_000 >= endMs ? 0 : at(atMs + seconds * 1_000) - at(atMs));
  };
  return {
    name: 'simulated',
    fromMs: dayAtMs,
    toMs: endMs,
    log,
    seen: log,
    forecasts: {
      "yesterday's draw": forecast(daySeed(secret(`seed ${number - 1}`), secret(`beacon ${number - 1}`), sha256)),
      "today's commitment and beacon": forecast(daySeed(sha256(seed), beacon, sha256)),
    },
  };
}

/** Days that follow one another, each opening where the one before closed. Where `isOpen` says no, the day is left out. */
export function simulatedDays(count: number, model: SimulatedModel, isOpen: (weekday: number) => boolean = () => true): Market[] {
  const markets: Market[] = [];
  for (let number = 1; number <= count; number++) {
    if (!isOpen(new Date(firstDayMs + number * dayMs).getUTCDay())) continue;
    const openSteps = markets.at(-1)?.log.at(-1)?.steps ?? model.openSteps;
    markets.push(simulatedMarket(number, 24, { ...model, openSteps }));
  }
  return markets;
}

/** As a recorder makes them of ticks. */
export function barsOf(log: readonly LoggedTick[]): Bar[] {
  const bars = new Map<number, Bar>();
  for (const { atMs, steps } of log) {
    const startMs = atMs - (atMs % minuteMs);
    const bar = bars.get(startMs) ?? { atMs: startMs, open: steps, high: steps, low: steps, close: steps };
    bars.set(startMs, { ...bar, high: Math.max(bar.high, steps), low: Math.min(bar.low, steps), close: steps });
  }
  return [...bars.values()];
}

/** A log whose market moves seldom in one hour and often in another, as recorded ones do. */
export const sometimesQuiet = (log: readonly LoggedTick[]): LoggedTick[] =>
  log.filter(({ atMs, seq }) => seq % ([1, 4, 12, 40][Math.floor(atMs / hourMs) % 4] ?? 1) === 0);

/**
 * The bars' own directions, as they were played once: from the day's draw, or, `isDrawn` false, the nearer extreme first, a quarter of a
 * minute apart.
 */
export function replayedMarket(bars: readonly Bar[], isDrawn: boolean, drawName?: string): Market {
  const draw = replayDraw(drawName);
  const moves = countMoves(bars);
  const ticks = bars.flatMap((bar, index) => {
    const known = knownOrder(bar);
    const path = isDrawn
      ? barPath(draw, { symbol: 'BTC-USDT', ...bar }, 60, sha256, {
          moves: moves.before(index, 480) ?? moves.all,
          keepsStep: true,
        })
      : Array.from({ length: 60 }, (_, second) => known[Math.floor(second / 15)] ?? bar.close);
    return path.map((steps, second) => ({ atMs: bar.atMs + second * 1_000, publicAtMs: bar.atMs + second * 1_000, steps }));
  });
  const log = numbered(ticks);
  return {
    name: isDrawn ? 'bars drawn inside' : 'bars in the known order',
    fromMs: bars[0]?.atMs ?? 0,
    toMs: (bars[bars.length - 1]?.atMs ?? 0) + minuteMs,
    log,
    seen: log,
    forecasts: {},
  };
}

/** Recorded prices as a replay plays them: each at its instant, and the last one again after each second without one. */
export function tickedMarket(ticks: readonly SeenPrice[]): Market {
  const played: SeenPrice[] = [];
  for (const { atMs, steps } of ticks) {
    const last = played.at(-1);
    if (last?.atMs === atMs) continue;
    for (let fullMs = (last?.atMs ?? atMs) + 1_000; fullMs < atMs; fullMs += 1_000)
      played.push({ atMs: fullMs, steps: last?.steps ?? steps });
    played.push({ atMs, steps });
  }
  const log = numbered(played.map(({ atMs, steps }) => ({ atMs, publicAtMs: atMs, steps })));
  return { name: 'ticks', fromMs: ticks[0]?.atMs ?? 0, toMs: ticks.at(-1)?.atMs ?? 0, log, seen: log, forecasts: {} };
}

/** A recording as a replay plays it: its moves, each in its drawn direction. A bot also has the recording's file. */
export function withDrawnDirections(recording: Market, symbol = 'BTC-USDT', drawName?: string): Market {
  const draw = replayDraw(drawName);
  const steps = recording.log.map((tick) => tick.steps);
  let level: ReplayedLevel = { recorded: steps[0] ?? 0, played: steps[0] ?? 0 };
  const log = recording.log.map((tick): LoggedTick => {
    level = drawnMove(sha256(drawnMoveBytes(draw, symbol, tick.atMs)), level, tick.steps);
    return { ...tick, steps: level.played };
  });
  const times = recording.log.map(({ atMs }) => atMs);
  const recordedAt = (atMs: number): number => steps[countUntil(times, atMs) - 1] ?? 0;
  return {
    ...recording,
    name: `replay of ${recording.name}`,
    log,
    seen: log,
    forecasts: { 'has the recording': (atMs, seconds) => recordedAt(atMs + seconds * 1_000) - recordedAt(atMs) },
  };
}

function knownOrder({ open, high, low, close }: Bar): readonly number[] {
  return open - low <= high - open ? [open, low, high, close] : [open, high, low, close];
}

/**
 * The source is seen at once by the bot and after 50 to 650 ms by us; what took longer than a live price may is left out.
 */
export function liveMarket(source: Market): Market {
  let lastPublicMs = 0;
  const ticks = source.log.flatMap(({ atMs, steps }) => {
    const digest = sha256(Buffer.from(`delay ${atMs}`));
    const publicAtMs = Math.max(lastPublicMs + 1, atMs + 50 + ((digest[0] ?? 0) * 600) / 256);
    if (publicAtMs - atMs > liveRules.maxSourceAgeMs) return [];
    lastPublicMs = publicAtMs;
    return [{ atMs, publicAtMs, steps }];
  });
  return {
    ...source,
    name: 'live',
    log: numbered(ticks),
    seen: source.log,
    forecasts: {},
  };
}

const numbered = (ticks: readonly Omit<LoggedTick, 'seq'>[]): LoggedTick[] =>
  ticks.map((tick, index) => ({ ...tick, seq: index + 1 }));
