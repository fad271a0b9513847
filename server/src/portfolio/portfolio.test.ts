/** What people owned at the end of a day is what the overview said then, to the last digit, whatever happened before the row was written. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AccountMode, EndpointResponse } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { add, amount, price, toText, zero } from '@tessera/shared/money';
import { giveMoney } from '../../test/giveMoney';
import { createRandomTrader, drawFrom } from '../../test/randomTrader';
import { openTradingFloor, type TradingFloor } from '../../test/tradingFloor';
import { walletList } from '../funds/walletList';
import type { Handler, SignedIn } from '../http/handler';
import { rowId } from '../store/rowId';
import { dayMs, dayOf, endOfDay } from '../calendar/days';
import { keptDays, shownDays } from './days';
import { createPortfolio } from './Portfolio';
import { writeDays } from './writeDays';

const symbols = ['BTC-USDT', 'ETH-USDT', 'EUR-USD', 'USD-JPY', 'XAU-USD'];
const opening: Readonly<Record<string, number>> = {
  'BTC-USDT': 60_000,
  'ETH-USDT': 3000,
  'EUR-USD': 1.1,
  'USD-JPY': 150,
  'XAU-USD': 2400,
};
/** The end of a Wednesday. */
const midnight = Date.UTC(2026, 10, 19);
const afterMidnight = 120_000;

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(async () => {
  await floor.close();
});

const latest = async () => {
  const heads = await floor.database.db.selectFrom('tickHead').select(['symbolId', 'price']).execute();
  const prices = new Map(heads.map((head) => [head.symbolId, price(head.price)]));
  return (asset: string) => prices.get(`${asset}-USDT`);
};
const overview = async ({ userId, mode }: SignedIn) =>
  walletList(floor.database.db, { userId: rowId(userId), mode, nowMs: floor.now(), priceOf: await latest() });
async function history(user: SignedIn): Promise<EndpointResponse<'walletHistory'>> {
  const { db } = floor.database;
  const { handlers } = createPortfolio({ db, catalog: floor.catalog, clock: floor.clock, priceOf: await latest() });
  const ask = handlers.walletHistory as Handler<'walletHistory'>;
  const call = { language: 'en', ip: '127.0.0.1', traceId: 'test', nowMs: floor.now() } as const;
  return ask({ ...call, request: {}, user } as never);
}
const valueOf = async (user: SignedIn, endMs: number) => (await history(user)).days.find((day) => day.endMs === endMs)?.value;
const write = (peopleAtOnce?: number) =>
  writeDays(
    { db: floor.database.db, catalog: floor.catalog, ...(peopleAtOnce === undefined ? {} : { peopleAtOnce }) },
    floor.now(),
  );

