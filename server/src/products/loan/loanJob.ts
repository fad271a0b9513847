/** The job that judges loans: it marks the loans whose collateral crossed a bound, then judges each of them in its own transaction. */
import type { AccountMode } from '@tessera/shared/contract';
import { sql } from 'kysely';
import { createWorker, inParallel, maxPauseMs, type WorkerDeps } from '../../execution/createWorker';
import type { Job } from '../../jobs/JobRunner';
import type { Db } from '../../store/database';
import { judgeLoan, type JudgeDeps } from './judgeLoan';
import { cacheLastDecidingMarks } from './lastDecidingMarks';
import { createPriceAgeWatch } from './watchPriceAge';

export const loanJobName = 'loan-levels';
const usualRound = 200;
const concurrency = 2;

interface LoanJobDeps extends WorkerDeps, JudgeDeps {
  /** Loans per query. */
  readonly loansAtOnce?: number;
}

export function createLoanJob(deps: LoanJobDeps): Job {
  const { db, metrics, wakeOutbox, loansAtOnce = usualRound } = deps;
  const decided = metrics.counter('loan_decisions_total', 'Calls of loans, their ends, and liquidations', ['verdict']);
  const watchPriceAge = createPriceAgeWatch(deps);
  let practisedTo = 0;
  return createWorker<number>(deps, {
    name: loanJobName,
    subject: 'a loan',
    async begin({ nowMs }) {
      const isWork = await hasWork(db);
      if (isWork) await markLoans(db);
      await watchPriceAge(nowMs);
      return isWork ? undefined : maxPauseMs;
    },
    async round({ nowMs, except, signal, attempt }) {
      let happened = 0;
      const lastPrices = cacheLastDecidingMarks();
      async function judgeSome(mode: AccountMode, after: number): Promise<number | undefined> {
        const ids = await dueLoans(db, except, { mode, after, limit: loansAtOnce });
        await inParallel(ids, concurrency, signal, async (id) => {
          const verdict = await attempt(id, () => judgeLoan({ ...deps, lastPrices }, id, nowMs));
          if (verdict === undefined) return;
          happened += 1;
          decided.inc({ verdict });
          wakeOutbox();
        });
        return ids.length === loansAtOnce && !signal.aborted ? ids.at(-1) : undefined;
      }
      // Goes through all due loans: those that cannot be judged do not delay the ones behind them.
      let realTo: number | undefined = 0;
      while (realTo !== undefined) realTo = await judgeSome('real', realTo);
      // Demo loans cost nothing, so there may be any number of them: a batch each round, in turn.
      practisedTo = (await judgeSome('demo', practisedTo)) ?? 0;
      return happened === 0 ? maxPauseMs : undefined;
    },
  }).job;
}

/** One question, because each beat of the prices asks it: without loans there is neither a cursor nor a mark. */
async function hasWork(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from loan where is_due)
      or exists (select from loan_cursor c join tick_head h using (symbol_id) where h.seq > c.seq)`.execute(db);
  return rows.length > 0;
}

/**
 * Moves each market's cursor to the head of its log and marks the loans that the ticks in between may concern, in one transaction. The bounds
 * are indexed, so a round without a crossing reads the new ticks only. The cursors are locked first, so bounds that were just stored are seen.
 */
async function markLoans(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ symbolId: string }>`
      select c.symbol_id from loan_cursor c join tick_head h using (symbol_id) where h.seq > c.seq order by 1 for update of c skip locked`.execute(
      tx,
    );
    if (rows.length === 0) return;
    await sql`
      with ran as (
        select c.symbol_id, n.low, n.high, n.seq, (select t.at_ms from tick t where t.symbol_id = c.symbol_id and t.seq = c.seq) as from_ms
        from loan_cursor c cross join lateral (
          select min(t.price) filter (where t.is_live) as low, max(t.price) filter (where t.is_live) as high, max(t.seq) as seq
          from tick t where t.symbol_id = c.symbol_id and t.seq > c.seq
        ) n where c.symbol_id = any (${rows.map(({ symbolId }) => symbolId)}::text[]) and n.seq is not null
      ), crossed as (
        select c.loan_id, r.from_ms from ran r join loan_collateral c on c.symbol_id = r.symbol_id and c.watch_below >= r.low
        union
        select c.loan_id, r.from_ms from ran r join loan_collateral c on c.symbol_id = r.symbol_id and c.watch_above <= r.high
      ), marked as (
        update loan l set is_due = true, looked_at_ms = case when l.is_due then l.looked_at_ms else greatest(l.looked_at_ms, f.from_ms) end
        from (select loan_id, min(from_ms) as from_ms from crossed group by 1) f where l.id = f.loan_id and l.ended_at_ms is null
      )
      update loan_cursor c set seq = r.seq from ran r where c.symbol_id = r.symbol_id`.execute(tx);
  });
}

/** Due loans for which the log has ticks that were not checked yet. */
async function dueLoans(
  db: Db,
  except: readonly number[],
  { mode, after, limit }: { readonly mode: AccountMode; readonly after: number; readonly limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from loan l where l.is_due and l.mode = ${mode} and l.id > ${after} and l.id <> all (${except}::bigint[]) and (exists (
      select from loan_collateral c join tick_head h using (symbol_id) where c.loan_id = l.id and h.at_ms > l.looked_at_ms)
      or not exists (select from loan_collateral c where c.loan_id = l.id and c.symbol_id is not null))
    order by l.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
