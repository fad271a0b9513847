/**
 * What a month of Interest Treasure costs (npm run bench -- accruals): deposits of as many people, and the calendar's own job for each day of
 * it. BENCH_ACCRUALS says how many deposits, BENCH_DAYS how many days. Left out of npm test: a figure is no check.
 */
import { expect, test } from '@jest/globals';
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
      const sinceMs = performance.now();
      await calendar.job.run(new AbortController().signal);
      const seconds = (performance.now() - sinceMs) / 1000;
      const { rows } = await owner.query<{ booked: string }>(`select count(*) as booked from accrual`);
      const booked = Number(rows[0]?.booked);
      process.stdout.write(
        `\n${booked} days of ${deposits} deposits in ${seconds.toFixed(1)} s: ${(booked / seconds).toFixed(0)} a second\n`,
      );
      expect(booked).toBe(deposits * days);
    } finally {
      await database.drop();
    }
  },
  3_600_000,
);
