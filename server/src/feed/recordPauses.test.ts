/** A time without prices is in the public record, no matter who was away; a closed market does not pause. */
import { beforeEach, expect, test } from '@jest/globals';
import { aFeedTick, writeByHand } from '../../test/handTicks';
import { useTestDatabase } from '../../test/testDatabase';
import type { PauseReason } from './PriceFeed';
import { readHeads } from './tickLog';
import { recordPauses, type PausedSymbol } from './recordPauses';

const database = useTestDatabase();
/** A Wednesday at noon. */
const startMs = Date.UTC(2026, 10, 18, 12);
const always = { id: 'crypto', weeklyWindows: undefined, closingMinutes: 0 };
/** Open on Wednesdays from 10:00 to 12:10. */
const hours = { id: 'hours', weeklyWindows: [[3 * 1440 + 600, 3 * 1440 + 730]] as [number, number][], closingMinutes: 0 };
const symbols: readonly PausedSymbol[] = [
  { id: 'BTC-USDT', calendar: always, silentAfterMs: 3_000 },
  { id: 'EUR-USD', calendar: hours, silentAfterMs: 5_000 },
];

beforeEach(async () => {
  await database.owner.query('truncate tick, tick_head, candle, pause_cursor, lease');
  await database.owner.query(`insert into lease (name, holder, epoch, until_ms) values ('feed', 'test', 1, $1)`, [startMs * 2]);
});
const write = async (...ticks: (readonly [symbol: string, offsetMs: number, isFilled?: boolean])[]) =>
  writeByHand(
    database.db,
    await readHeads(database.db),
    ticks.map(([symbol, offsetMs, isFilled = false]) => ({ ...aFeedTick(symbol, startMs + offsetMs, '1'), isFilled })),
  );
const look = (offsetMs: number) => recordPauses(database.db, symbols, startMs + offsetMs);
const published = async (): Promise<unknown[]> =>
  (await database.db.selectFrom('publicRecord').select('body').where('kind', '=', 'pause').orderBy('seq').execute()).map(
    ({ body }) => JSON.parse(body) as unknown,
  );
const since = async (before: number) => (await published()).slice(before);

test('a silence of one symbol is published when it ends, once; ticks that were filled in do not end it', async () => {
  await write(['BTC-USDT', 0], ['EUR-USD', 0]);
  expect(await look(10)).toBe(0);
  const before = (await published()).length;
  await write(['BTC-USDT', 3_000], ['BTC-USDT', 5_000, true], ['EUR-USD', 4_900], ['BTC-USDT', 6_001]);
  expect(await look(6_100)).toBe(1);
  expect(await look(6_200)).toBe(0);
  const pause = { symbol: 'BTC-USDT', fromMs: startMs + 3_000, toMs: startMs + 6_001, firstSeq: 2, lastSeq: 4 };
  expect(await since(before)).toEqual([{ why: 'feed_silent', symbols: [pause] }]);
});

test('a feed that knows why a market had no price: each reason is an entry of its own, begun or ended', async () => {
  const reasons: Record<string, PauseReason> = { 'BTC-USDT': 'second_silent', 'EUR-USD': 'source_late' };
  const asked: unknown[] = [];
  const lookAndAsk = async (offsetMs: number) =>
    recordPauses(database.db, symbols, startMs + offsetMs, (symbol, fromMs, toMs) => {
      asked.push([symbol, fromMs - startMs, toMs - startMs]);
      return reasons[symbol] ?? 'source_silent';
    });
  await write(['BTC-USDT', 0], ['EUR-USD', 0]);
  await lookAndAsk(10);
  const before = (await published()).length;
  await write(['EUR-USD', 9_000]);
  expect(await lookAndAsk(61_000)).toBe(2);
  expect(await since(before)).toMatchObject([
    { why: 'source_late', symbols: [{ symbol: 'EUR-USD', lastSeq: 2 }] },
    { why: 'second_silent', symbols: [{ symbol: 'BTC-USDT', toMs: null }] },
  ]);
  expect(asked).toEqual([
    ['EUR-USD', 0, 9_000],
    ['BTC-USDT', 0, 61_000],
  ]);
});

