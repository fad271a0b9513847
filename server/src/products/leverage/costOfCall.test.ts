/** What a call costs does not grow with what the person holds, and the account is shown as before. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { amount, price, subtract, toText } from '@tessera/shared/money';
import { accountFigures, floatingProfitOf, noDivisor, openPositionOf } from '@tessera/shared/trading';
import { useLeverageDesk } from '../../../test/leverageDesk';
import { testReceipts } from '../../../test/testReceipts';
import { isCrypto } from '../../catalog/classFilter';
import { accountsView } from '../../funds/walletView';
import type { SignedIn } from '../../http/handler';
import type { Db } from '../../store/database';
import { askAll } from './askAll';
import { createHouseExposure } from './houseExposure';
import { submitOrder } from './submitOrder';

const desk = useLeverageDesk();
let at = 0;
beforeEach(async () => {
  at += 60_000;
  await desk.ticks('BTC-USDT', [[at - 100, '60000']]);
  await desk.ticks('EUR-USD', [[at - 95, '1.1']]);
  await desk.ticks('USD-JPY', [[at - 90, '149.997']]);
  desk.clock.set(desk.startMs + at);
});

test('crypto, forex and a pending order together: every figure is the sum over the single positions', async () => {
  const user = await desk.aTrader('20000');
  await desk.open(user, { lots: '0.013', leverage: 20 });
  for (const [symbol, direction, lots] of [
    ['EUR-USD', 'long', '0.37'],
    ['USD-JPY', 'long', '0.11'],
    ['USD-JPY', 'short', '0.23'],
    ['USD-JPY', 'short', '0.07'],
  ] as const)
    await desk.open(user, { symbol, direction, lots, leverage: 100 });
  await desk.open(user, { entrustment: 'limit', limitPrice: '50000' });
  const opened = { 'BTC-USDT': '60000', 'EUR-USD': '1.1', 'USD-JPY': '149.997' };
  for (const [symbol, text] of Object.entries(opened)) await desk.ticks(symbol, [[at + 200, text]]);
  await desk.judgeAt(at + 300);
  const now: Readonly<Record<string, string>> = { 'BTC-USDT': '60123.47', 'EUR-USD': '1.09877', 'USD-JPY': '150.127' };
  for (const [symbol, text] of Object.entries(now)) await desk.ticks(symbol, [[at + 400, text]]);

  const orders = (
    await Promise.all((['crypto', 'forex'] as const).map((family) => desk.list(user, { status: 'open' }, family)))
  ).flatMap(({ items }) => items);
  const lastOf = (symbol: string) => price(now[symbol] ?? '');
  const positions = orders.map((order) => {
    const position = openPositionOf(order)!;
    const divisor = order.symbol === 'USD-JPY' ? lastOf(order.symbol) : noDivisor;
    return { ...position, floatingProfit: floatingProfitOf(position, lastOf(order.symbol), { divisor, scale: 6 }) };
  });
  expect(positions).toHaveLength(5);
  const free = amount(await desk.held(user));
  const { rows: held } = await desk.database.owner.query<{ text: string }>(
    `select trim_scale(margin + fee_hold)::text as text from leverage_order where user_id = $1 and status = 'pending'`,
    [user.userId],
  );
  const reserved = amount(held[0]?.text ?? '');
  const { contract } = await accountsView(desk.database.db, Number(user.userId), user.mode);
  const wanted = accountFigures({ free, positions, reserved });
  expect(contract).toEqual({
    asset: 'USDT',
    balance: toText(wanted.balance),
    floatingProfit: toText(wanted.floatingProfit!),
    usedMargin: toText(subtract(wanted.usedMargin, reserved)),
    availableMargin: toText(wanted.available!),
    netEquity: toText(wanted.equity!),
    marginLevel: toText(wanted.marginLevel!),
    frozen: toText(reserved),
  });
  const last = await desk.open(user, { entrustment: 'limit', limitPrice: '50000' });
  // What the event of an acceptance says is what the account then is.
  const { rows } = await desk.database.owner.query<{ body: { contract: unknown } }>(
    `select body from outbox where user_id = $1 and body->>'type' = 'balance.changed' order by id desc limit 1`,
    [user.userId],
  );
  const after = await accountsView(desk.database.db, Number(user.userId), user.mode);
  expect([rows[0]?.body.contract, last.status]).toEqual([after.contract, 'pending']);
});

describe('with two positions and with ninety', () => {
  /** Statements, and rows that they bring. */
  function counting(db: Db): { readonly db: Db; readonly counted: { statements: number; rows: number } } {
    const counted = { statements: 0, rows: 0 };
    return {
      counted,
      db: db.withPlugin({
        transformQuery({ node }) {
          counted.statements += 1;
          return node;
        },
        async transformResult({ result }) {
          counted.rows += result.rows.length;
          return result;
        },
      }),
    };
  }
  const asCopied = (statement: string) =>
    desk.database.owner.query(`set session_replication_role = replica; ${statement}; set session_replication_role = default`);
  async function aHolderOf(positions: number, entrustment: 'market' | 'limit' = 'market'): Promise<SignedIn> {
    const user = await desk.aTrader('10000');
    await desk.open(user, entrustment === 'market' ? {} : { entrustment, limitPrice: '50000' });
    await desk.ticks('BTC-USDT', [[(at += 200), '60000']]);
    await desk.judgeAt(at + 100);
    await asCopied(
      `do $$ declare names text := (select string_agg(quote_ident(column_name), ',') from information_schema.columns
           where table_name = 'leverage_order' and column_name not in ('id', 'client_order_id'));
         begin execute format('insert into leverage_order (client_order_id, %s) select gen_random_uuid(), %s from leverage_order, generate_series(2, ${positions}) where user_id = ${user.userId}', names, names); end $$`,
    );
    // What they hold: the copies are made beside the ledger.
    await asCopied(`update account set balance = balance * ${positions} where owner_id = ${user.userId} and kind = 'margin'`);
    return user;
  }
  const ask = { language: 'en', ip: '127.0.0.1', traceId: 'test' } as const;

  test('an order is accepted with the same statements and the same rows', async () => {
    const costs: unknown[] = [];
    for (const positions of [2, 90]) {
      const user = await aHolderOf(positions);
      const { db, counted } = counting(desk.database.db);
      const request = {
        clientOrderId: randomUUID(),
        symbol: 'BTC-USDT',
        direction: 'long',
        entrustment: 'limit',
        lots: '0.01',
        leverage: 10,
        limitPrice: '50000',
      } as const;
      const nowMs = desk.clock.now();
      const parts = { db, catalog: desk.catalog, clock: desk.clock, receipts: testReceipts, house: createHouseExposure(db) };
      await submitOrder(parts, { ...ask, request, user, nowMs, idempotencyKey: randomUUID() } as never, isCrypto);
      costs.push(counted);
    }
    expect(costs[1]).toEqual(costs[0]);
  });

  test.each(['close', 'cancel'] as const)('all at once, %s: the same statements', async (action) => {
    const costs: unknown[] = [];
    for (const positions of [2, 40]) {
      const user = await aHolderOf(positions, action === 'close' ? 'market' : 'limit');
      const { db, counted } = counting(desk.database.db);
      const parts = { db, catalog: desk.catalog, clock: desk.clock, receipts: testReceipts };
      const call = { ...ask, request: { action }, user, nowMs: desk.clock.now(), idempotencyKey: randomUUID() };
      const { count, receipts = [] } = await askAll(parts, call as never);
      expect([count, receipts.length]).toEqual([positions, positions]);
      costs.push(counted.statements);
    }
    expect(costs[1]).toEqual(costs[0]);
  });
});
