/** Loans behind the real routes: what is lent against what, how it is repaid, its interest by the day, and what refuses it. */
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { EndpointResponse, Loan } from '@tessera/shared/contract';
import { noonMs, useTradingExchange, type Money, type Person } from '../../../test/tradingExchange';
import { createCalendar } from '../../calendar/Calendar';
import { createPasswords } from '../../identity/passwords';
import { findViolations, ledgerRules } from '../../ledger/invariants';
import { createLog } from '../../platform/log';
import { createMetrics } from '../../platform/metrics';
import { createMessages } from '../../content/messages';
import { shippedTexts } from '../../content/texts';
import { loanInterest } from './bookInterest';
import { loanLedgerRules } from './invariants';

const exchange = useTradingExchange();
const paymentPassword = 'for payments';
const dayMs = 86_400_000;
let hashed: string;

beforeAll(async () => {
  hashed = await createPasswords().hash(paymentPassword);
});
/** BTC is worth 100,000, ETH 4,000. */
beforeEach(async () => {
  exchange.clock.set(exchange.clock.now() + 120_000);
  await tick('100000');
});
afterEach(async () => {
  const found = await findViolations(exchange.database.db, [...ledgerRules, ...loanLedgerRules], 0);
  expect(found.flatMap(({ subjects }) => subjects)).toEqual([]);
});

async function tick(btc: string, eth = '4000'): Promise<void> {
  await exchange.tick('BTC-USDT', btc);
  await exchange.tick('ETH-USDT', eth);
}
async function aBorrower(money: Money = {}): Promise<Person> {
  const person = await exchange.aPerson({ coin: '10', coins: { BTC: '1', ETH: '10' }, mode: 'real', ...money });
  await exchange.database.owner.query('update app_user set payment_password_hash = $2 where id = $1', [person.userId, hashed]);
  return person;
}
const coin = (amount: string, asset = 'BTC') => ({ kind: 'coin', asset, orderId: null, amount });
const asked = (more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ termId: '30', amount: '1000', collateral: [coin('0.02')], catalogVersion: 1, clientOrderId: randomUUID() },
  ...{ stepUpPassword: paymentPassword, ...more },
});
const borrow = (person: Person, more: Readonly<Record<string, unknown>> = {}) => person.get<Loan>('loanSubmit', asked(more));
const codeOf = async (person: Person, more: Readonly<Record<string, unknown>>) =>
  (await person.ask('loanSubmit', asked(more))).message;
const loanOf = async (person: Person, id: string) => (await person.get<{ items: Loan[] }>('loanOrders', { id })).items[0] as Loan;
async function held(person: Person): Promise<Readonly<Record<string, string>>> {
  const { rows } = await exchange.database.owner.query<{ name: string; balance: string }>(
    `select kind || ' ' || asset as name, trim_scale(balance)::text as balance from account where owner_id = $1 and mode = $2 and balance <> 0 order by 1`,
    [person.userId, person.mode],
  );
  return Object.fromEntries(rows.map(({ name, balance }) => [name, balance]));
}
const told = async (person: Person) =>
  (await person.get<{ items: { title: string; body: string }[] }>('userMessages', {})).items.map(({ title }) => title);

/** Every day that is over is booked, as the calendar does. */
async function bookDays(): Promise<void> {
  const { db } = exchange.database;
  const { clock } = exchange;
  const booking = loanInterest(createMessages({ db, texts: shippedTexts() }), () => undefined);
  const parts = { db, clock, log: createLog({ logLevel: 'silent' }), metrics: createMetrics({ collectProcess: false }) };
  await createCalendar({ ...parts, holder: 'test', bookings: [booking] }).job.run(new AbortController().signal);
}
async function passDays(days: number): Promise<void> {
  exchange.clock.set(exchange.clock.now() + days * dayMs);
  await tick('100000');
  await bookDays();
}

test('a loan from the form to the last repayment: what is locked, what is owed, interest first, and back', async () => {
  const anna = await aBorrower();
  const config = await anna.get<EndpointResponse<'loanConfig'>>('loanConfig', {});
  expect(config.terms.map(({ days, needsReview }) => [days, needsReview])).toEqual([
    [7, false],
    [30, false],
    [90, true],
  ]);
  expect(config.coins.find(({ asset }) => asset === 'BTC')).toEqual({ asset: 'BTC', free: '1', scale: 8, weight: '1' });
  const quote = await anna.get<EndpointResponse<'loanQuote'>>('loanQuote', {
    termId: '30',
    amount: '1000',
    collateral: [coin('0.02')],
  });
  expect(quote).toMatchObject({
    ...{ ltvBefore: null, ltvAfter: '0.50025', owedAfter: '1000.5', most: '1299.350324' },
    ...{ interestPerDay: '0.5', interestTotal: '15', callPrice: '66700', liquidationPrice: '60271.08433734' },
  });
  const made = await borrow(anna);
  expect(made).toMatchObject({
    ...{ status: 'open', principal: '1000', owed: '1000.5', interestOwed: '0.5', ltv: '0.50025', isCalled: false },
    ...{ callPrice: '66700', dueAtMs: noonMs - (noonMs % dayMs) + 31 * dayMs, decisions: [] },
    collateral: [{ asset: 'BTC', amount: '0.02', worth: '2000', weight: '1', price: { symbol: 'BTC-USDT', price: '100000' } }],
  });
  expect(await held(anna)).toEqual({
    ...{ 'coin BTC': '0.98', 'coin ETH': '10', 'coin USDT': '1010' },
    ...{ 'collateral BTC': '0.02', 'loan USDT': '-1000.5' },
  });
  const statistics = await anna.get('loanStatistics', {});
  expect(statistics).toMatchObject({ outstanding: '1000.5', collateralWorth: '2000', loanToValue: '0.50025', openLoans: 1 });
  // Four midnights: the first day was owed from the start.
  await passDays(4);
  expect(await loanOf(anna, made.id)).toMatchObject({ owed: '1001.5', interest: '1.5', interestOwed: '1.5' });
  const part = await anna.get<EndpointResponse<'loanRepay'>>('loanRepay', { orderId: made.id, amount: '501.5', from: 'coin' });
  expect(part).toMatchObject({ taken: '501.5', toInterest: '1.5', toPrincipal: '500', loan: { owed: '500', ltv: '0.25' } });
  await passDays(2);
  expect(await loanOf(anna, made.id)).toMatchObject({ owed: '500.5', interest: '2' });
  const added = await anna.get<Loan>('loanAddCollateral', { orderId: made.id, collateral: [coin('0.01'), coin('1', 'ETH')] });
  expect(added).toMatchObject({ ltv: '0.0715', callPrice: null, collateral: [{ amount: '0.03' }, { amount: '1' }] });
  // More than is owed takes what is owed, and gives everything back.
  const last = await anna.get<EndpointResponse<'loanRepay'>>('loanRepay', { orderId: made.id, amount: '100000', from: 'coin' });
  expect(last).toMatchObject({ taken: '500.5', loan: { status: 'repaid', owed: '0', ltv: null, repaid: '1002' } });
  expect(await held(anna)).toEqual({ 'coin BTC': '1', 'coin ETH': '10', 'coin USDT': '8' });
  expect((await anna.ask('loanRepay', { orderId: made.id, amount: '1', from: 'coin' })).message).toBe('STATUS_ABNORMAL');
  expect((await anna.ask('loanAddCollateral', { orderId: made.id, collateral: [coin('0.01')] })).message).toBe('STATUS_ABNORMAL');
  expect(await told(anna)).toEqual(['Your loan is repaid', 'Your loan of 1000 USDT was paid out']);
});
