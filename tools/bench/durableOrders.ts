/**
 * Durable orders a second: seconds contracts placed over HTTP by 32 people at once, each answered after its commit, against
 * a bare SQL transaction of the same rows on the same database: two statements for the journal and its entries, two
 * balances, the order, the event and its head, the remembered answer.
 */
import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { call, makeTraders, startExchange, type Trader } from './exchange';
import { pairedRatios, quantile, report } from './pairedRatios';

const people = 32;
const ordersInARound = 640;
const eventBody = JSON.stringify({ type: 'order.updated', order: { id: '1', filler: 'x'.repeat(700) } });

const exchange = await startExchange({ ROLES: 'api,feed' });
const { url, pool } = exchange;
try {
  const traders = await makeTraders(pool, people);
  await untilPriced();
  await prepareBareTables();
  const delays: number[] = [];
  await placeOrders(); // warm
  delays.length = 0;
  await bareTransactions();
  const ratios = await pairedRatios(bareTransactions, placeOrders);
  report(`Durable orders a second, ${people} people at once`, 'orders/s', ratios, '0.9 or more');
  console.log(`  answer after ${quantile(delays, 0.5).toFixed(1)} ms (median), ${quantile(delays, 0.99).toFixed(1)} ms (99 %)`);

  async function placeOrders(): Promise<number> {
    const quotes = await Promise.all(
      traders.map((trader) =>
        call<{ quoteId: string }>(url, trader, 'GET', 'microtrade/quote', { symbol: 'TRX-USDT', seconds: 300 }),
      ),
    );
    return rate(async (index) => {
      const sinceMs = performance.now();
      await place(traders[index] as Trader, quotes[index]?.quoteId ?? '');
      delays.push(performance.now() - sinceMs);
    });
  }
} finally {
  await exchange.stop();
}

async function place(trader: Trader, quoteId: string): Promise<void> {
  const clientOrderId = randomUUID();
  const request = { clientOrderId, quoteId, symbol: 'TRX-USDT', direction: 'long', seconds: 300, stake: '10', asset: 'USDT' };
  try {
    await call(url, trader, 'POST', 'microtrade/submit', request, clientOrderId);
  } catch (error) {
    // The price moved or the terms expired within the round: new ones, as a person would ask for.
    if (!/ORDER_(PRICE_MOVED|QUOTE_EXPIRED)/.test(String(error))) throw error;
    const fresh = await call<{ quoteId: string }>(url, trader, 'GET', 'microtrade/quote', { symbol: 'TRX-USDT', seconds: 300 });
    await place(trader, fresh.quoteId);
  }
}

async function untilPriced(): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { rows } = await pool.query(`select from tick_head where symbol_id = 'TRX-USDT' and is_live`);
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('no live price');
}

async function rate(one: (person: number) => Promise<void>): Promise<number> {
  const sinceMs = performance.now();
  await Promise.all(
    Array.from({ length: people }, async (_, person) => {
      for (let turn = 0; turn < ordersInARound / people; turn += 1) await one(person);
    }),
  );
  return ordersInARound / ((performance.now() - sinceMs) / 1000);
}

/** The same columns and indexes, without the triggers and foreign keys that the real tables have. */
async function prepareBareTables(): Promise<void> {
  for (const table of ['account', 'journal', 'entry', 'seconds_order', 'outbox_head', 'outbox', 'idem_request']) {
    await pool.query(
      `create table bare_${table} (like ${table} including defaults including generated including identity including indexes)`,
    );
  }
  await pool.query(`insert into bare_account (owner_id, mode, asset, kind, is_tracked, balance) select person, 'demo', 'USDT', kind, true, 1000000000
    from generate_series(1, ${people}) person, unnest(array['coin', 'stake']) kind`);
  await pool.query(`insert into bare_outbox_head select person, 'demo', 0 from generate_series(1, ${people}) person`);
}

async function bareTransactions(): Promise<number> {
  const clients = await Promise.all(Array.from({ length: people }, () => pool.connect()));
  try {
    return await rate((person) => bareTransaction(clients[person] as PoolClient, person + 1));
  } finally {
    for (const client of clients) client.release();
  }
}

async function bareTransaction(client: PoolClient, person: number): Promise<void> {
  const [order, key, nowMs] = [randomUUID(), randomUUID(), Date.now()];
  await client.query('begin');
  const { rows } = await client.query<{ id: string }>(
    `insert into bare_journal (mode, kind, ref, idem, at_ms) values ('demo', 'seconds_open', '1', $1, $2) returning id`,
    [`bare:${order}`, nowMs],
  );
  const balances = await client.query<{ id: string; balance: string; version: string }>(
    `update bare_account set balance = balance + case kind when 'coin' then -10.2 else 10 end, version = version + 1 where owner_id = $1 returning id, balance, version`,
    [person],
  );
  await client.query(
    `insert into bare_entry (journal_id, seq, account_id, amount, balance_after, account_version)
     values ($1, 1, $2, -10.2, $3, $4), ($1, 2, $5, 10, $6, $7), ($1, 3, 0, 0.2, null, null)`,
    [rows[0]?.id, ...balances.rows.flatMap(({ id, balance, version }) => [id, balance, version])],
  );
  await client.query(
    `insert into bare_seconds_order (user_id, mode, client_order_id, symbol_id, asset_class, direction, seconds, asset, stake, fee, payout_rate, fee_rate,
       rule_version, catalog_version, quoted_price, quoted_seq, accepted_price, accepted_seq, accepted_at_ms, expires_at_ms, open_journal_id)
     values ($1, 'demo', $2, 'TRX-USDT', 'crypto', 'long', 300, 'USDT', 10, 0.2, 0.92, 0.02, 1, 1, 0.3, 1, 0.3, 1, $3::bigint, $3::bigint + 300000, $4)`,
    [person, order, nowMs, rows[0]?.id],
  );
  const head = await client.query<{ last_seq: string }>(
    `update bare_outbox_head set last_seq = last_seq + 2 where user_id = $1 returning last_seq`,
    [person],
  );
  await client.query(
    `insert into bare_outbox (user_id, mode, seq, at_ms, body) values ($1, 'demo', $2::bigint - 1, $3, $4), ($1, 'demo', $2::bigint, $3, $4)`,
    [person, head.rows[0]?.last_seq, nowMs, eventBody],
  );
  await client.query(
    `insert into bare_idem_request (user_id, call, key, request_hash, response, at_ms) values ($1, 'secondsSubmit', $2, $3, '{"orderId":1}', $4)`,
    [person, key, 'f'.repeat(64), nowMs],
  );
  await client.query('commit');
}
