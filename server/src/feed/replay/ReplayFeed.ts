/**
 * Replays recorded quotes from a folder. Each symbol has its own file and its own clock (fileClock). What the file says
 * between the last look and now is reported at its mapped time; while the file is silent, as within a minute bar, its
 * last price is carried on once a second, until the file's gap is so long that its market must have been closed.
 */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SymbolTerms } from '../../catalog/Catalog';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import { repeat, type Repeating } from '../../platform/timers';
import type { FeedTick, PriceFeed } from '../PriceFeed';
import { bidAsk, spreadOf, type Spread } from '../spread';
import { createFileClock, type FileClock } from './fileClock';
import { parseQuoteFile, type FileEvent, type QuoteFile } from './quoteFile';
import { quoteFileNames } from './quoteFileNames';

const roundMs = 250;
const carryMs = 1_000;
/** In the file's time. A daily break is an hour; a weekend two days. */
const longestCarryMs = 75 * 60_000;
const catchUpMs = 5_000;
/** In the file's time: every event of this span, before it a price each quarter hour. */
const fullHistoryMs = 24 * 3_600_000;
const coarseStepMs = 15 * 60_000;

export interface ReplayFeedOptions {
  readonly folder: string;
  readonly speed: number;
  readonly clock: Clock;
  readonly log: Log;
}

interface Tape {
  readonly symbol: SymbolTerms;
  readonly file: QuoteFile;
  readonly time: FileClock;
  readonly spread: Spread;
}

export function createReplayFeed({ folder, speed, clock, log }: ReplayFeedOptions): PriceFeed {
  const tapes = new Map<string, Promise<Tape | undefined>>();
  const latest = new Map<string, FeedTick>();
  let timer: Repeating | undefined;
  let missing: string[] = [];

  const tapeOf = (symbol: SymbolTerms): Promise<Tape | undefined> => {
    let tape = tapes.get(symbol.id);
    if (tape === undefined) tapes.set(symbol.id, (tape = openTape(folder, symbol, speed, log)));
    return tape;
  };

  return {
    source: 'replay',
    async start(symbols, onTicks) {
      const opened = await Promise.all(symbols.map(tapeOf));
      const playing = opened.filter((tape) => tape !== undefined);
      missing = symbols.filter((_, index) => opened[index] === undefined).map((symbol) => symbol.id);
      if (missing.length > 0) log.warn({ folder, missing }, 'NO RECORDED QUOTES for these symbols: they are not quoted');
      let lastMs = clock.now();
      timer = repeat(
        roundMs,
        async () => {
          const nowMs = clock.now();
          const ticks = playing.flatMap((tape) => ticksBetween(tape, Math.max(lastMs, nowMs - catchUpMs), nowMs, true));
          lastMs = nowMs;
          for (const tick of ticks) latest.set(tick.symbol, tick);
          if (ticks.length > 0) onTicks(ticks);
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
      problem: missing.length === 0 ? undefined : `no file for ${missing.join(', ')}`,
      refused: {},
    }),
    async history(symbol, fromMs, toMs) {
      const tape = await tapeOf(symbol);
      if (tape === undefined) return [];
      const recentMs = Math.max(fromMs, toMs - Math.ceil(fullHistoryMs / speed));
      return [...coarseTicks(tape, fromMs, recentMs), ...ticksBetween(tape, recentMs, toMs, false)];
    },
  };
}

async function openTape(folder: string, symbol: SymbolTerms, speed: number, log: Log): Promise<Tape | undefined> {
  for (const name of quoteFileNames(symbol)) {
    const path = join(folder, name);
    try {
      await access(path);
    } catch {
      continue;
    }
    try {
      const file = parseQuoteFile(await readFile(path, 'utf8'));
      log.info({ symbol: symbol.id, file: name, kind: file.kind, rows: file.rows }, 'replaying recorded quotes');
      return { symbol, file, time: createFileClock(file, speed), spread: spreadOf(symbol) };
    } catch (error) {
      log.error({ err: error, symbol: symbol.id, file: name }, 'recorded quotes cannot be read');
    }
  }
  return undefined;
}

/** Events of the file after `fromMs` and up to `toMs` (ours), each at its mapped time; with the last price carried on each second. */
export function ticksBetween(tape: Tape, fromMs: number, toMs: number, doesCarry: boolean): FeedTick[] {
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
      for (const event of file.events(row)) {
        const atMs = time.toServer(round, event.atMs);
        if (atMs > fromMs && atMs <= toMs && atMs > (ticks[ticks.length - 1]?.atMs ?? 0)) ticks.push(toTick(tape, event, atMs));
      }
    }
  }
  return doesCarry ? carried(tape, ticks, fromMs, toMs) : ticks;
}

/** Adds the last price at each full second of ours that has no event in the second before. */
function carried(tape: Tape, ticks: readonly FeedTick[], fromMs: number, toMs: number): FeedTick[] {
  const all = [...ticks];
  for (let atMs = Math.floor(fromMs / carryMs) * carryMs + carryMs; atMs <= toMs; atMs += carryMs) {
    if (ticks.some((tick) => tick.atMs > atMs - carryMs && tick.atMs <= atMs)) continue;
    const event = lastEventBefore(tape, atMs);
    if (event !== undefined) all.push({ ...toTick(tape, event, atMs), volume: undefined });
  }
  return all.sort((a, b) => a.atMs - b.atMs);
}

/** The file's price at an instant of ours; undefined in a gap in which its market was closed. */
export function lastEventBefore({ file, time }: Pick<Tape, 'file' | 'time'>, serverMs: number): FileEvent | undefined {
  const { fileMs } = time.toFile(serverMs);
  const row = file.rowFrom(fileMs + 1) - 1;
  if (row < 0) return undefined;
  const event = file
    .events(row)
    .filter((candidate) => candidate.atMs <= fileMs)
    .pop();
  return event !== undefined && fileMs - event.atMs <= longestCarryMs ? event : undefined;
}

/** One price each quarter hour, where the file has one in it. */
function coarseTicks(tape: Tape, fromMs: number, toMs: number): FeedTick[] {
  const ticks: FeedTick[] = [];
  for (let atMs = Math.ceil((fromMs + 1) / coarseStepMs) * coarseStepMs; atMs < toMs; atMs += coarseStepMs) {
    const event = lastEventBefore(tape, atMs);
    if (event !== undefined) ticks.push({ ...toTick(tape, event, atMs), volume: undefined });
  }
  return ticks;
}

function toTick({ symbol, spread }: Tape, event: FileEvent, atMs: number): FeedTick {
  const sides =
    event.bid === undefined || event.ask === undefined ? bidAsk(event.price, spread) : { bid: event.bid, ask: event.ask };
  return { symbol: symbol.id, atMs, sourceAtMs: atMs, receivedAtMs: atMs, price: event.price, ...sides, volume: event.volume };
}
