/**
 * What the signature of the receipt costs (npm run bench -- receipts): seconds contracts of 32 people at once, with the signature and with
 * 128 zeros in its place. Everything else of the acceptance is the same. Left out of npm test: a figure is no check.
 */
import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { pairedRatios, report } from '../../tools/bench/pairedRatios';
import type { Handler } from '../src/http/handler';
import { createLog } from '../src/platform/log';
import { createMetrics } from '../src/platform/metrics';
import { createSeconds, type Seconds } from '../src/products/seconds/Seconds';
import { createReceipts } from '../src/record/Receipts';
import type { SigningKey } from '../src/record/SigningKey';
import { openSecondsDesk } from './secondsDesk';
import { testSigningKey } from './testReceipts';

const isAsked = process.env['BENCH_RECEIPTS'] === '1';
const people = 32;
const ordersInARound = 640;

(isAsked ? test : test.skip)(
  'accepted orders a second, with and without the signature of the receipt',
  async () => {
    const desk = await openSecondsDesk();
    try {
      const { clock, catalog, database } = desk;
      await desk.ticks('BTC-USDT', [[-100, '100']]);
      const users = await Promise.all(Array.from({ length: people }, () => desk.aUser('1000000')));
      const open = (key: SigningKey): Promise<Seconds> =>
        createSeconds({
          ...{ db: database.db, catalog, clock, log: createLog({ logLevel: 'silent' }) },
          metrics: createMetrics({ collectProcess: false }),
          receipts: createReceipts(() => key),
          wakeOutbox: () => undefined,
          wakeJob: () => undefined,
        });
      const [signed, unsigned] = [await open(testSigningKey), await open({ ...testSigningKey, sign: () => '0'.repeat(128) })];
      const round =
        ({ handlers }: Seconds) =>
        async (): Promise<number> => {
          const submit = handlers.secondsSubmit as Handler<'secondsSubmit'>;
          const call = { language: 'en', ip: '127.0.0.1', traceId: 'bench', nowMs: clock.now() } as const;
          const order = { symbol: 'BTC-USDT', seconds: 30, direction: 'long', stake: '10', asset: 'USDT' } as const;
          const quotes = await Promise.all(users.map((user) => desk.quote(user)));
          const sinceMs = performance.now();
          await Promise.all(
            users.map(async (user, person) => {
              const { quoteId } = quotes[person] ?? { quoteId: '' };
              for (let turn = 0; turn < ordersInARound / people; turn += 1) {
                const clientOrderId = randomUUID();
                await submit({ ...call, user, request: { ...order, quoteId, clientOrderId }, idempotencyKey: clientOrderId });
              }
            }),
          );
          return ordersInARound / ((performance.now() - sinceMs) / 1000);
        };
      for (const seconds of [signed, unsigned]) await round(seconds)();
      const ratios = await pairedRatios(round(unsigned), round(signed));
      report(`Accepted orders a second with a signed receipt, ${people} people at once`, 'orders/s', ratios, '0.9 or more');
      const body = { format: 1, product: 'seconds', key: randomUUID(), headHash: 'a'.repeat(64), termsHash: 'b'.repeat(64) };
      const sinceMs = performance.now();
      for (let count = 0; count < 2000; count += 1) testSigningKey.sign('receipt', body);
      console.log(`  one signature by itself: ${((performance.now() - sinceMs) / 2).toFixed(0)} µs`);
      expect(ratios.pairs).toBe(9);
    } finally {
      await desk.close();
    }
  },
  600_000,
);
