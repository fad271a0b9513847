import type { Catalog } from '../catalog/Catalog';
import type { PriceFeed } from './PriceFeed';
import type { TickWriter } from './TickWriter';

/** A pause shorter than this leaves no hole that a chart would show. */
const shortPauseMs = 30_000;

export interface FillIn {
  readonly catalog: Catalog;
  readonly feed: Pick<PriceFeed, 'history'>;
  readonly writer: Pick<TickWriter, 'heads' | 'backfill'>;
  readonly nowMs: number;
  /** How far back the log of a first start goes. */
  readonly historyMs: number;
  /** After each symbol. */
  readonly onWritten: () => Promise<void>;
}

/** Writes what the feed knows of the time in which nobody led it, of each symbol from where its log ends. */
export async function fillIn({ catalog, feed, writer, nowMs, historyMs, onWritten }: FillIn): Promise<void> {
  const heads = writer.heads();
  // One symbol is computed while the one before is being written.
  let writing = Promise.resolve();
  for (const symbol of catalog.symbols()) {
    const fromMs = Math.max(heads.get(symbol.id)?.atMs ?? 0, nowMs - historyMs);
    if (nowMs - fromMs < shortPauseMs) continue;
    const ticks = await feed.history(symbol, fromMs, nowMs);
    await writing;
    writing = writer.backfill(ticks).then(onWritten);
    // Anyone who awaits next hears of a failure; until then it is not "unhandled".
    writing.catch(() => undefined);
  }
  await writing;
}