test('random trading over midnight: each row is the total of that instant, and each total the sum of its parts', async () => {
  const draw = drawFrom(408);
  const prices = new Map(Object.entries(opening));
  floor.clock.set(midnight - 1_800_000);
  const tick = async () => {
    for (const symbol of symbols) prices.set(symbol, (prices.get(symbol) ?? 1) * (1 + (draw(21) - 10) / 4000));
    const digits = (symbol: string) => floor.catalog.symbol(symbol)?.digits ?? 2;
    await floor.ticks(symbols.map((symbol) => [symbol, floor.now(), (prices.get(symbol) ?? 1).toFixed(digits(symbol))]));
  };
  await tick();
  const modes: readonly AccountMode[] = ['real', 'demo'];
  const people: SignedIn[] = [];
  for (let n = 0; n < 8; n += 1) {
    const mode = modes[n % 2] ?? 'demo';
    people.push(await floor.aPerson({ coin: '20000', contract: '20000', coins: { BTC: '0.31234567', ETH: '2.5' }, mode }));
  }
  const traders = people.map((user) =>
    createRandomTrader({
      draw,
      catalog: floor.catalog,
      symbols,
      priceOf: (symbol) => prices.get(symbol),
      async ask(name, request, key) {
        try {
          return (await floor.ask(user, name, request as never, key)) as Record<string, unknown>;
        } catch (error) {
          if (error instanceof AppError) return undefined;
          throw error;
        }
      },
    }),
  );
  const trade = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      floor.clock.advance(1500);
      await tick();
      for (const trader of traders) await trader.act();
      floor.clock.advance(500);
      await tick();
      await floor.judge();
    }
  };
  await trade(12);
  floor.clock.set(midnight - 1);
  await tick();
  const then = await Promise.all(people.map(overview));
  await trade(8);
  floor.clock.set(midnight + afterMidnight);
  await tick();
  expect(await write(3)).toBe(people.length);
  const now = await Promise.all(people.map(overview));
  for (const [n, user] of people.entries()) {
    expect(await valueOf(user, midnight)).toBe(then[n]?.total);
    // What the test is worth hangs on positions that were open then and are not now.
    for (const list of [then[n], now[n]]) {
      const sum = (list?.parts ?? []).reduce((total, { value }) => add(total, amount(value ?? 'unknown')), zero);
      expect(toText(sum)).toBe(list?.total);
    }
  }
  expect(then.filter(({ contract }) => contract.floatingProfit !== null).length).toBeGreaterThan(2);
  expect(then.filter(({ total }, n) => total !== now[n]?.total).length).toBeGreaterThan(4);
  expect(await write()).toBe(0);
});

test('somebody else’s days, and those of the other mode, are not in the answer', async () => {
  const anna = await floor.aPerson({ coin: '100', mode: 'demo' });
  const ben = await floor.aPerson({ coin: '200', mode: 'demo' });
  await floor.otherMode(anna, { coin: '7' });
  floor.clock.set(midnight + dayMs + afterMidnight);
  await write();
  expect((await history(anna)).days).toEqual([{ endMs: midnight + dayMs, value: '100' }]);
  expect((await history({ ...anna, mode: 'real' })).days).toEqual([{ endMs: midnight + dayMs, value: '7' }]);
  expect((await history(ben)).days.map(({ value }) => value)).toEqual(['200']);
});

test('days without a server: who held USDT is known, what had no live price is a gap, a closed market has its last price', async () => {
  // Friday noon; forex closes at 22:00.
  const friday = Date.UTC(2026, 10, 20);
  floor.clock.set(friday + dayMs / 2);
  await floor.ticks(symbols.map((symbol) => [symbol, floor.now(), String(opening[symbol])]));
  const plain = await floor.aPerson({ coin: '50', contract: '25' });
  const holder = await floor.aPerson({ coin: '50', coins: { BTC: '1' } });
  const forex = await floor.aPerson({ contract: '5000' });
  const order = { symbol: 'EUR-USD', direction: 'long', entrustment: 'market', lots: '0.1', leverage: 100 } as const;
  await floor.ask(forex, 'leverageWhSubmit', {
    ...order,
    seenPrice: '1.10004',
    clientOrderId: '00000000-0000-4000-8000-000000000001',
  });
  floor.clock.advance(500);
  await floor.ticks([['EUR-USD', floor.now(), '1.1']]);
  floor.clock.advance(500);
  await floor.judge();
  // The feed runs until it is over, and then nothing does before Tuesday noon.
  const closeMs = friday + 22 * 3_600_000;
  await floor.ticks([
    ['EUR-USD', closeMs - 500, '1.101'],
    ['BTC-USDT', friday + dayMs - 400, '61000'],
  ]);
  const tuesday = friday + 4 * dayMs;
  floor.clock.set(tuesday + dayMs / 2);
  expect(await write()).toBeGreaterThan(0);
  const ends = [1, 2, 3, 4].map((days) => friday + days * dayMs);
  const rows = async (user: SignedIn) => Promise.all(ends.map((endMs) => valueOf(user, endMs)));
  expect(await rows(plain)).toEqual(['75', '75', '75', '75']);
  expect(await rows(holder)).toEqual(['61050', undefined, undefined, undefined]);
  const [saturday, sunday, monday] = await rows(forex);
  expect(saturday).toBeDefined();
  expect(sunday).toBe(saturday);
  // Its market opened on Sunday evening, and no tick came.
  expect(monday).toBeUndefined();
  // It has its price again: what was missed stays a gap.
  await floor.ticks([['BTC-USDT', floor.now(), '62000']]);
  expect(await write()).toBe(0);
  expect(await rows(holder)).toEqual(['61050', undefined, undefined, undefined]);
});

