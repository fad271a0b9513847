/**
 * Replays recorded quotes from a folder: how far prices move and when is the recording's, in which direction is drawn (playMoves). Each symbol has its own file and its own clock (fileClock). What the file says
 * between the last look and now is reported at its mapped time; while the file is silent its last price is carried on once a
 * second, until the file's gap is so long that its market must have been closed. The inside of a bar is drawn from the day's seed
 * and beacon (playedBar), so that what was seen of it does not tell the rest; without the day's beacon bars are not played.
 *
 * The bars of all markets begin at one instant, and each takes milliseconds to draw: they are drawn before it, one after the other
 * (drawAhead). Where nothing could be drawn ahead (a start, a new day), other work has its turn between two markets.
 *
 * Days that were committed to before directions were drawn are played as recorded: whoever has the file knows their future. A replay is never traded
 * with real money.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { invariant } from '@tessera/shared/errors';
import type { BarMotion, ReplayedLevel } from '@tessera/shared/fairness';
import { price } from '@tessera/shared/money';
import type { SymbolTerms } from '../../catalog/Catalog';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import { repeat, type Repeating } from '../../platform/timers';
import { dayMs, dayOf, type DayPart } from '../days/DayPart';
import type { DaySeeds } from '../days/DaySeeds';
import type { LastPrice } from '../lastPrices';
import type { FeedTick, PriceFeed } from '../PriceFeed';
import { bidAsk, spreadOf, type Spread } from '../spread';
import { createFileClock, type FileClock } from './fileClock';
import { motionOf } from './motionOf';
import { playedBar, type PlayedEvent } from './playedBar';
import { levelOf, playMoves, type DirectionAt } from './playMoves';
import type { QuoteFile } from './quoteFile';
import type { QuoteFiles } from './QuoteFiles';

const roundMs = 250;
const carryMs = 1_000;
/** In the file's time. A daily break is an hour; a weekend two days. */
const maxCarryMs = 75 * 60_000;
const catchUpMs = 5_000;
/** In the file's time: every event of this span, before it a price each quarter hour. */
const fullHistoryMs = 24 * 3_600_000;
const coarseStepMs = 15 * 60_000;
/** At ×1000 a minute bar lasts 60 ms: those between two looks. */
const knownBars = 128;

export interface ReplayFeedOptions {
  readonly files: Pick<QuoteFiles, 'folder' | 'of' | 'movesIn'>;
  readonly speed: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly days: Pick<DaySeeds, 'begin' | 'parts' | 'forget' | 'problem'>;
  /** Where the log of each symbol ends: a start goes on from there. */
  readonly lastPrices: () => Promise<ReadonlyMap<string, LastPrice>>;
}

export interface Tape {
  readonly symbol: SymbolTerms;
  readonly file: QuoteFile;
  readonly time: FileClock;
  readonly spread: Spread;
  /** What a bar that begins then, by our clock, is drawn from; undefined while that is not known. */
  readonly drawAt: (atMs: number) => Uint8Array | undefined;
  /** How the market moves in a bar that begins then, as it was committed to; undefined on days that were committed to without it. */
  readonly motionAt?: (atMs: number, row: number) => BarMotion | undefined;
  /** The bars that were drawn last, by their beginning. */
  readonly played: Map<number, DrawnBar>;
}

interface DrawnBar {
  readonly draw: Uint8Array;
  readonly events: readonly PlayedEvent[];
}

