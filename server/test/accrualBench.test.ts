/**
 * What a month of Interest Treasure costs (npm run bench -- accruals): deposits of as many people, and the calendar's own job for each day of
 * it. BENCH_ACCRUALS says how many deposits, BENCH_DAYS how many days. Meanwhile a person asks again and again for the deposit whose turn it is: how
 * long he waits for its row is what the job costs others; how late a timer comes is what it costs the feed. Left out of npm test: a figure is no check.
 */
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { createCalendar } from '../src/calendar/Calendar';
import { dayMs, dayOf } from '../src/calendar/days';
import { createMessages } from '../src/content/messages';
import { shippedTexts } from '../src/content/texts';
import { createTestClock } from '../src/platform/Clock';
import { createLog } from '../src/platform/log';
import { createMetrics } from '../src/platform/metrics';
import { treasureBooking } from '../src/products/treasure/bookDays';
import { aFeedTick, writeByHand } from './handTicks';
import { createTestDatabase } from './testDatabase';

const deposits = Number(process.env['BENCH_ACCRUALS'] ?? '0');
const days = Number(process.env['BENCH_DAYS'] ?? '30');
const startMs = Date.UTC(2026, 10, 18, 12);

(deposits > 0 ? test : test.skip)(
  'days of deposits booked a second',
  async () => {
    const database = await createTestDatabase();
    try {
      const { db, owner } = database;
      await owner.query(`insert into lease (name, holder, epoch, until_ms) values ('feed', 'test', 1, 0)`);
      await owner.query(
        `insert into treasure_order (user_id, mode, client_order_id, product_id, catalog_version, asset, asset_scale, amount_scale, rate, rate_kind,
           days, day_count, amount, bought_at_ms, principal, status, start_day, next_day)
         select 50000000 + n, 'demo', gen_random_uuid(), 4, 1, 'USDT', 6, 2, 0.12, 'annual', 365, 365, 1000 + n, $2, 1000 + n, 'in_custody', $3, $3
         from generate_series(1, $1::int) n`,
        [deposits, startMs, dayOf(startMs) + 1],
      );
      const clock = createTestClock(startMs + (days + 1) * dayMs);
      await writeByHand(db, new Map(), [aFeedTick('BTC-USDT', clock.now(), '100000')]);
      const messages = createMessages({ db, texts: shippedTexts() });
      const calendar = createCalendar({
        ...{ db, clock, holder: 'bench', bookings: [treasureBooking({ messages, wakeOutbox: () => undefined })] },
        log: createLog({ logLevel: 'silent' }),
        metrics: createMetrics({ collectProcess: false }),
      });
      const waits: number[] = [];
      const ended = new AbortController();
      const asking = askAgainAndAgain(owner, waits, ended.signal);
      const timers = monitorEventLoopDelay({ resolution: 5 });
      timers.enable();
      const ownSince = process.cpuUsage();
      const sinceMs = performance.now();
      await calendar.job.run(new AbortController().signal);
      const seconds = (performance.now() - sinceMs) / 1000;
      const own = process.cpuUsage(ownSince);
      timers.disable();
      ended.abort();
      await asking;
      const ofDatabase = await databaseSeconds(owner);
      const { rows } = await owner.query<{ booked: string }>(`select count(*) as booked from accrual`);
      const booked = Number(rows[0]?.booked);
      process.stdout.write(
        `\n${booked} days of ${deposits} deposits in ${seconds.toFixed(1)} s: ${(booked / seconds).toFixed(0)} a second\n` +
          `processor: database ${ofDatabase.toFixed(1)} s, server ${((own.user + own.system) / 1e6).toFixed(1)} s\n` +
          `a person waits for the deposit that is booked: ${quantiles(waits)} ms (${waits.length} times)\n` +
          `a timer of 5 ms comes: median ${(timers.percentile(50) / 1e6).toFixed(0)}, 99 % ${(timers.percentile(99) / 1e6).toFixed(0)}, most ${(timers.max / 1e6).toFixed(0)} ms\n`,
      );
      expect(booked).toBe(deposits * days);
    } finally {
      await database.drop();
    }
  },
  3_600_000,
);

async function askAgainAndAgain(owner: pg.Pool, waits: number[], ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    const { rows } = await owner.query<{ id: string }>(
      `select id from treasure_order where status = 'in_custody' order by next_day, id limit 1`,
    );
    const sinceMs = performance.now();
    // A statement of its own: the row is free again at once.
    await owner.query('select from treasure_order where id = $1 for update', [rows[0]?.id]);
    waits.push(performance.now() - sinceMs);
    await pause(40);
  }
}

const quantiles = (waits: readonly number[]): string => {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
  return `median ${at(0.5)}, 99 % ${at(0.99)}, most ${at(1)}`;
};

/** What the sessions of this database have used of the processor; Linux only. */
async function databaseSeconds(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ pid: number }>('select pid from pg_stat_activity where datname = current_database()');
  const ticksOf = (pid: number): number => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  return rows.reduce((sum, { pid }) => sum + ticksOf(pid), 0) / 100;
}
