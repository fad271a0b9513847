/**
 * Feeds the bus on a node that does not lead: reads the heads of the log four times a second and publishes those that
 * moved. Listeners there hear the newest tick of each symbol, not every tick; what needs every tick reads the log.
 */
import { amount, price } from '@tessera/shared/money';
import { repeat, type Repeating } from '../platform/timers';
import type { Db, Tx } from '../store/database';
import type { RecordedTick, TickBus } from './TickBus';

const pollMs = 250;

export async function readLatestTicks(db: Db | Tx): Promise<RecordedTick[]> {
  const rows = await db.selectFrom('tickHead').selectAll().execute();
  return rows.map((row) => ({
    symbol: row.symbolId,
    seq: row.seq,
    atMs: row.atMs,
    price: price(row.price),
    bid: price(row.bid),
    ask: price(row.ask),
    volume: row.volume === null ? undefined : amount(row.volume),
    hash: Uint8Array.from(row.hash),
    isFilled: !row.isLive,
  }));
}

export function followTicks(db: Db, bus: TickBus, onError: (error: unknown) => void): Repeating {
  const known = new Map<string, number>();
  return repeat(
    pollMs,
    async () => {
      const moved = (await readLatestTicks(db)).filter((tick) => known.get(tick.symbol) !== tick.seq);
      for (const tick of moved) known.set(tick.symbol, tick.seq);
      if (moved.length > 0) bus.publish(moved);
    },
    onError,
  );
}