export function createReplayFeed({ files, speed, clock, log, days, lastPrices }: ReplayFeedOptions): PriceFeed {
  const tapes = new Map<string, Promise<Tape | undefined>>();
  const latest = new Map<string, FeedTick>();
  const levels = new Map<string, ReplayedLevel>();
  let timer: Repeating | undefined;
  let missing: string[] = [];

  const partAt = (atMs: number): DayPart | undefined => days.parts(dayOf(atMs)).findLast(({ fromMs }) => fromMs <= atMs);
  const drawAt = (atMs: number): Uint8Array | undefined => partAt(atMs)?.draw;
  const directionIn =
    ({ id }: SymbolTerms): DirectionAt =>
    (atMs) => {
      const part = partAt(atMs);
      return part && ('drawsDirection' in (part.parameters[id] ?? {}) ? part.draw : 'recorded');
    };
  async function openTape(symbol: SymbolTerms): Promise<Tape | undefined> {
    const file = await files.of(symbol);
    if (file === undefined) return undefined;
    // It reads the whole file: not when a bar is due.
    const counted = files.movesIn(file);
    const motionAt = (atMs: number, row: number): BarMotion | undefined =>
      motionOf(partAt(atMs)?.parameters[symbol.id], counted, row);
    return { symbol, file, time: createFileClock(file, speed), spread: spreadOf(symbol), drawAt, motionAt, played: new Map() };
  }
  const tapeOf = (symbol: SymbolTerms): Promise<Tape | undefined> => {
    let tape = tapes.get(symbol.id);
    if (tape === undefined) tapes.set(symbol.id, (tape = openTape(symbol)));
    return tape;
  };

  return {
    source: 'replay',
    async start(symbols, onTicks) {
      const opened = await Promise.all(symbols.map(tapeOf));
      const playing = opened.filter((tape) => tape !== undefined);
      missing = symbols.filter((_, index) => opened[index] === undefined).map((symbol) => symbol.id);
      if (missing.length > 0)
        log.warn({ folder: files.folder, missing }, 'NO RECORDED QUOTES for these symbols: they are not quoted');
      let lastMs = clock.now();
      days.forget();
      await days.begin(dayOf(lastMs));
      levels.clear();
      const heads = await lastPrices();
      for (const tape of playing) {
        const head = heads.get(tape.symbol.id);
        if (head === undefined) continue;
        levels.set(tape.symbol.id, levelAt(tape, head));
        await nextTurn();
      }
      timer = repeat(
        roundMs,
        async () => {
          const nowMs = clock.now();
          await days.begin(dayOf(nowMs));
          const ticks: FeedTick[] = [];
          for (const tape of playing) {
            const { symbol } = tape;
            const recordedTicks = ticksBetween(tape, Math.max(lastMs, nowMs - catchUpMs), nowMs);
            const moved = playMoves(symbol, recordedTicks, levels.get(symbol.id), directionIn(symbol));
            if (moved.level !== undefined) levels.set(symbol.id, moved.level);
            ticks.push(...moved.ticks);
            await nextTurn();
          }
          lastMs = nowMs;
          for (const tick of ticks) latest.set(tick.symbol, tick);
          if (ticks.length > 0) onTicks(ticks);
          for (let left = barsPerRound(playing); left > 0 && drawAhead(playing, nowMs); left--) await nextTurn();
        },
        (error) => log.error({ err: error }, 'the replay missed a round'),
      );
    },
    async stop() {
      await timer?.stop();
      timer = undefined;
    },
    snapshot: () => latest,
    health: () => ({
      isConnected: timer !== undefined,
      problem: days.problem() ?? (missing.length === 0 ? undefined : `no file for ${missing.join(', ')}`),
      refused: {},
    }),
    async history(symbol, fromMs, toMs) {
      const tape = await tapeOf(symbol);
      if (tape === undefined) return [];
      const head = (await lastPrices()).get(symbol.id);
      for (let dayAtMs = dayOf(head === undefined ? toMs : fromMs); dayAtMs <= toMs; dayAtMs += dayMs) await days.begin(dayAtMs);
      const recentMs = Math.max(fromMs, toMs - Math.ceil(fullHistoryMs / speed));
      const ticks = [...coarseTicks(tape, fromMs, recentMs), ...pastTicks(tape, recentMs, toMs)];
      const directionAt = directionIn(symbol);
      // Days before a first start have no draw: their moves are the recording's own.
      if (head === undefined) return playMoves(symbol, ticks, undefined, (atMs) => directionAt(atMs) ?? 'recorded').ticks;
      return playMoves(symbol, ticks, levelAt(tape, head), directionAt).ticks;
    },
  };
}

/**
 * What is reported of the span after `fromMs` and up to `toMs`: the events at their mapped times, with the last price carried on each
 * second.
 */
export function ticksBetween(tape: Tape, fromMs: number, toMs: number): FeedTick[] {
  return carried(tape, eventsBetween(tape, fromMs, toMs, played), fromMs, toMs);
}

/** As many as begin in a round's time, on average. */
const barsPerRound = (tapes: readonly Tape[]): number =>
  Math.ceil(tapes.reduce((sum, { file, time }) => sum + (file.barMs === 0 ? 0 : roundMs / time.lengthOf(file.barMs)), 0));

/** Draws the next bar of one market, of the first that has not got it yet. False: all that can be drawn is. */
export const drawAhead = (tapes: readonly Tape[], nowMs: number): boolean => tapes.some((tape) => drawNext(tape, nowMs));

function drawNext(tape: Tape, nowMs: number): boolean {
  const { file, time } = tape;
  if (file.barMs === 0) return false;
  const { round, fileMs } = time.toFile(nowMs);
  const row = file.rowFrom(fileMs + 1);
  const isInRound = row < file.rows && file.rowAtMs(row) < file.firstAtMs + time.loopMs;
  const next = isInRound ? { round, row } : { round: round + 1, row: 0 };
  const fromMs = time.toServer(next.round, file.rowAtMs(next.row));
  const draw = tape.drawAt(fromMs);
  if (draw === undefined || tape.played.get(fromMs)?.draw === draw) return false;
  played(tape, next.round, next.row);
  return true;
}

/** As it fills the chart: a bar that is over by its four figures, one that plays by its path. */
export function pastTicks(tape: Tape, fromMs: number, toMs: number): FeedTick[] {
  return eventsBetween(tape, fromMs, toMs, (own, round, row) => {
    const isOver = own.time.toServer(round, own.file.rowAtMs(row) + own.file.barMs) <= toMs;
    return isOver ? recorded(own, round, row) : played(own, round, row);
  });
}

type EventsOf = (tape: Tape, round: number, row: number) => readonly PlayedEvent[];

