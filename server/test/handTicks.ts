/** Ticks written by hand, through the true chain and into the log itself. */
import { price } from '@tessera/shared/money';
import type { FeedTick } from '../src/feed/PriceFeed';
import {
  chainTick,
  emptyHead,
  insertTicks,
  isLate,
  readWatermarks,
  type ChainedFeedTick,
  type TickHead,
} from '../src/feed/tickLog';
import type { Db } from '../src/store/database';

/** A tick of a source with one price, no spread and no volume, that comes at once. */
export const aFeedTick = (symbol: string, atMs: number, text: string): FeedTick => ({
  symbol,
  atMs,
  sourceAtMs: atMs,
  receivedAtMs: atMs,
  price: price(text),
  bid: price(text),
  ask: price(text),
  volume: undefined,
});

/** `heads` go on with what was written. */
export async function writeByHand(
  db: Db,
  heads: Map<string, TickHead>,
  ticks: readonly (FeedTick & { readonly isFilled?: boolean })[],
  decided: ReadonlyMap<string, number> | undefined = undefined,
  epoch = 1,
): Promise<void> {
  const after = new Map(heads);
  const chained = ticks.map(({ isFilled = false, ...tick }): ChainedFeedTick => {
    const kind = isFilled ? 'history' : tick.atMs <= (decided?.get(tick.symbol) ?? -1) ? 'late' : 'live';
    const next = chainTick(after.get(tick.symbol) ?? emptyHead, tick, kind);
    after.set(tick.symbol, next);
    return next;
  });
  if (chained.length === 0) return;
  try {
    await insertTicks(db, chained, epoch);
  } catch (error) {
    if (decided !== undefined || (error as { code?: unknown }).code !== isLate) throw error;
    return writeByHand(db, heads, ticks, await readWatermarks(db), epoch);
  }
  for (const [symbol, head] of after) heads.set(symbol, head);
}
