/**
 * Several who want at once what only some of them can have. What they wait for is held until all of them stand before it, so that what comes next
 * depends on the exchange and not on luck. Each answers what became of it.
 */
import { randomUUID } from 'node:crypto';
import type { Loan } from '@tessera/shared/contract';
import { loadCatalog } from '../../src/catalog/Catalog';
import { createMessages } from '../../src/content/messages';
import { shippedTexts } from '../../src/content/texts';
import { repayLoan } from '../../src/products/loan/repayLoan';
import { aProject, aSaver, join } from '../aProject';
import { borrow, createLendingDesk, loanOf } from '../lendingDesk';
import type { TradingExchange } from '../tradingExchange';
import { openTreasureDesk } from '../treasureDesk';

interface Answered {
  readonly type: string;
  readonly message: unknown;
}
export type Race = (exchange: TradingExchange) => Promise<readonly string[]>;

/** `held`: a row, which is let go once every call waits for it, or for another one of them. */
async function atOnce(
  { database: { owner } }: TradingExchange,
  held: string,
  calls: readonly (() => Promise<Answered>)[],
): Promise<readonly string[]> {
  const holder = await owner.connect();
  try {
    await holder.query(`begin; ${held} for update`);
    let over = 0;
    const answers = Promise.all(calls.map((call) => call().finally(() => (over += 1))));
    const waiting = `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while (((await owner.query<{ count: number }>(waiting)).rows[0]?.count ?? 0) + over < calls.length) {
      await new Promise(setImmediate);
    }
    await holder.query('rollback');
    return (await answers).map(({ type, message }) => (type === 'ok' ? 'ok' : String(message))).sort();
  } finally {
    holder.release();
  }
}
const three = [0, 1, 2] as const;

export const races = {
  /** Three for the last two hundred. */
  async product(exchange) {
    await exchange.tick('BTC-USDT', '100000');
    const { owner } = exchange.database;
    const desk = await openTreasureDesk(exchange);
    const people = await Promise.all(three.map(() => desk.aSaver({ mode: 'demo', coin: '100' })));
    const row = `from treasure_taken where product_id = 3 and mode = 'demo'`;
    await owner.query(`insert into treasure_taken values (3, 'demo', 9999800)`);
    const answers = await atOnce(
      exchange,
      `select ${row}`,
      people.map((person) => () => desk.ask(person, '3', '100')),
    );
    const { rows } = await owner.query<{ taken: string }>(`select trim_scale(taken)::text as taken ${row}`);
    return [...answers, `taken ${rows[0]?.taken}`];
  },
  /** Three for two places. */
  async project(exchange) {
    const project = await aProject(exchange, { maxParticipants: 2 });
    const people = await Promise.all(three.map(() => aSaver(exchange)));
    const row = `from project where id = ${project.id}`;
    const answers = await atOnce(
      exchange,
      `select ${row}`,
      people.map((person) => () => join(person, project, '100')),
    );
    const { rows } = await exchange.database.owner.query<{ participants: number }>(`select participants ${row}`);
    return [...answers, `participants ${rows[0]?.participants}`];
  },
  /** One repayment, sent three times, each to a process of its own. Another loan is owed too, so the book would take it each time. */
  async repayment(exchange) {
    await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
    const { clock, database } = exchange;
    const { db } = database;
    const anna = await createLendingDesk(exchange).aBorrower();
    const loans: Loan[] = [await borrow(anna), await borrow(anna)];
    const id = loans[0]?.id ?? '';
    const deps = { db, catalog: await loadCatalog(db, clock.now()), messages: createMessages({ db, texts: shippedTexts() }) };
    const call = {
      ...{ request: { orderId: id, amount: '100', from: 'coin' as const }, nowMs: clock.now(), idempotencyKey: randomUUID() },
      user: { userId: String(anna.userId), mode: anna.mode, sessionId: '' },
    };
    const repay = async () => ({ type: 'ok', message: await repayLoan(deps, call) });
    const answers = await atOnce(exchange, `select from loan where id = ${id}`, [repay, repay, repay]);
    return [...answers, `owed ${(await loanOf(anna, id)).owed}`];
  },
} satisfies Readonly<Record<string, Race>>;
