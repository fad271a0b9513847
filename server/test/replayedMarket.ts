/** Recorded quotes as the replay plays them at their own speed, in drawn directions: every symbol that has a file, in a loop of whole weeks. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReplayedLevel } from '@tessera/shared/fairness';
import type { Catalog } from '../src/catalog/Catalog';
import type { FeedTick } from '../src/feed/PriceFeed';
import { dayOf } from '../src/feed/days/DayPart';
import { nativeSha256 } from '../src/feed/nativeSha256';
import { createFileClock } from '../src/feed/replay/fileClock';
import { playMoves } from '../src/feed/replay/playMoves';
import { parseQuoteFile } from '../src/feed/replay/quoteFile';
import { quoteFileNames } from '../src/feed/replay/quoteFileNames';
import { ticksBetween, type Tape } from '../src/feed/replay/ReplayFeed';
import { spreadOf } from '../src/feed/spread';

export interface ReplayedMarket {
  readonly symbols: readonly string[];
  /** How long each recording is before it begins again, in days. */
  readonly days: Readonly<Record<string, number>>;
  /** Each time goes on from the time before. */
  ticksIn(symbol: string, fromMs: number, toMs: number): readonly FeedTick[];
}

export function replayedMarket(catalog: Catalog, folder: string): ReplayedMarket {
  const tapes = new Map<string, Tape>();
  const levels = new Map<string, ReplayedLevel>();
  for (const symbol of catalog.symbols()) {
    const text = firstOf(quoteFileNames(symbol).map((name) => join(folder, name)));
    if (text === undefined) continue;
    const file = parseQuoteFile(text);
    const drawAt = (atMs: number): Uint8Array => nativeSha256(Buffer.from(`a draw of ${dayOf(atMs)}`));
    tapes.set(symbol.id, { symbol, file, time: createFileClock(file, 1), spread: spreadOf(symbol), drawAt, played: new Map() });
  }
  return {
    symbols: [...tapes.keys()],
    days: Object.fromEntries([...tapes].map(([id, { time }]) => [id, time.loopMs / 86_400_000])),
    ticksIn(symbol, fromMs, toMs) {
      const tape = tapes.get(symbol);
      if (tape === undefined) return [];
      const { ticks, level } = playMoves(tape.symbol, ticksBetween(tape, fromMs, toMs), levels.get(symbol), tape.drawAt);
      if (level !== undefined) levels.set(symbol, level);
      return ticks;
    },
  };
}

function firstOf(paths: readonly string[]): string | undefined {
  for (const path of paths) {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      // The next name.
    }
  }
  return undefined;
}
