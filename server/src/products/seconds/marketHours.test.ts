/** Seconds contracts on forex and metals keep the hours of their market: also the daily break of metals. */
import { describe, expect, test } from '@jest/globals';
import type { ErrorCode } from '@tessera/shared/errors';
import { startMs, useSecondsDesk } from '../../../test/secondsDesk';

const desk = useSecondsDesk();
/** Of the desk's week; it starts on Wednesday, 18 November 2026, at noon. All in UTC, without daylight saving. */
const at = (day: number, hour: number, minute = 0, second = 0, ms = 0): number =>
  Date.UTC(2026, 10, day, hour, minute, second, ms);
const [wednesday, thursday, friday, saturday, sunday] = [18, 19, 20, 21, 22];

describe('forex trades from Sunday 22:00 to Friday 22:00, metals from 23:00 on with a break each day at 22:00', () => {
  test.each<[string, string, ErrorCode | 'ok', number]>([
    ['EUR-USD', 'a Wednesday noon', 'ok', at(wednesday, 12)],
    ['EUR-USD', 'the metals’ break', 'ok', at(wednesday, 22, 30)],
    ['EUR-USD', 'the last moment before closing', 'ok', at(friday, 21, 44, 59, 999)],
    ['EUR-USD', 'the first moment of closing', 'ORDER_MARKET_CLOSING', at(friday, 21, 45)],
    ['EUR-USD', 'the last moment of closing', 'ORDER_MARKET_CLOSING', at(friday, 21, 59, 59, 999)],
    ['EUR-USD', 'the close', 'ORDER_MARKET_CLOSED', at(friday, 22)],
    ['EUR-USD', 'Saturday', 'ORDER_MARKET_CLOSED', at(saturday, 12)],
    ['EUR-USD', 'the last moment before the opening', 'ORDER_MARKET_CLOSED', at(sunday, 21, 59, 59, 999)],
    ['EUR-USD', 'the opening', 'ok', at(sunday, 22)],
    ['XAU-USD', 'a Wednesday noon', 'ok', at(wednesday, 12)],
    ['XAU-USD', 'the minutes before the daily break', 'ORDER_MARKET_CLOSING', at(wednesday, 21, 45)],
    ['XAU-USD', 'the daily break', 'ORDER_MARKET_CLOSED', at(wednesday, 22)],
    ['XAU-USD', 'the end of the daily break', 'ORDER_MARKET_CLOSED', at(wednesday, 22, 59, 59, 999)],
    ['XAU-USD', 'after the daily break', 'ok', at(wednesday, 23)],
    ['XAU-USD', 'the next day’s break', 'ORDER_MARKET_CLOSED', at(thursday, 22, 30)],
    ['XAG-USD', 'an hour after forex opened', 'ORDER_MARKET_CLOSED', at(sunday, 22, 30)],
    ['BTC-USDT', 'Saturday: crypto never closes', 'ok', at(saturday, 12)],
  ])('%s, %s: %s', async (symbol, _, expected, nowMs) => {
    const user = await desk.aUser();
    desk.clock.set(nowMs);
    const asked = desk.quote(user, { symbol });
    if (expected !== 'ok') return expect(asked).rejects.toMatchObject({ code: expected });
    // Allowed by the hours: the next question is whether there is a price.
    await expect(asked).rejects.toMatchObject({ code: 'ORDER_PRICE_STALE' });
  });
});

test.each([
  [120, 'ok'],
  [180, 'ORDER_MARKET_CLOSING'],
  [300, 'ORDER_MARKET_CLOSING'],
] as const)(
  'where the last minutes are open to trading, %d seconds that would end beyond the break: %s',
  async (seconds, expected) => {
    await desk.database.owner.query(`update market_calendar set closing_minutes = 0 where id = 'metals'`);
    await desk.catalog.reload(startMs);
    const user = await desk.aUser();
    desk.clock.set(at(wednesday, 21, 57, 30));
    const asked = desk.quote(user, { symbol: 'XAG-USD', seconds });
    await expect(asked).rejects.toMatchObject({ code: expected === 'ok' ? 'ORDER_PRICE_STALE' : expected });
    await desk.database.owner.query(`update market_calendar set closing_minutes = 15 where id = 'metals'`);
    await desk.catalog.reload(startMs);
  },
);

test('an order of the last open minute is settled by its own ticks, though the market is closing by then', async () => {
  const closingMs = at(wednesday, 21, 45) - startMs;
  const user = await desk.aUser('1000');
  await desk.ticks('XAU-USD', [[closingMs - 2000, '4078.5']]);
  desk.clock.set(startMs + closingMs - 1000);
  const order = await desk.buy(user, { symbol: 'XAU-USD', stake: '100' });
  const expiresMs = closingMs - 1000 + 30_000;
  await desk.ticks('XAU-USD', [
    [closingMs - 500, '4078.6'],
    [closingMs + 9000, '4078.9'],
    [expiresMs - 1000, '4079'],
    [expiresMs + 500, '4070'],
  ]);
  await desk.settleAt(expiresMs + 1000);
  expect(await desk.find(user, order.clientOrderId)).toMatchObject({
    status: 'settled',
    outcome: 'won',
    entry: { price: '4078.6' },
    exit: { price: '4079' },
  });
  expect(await desk.violations()).toEqual([]);
});
