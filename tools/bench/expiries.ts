/**
 * 20,000 seconds contracts that are due at the same moment: placed over HTTP while no worker runs, then one worker process
 * is started. Measured from its first settlement to its last; the reference is a bare SQL transaction of 200 orders' rows
 * (journals, entries, balances, orders, events) on the same database, repeated until it has written as many.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { call, makeTraders, startExchange, type Trader } from './exchange';

const orders = Number(process.env['BENCH_EXPIRIES'] ?? '20000');
const people = 100;
const batch = 200;

const exchange = await startExchange({ ROLES: 'api,feed' });
const { url, pool } = exchange;
try {
  const traders = await makeTraders(pool, people);
  while ((await pool.query(`select from tick_head where symbol_id = 'TRX-USDT' and is_live`)).rows.length === 0) await pause(100);
  console.log(`\n${orders} expiries at once: placing them`);
  await Promise.all(traders.map((trader) => placeMany(trader, orders / people)));
  const { rows } = await pool.query<{ last: string }>('select max(expires_at_ms) as last from seconds_order');
  await pause(Math.max(0, Number(rows[0]?.last) - Date.now()) + 3000);

  const bareRate = await bareBatches(Math.min(orders, 10_000));
  const worker = await exchange.join({ ROLES: 'jobs' });
  try {
    const done = await settledTimes();
    const again = await bareBatches(Math.min(orders, 10_000));
    const reference = (bareRate + again) / 2;
    console.log(
      `  settled within ${done.seconds.toFixed(1)} s: ${done.rate.toFixed(0)} orders/s; bare SQL of the same rows ${reference.toFixed(0)} orders/s (before ${bareRate.toFixed(0)}, after ${again.toFixed(0)})`,
    );
    console.log(`  ratio ${(done.rate / reference).toFixed(2)}; target: 20,000 in less than 8 s`);
    const { rows: lost } = await pool.query<{ settlements: string; orders: string }>(
      `select count(*) as settlements, count(distinct ref) as orders from journal where kind = 'seconds_settle'`,
    );
    console.log(`  settlement journals ${lost[0]?.settlements}, distinct orders ${lost[0]?.orders}: none lost, none twice`);
    if (Number(lost[0]?.settlements) !== orders || Number(lost[0]?.orders) !== orders) process.exitCode = 1;
  } finally {
    await worker.stop();
  }
} finally {
  await exchange.stop();
}

async function placeMany(trader: Trader, count: number): Promise<void> {
  const askQuote = async (): Promise<string> =>
    (await call<{ quoteId: string }>(url, trader, 'GET', 'microtrade/quote', { symbol: 'TRX-USDT', seconds: 30 })).quoteId;
  let quoteId = await askQuote();
  for (let placed = 0; placed < count;) {
    const clientOrderId = randomUUID();
    const request = {
      clientOrderId,
      quoteId,
      symbol: 'TRX-USDT',
      direction: placed % 2 === 0 ? 'long' : 'short',
      seconds: 30,
      stake: '10',
      asset: 'USDT',
    };
    try {
      await call(url, trader, 'POST', 'microtrade/submit', request, clientOrderId);
      placed += 1;
    } catch (error) {
      if (!/ORDER_(PRICE_MOVED|QUOTE_EXPIRED)/.test(String(error))) throw error;
      quoteId = await askQuote();
    }
  }
}

async function settledTimes(): Promise<{ seconds: number; rate: number }> {
  const giveUpAt = performance.now() + 300_000;
  let firstAt: number | undefined;
  while (performance.now() < giveUpAt) {
    const { rows } = await pool.query<{ left: string }>(`select count(*) as left from seconds_order where status <> 'settled'`);
    const left = Number(rows[0]?.left);
    if (left < orders && firstAt === undefined) firstAt = performance.now();
    if (left === 0 && firstAt !== undefined) {
      const seconds = (performance.now() - firstAt) / 1000;
      return { seconds, rate: orders / seconds };
    }
    await pause(50);
  }
  throw new Error('not all orders were settled within five minutes');
}

/** Rows a second of the same kinds, a batch to a transaction, six statements each. */
async function bareBatches(count: number): Promise<number> {
  const tables = ['account', 'journal', 'entry', 'seconds_order', 'outbox_head', 'outbox'];
  for (const table of tables)
    await pool.query(
      `create table bare_${table} (like ${table} including defaults including generated including identity including indexes)`,
    );
  await pool.query(
    `insert into bare_account (owner_id, mode, asset, kind, balance) select person, 'demo', 'USDT', kind, 1000000000 from generate_series(1, ${people}) person, unnest(array['coin', 'stake']) kind`,
  );
  await pool.query(`insert into bare_outbox_head select person, 'demo', 0 from generate_series(1, ${people}) person`);
  await pool.query(`insert into bare_seconds_order (user_id, mode, client_order_id, symbol_id, asset_class, direction, seconds, asset, stake, fee, payout_rate, fee_rate, rule_version, catalog_version,
      quoted_price, quoted_seq, accepted_price, accepted_seq, accepted_at_ms, expires_at_ms)
    select 1 + n % ${people}, 'demo', gen_random_uuid(), 'TRX-USDT', 'crypto', 'long', 30, 'USDT', 10, 0.2, 0.8, 0.02, 1, 1, 0.3, 1, 0.3, 1, 0, 30000 from generate_series(1, ${count}) n`);
  const client = await pool.connect();
  const sinceMs = performance.now();
  try {
    for (let from = 1; from <= count; from += batch) {
      const range = [from, from + batch - 1];
      await client.query('begin');
      await client.query(
        `insert into bare_journal (mode, kind, ref, idem, at_ms) select 'demo', 'seconds_settle', id, 'bare:' || id, 0 from bare_seconds_order where id between $1 and $2`,
        range,
      );
      await client.query(
        `update bare_account a set balance = balance + 8.4, version = version + n from (select user_id, count(*) as n from bare_seconds_order where id between $1 and $2 group by user_id) v where owner_id = user_id`,
        range,
      );
      await client.query(
        `insert into bare_entry (journal_id, seq, account_id, amount, balance_after, account_version)
        select j.id, leg, case leg when 3 then 0 else j.id * 2 + leg end, 8.4, case when leg < 3 then 100 end, case when leg < 3 then j.id end
        from bare_journal j, generate_series(1, 3) leg where j.idem = any (select 'bare:' || n from generate_series($1::int, $2::int) n)`,
        range,
      );
      await client.query(
        `update bare_seconds_order set status = 'settled', entry_seq = 1, entry_at_ms = 1, entry_price = 0.3, exit_seq = 2, exit_at_ms = 2, exit_price = 0.31, next_seq = 3, next_at_ms = 3,
        next_price = 0.32, outcome = 'won', returned = 18.2, profit = 8, settled_at_ms = 1 where id between $1 and $2`,
        range,
      );
      await client.query(
        `update bare_outbox_head h set last_seq = last_seq + n from (select user_id, count(*) as n from bare_seconds_order where id between $1 and $2 group by user_id) v where h.user_id = v.user_id`,
        range,
      );
      await client.query(
        `insert into bare_outbox (user_id, mode, seq, at_ms, body) select user_id, 'demo', id, 0, jsonb_build_object('type', 'order.updated', 'filler', repeat('x', 700)) from bare_seconds_order where id between $1 and $2`,
        range,
      );
      await client.query('commit');
    }
    return count / ((performance.now() - sinceMs) / 1000);
  } finally {
    client.release();
    for (const table of tables) await pool.query(`drop table bare_${table}`);
  }
}
