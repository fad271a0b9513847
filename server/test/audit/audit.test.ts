/**
 * The audit finds nothing in a day of trading, and something in every day that was tampered with: one stored figure, tick,
 * journal or balance altered at a time, past all triggers. What must be reported is named with each.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { openTradingFloor, type TickOf, type TradingFloor } from '../tradingFloor';
import { auditWithin } from './audit';

let floor: TradingFloor;
let startMs = 0;
const at = (symbol: string, offsetMs: number, price: string): TickOf => [symbol, startMs + offsetMs, price];
const run = (symbol: string, fromMs: number, toMs: number, stepMs: number, price: (index: number) => string): TickOf[] =>
  Array.from({ length: Math.floor((toMs - fromMs) / stepMs) }, (_, index) => at(symbol, fromMs + index * stepMs, price(index)));
async function judgeAt(offsetMs: number): Promise<void> {
  floor.clock.set(startMs + offsetMs);
  await floor.judge();
}

beforeAll(async () => {
  floor = await openTradingFloor();
  startMs = floor.now();
  const user = await floor.aPerson({ coin: '3000', contract: '4000', coins: { BTC: '0.3' } });
  const poor = await floor.aPerson({ contract: '700' });
  await floor.ticks([
    at('BTC-USDT', -400, '100000'),
    at('EUR-USD', -400, '1.1'),
    at('USD-JPY', -400, '150'),
    at('EUR-JPY', -400, '165'),
  ]);
  const quote = await floor.ask(user, 'secondsTerms', { symbol: 'BTC-USDT', seconds: 30 });
  for (const direction of ['long', 'short'] as const) {
    await floor.ask(user, 'secondsSubmit', {
      clientOrderId: randomUUID(),
      symbol: 'BTC-USDT',
      seconds: 30,
      direction,
      stake: '17.31',
      asset: 'USDT',
      quoteId: quote.quoteId,
    });
  }
  await floor.ask(user, 'transfer', { from: 'coin', to: 'contract', asset: 'USDT', amount: '12.5' });
  await floor.ask(user, 'spotSubmit', {
    clientOrderId: randomUUID(),
    symbol: 'BTC-USDT',
    side: 'buy',
    entrustment: 'market',
    total: '133.37',
    seenPrice: '100000',
  });
  await floor.ask(user, 'spotSubmit', {
    clientOrderId: randomUUID(),
    symbol: 'BTC-USDT',
    side: 'sell',
    entrustment: 'limit',
    price: '100100',
    quantity: '0.01107',
  });
  const crypto = { symbol: 'BTC-USDT', entrustment: 'market', seenPrice: '100000.1' } as const;
  const held = await floor.ask(user, 'leverageSubmit', {
    ...crypto,
    clientOrderId: randomUUID(),
    direction: 'long',
    lots: '0.017',
    leverage: 10,
  });
  await floor.ask(user, 'leverageSubmit', {
    ...crypto,
    clientOrderId: randomUUID(),
    direction: 'short',
    lots: '0.013',
    leverage: 100,
    seenPrice: '99999.9',
  });
  await floor.ask(user, 'leverageSubmit', {
    clientOrderId: randomUUID(),
    symbol: 'BTC-USDT',
    direction: 'long',
    entrustment: 'limit',
    limitPrice: '99000',
    lots: '0.011',
    leverage: 5,
  });
  await floor.ask(user, 'leverageWhSubmit', {
    clientOrderId: randomUUID(),
    symbol: 'EUR-JPY',
    direction: 'short',
    entrustment: 'market',
    seenPrice: '164.992',
    lots: '0.13',
    leverage: 50,
    stopLoss: '165.8',
  });
  await floor.ask(poor, 'leverageWhSubmit', {
    clientOrderId: randomUUID(),
    symbol: 'EUR-USD',
    direction: 'long',
    entrustment: 'market',
    seenPrice: '1.10004',
    lots: '0.9',
    leverage: 200,
  });
  await floor.ticks([
    ...run('BTC-USDT', 500, 34_000, 1300, (index) => String(100_000 + index * 3)),
    at('EUR-JPY', 700, '165.001'),
    at('EUR-USD', 800, '1.10001'),
    at('USD-JPY', 900, '150.01'),
  ]);
  await judgeAt(35_000);
  await floor.ask(user, 'leverageClose', { id: held.id, lots: '0.006' });
  await floor.ticks([
    ...run('BTC-USDT', 36_000, 40_000, 1000, (index) => String(100_200 + index * 500)),
    at('EUR-USD', 36_500, '1.09'),
    at('EUR-JPY', 37_000, '165.9'),
    at('USD-JPY', 37_500, '150.3'),
  ]);
  await judgeAt(45_000);
  // Over midnight, for the night of the position that is left.
  await floor.ticks([at('BTC-USDT', 12 * 3_600_000 - 5000, '101000')]);
  await judgeAt(12 * 3_600_000 + 5000);
});
afterAll(() => floor.close());

test('a day of all products: nothing to say, and everything was looked at', async () => {
  const { findings, counts } = await floor.audit();
  expect(findings).toEqual([]);
  for (const what of [
    'seconds won',
    'seconds lost',
    'spot fills',
    'leverage opened market',
    'leverage closed in part',
    'leverage closed liquidation',
    'leverage closed stop_loss',
    'leverage stop-outs',
    'leverage swaps',
    'leverage pending',
    'leverage open',
    'transfers',
  ])
    expect([what, counts[what] ?? 0]).not.toEqual([what, 0]);
});

const houseFee = `(select id from account where owner_id = 0 and kind = 'fee' and asset = 'USDT' and mode = 'demo')`;
const anyDeal = (where: string): string => `(select id from leverage_deal where ${where} order by id limit 1)`;
const mutants: readonly (readonly [what: string, change: string, reported: RegExp])[] = [
  [
    'a fee with a unit too much, in the row',
    `update seconds_order set fee = fee + 0.000001, profit = returned - stake - fee - 0.000001`,
    /seconds fee/,
  ],
  [
    'a fee with a unit too much, in the book as well',
    `update leverage_deal set fee = fee + 0.000001 where kind = 'open'; update leverage_order set fee = fee + 0.000001 where open_price is not null;
    update entry set amount = amount + 0.000001 from journal j where j.id = journal_id and j.idem like 'open:leverage:%' and account_id = ${houseFee}`,
    /leverage opening fee/,
  ],
  ['a winner that lost', `update seconds_order set outcome = 'lost' where outcome = 'won'`, /seconds outcome/],
  ['an exit one tick later', `update seconds_order set exit_seq = exit_seq + 1`, /seconds exit/],
  [
    'a payout rounded up',
    `update seconds_order set returned = returned + 0.000001, profit = profit + 0.000001 where outcome = 'won'`,
    /seconds returned/,
  ],
  [
    'an opening one tick later',
    `update leverage_deal d set tick_seq = t.seq, tick_at_ms = t.at_ms, tick_price = t.price from tick t
    where d.id = ${anyDeal(`kind = 'open' and symbol_id = 'BTC-USDT'`)} and t.symbol_id = d.symbol_id and t.seq = d.tick_seq + 1`,
    /leverage opening tick/,
  ],
  ['a price without its spread', `update leverage_deal set price = tick_price where kind = 'open'`, /leverage opening price/],
  [
    'a notional rounded down',
    `update leverage_deal set notional = notional - 0.000001 where symbol_id = 'EUR-JPY'`,
    /leverage (opening|closing) notional/,
  ],
  ['a profit with the other sign', `update leverage_deal set profit = -profit where kind = 'close'`, /leverage profit/],
  [
    'a conversion by another tick',
    `update leverage_deal set divisor_seq = divisor_seq - 1 where symbol_id = 'EUR-JPY' and kind = 'close'`,
    /leverage divisor/,
  ],
  ['insurance that was not paid', `update leverage_deal set insured = 0 where insured > 0`, /(leverage|stop-out) insured/],
  [
    'a liquidation that took another name',
    `update leverage_deal set reason = 'user' where reason = 'liquidation'`,
    /leverage (closing tick|liquidation)/,
  ],
  ['a night that was not charged', `delete from leverage_swap`, /leverage swap/],
  ['a night that was charged by a unit more', `update leverage_swap set amount = amount - 0.000001`, /leverage swap/],
  [
    'a liquidation price a tick off',
    `update leverage_order set liquidation_price = liquidation_price + 0.01 where liquidation_price is not null`,
    /leverage liquidation price/,
  ],
  [
    'a stop-out that looked at less money',
    `update leverage_deal set account = jsonb_set(account, '{free}', '"0"') where account is not null`,
    /stop-out free/,
  ],
  ['a fill at the touch instead of its levels', `update spot_fill set price = tick_price`, /spot fills/],
  ['a fill of another tick', `update spot_fill set tick_seq = tick_seq + 1`, /spot fills/],
  ['a fill a step larger', `update spot_fill set quantity = quantity + 0.00001`, /spot fills/],
  [
    'a spot fee rounded down',
    `update spot_fill set fee = fee - 0.000001; update spot_order set fee = fee - 0.000001`,
    /spot fills/,
  ],
  [
    'an order that waits though it was filled',
    `update spot_order set ended_at_ms = null, end_reason = null, status = 'partial'`,
    /spot end/,
  ],
  [
    'a journal twice',
    `insert into journal (mode, kind, ref, idem, at_ms) select mode, kind, ref, idem || ':2', at_ms from journal where kind = 'leverage' order by id limit 1;
    insert into entry (journal_id, seq, account_id, amount) select currval('journal_id_seq'), e.seq, e.account_id, e.amount from entry e join journal j on j.id = e.journal_id
      where j.idem = (select left(idem, -2) from journal where id = currval('journal_id_seq'))`,
    /journal unexplained/,
  ],
  [
    'a journal that is gone',
    `delete from entry where journal_id = (select max(settle_journal_id) from seconds_order); delete from journal where id = (select max(settle_journal_id) from seconds_order)`,
    /journal missing/,
  ],
  [
    'money out of nothing',
    `update account set balance = balance + 1 where owner_id <> 0 and kind = 'coin' and asset = 'USDT'`,
    /balance:/,
  ],
  ['money from demo to real', `update account set mode = 'real' where id = ${houseFee}`, /real with demo/],
  ['one more on one side', `update entry set amount = amount + 0.000001 where account_id = ${houseFee}`, /journal (sum|legs)/],
  ['a price in the log', `update tick set price = price + 0.01 where symbol_id = 'BTC-USDT' and seq = 9`, /tick log/],
  [
    'a tick that was live after all',
    `update tick set is_live = false, kind = 'late' where symbol_id = 'BTC-USDT' and seq = 2`,
    /leverage tick|seconds entry/,
  ],
  [
    'a label of the log',
    `update tick set is_live = false, kind = 'late' where symbol_id = 'BTC-USDT' and seq = 2`,
    /tick BTC-USDT 2/,
  ],
  ['terms of nobody', `update leverage_order set fee_rate = fee_rate / 2`, /leverage terms/],
  [
    'a transfer of more than was asked',
    `update entry set amount = amount * 2, balance_after = balance_after + amount from journal j where j.id = journal_id and j.kind = 'transfer'`,
    /transfer/,
  ],
];

test.each(mutants)('%s is reported', async (_, change, reported) => {
  const client = await floor.database.owner.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    // The tables' own checks would refuse some of it: here they rest as well.
    await client.query(`do $$ declare c record; begin
      for c in select conrelid::regclass as at, conname from pg_constraint where contype = 'c' and conrelid::regclass::text in ('seconds_order', 'spot_order', 'leverage_order', 'leverage_deal') loop
        execute format('alter table %s drop constraint %I', c.at, c.conname); end loop; end $$`);
    const before = await client.query(`select count(*) from journal`);
    expect(before.rows.length).toBe(1);
    await client.query(change);
    const { findings } = await auditWithin(client, { untilMs: floor.now() });
    expect(findings.join('\n')).toMatch(reported);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
