import { expect, it } from '@jest/globals';
import { price } from '@tessera/shared/money';
import { useTestDatabase } from '../../test/testDatabase';
import { createLog } from '../platform/log';
import { sleep } from '../platform/timers';
import { createLease } from './Lease';
import { createTickBus, type RecordedTick } from './TickBus';
import { followTicks } from './TickFollower';
import { createTickWriter } from './TickWriter';

const database = useTestDatabase();
const startMs = 1_800_000_000_000;
const fail = (error: unknown): never => {
  throw error;
};

it('a node that follows hears the latest tick of each symbol, then every one that is written, in order, at once when it is woken', async () => {
  const epoch = (await createLease(database.db, 'feed', 'leader', 4_000).acquire(startMs)) ?? 0;
  const writer = await createTickWriter({
    db: database.db,
    bus: createTickBus(fail),
    log: createLog({ logLevel: 'silent' }),
    epoch,
    onWritten: () => undefined,
    onRefused: (reason) => fail(new Error(reason)),
    onFenced: () => fail(new Error('fenced')),
  });
  const write = async (...ticks: readonly (readonly [symbol: string, afterMs: number])[]) => {
    writer.accept(
      ticks.map(([symbol, afterMs]) => ({
        symbol,
        atMs: startMs + afterMs,
        sourceAtMs: startMs + afterMs,
        receivedAtMs: startMs + afterMs,
        price: price('100'),
        bid: price('100'),
        ask: price('100'),
        volume: undefined,
      })),
    );
    await writer.flush();
  };
  await write(['BTC-USDT', 0], ['BTC-USDT', 1], ['ETH-USDT', 0]);

  const heard: RecordedTick[] = [];
  const bus = createTickBus(fail);
  bus.onTicks((ticks) => heard.push(...ticks));
  const follower = followTicks(database.db, bus, fail);
  const until = async (count: number) => {
    while (heard.length < count) await sleep(5);
  };
  await until(2);
  await write(['BTC-USDT', 2], ['ETH-USDT', 2], ['BTC-USDT', 3], ['BTC-USDT', 4]);
  follower.wake();
  await until(6);
  await follower.stop();
  await writer.stop();
  const seqsOf = (symbol: string) => heard.filter((tick) => tick.symbol === symbol).map((tick) => tick.seq);
  expect([seqsOf('BTC-USDT'), seqsOf('ETH-USDT')]).toEqual([
    [2, 3, 4, 5],
    [1, 2],
  ]);
});
