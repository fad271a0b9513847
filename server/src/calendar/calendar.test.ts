/** Each day of each order is booked once: after days off, beside another process, with a clock that jumps, over midnight and a leap day. */
import { expect, test } from '@jest/globals';
import { amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import { aFeedTick, writeByHand } from '../../test/handTicks';
import { useTestDatabase } from '../../test/testDatabase';
import { readHeads } from '../feed/tickLog';
import { createTestClock } from '../platform/Clock';
import { createLog } from '../platform/log';
import { createMetrics } from '../platform/metrics';
import { createBatchSize } from './batchSize';
import { createCalendar, type DailyBooking } from './Calendar';
import { dayMs, dayOf, endOfDay } from './days';

const database = useTestDatabase();
const log = createLog({ logLevel: 'silent' });
const noon = Date.UTC(2028, 1, 27, 12);
const firstDay = dayOf(noon);
const never = new AbortController().signal;

/** Orders with a row of their own, whose days are booked by counting them. */
async function openOrders(refs: readonly number[]) {
  const clock = createTestClock(noon);
  const { db, owner } = database;
  await owner.query('drop table if exists daily_order; create table daily_order (id bigint primary key, next_day int not null)');
  await owner.query('truncate accrual, lease');
  await owner.query("insert into lease (name, holder, epoch, until_ms) values ('feed', 'test', 1, 0)");
  await owner.query('insert into daily_order select unnest($1::bigint[]), $2', [refs, firstDay]);
  const tick = async (atMs: number) => {
    if (atMs > (await newestTick())) await writeByHand(db, await readHeads(db), [aFeedTick('BTC-USDT', atMs, '100000')]);
  };
  const faults = {
    failing: new Set<number>(),
    error: new Error('this one cannot be booked'),
    beforeCommit: async (): Promise<void> => undefined,
  };
  const booking: DailyBooking = {
    kind: 'treasure',
    async due(of, { lastDay, limit, except }) {
      const { rows } = await sql<{ id: number }>`
        select id from daily_order where next_day <= ${lastDay} and id <> all (${[...except]}::bigint[])
        order by next_day, id limit ${limit}`.execute(of);
      return rows.map(({ id }) => id);
    },
    async book(tx, { refs: asked, lastDay }) {
      const { rows } = await sql<{ ref: number; day: number }>`
        update daily_order set next_day = next_day + 1 where id = any (array(
          select id from daily_order where id = any (${[...asked]}::bigint[]) and next_day <= ${lastDay} for update skip locked))
        returning id as ref, next_day - 1 as day`.execute(tx);
      if (rows.some(({ ref }) => faults.failing.has(ref))) throw faults.error;
      await faults.beforeCommit();
      return rows.map((row) => ({ ...row, amount: amount('1') }));
    },
  };
  const calendar = (holder = 'one', ordersAtOnce = 3) =>
    createCalendar({
      db,
      clock,
      log,
      metrics: createMetrics({ collectProcess: false }),
      holder,
      bookings: [booking],
      ordersAtOnce,
    });
  const days = async () => {
    const rows = await db.selectFrom('accrual').select(['ref', 'day']).orderBy('day').orderBy('ref').execute();
    return rows.map(({ ref, day }) => `${ref}:${day - firstDay}`);
  };
  return { clock, tick, calendar, days, booking, faults };
}

async function newestTick(): Promise<number> {
  const row = await database.db
    .selectFrom('tickHead')
    .select((of) => of.fn.max<number | null>('atMs').as('at'))
    .executeTakeFirst();
  return row?.at ?? 0;
}

test('a day is booked once it is over and prices have gone past it; days off and the leap day are made up for', async () => {
  const { clock, tick, calendar, days } = await openOrders([1, 2]);
  const one = calendar();
  await tick(noon);
  clock.set(endOfDay(firstDay) - 1);
  expect(await one.job.run(never)).toBe(1);
  // It only looked: nothing is due, so nobody else was kept out.
  expect(await database.db.selectFrom('lease').select('name').execute()).toEqual([{ name: 'feed' }]);
  // Midnight by the clock alone: no price is of the new day.
  clock.set(endOfDay(firstDay));
  expect(await one.job.run(never)).toBe(5000);
  expect(await days()).toEqual([]);
  await tick(endOfDay(firstDay));
  await one.job.run(never);
  await one.job.run(never);
  expect(await days()).toEqual(['1:0', '2:0']);
  // 29 February is a day as any other.
  clock.set(Date.UTC(2028, 2, 2) + 1);
  await tick(clock.now());
  await one.job.run(never);
  expect(await days()).toEqual(['1:0', '2:0', '1:1', '2:1', '1:2', '2:2', '1:3', '2:3']);
});

test('a clock that jumps ahead pays for no day that is to come, and one that steps back for none again', async () => {
  const { clock, tick, calendar, days } = await openOrders([1]);
  const today = dayOf(await newestTick());
  await database.owner.query('update daily_order set next_day = $1', [today]);
  const one = calendar();
  clock.set(endOfDay(today + 30));
  await one.job.run(never);
  expect(await days()).toEqual([]);
  clock.set(endOfDay(today) + 1000);
  await tick(clock.now());
  await one.job.run(never);
  expect(await days()).toHaveLength(1);
  clock.set(endOfDay(today) - dayMs);
  await calendar('after the step').job.run(never);
  expect(await days()).toHaveLength(1);
});

test('what cannot be booked holds up nobody else, and is tried again', async () => {
  const { clock, tick, calendar, days, faults } = await openOrders([1, 2, 3, 4, 5]);
  clock.set(Math.max(endOfDay(firstDay), await newestTick()));
  await tick(clock.now());
  await database.owner.query('update daily_order set next_day = $1', [dayOf(clock.now()) - 1]);
  faults.failing.add(2);
  const one = calendar();
  await one.job.run(never);
  expect((await days()).map((row) => row.split(':')[0])).toEqual(['1', '3', '4', '5']);
  faults.failing.clear();
  await one.job.run(never);
  expect(await days()).toHaveLength(4);
  clock.advance(300_000);
  await one.job.run(never);
  expect(await days()).toHaveLength(5);
  // Set aside by a clock that was a day ahead.
  const nowMs = clock.now();
  await database.owner.query('update daily_order set next_day = $1 where id = 2', [dayOf(nowMs) - 2]);
  faults.failing.add(2);
  clock.advance(dayMs);
  await one.job.run(never);
  faults.failing.clear();
  clock.set(nowMs);
  await one.job.run(never);
  expect(await days()).toHaveLength(6);
});

test('one of which the database says each time that it may be tried again holds up nobody else either', async () => {
  const refs = Array.from({ length: 20 }, (_, index) => index + 1);
  const { clock, tick, calendar, days, faults } = await openOrders(refs);
  clock.set(Math.max(endOfDay(firstDay), await newestTick()));
  await tick(clock.now());
  await database.owner.query('update daily_order set next_day = $1', [dayOf(clock.now()) - 1]);
  faults.failing.add(1).add(2);
  faults.error = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const one = calendar('one', 5);
  for (let round = 0; round < 5; round += 1) await one.job.run(never).catch(() => undefined);
  expect((await days()).map((row) => Number(row.split(':')[0]))).toEqual(refs.slice(2));
  faults.failing.clear();
  clock.advance(300_000);
  await one.job.run(never);
  expect(await days()).toHaveLength(20);
});

test('who slept past his time books nothing; a day is refused a second time by the database', async () => {
  const { clock, tick, calendar, days, booking, faults } = await openOrders([1]);
  clock.set(Math.max(endOfDay(firstDay), await newestTick()));
  await tick(clock.now());
  await database.owner.query('update daily_order set next_day = $1', [dayOf(clock.now()) - 1]);
  // Another one takes the lease between the old one's look and its transaction.
  const sleeper = {
    ...booking,
    async due(...asked: Parameters<DailyBooking['due']>) {
      const refs = await booking.due(...asked);
      clock.advance(60_000);
      await sql`update lease set epoch = epoch + 1, holder = 'other' where name = 'calendar'`.execute(database.db);
      return refs;
    },
  };
  const metrics = createMetrics({ collectProcess: false });
  await createCalendar({ db: database.db, clock, log, metrics, holder: 'old', bookings: [sleeper] }).job.run(never);
  expect(await days()).toEqual([]);
  // The row of the order says that the day comes again, as a wrong program would have it.
  clock.advance(120_000);
  await calendar('new').job.run(never);
  expect(await days()).toHaveLength(1);
  await database.owner.query('update daily_order set next_day = next_day - 1');
  await calendar('newer').job.run(never);
  expect(await days()).toHaveLength(1);
  // Killed before the commit: nothing of it stays, and the next one books it.
  clock.advance(dayMs);
  await tick(clock.now());
  await database.owner.query('update daily_order set next_day = next_day + 1');
  faults.beforeCommit = () => Promise.reject(new Error('Connection terminated'));
  await expect(calendar('killed').job.run(never)).rejects.toThrow('Connection terminated');
  expect(await days()).toHaveLength(1);
  faults.beforeCommit = async () => undefined;
  await calendar('next').job.run(never);
  expect(await days()).toHaveLength(2);
});

test('killed while its clock was a month ahead, a process keeps nobody from the work', async () => {
  const { clock, tick, calendar, days } = await openOrders([1]);
  clock.set(Math.max(endOfDay(firstDay), await newestTick()));
  await tick(clock.now());
  await database.owner.query('update daily_order set next_day = $1', [dayOf(clock.now()) - 1]);
  const leaseUntil = (atMs: number) =>
    database.owner.query(
      `insert into lease values ('calendar', 'killed', 1, $1) on conflict (name) do update set until_ms = $1`,
      [atMs],
    );
  // Another one that is at work, by a clock a little ahead of ours.
  await leaseUntil(clock.now() + 90_000);
  await calendar().job.run(never);
  expect(await days()).toEqual([]);
  await leaseUntil(clock.now() + 30 * dayMs);
  await calendar().job.run(never);
  expect(await days()).toHaveLength(1);
});

test('two processes at once book each day once', async () => {
  const { clock, tick, calendar, days } = await openOrders([1, 2, 3, 4, 5, 6, 7]);
  clock.set(Math.max(endOfDay(firstDay), await newestTick()));
  await tick(clock.now());
  await database.owner.query('update daily_order set next_day = $1', [dayOf(clock.now()) - 3]);
  await Promise.all(['one', 'two', 'three'].map((holder) => calendar(holder, 2).job.run(never)));
  const booked = await days();
  expect([booked.length, new Set(booked).size]).toEqual([21, 21]);
});

test('a batch grows while it is quick, at most to twice as many, and is cut to what takes 150 ms', () => {
  const size = createBatchSize(100);
  const sizeAfter = (ms: number): number => {
    size.took(ms);
    return size.current;
  };
  expect(size.current).toBe(20);
  expect([1, 1, 1, 600, 150, 100_000, 100_000].map(sizeAfter)).toEqual([40, 80, 100, 25, 25, 1, 1]);
});

test('the door of the book plans its statements once: a later version of it says so again', async () => {
  const { rows } = await database.owner.query<{ settings: readonly string[] }>(
    `select proconfig as settings from pg_proc where proname in ('post_batch', 'open_accounts')`,
  );
  expect(rows).toHaveLength(2);
  for (const { settings } of rows) expect(settings).toContain('plan_cache_mode=force_generic_plan');
});
