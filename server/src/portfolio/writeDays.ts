/**
 * One row for each person, mode and day of what he owned at its end, as the overview counts it. Written a little after midnight, some
 * people at a time; a transaction holds the place that was reached, so that two servers never write at once and one that was lost is gone on
 * from. Days without a server are made up for as far as can be told; what is older than is kept goes in the same step.
 */
import { portfolioParts, portfolioTotal } from '@tessera/shared/trading';
import { toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Catalog } from '../catalog/Catalog';
import { transactionLimitMs, type Db, type Tx } from '../store/database';
import { accountsAt } from './accountsAt';
import { dayOf, endOfDay } from '../calendar/days';
import { keptDays, shownDays } from './days';
import { pricesAt, type PricesAt } from './pricesAt';

/** What was posted before midnight is committed by then. */
const afterMidnightMs = 2 * transactionLimitMs;
const usualBatch = 500;

interface WriterDeps {
  readonly db: Db;
  readonly catalog: Pick<Catalog, 'symbols'>;
  /** In one transaction. */
  readonly peopleAtOnce?: number;
}

/** Until every day that is over is written, or another server is at it. Answers how many rows it wrote. */
export async function writeDays(
  { db, catalog, peopleAtOnce = usualBatch }: WriterDeps,
  nowMs: number,
  signal?: AbortSignal,
): Promise<number> {
  const lastDay = dayOf(nowMs - afterMidnightMs) - 1;
  // Of the day at which it is.
  let prices: { readonly day: number; readonly of: PricesAt } | undefined;
  let written = 0;
  while (signal?.aborted !== true) {
    const step = await db.transaction().execute(async (tx) => {
      const at = await holdProgress(tx, lastDay);
      if (at === undefined || at.day > lastDay) return undefined;
      if (prices?.day !== at.day) prices = { day: at.day, of: await pricesAt(tx, catalog, endOfDay(at.day)) };
      return writeBatch(tx, at, prices.of, peopleAtOnce);
    });
    if (step === undefined) return written;
    written += step;
  }
  return written;
}

interface Progress {
  readonly day: number;
  readonly reachedUserId: number;
}

/** undefined: somebody else holds it. What is older than is shown is not made up for. */
async function holdProgress(tx: Tx, lastDay: number): Promise<Progress | undefined> {
  await sql`insert into portfolio_progress (day) values (${lastDay - shownDays + 1}) on conflict do nothing`.execute(tx);
  const { rows } = await sql<Progress>`select day, reached_user_id from portfolio_progress for update skip locked`.execute(tx);
  const at = rows[0];
  return at === undefined || at.day > lastDay - shownDays ? at : { day: lastDay - shownDays + 1, reachedUserId: 0 };
}

async function writeBatch(tx: Tx, { day, reachedUserId }: Progress, prices: PricesAt, peopleAtOnce: number): Promise<number> {
  const { rows } = await sql<{ ownerId: number }>`
    select distinct owner_id from account where owner_id > ${reachedUserId}::bigint order by owner_id limit ${peopleAtOnce}`.execute(
    tx,
  );
  const people = rows.map(({ ownerId }) => ownerId);
  const values = (await accountsAt(tx, people, day, prices)).flatMap(({ userId, mode, coin, contract, held }) => {
    const total = portfolioTotal(portfolioParts(coin, contract, (asset) => prices.get(`${asset}-USDT`), held));
    return total === undefined ? [] : [{ userId, mode, day, value: toText(total) }];
  });
  if (values.length > 0)
    await tx
      .insertInto('portfolioDay')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await sql`
    delete from portfolio_day kept using unnest(${people}::bigint[]) person (id), unnest(array['real', 'demo']) m (mode)
    where kept.user_id = person.id and kept.mode = m.mode and kept.day <= ${day - keptDays}`.execute(tx);
  const reached = people.at(-1);
  // The last of them ends the day.
  const next: Progress =
    reached === undefined || people.length < peopleAtOnce ? { day: day + 1, reachedUserId: 0 } : { day, reachedUserId: reached };
  await tx.updateTable('portfolioProgress').set(next).execute();
  return values.length;
}

/** When the next day can be written. */
export const msToNextDay = (nowMs: number): number => endOfDay(dayOf(nowMs - afterMidnightMs)) + afterMidnightMs - nowMs;