function eventsBetween(tape: Tape, fromMs: number, toMs: number, eventsOf: EventsOf): FeedTick[] {
  const ticks: FeedTick[] = [];
  const { file, time } = tape;
  const first = time.toFile(fromMs);
  const last = time.toFile(toMs);
  for (let round = first.round; round <= last.round; round++) {
    const endMs = Math.min(file.firstAtMs + time.loopMs, file.endAtMs);
    // A bar that began before still has events to come.
    let row = round === first.round ? Math.max(0, file.rowFrom(first.fileMs) - 1) : 0;
    for (; row < file.rows && file.rowAtMs(row) < endMs; row++) {
      if (time.toServer(round, file.rowAtMs(row)) > toMs) break;
      for (const event of eventsOf(tape, round, row)) {
        if (event.atMs > fromMs && event.atMs <= toMs && event.atMs > (ticks[ticks.length - 1]?.atMs ?? 0))
          ticks.push(toTick(tape, event, event.atMs));
      }
    }
  }
  return ticks;
}

const recorded: EventsOf = ({ file, time }, round, row) =>
  file.events(row).map((event) => ({ ...event, atMs: time.toServer(round, event.atMs) }));

/** Empty while what the bar is drawn from is not known. */
const played: EventsOf = (tape, round, row) => {
  const { file, time } = tape;
  const bar = file.bar(row);
  if (bar === undefined) return recorded(tape, round, row);
  const fromMs = time.toServer(round, file.rowAtMs(row));
  const draw = tape.drawAt(fromMs);
  if (draw === undefined) return [];
  const known = tape.played.get(fromMs);
  // A bar that was drawn ahead counts only under what it is drawn from when it begins.
  if (known?.draw === draw) return known.events;
  const span = { fromMs, toMs: time.toServer(round, file.rowAtMs(row) + file.barMs) };
  const events = playedBar(draw, tape.symbol.id, bar, span, tape.motionAt?.(fromMs, row));
  for (const key of tape.played.keys()) if (tape.played.size >= knownBars) tape.played.delete(key);
  tape.played.set(fromMs, { draw, events });
  return events;
};

/** Adds the last price at each full second of ours that has no event in the second before. */
function carried(tape: Tape, ticks: readonly FeedTick[], fromMs: number, toMs: number): FeedTick[] {
  const all = [...ticks];
  for (let atMs = Math.floor(fromMs / carryMs) * carryMs + carryMs; atMs <= toMs; atMs += carryMs) {
    if (ticks.some((tick) => tick.atMs > atMs - carryMs && tick.atMs <= atMs)) continue;
    const event = lastEventBefore(tape, atMs, played);
    if (event !== undefined) all.push({ ...toTick(tape, event, atMs), volume: undefined });
  }
  return all.sort((a, b) => a.atMs - b.atMs);
}

/** The price at an instant of ours; undefined in a gap in which the file's market was closed. */
function lastEventBefore(tape: Tape, serverMs: number, eventsOf: EventsOf): PlayedEvent | undefined {
  const { file, time } = tape;
  const { fileMs, round } = time.toFile(serverMs);
  const row = file.rowFrom(fileMs + 1) - 1;
  if (row < 0) return undefined;
  const event = eventsOf(tape, round, row).findLast(({ atMs }) => atMs <= serverMs);
  return event !== undefined && fileMs - time.toFile(event.atMs).fileMs <= maxCarryMs ? event : undefined;
}

/** Where a log ends that goes on: its last price, beside the recording's of then. */
function levelAt(tape: Tape, head: LastPrice): ReplayedLevel {
  const { file, time, symbol } = tape;
  const { fileMs, round } = time.toFile(head.atMs);
  const row = Math.max(0, file.rowFrom(fileMs + 1) - 1);
  const drawn = played(tape, round, row);
  const events = drawn.length > 0 ? drawn : recorded(tape, round, row);
  const event = events.findLast(({ atMs }) => atMs <= head.atMs) ?? events[0];
  invariant(event !== undefined, 'a row of a file has a price');
  return levelOf(event.price, price(head.price), symbol.digits);
}

/** One price each quarter hour, where the file has one in it. */
function coarseTicks(tape: Tape, fromMs: number, toMs: number): FeedTick[] {
  const ticks: FeedTick[] = [];
  for (let atMs = Math.ceil((fromMs + 1) / coarseStepMs) * coarseStepMs; atMs < toMs; atMs += coarseStepMs) {
    const event = lastEventBefore(tape, atMs, recorded);
    if (event !== undefined) ticks.push({ ...toTick(tape, event, atMs), volume: undefined });
  }
  return ticks;
}

function toTick({ symbol, spread }: Tape, event: Omit<PlayedEvent, 'atMs'>, atMs: number): FeedTick {
  const sides =
    event.bid === undefined || event.ask === undefined ? bidAsk(event.price, spread) : { bid: event.bid, ask: event.ask };
  return { symbol: symbol.id, atMs, sourceAtMs: atMs, receivedAtMs: atMs, price: event.price, ...sides, volume: event.volume };
}
