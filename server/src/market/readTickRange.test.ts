/** Anybody reads the log in pages, as far as its last root, and what he reads chains. */
import { beforeAll, expect, test } from '@jest/globals';
import { findChainBreak, genesisHash, sha256 } from '@tessera/shared/fairness';
import { aFeedTick, writeByHand } from '../../test/handTicks';
import { useTestDatabase } from '../../test/testDatabase';
import { testSigningKey } from '../../test/testReceipts';
import { anchorMinute } from '../feed/minuteAnchors';
import { deleteOldTicks, readHeads } from '../feed/tickLog';
import { lastingTag } from '../http/lastingTag';
import { readTickRange } from './readTickRange';

const database = useTestDatabase();
const startMs = 1_800_000_000_000;
const symbol = 'BTC-USDT';

beforeAll(async () => {
  await database.owner.query(`insert into lease (name, holder, epoch, until_ms) values ('feed', 'test', 1, $1)`, [startMs * 2]);
  const heads = await readHeads(database.db);
  const old = Array.from({ length: 20 }, (_, index) => aFeedTick(symbol, startMs + index * 1000, `${100 + index}`));
  await writeByHand(database.db, heads, [
    ...old,
    aFeedTick(symbol, startMs + 2 * 86_400_000, '7'),
    aFeedTick(symbol, startMs + 2 * 86_400_000 + 60_000, '8'),
  ]);
  await anchorMinute(database.db, startMs + 2 * 86_400_000 + 60_000, 1, testSigningKey);
});

test('pages follow one another to the last root and no further', async () => {
  const pages = [
    await readTickRange(database.db, { symbol, limit: 15 }),
    await readTickRange(database.db, { symbol, fromSeq: 16, limit: 15 }),
  ];
  expect(pages.map(({ ticks, hasMore }) => [ticks.length, hasMore])).toEqual([
    [15, true],
    [6, false],
  ]);
  const ticks = pages.flatMap((page) => page.ticks);
  expect(findChainBreak(genesisHash, ticks, sha256)).toBeUndefined();
  expect(ticks[20]).toMatchObject({ seq: 21, price: '7', format2: { kind: 'live' } });
  expect((await readTickRange(database.db, { symbol, fromSeq: 22, limit: 5 })).ticks).toEqual([]);
  expect((await readTickRange(database.db, { symbol: 'ETH-USDT', limit: 5 })).ticks).toEqual([]);
  const [full, last] = pages;
  expect(lastingTag('tickRange', { fromSeq: '1', limit: '15' }, full)).toBe(`"15-${ticks[14]?.hash ?? ''}"`);
  expect([
    lastingTag('tickRange', { fromSeq: '16', limit: '15' }, last),
    lastingTag('tickRange', { fromMs: '1', limit: '15' }, full),
  ]).toEqual([undefined, undefined]);
});

test('from an instant on, and over what retention left', async () => {
  expect((await readTickRange(database.db, { symbol, fromMs: startMs + 4_500, limit: 2 })).ticks.map(({ seq }) => seq)).toEqual([
    6, 7,
  ]);
  await database.db.insertInto('tickKeep').values({ symbolId: symbol, fromSeq: 5, toSeq: 8 }).execute();
  await deleteOldTicks(database.db, startMs + 86_400_000, 100);
  const page = await readTickRange(database.db, { symbol, fromSeq: 1, limit: 100 });
  expect(page.ticks[0]?.seq).toBe(6);
  expect([findChainBreak(page.ticks[0]?.previousHash ?? '', page.ticks, sha256), page.hasMore]).toEqual([undefined, true]);
});