test('who owed more than he had: the day is below zero, as the overview was', async () => {
  const user = await floor.aPerson({ coin: '100.25' });
  const owed = {
    userId: rowId(user.userId),
    mode: user.mode,
    kind: 'loan',
    asset: 'USDT',
    text: '-340.5',
    atMs: floor.now(),
  } as const;
  await giveMoney(floor.database.db, owed);
  expect(await overview(user)).toMatchObject({ total: '-240.25' });
  const endMs = endOfDay(dayOf(floor.now()));
  floor.clock.set(endMs + afterMidnight);
  await write();
  expect(await valueOf(user, endMs)).toBe('-240.25');
});

test('a clock that jumps writes no day that the log has not left; the days come when they are over', async () => {
  const user = await floor.aPerson({ coin: '40' });
  const { db } = floor.database;
  const job = async () =>
    createPortfolio({ db, catalog: floor.catalog, clock: floor.clock, priceOf: await latest() }).job.run(
      new AbortController().signal,
    );
  const start = floor.now();
  const reached = async () => (await db.selectFrom('portfolioProgress').select('day').executeTakeFirstOrThrow()).day;
  const before = await reached();
  for (const jump of [3 * dayMs, -2 * dayMs]) {
    floor.clock.set(start + jump);
    expect(await job()).toBeLessThanOrEqual(3_600_000);
    expect(await reached()).toBe(before);
  }
  floor.clock.set(start + dayMs);
  await floor.ticks([['BTC-USDT', floor.now(), '62000']]);
  await job();
  expect([await reached(), (await history(user)).days.length]).toEqual([before + 1, 1]);
});

test('before the first money there is no row; what came from outside today is said beside the days', async () => {
  floor.clock.set(Date.UTC(2026, 10, 26, 12));
  await floor.ticks([['BTC-USDT', floor.now(), '60000']]);
  await write();
  const user = await floor.aPerson({ coin: '10', coins: { BTC: '0.5' }, mode: 'real' });
  expect(await history(user)).toMatchObject({ days: [], movedIn: '30010', dayStartMs: Date.UTC(2026, 10, 26) });
  floor.clock.advance(dayMs);
  await write();
  expect(await history(user)).toMatchObject({ days: [], movedIn: '0' });
});

test('two servers at once write each row once; of a long time off as much is made up for as is shown; what is too old goes', async () => {
  const user = await floor.aPerson({ coin: '3' });
  const owner = floor.database.owner;
  floor.clock.set(Date.UTC(2027, 1, 10, 12));
  const today = dayOf(floor.now());
  await owner.query(`insert into portfolio_day select $1, 'demo', day, 1 from unnest($2::int[]) day`, [
    user.userId,
    [today - keptDays - 2, today - keptDays - 1, today - keptDays],
  ]);
  const [one, other] = await Promise.all([write(2), write(2)]);
  expect(one + other).toBeGreaterThan(shownDays);
  expect((await history(user)).days).toHaveLength(shownDays);
  const { rows } = await owner.query<{ day: number }>(
    `select day from portfolio_day where user_id = $1 and mode = 'demo' and day < $2`,
    [user.userId, today - shownDays],
  );
  expect(rows).toEqual([{ day: today - keptDays }]);
});
