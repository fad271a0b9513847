/**
 * A price of each symbol from just now. A server with simulated or replayed prices that starts on it goes on from there: without it the server first
 * draws and writes a month of history, four thousand ticks of each symbol, which most of a first start computes.
 */
import { toText } from '@tessera/shared/money';
import { loadCatalog } from '../src/catalog/Catalog';
import { createSystemClock } from '../src/platform/Clock';
import type { Db } from '../src/store/database';
import { aFeedTick, writeByHand } from './handTicks';

export async function giveShortPast(db: Db, source: 'simulated' | 'replay' = 'simulated'): Promise<void> {
  const nowMs = createSystemClock().now();
  // Nobody leads: who starts takes the lease.
  await db
    .insertInto('lease')
    .values({ name: 'feed', holder: 'test', epoch: 1, untilMs: 0 })
    .onConflict((held) => held.column('name').doUpdateSet({ untilMs: 0 }))
    .execute();
  await db
    .insertInto('feedEpoch')
    .values({ epoch: 1, source, startedAtMs: nowMs })
    .onConflict((held) => held.doNothing())
    .execute();
  const symbols = (await loadCatalog(db, nowMs)).symbols();
  const ticks = symbols.map(({ id, model }) => ({ ...aFeedTick(id, nowMs, toText(model.referencePrice)), isFilled: true }));
  await writeByHand(db, new Map(), ticks);
}
