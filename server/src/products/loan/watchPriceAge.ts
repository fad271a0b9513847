/** For operators: the age of the last deciding prices of each market of running loans. While it is high, the loans against that coin are unprotected. */
import { standsAfterMs } from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { WorkerDeps } from '../../execution/createWorker';
import type { Db } from '../../store/database';
import { enterLock } from '../../store/lockOrder';
import { lastDecidingMarks } from './lastDecidingMarks';
import { keepAlarms, type StandingMarket } from './priceAlarms';
import { markDue } from './watchBounds';

const everyMs = 30_000;
/** Shown for a market without deciding prices for longer than this. */
const weekSeconds = 7 * 86_400;

export function createPriceAgeWatch({
  db,
  metrics,
  log,
}: Pick<WorkerDeps, 'db' | 'metrics' | 'log'>): (nowMs: number) => Promise<void> {
  const age = metrics.gauge(
    'loan_prices_age_seconds',
    'Since a market of running loans had prices that decide: outside of halts, in a minute that is not thin',
    ['symbol'],
  );
  let lookedAtMs = -Infinity;
  return async (nowMs) => {
    if (Math.abs(nowMs - lookedAtMs) < everyMs) return;
    lookedAtMs = nowMs;
    const { rows } = await sql<{ symbolId: string; meanSeconds: number; loans: number }>`
      select c.symbol_id, max(l.mean_seconds) as mean_seconds, (count(*) filter (where l.mode = 'real'))::int as loans from loan l join loan_collateral c on c.loan_id = l.id
      where l.status in ('open', 'overdue') and c.symbol_id is not null group by 1`.execute(db);
    age.reset();
    const standing: StandingMarket[] = [];
    for (const { symbolId, meanSeconds, loans } of rows) {
      const mark = (await lastDecidingMarks(db, [symbolId], { atMs: nowMs, meanSeconds })).get(symbolId);
      age.set({ symbol: symbolId }, mark === undefined ? weekSeconds : (nowMs - mark.atMs) / 1000);
      if (mark === undefined || mark.atMs <= nowMs - standsAfterMs) standing.push({ symbolId, lastAtMs: mark?.atMs, loans });
    }
    await keepAlarms(db, log, standing, nowMs);
    await lookAtAll(
      db,
      standing.map(({ symbolId }) => symbolId),
    );
  };
}

/** The bounds assume that each coin keeps its last price. For a coin that stands still, time changes this too, until it counts for nothing. */
async function lookAtAll(db: Db, standing: readonly string[]): Promise<void> {
  if (standing.length === 0) return;
  await db.transaction().execute(async (tx) => {
    enterLock(tx, 'order');
    const { rows } = await sql<{ id: number }>`
      select l.id from loan l where l.status in ('open', 'overdue') and not l.is_due
        and exists (select from loan_collateral c where c.loan_id = l.id and c.symbol_id = any (${standing}::text[]))
        and exists (select from loan_collateral c where c.loan_id = l.id and c.symbol_id <> all (${standing}::text[]))
      order by 1 for update skip locked`.execute(tx);
    await markDue(
      tx,
      rows.map(({ id }) => id),
    );
  });
}
