/**
 * After the server has stopped: its jobs run here with a clock that is put forward until nothing is left to decide, so that the
 * audit reads a finished log. A day later every position that still stands has paid its night.
 */
import { loadCatalog } from '../src/catalog/Catalog';
import { createLeverage } from '../src/products/leverage/Leverage';
import { createSystemClock, createTestClock } from '../src/platform/Clock';
import { createLog } from '../src/platform/log';
import { createMetrics } from '../src/platform/metrics';
import { createSeconds } from '../src/products/seconds/Seconds';
import { createSpot } from '../src/products/spot/Spot';
import type { Db } from '../src/store/database';
import { testReceipts } from './testReceipts';

const dayMs = 86_400_000;

/** Answers up to which instant everything has been judged. */
export async function judgeRest(db: Db): Promise<number> {
  const startMs = createSystemClock().now();
  const clock = createTestClock(startMs);
  const catalog = await loadCatalog(db, startMs);
  const parts = {
    db,
    catalog,
    clock,
    log: createLog({ logLevel: 'error' }),
    metrics: createMetrics({ collectProcess: false }),
    receipts: testReceipts,
    wakeOutbox: () => undefined,
    wakeJob: () => undefined,
  };
  const [seconds, spot, leverage] = [await createSeconds(parts), createSpot(parts), createLeverage(parts)];
  for (const laterMs of [0, 8000, 40_000, 400_000, dayMs + 60_000, dayMs + 120_000]) {
    clock.set(startMs + laterMs);
    const { signal } = new AbortController();
    await seconds.settlementJob.run(signal);
    await spot.executionJob.run(signal);
    while ((await leverage.runRound()).events > 0);
  }
  return clock.now();
}
