/** Many orders that expire in the same second, several workers at once, and databases that fail in the middle. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createLog } from '../../platform/log';
import { openDatabase, type Db } from '../../store/database';
import { deadlocksOf } from '../../../test/deadlocks';
import { openSecondsDesk, startMs, type SecondsDesk } from '../../../test/secondsDesk';
import { settleDue } from './settleDue';

let desk: SecondsDesk & { close(): Promise<void> };
beforeAll(async () => {
  desk = await openSecondsDesk();
});
afterAll(() => desk.close());

const orders = 2000;
const users = 100;

async function workUntilDone(
  db: Db,
  nowMs: number,
  onBatch: () => void = () => undefined,
): Promise<{ settled: number; ids: number[] }> {
  const ids: number[] = [];
  for (let quiet = 0; quiet < 5;) {
    const batch = await settleDue(db, nowMs);
    onBatch();
    ids.push(...batch.settled.map(({ order }) => order.id));
    quiet = batch.entered + batch.settled.length === 0 ? quiet + 1 : 0;
  }
  return { settled: ids.length, ids };
}

test('2,000 orders expiring in one second, three workers and broken connections: each is settled once', async () => {
  await desk.ticks('BTC-USDT', [[-100, '100']]);
  const people = await Promise.all(Array.from({ length: users }, () => desk.aUser('1000')));
  const quotes = await Promise.all(people.map((user) => desk.quote(user, { seconds: 60 })));
  for (let round = 0; round < orders / users; round += 1) {
    desk.clock.set(startMs + round * 45);
    await Promise.all(
      people.map((user, index) =>
        desk.submit(user, {
          quoteId: quotes[index]?.quoteId ?? '',
          seconds: 60,
          stake: '10',
          direction: (index + round) % 2 === 0 ? 'long' : 'short',
          clientOrderId: randomUUID(),
        }),
      ),
    );
  }
  await desk.ticks('BTC-USDT', [
    [900, '100'],
    [30_000, '100'],
    [59_500, '102'],
    [60_300, '98'],
    [60_600, '100'],
    [62_000, '1'],
  ]);
  const nowMs = startMs + 62_100;
  desk.clock.set(nowMs);

  const log = createLog({ logLevel: 'silent' });
  const others = [1, 2].map(() => openDatabase({ address: desk.database.address, poolSize: 2, log }));
  // Somebody pulls the plug on the workers' sessions while they work, not on one that pulls another plug.
  let pulls = 0;
  const pull = (): void => {
    if ((pulls += 1) > 6) return;
    void desk.database.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'active' and query like '%seconds_order%' and query not like '%pg_terminate_backend%'`,
    );
  };
  const done = await Promise.all(
    [desk.database.db, ...others.map((other) => other.db)].map((db) => workUntilDone(db, nowMs, pull)),
  );
  await Promise.all(others.map((other) => other.close()));

  const reported = done.flatMap((one) => one.ids);
  expect(new Set(reported).size).toBe(reported.length);
  const { db } = desk.database;
  const rows = await db
    .selectFrom('secondsOrder')
    .select(['id', 'status', 'outcome', 'direction', 'expiresAtMs', 'exitSeq'])
    .execute();
  expect(rows).toHaveLength(orders);
  expect(rows.filter((row) => row.status !== 'settled')).toEqual([]);
  // Three exit prices within the second: up, down, equal; long and short opposite on each.
  for (const row of rows) {
    const move = row.expiresAtMs < startMs + 60_300 ? 'long' : row.expiresAtMs < startMs + 60_600 ? 'short' : 'none';
    expect([row.id, row.outcome]).toEqual([row.id, move === 'none' ? 'equal' : move === row.direction ? 'won' : 'lost']);
  }
  const journals = await db.selectFrom('journal').select(['ref']).where('kind', '=', 'seconds_settle').execute();
  expect(new Set(journals.map((journal) => journal.ref)).size).toBe(orders);
  expect(journals).toHaveLength(orders);
  const events = await desk.database.owner.query<{ orders: number; gaps: number }>(`
    select count(distinct body->'order'->>'id') filter (where body->'order'->>'status' = 'settled') as orders,
      (select count(*) from (select user_id, max(seq) - count(*) as gap from outbox group by user_id) u where gap <> 0) as gaps from outbox`);
  expect(events.rows[0]).toEqual({ orders: String(orders), gaps: '0' });
  expect(await deadlocksOf(desk.database.address)).toEqual([]);
  expect(await desk.violations()).toEqual([]);
});