test('the exchange was away: one entry for all symbols, found by whoever leads next', async () => {
  await write(['BTC-USDT', 0], ['EUR-USD', 100]);
  await look(200);
  const before = (await published()).length;
  await database.owner.query('update lease set epoch = 2');
  const heads = await readHeads(database.db);
  await writeByHand(
    database.db,
    heads,
    [aFeedTick('BTC-USDT', startMs + 30_000, '1'), aFeedTick('EUR-USD', startMs + 30_100, '1')],
    undefined,
    2,
  );
  await look(30_200);
  expect(await since(before)).toMatchObject([
    {
      why: 'leader_away',
      symbols: [
        { symbol: 'BTC-USDT', firstSeq: 1, lastSeq: 2 },
        { symbol: 'EUR-USD', toMs: startMs + 30_100 },
      ],
    },
  ]);
});

test('a restart that is over before prices are old is said as well: prices that would have come in it are missing', async () => {
  await write(['BTC-USDT', 0], ['EUR-USD', 100]);
  await look(200);
  const before = (await published()).length;
  await database.owner.query('update lease set epoch = 2');
  await writeByHand(database.db, await readHeads(database.db), [aFeedTick('BTC-USDT', startMs + 1_500, '1')], undefined, 2);
  await look(1_600);
  expect(await since(before)).toEqual([
    { why: 'leader_away', symbols: [{ symbol: 'BTC-USDT', fromMs: startMs, toMs: startMs + 1_500, firstSeq: 1, lastSeq: 2 }] },
  ]);
});

test('a long one is said after a minute, and again when it has ended', async () => {
  await write(['BTC-USDT', 0]);
  await look(10);
  const before = (await published()).length;
  expect([await look(60_000), await look(60_001), await look(90_000)]).toEqual([0, 1, 0]);
  await write(['BTC-USDT', 100_000]);
  expect(await look(100_100)).toBe(1);
  const pause = { symbol: 'BTC-USDT', fromMs: startMs, firstSeq: 1 };
  expect(await since(before)).toMatchObject([
    { symbols: [{ ...pause, toMs: null, lastSeq: null }] },
    { symbols: [{ ...pause, toMs: startMs + 100_000, lastSeq: 2 }] },
  ]);
});

test('a market that is closed by a newer calendar, but ticks by a day that was drawn before, pauses as the others do', async () => {
  const closed = { ...hours, holidays: [[startMs - 3_600_000, startMs + 3_600_000] as const] };
  const asDrawn = (isDrawn: boolean): PausedSymbol[] => [
    {
      ...{ id: 'EUR-USD', calendar: closed, silentAfterMs: 1_000 },
      drawnOpen: (fromMs, toMs) =>
        isDrawn
          ? [
              [fromMs, startMs + 3_000],
              [startMs + 3_000, toMs],
            ]
          : [],
    },
  ];
  await write(['EUR-USD', 0]);
  await recordPauses(database.db, asDrawn(true), startMs + 10);
  const before = (await published()).length;
  await write(['EUR-USD', 6_000]);
  expect(await recordPauses(database.db, asDrawn(true), startMs + 6_100)).toBe(1);
  expect(await since(before)).toMatchObject([{ symbols: [{ symbol: 'EUR-USD', fromMs: startMs, toMs: startMs + 6_000 }] }]);
  await write(['EUR-USD', 12_000]);
  expect(await recordPauses(database.db, asDrawn(false), startMs + 12_100)).toBe(0);
});

test('a closed market does not pause; late at its opening, or silent before its close, it does', async () => {
  const closeMs = 10 * 60_000;
  const weekMs = 7 * 86_400_000;
  const openMs = weekMs - 2 * 3_600_000;
  await write(['EUR-USD', closeMs - 4_000]);
  await look(closeMs - 3_000);
  const before = (await published()).length;
  expect(await look(closeMs + 3_600_000)).toBe(0);
  await write(['EUR-USD', openMs + 5_001]);
  await look(openMs + 6_000);
  expect(await since(before)).toMatchObject([
    { symbols: [{ fromMs: startMs + openMs, toMs: startMs + openMs + 5_001, firstSeq: 1, lastSeq: 2 }] },
  ]);
});
