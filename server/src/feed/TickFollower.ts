/**
 * Feeds the bus on a node that does not lead: reads what the log has gained since the last look and publishes it, every tick
 * in its order, as the leader does. It looks four times a second, and at once when it is woken: a leader on the same machine
 * says when it has written. While somebody says so it looks by itself once a second.
 */
import { sql } from 'kysely';
import { repeat, type Repeating } from '../platform/timers';
import type { Db, Tx } from '../store/database';
import { toRecordedTick, type TickRow } from './TickRow';
import type { RecordedTick, TickBus } from './TickBus';

const pollMs = 250;
/** Woken so short a time ago: it will be again. */
const wokenMs = 2_000;
const wokenPollMs = 1_000;
/** A follower that was away for longer goes on from the log's end: what needs every tick reads the log. */
const maxMissed = 2_000;

export async function readLatestTicks(db: Db | Tx): Promise<RecordedTick[]> {
  return (await db.selectFrom('tickHead').selectAll().execute()).map(toRecordedTick);
}

/** Each symbol's ticks after the one known, in order; of a symbol that is not known the latest. */
async function readTicksAfter(db: Db, known: ReadonlyMap<string, number>): Promise<RecordedTick[]> {
  const { rows } = await sql<TickRow>`
    select t.symbol_id, t.seq, t.at_ms, t.price, t.bid, t.ask, t.volume, t.hash, t.is_live
    from tick_head h
    left join unnest(${[...known.keys()]}::text[], ${[...known.values()]}::bigint[]) known (symbol_id, seq) on known.symbol_id = h.symbol_id
    cross join lateral (
      select * from tick where symbol_id = h.symbol_id
        and seq > case when h.seq - known.seq <= ${maxMissed}::bigint then known.seq else h.seq - 1 end and seq <= h.seq
      order by seq limit ${maxMissed}
    ) t order by t.symbol_id, t.seq`.execute(db);
  return rows.map(toRecordedTick);
}

export function followTicks(db: Db, bus: TickBus, onError: (error: unknown) => void): Repeating {
  const known = new Map<string, number>();
  let wokenAtMs = -Infinity;
  const looking = repeat(
    pollMs,
    async () => {
      const ticks = await readTicksAfter(db, known);
      for (const tick of ticks) known.set(tick.symbol, tick.seq);
      if (ticks.length > 0) bus.publish(ticks);
      return performance.now() - wokenAtMs < wokenMs ? wokenPollMs : pollMs;
    },
    onError,
  );
  return {
    stop: looking.stop,
    wake() {
      wokenAtMs = performance.now();
      looking.wake();
    },
  };
}
