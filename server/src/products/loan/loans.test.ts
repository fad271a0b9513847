/** Loans behind the real routes: what is lent against what, how it is repaid, its interest by the day, and what refuses it. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EndpointResponse, Loan, LoanProof, TreasureOrder } from '@tessera/shared/contract';
import { sha256 } from '@tessera/shared/fairness';
import { verifyLoan } from '@tessera/shared/trading';
import { operateAs } from '../../../test/aMerchant';
import { anOperator } from '../../../test/anOperator';
import { brokenMessages } from '../../../test/brokenMessages';
import {
  asked,
  borrow,
  codeOf,
  coin,
  createLendingDesk,
  deposit,
  keep,
  loanOf,
  messagesOf,
  told,
} from '../../../test/lendingDesk';
import { testSignatures } from '../../../test/testReceipts';
import { noonMs, useTradingExchange, type Person } from '../../../test/tradingExchange';
import { loadCatalog } from '../../catalog/Catalog';
import { findViolations, ledgerRules } from '../../ledger/invariants';
import { treasureLedgerRules } from '../treasure/invariants';
import { loanLedgerRules } from './invariants';
import { requireCollateral } from './requireCollateral';

const exchange = useTradingExchange();
const dayMs = 86_400_000;
const { aBorrower, bookDays, decide, held, judge, moves, passDays, stayIn, tick } = createLendingDesk(exchange);

beforeEach(async () => {
  exchange.clock.set(exchange.clock.now() + 120_000);
  await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
});
afterEach(async () => {
  const found = await findViolations(exchange.database.db, [...ledgerRules, ...loanLedgerRules, ...treasureLedgerRules], 0);
  expect(found.flatMap(({ subjects }) => subjects)).toEqual([]);
  expect(await brokenMessages(exchange.database.db)).toEqual([]);
});

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
  const { parts } = await anna.get<EndpointResponse<'walletList'>>('walletList', {});
  expect(parts?.at(-1)).toEqual({ part: 'loans', value: '-1000.5' });
  expect(made).toMatchObject({
    ...{ status: 'open', principal: '1000', owed: '1000.5', interestOwed: '0.5', ltv: '0.50025', isCalled: false },
    ...{ callPrice: '66700', dueAtMs: noonMs - (noonMs % dayMs) + 31 * dayMs, decisions: [] },
    collateral: [{ asset: 'BTC', amount: '0.02', worth: '2000', weight: '1', price: { symbol: 'BTC-USDT', price: '100000' } }],
  });
  expect(await held(anna)).toEqual({
    ...{ 'coin BTC': '0.98', 'coin ETH': '10', 'coin USDT': '1010' },
    ...{ 'collateral BTC': '0.02', 'loan USDT': '-1000.5' },
  });
  const period = { fromMs: 0, untilMs: exchange.clock.now() + 1 };
  for (const [account, asset, balance] of [
    ['loan', 'USDT', '-1000.5'],
    ['collateral', 'BTC', '0.02'],
  ] as const)
    expect(await anna.get('statement', { account, asset, ...period })).toMatchObject({
      items: [{ kind: 'loan', amount: balance, balanceAfter: balance, ref: made.id }],
    });
  const statistics = await anna.get('loanStatistics', {});
  expect(statistics).toMatchObject({ outstanding: '1000.5', collateralWorth: '2000', loanToValue: '0.50025', openLoans: 1 });
  // What is borrowed has to be traded before anything is withdrawn, and the message says so.
  const { rows } = await anna.get<EndpointResponse<'withdrawalCheck'>>('withdrawalCheck', {});
  expect(rows.find(({ id }) => id === 'turnover')).toMatchObject({ isMet: false, have: '0', need: '1000' });
  expect((await messagesOf(anna))[0]?.body).toMatch(/Before you can withdraw, you have to trade 1,000 USDT\.$/);
  // Four midnights: the first day was owed from the start.
  await passDays(4);
  expect(await loanOf(anna, made.id)).toMatchObject({ owed: '1001.5', interest: '1.5', interestOwed: '1.5' });
  const part = await anna.get<EndpointResponse<'loanRepay'>>('loanRepay', { orderId: made.id, amount: '501.5', from: 'coin' });
  expect(part).toMatchObject({ taken: '501.5', toInterest: '1.5', toPrincipal: '500', loan: { owed: '500', ltv: '0.25' } });
  await passDays(2);
  expect(await loanOf(anna, made.id)).toMatchObject({ owed: '500.5', interest: '2' });
  // Together with what is locked that is more than the book can write.
  const all = await anna.ask('loanAddCollateral', { orderId: made.id, collateral: [coin('999999999999999999.99999999')] });
  expect(all).toMatchObject({ message: 'WALLET_BALANCE_INSUFFICIENT', params: { available: '0.98', asset: 'BTC' } });
  const added = await anna.get<Loan>('loanAddCollateral', { orderId: made.id, collateral: [coin('0.01'), coin('1', 'ETH')] });
  expect(added).toMatchObject({ ltv: '0.0715', callPrice: null, collateral: [{ amount: '0.03' }, { amount: '1' }] });
  // More than is owed takes what is owed, and gives everything back.
  const last = await anna.get<EndpointResponse<'loanRepay'>>('loanRepay', { orderId: made.id, amount: '100000', from: 'coin' });
  expect(last).toMatchObject({ taken: '500.5', loan: { status: 'repaid', owed: '0', ltv: null, repaid: '1002' } });
  expect(await held(anna)).toEqual({ 'coin BTC': '1', 'coin ETH': '10', 'coin USDT': '8' });
  expect((await anna.ask('loanRepay', { orderId: made.id, amount: '1', from: 'coin' })).message).toBe('STATUS_ABNORMAL');
  expect((await anna.ask('loanAddCollateral', { orderId: made.id, collateral: [coin('0.01')] })).message).toBe('STATUS_ABNORMAL');
  expect(await told(anna)).toEqual(['Your loan is repaid', 'Your loan of 1,000 USDT was paid out']);
});

test.each([
  ['terms that there are not', { termId: '31' }, 'DATA_NOT_FOUND'],
  ['terms of a version to come', { catalogVersion: 999 }, 'LOAN_TERMS_CHANGED'],
  ['less than the least', { amount: '99.99' }, 'WALLET_BELOW_MIN'],
  ['more than the most', { amount: '50000.01' }, 'WALLET_ABOVE_MAX'],
  ['finer than the asset', { amount: '100.0000001' }, 'PARAMETER_WRONG'],
  ['a coin that is not taken', { collateral: [coin('1', 'DOT')] }, 'LOAN_COLLATERAL_NOT_TAKEN'],
  ['USDT against USDT', { collateral: [coin('1', 'USDT')] }, 'LOAN_COLLATERAL_NOT_TAKEN'],
  ['a coin twice', { collateral: [coin('0.01'), coin('0.01')] }, 'PARAMETER_WRONG'],
  ['a market without a price', { collateral: [coin('1', 'SOL')] }, 'ORDER_PRICE_STALE'],
  ['one cent above the initial level', { amount: '1299.350326' }, 'LOAN_ABOVE_LTV'],
  ['more than there is', { collateral: [coin('1.00000001')] }, 'WALLET_BALANCE_INSUFFICIENT'],
  ['a wrong password', { stepUpPassword: 'another one' }, 'AUTH_WRONG_PAYMENT_PASSWORD'],
])('no loan for %s', async (_, more, code) => {
  const anna = await aBorrower();
  const before = await held(anna);
  expect(await codeOf(anna, more)).toBe(code);
  expect(await held(anna)).toEqual(before);
});

test('what could be borrowed is what one loan can be: its first interest is covered, and what is below the least is nothing', async () => {
  const anna = await aBorrower({ coins: { BTC: '0.02' } });
  const { limit } = await anna.get<EndpointResponse<'loanStatistics'>>('loanStatistics', {});
  // By the terms of 7 days the first interest is more.
  expect(limit).toBe('1299.350324');
  expect(await borrow(anna, { amount: limit })).toMatchObject({ status: 'open' });
  const poor = await aBorrower({ coin: '0', coins: { BTC: '0.001' } });
  expect(await poor.get('loanStatistics', {})).toMatchObject({ limit: '0' });
  const rich = await aBorrower({ coins: { BTC: '100' } });
  expect(await rich.get('loanStatistics', {})).toMatchObject({ limit: '200000' });
});

test('at the border of the initial level it is lent; one name, one loan; a second sending answers the first', async () => {
  const anna = await aBorrower();
  const request = asked({ amount: '1299.350324' });
  const answers = await Promise.all([1, 2, 3].map(() => anna.ask('loanSubmit', request, 'one-key-of-this-person')));
  expect(new Set(answers.map(({ message }) => (message as Loan).id)).size).toBe(1);
  expect((await anna.ask('loanSubmit', request)).message).toBe('ORDER_DO_NOT_RESUBMIT');
  expect((await anna.get<{ total: number }>('loanOrders', {})).total).toBe(1);
});

test('one that operators look at waits with its collateral locked: cancelled, refused, decided too late, or paid out', async () => {
  const anna = await aBorrower();
  const request = { termId: '90', collateral: [coin('0.05')] };
  const dueOf = async (termId: string) =>
    (await anna.get<EndpointResponse<'loanQuote'>>('loanQuote', { ...request, amount: '1000', termId })).dueAtMs;
  expect(await dueOf('90')).toBeNull();
  expect(await dueOf('30')).toBe((Math.floor(exchange.clock.now() / dayMs) + 31) * dayMs);
  const cancelled = await borrow(anna, request);
  expect(cancelled).toMatchObject({ status: 'pending_review', owed: '0', ltv: null, dueAtMs: null });
  expect(await held(anna)).toMatchObject({ 'coin BTC': '0.95', 'collateral BTC': '0.05', 'coin USDT': '10' });
  expect(await anna.get('loanCancel', { orderId: cancelled.id })).toMatchObject({ status: 'cancelled' });
  expect((await anna.ask('loanCancel', { orderId: cancelled.id })).message).toBe('ORDER_NOT_CANCELLABLE');
  expect(await held(anna)).toMatchObject({ 'coin BTC': '1' });
  const refused = await borrow(anna, request);
  expect((await decide(anna, { verdict: 'rejected', reason: 'Too new.' })).type).toBe('ok');
  expect(await loanOf(anna, refused.id)).toMatchObject({ status: 'rejected', reason: 'Too new.', owed: '0' });
  // What nobody decides on within seven days goes back, whoever approves it then.
  const late = await borrow(anna, request);
  const endsAtMs = exchange.clock.now() + 7 * dayMs;
  const operator = await anOperator(exchange.database, ['treasury'], { nowMs: exchange.clock.now(), name: 'tess' });
  const waiting = await operateAs(exchange, operator, 'reviewsList', { userId: String(anna.userId), state: 'pending' });
  expect(waiting.message).toMatchObject({ items: [{ kind: 'loan', expiresAtMs: endsAtMs }] });
  exchange.clock.set(endsAtMs);
  await stayIn();
  await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
  expect(await decide(anna, { verdict: 'approved' })).toMatchObject({ message: { state: 'expired' } });
  const ended = await loanOf(anna, late.id);
  expect(ended).toMatchObject({ status: 'cancelled', owed: '0', steps: [{ step: 'requested' }, { step: 'expired' }] });
  expect((await anna.ask('loanCancel', { orderId: late.id })).message).toBe('ORDER_NOT_CANCELLABLE');
  expect(await held(anna)).toMatchObject({ 'coin BTC': '1', 'coin USDT': '10' });
  const paid = await borrow(anna, request);
  expect((await decide(anna, { verdict: 'approved' })).type).toBe('ok');
  // Three days are owed from the start.
  expect(await loanOf(anna, paid.id)).toMatchObject({ status: 'open', owed: '1001.2', interestOwed: '1.2' });
  expect(await held(anna)).toMatchObject({ 'coin BTC': '0.95', 'coin USDT': '1010', 'loan USDT': '-1001.2' });
  const isAsked = 'You asked for a loan of 1,000 USDT';
  expect(await told(anna)).toEqual([
    ...['Your loan of 1,000 USDT was paid out', isAsked],
    ...[
      'Your request for a loan of 1,000 USDT was not decided in time',
      isAsked,
      'Your request for a loan of 1,000 USDT was rejected',
      isAsked,
    ],
    isAsked,
  ]);
});

test('a break opens no loan, and approves none that was asked for before it; what runs is repaid and added to as ever', async () => {
  const anna = await aBorrower();
  const made = await borrow(anna);
  const waiting = await borrow(anna, { termId: '90', collateral: [coin('0.05')] });
  await anna.get('takeBreak', { days: 1 });
  expect(await codeOf(anna, {})).toBe('LIMIT_COOL_OFF');
  expect(await decide(anna, { verdict: 'approved' })).toMatchObject({ type: 'error', message: 'LIMIT_COOL_OFF' });
  expect(await loanOf(anna, waiting.id)).toMatchObject({ status: 'pending_review', owed: '0' });
  await anna.get('loanAddCollateral', { orderId: made.id, collateral: [coin('0.01')] });
  await anna.get('loanRepay', { orderId: made.id, amount: '1000.5', from: 'coin' });
  expect(await anna.get('loanCancel', { orderId: waiting.id })).toMatchObject({ status: 'cancelled' });
  expect(await held(anna)).toEqual({ 'coin BTC': '1', 'coin ETH': '10', 'coin USDT': '9.5' });
});

test('of practice money nobody is asked: a loan that is reviewed with real money is paid out at once', async () => {
  const anna = await aBorrower({ mode: 'demo' });
  const { terms } = await anna.get<EndpointResponse<'loanConfig'>>('loanConfig', {});
  expect(terms.map(({ needsReview }) => needsReview)).toEqual([false, false, false]);
  expect(await borrow(anna, { termId: '90', collateral: [coin('0.05')] })).toMatchObject({ status: 'open', owed: '1001.2' });
});

test('what is lent to everybody together has a bound: of many who come at once so many get theirs as it is enough for, reviewed or not', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => aBorrower()));
  const [reviewed, ...others] = people as [Person, ...Person[]];
  const waiting = await borrow(reviewed, { termId: '90', collateral: [coin('0.05')] });
  const { owner } = exchange.database;
  const other = await aBorrower();
  // Somebody owes so much that 2,500 are left.
  const { rows } = await owner.query<{ id: string }>(
    `insert into loan (user_id, mode, client_order_id, asset, principal, days, daily_rate, overdue_rate, min_days, initial_ltv, call_ltv, liquidation_ltv,
       liquidation_fee, catalog_version, asked_at_ms, status, principal_owed, paid_out_at_ms, first_day, booked_day, due_at_ms)
     select $1, 'real', gen_random_uuid(), 'USDT', lent, 30, 0.0005, 0.001, 1, 0.65, 0.75, 0.83, 0.01, 1, 1, 'open', lent, 1, 1, 1, 1
     from (select 5000000 - 2500 - coalesce(sum(principal_owed), 0) as lent from loan where mode = 'real') room returning id`,
    [other.userId],
  );
  try {
    const codes = await Promise.all(others.map((person) => codeOf(person, {})));
    expect(codes.filter((code) => code === 'LOAN_ALL_LENT')).toHaveLength(1);
    expect((await decide(reviewed, { verdict: 'approved' })).message).toBe('LOAN_ALL_LENT');
    expect(await loanOf(reviewed, waiting.id)).toMatchObject({ status: 'pending_review' });
    // What is left is lent.
    expect(await borrow(other, { amount: '500' })).toMatchObject({ status: 'open' });
  } finally {
    await owner.query('delete from loan where id = $1', [rows[0]?.id]);
  }
});

/** Trading of BTC stops while a call waits for its commit: the halt is there first. */
async function haltedMeanwhile(call: () => Promise<unknown>): Promise<unknown> {
  const { owner } = exchange.database;
  const client = await owner.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await client.query('select pg_advisory_xact_lock(7353553)');
    let isOver = false;
    const answer = call().finally(() => (isOver = true));
    const waiting = `select count(*)::int as count from pg_locks where locktype = 'advisory' and objid = 7353553 and not granted`;
    while (!isOver && (await owner.query<{ count: number }>(waiting)).rows[0]?.count === 0) await new Promise(setImmediate);
    await client.query(
      `insert into halt (symbol, from_ms, reason, halted_by, halted_role) values ('BTC-USDT', $1, 'wrong source', 1, 'trading')`,
      [exchange.clock.now()],
    );
    await client.query('commit');
    return await answer;
  } finally {
    await client.query(`begin; set local session_replication_role = replica; delete from halt where symbol = 'BTC-USDT'; commit`);
    client.release();
  }
}

test('a halt that commits before the loan refuses it, and its approval: nothing is lent at a price that nobody trusts', async () => {
  const anna = await aBorrower();
  expect(await haltedMeanwhile(() => codeOf(anna, {}))).toBe('ORDER_MARKET_HALTED');
  const waiting = await borrow(anna, { termId: '90', collateral: [coin('0.05')] });
  const approved = await haltedMeanwhile(async () => (await decide(anna, { verdict: 'approved' })).message);
  expect(approved).toBe('ORDER_MARKET_HALTED');
  expect(await loanOf(anna, waiting.id)).toMatchObject({ status: 'pending_review' });
  expect(await held(anna)).toEqual({ 'coin BTC': '0.95', 'coin ETH': '10', 'coin USDT': '10', 'collateral BTC': '0.05' });
  await decide(anna, { verdict: 'approved' });
  expect(await loanOf(anna, waiting.id)).toMatchObject({ status: 'open' });
});

test('seven days cost 4.20; from the day after the last on it is overdue, at its own rate; a second round books nothing', async () => {
  const anna = await aBorrower();
  const made = await borrow(anna, { termId: '7', collateral: [coin('0.1')] });
  await passDays(4);
  expect(await loanOf(anna, made.id)).toMatchObject({ status: 'open', owed: '1001.8' });
  await passDays(3);
  expect(await loanOf(anna, made.id)).toMatchObject({ status: 'open', owed: '1003.6' });
  await passDays(1);
  await bookDays();
  expect(await loanOf(anna, made.id)).toMatchObject({ status: 'overdue', owed: '1004.2', interestPerDay: '1.2' });
  await passDays(2);
  expect(await loanOf(anna, made.id)).toMatchObject({ status: 'overdue', owed: '1006.6', interest: '6.6' });
  expect((await messagesOf(anna, 'fr'))[0]).toMatchObject({
    title: 'Votre prêt est en retard',
    body: expect.stringMatching(/^Vous devez 1\s004,2 USDT\. À partir d’aujourd’hui, les intérêts sont de 0,12\s% par jour/),
  });
  const { rows } = await exchange.database.owner.query('select count(*)::int as days from accrual where kind = $1 and ref = $2', [
    'loan',
    made.id,
  ]);
  expect(rows).toEqual([{ days: 8 }]);
});

test('it is repaid from the contract account too, and only by what is free there', async () => {
  const anna = await aBorrower({ contract: '300' });
  const made = await borrow(anna);
  const repay = (amount: string) => anna.ask('loanRepay', { orderId: made.id, amount, from: 'contract' });
  expect((await repay('300.01')).message).toBe('WALLET_BALANCE_INSUFFICIENT');
  expect((await repay('300')).message).toMatchObject({ taken: '300', toInterest: '0.5', toPrincipal: '299.5' });
  expect(await held(anna)).toMatchObject({ 'coin USDT': '1010', 'loan USDT': '-700.5' });
});

test('a call at 75 %, not a cent above it; it ends at 65 %, and comes again; at 83 % so much is sold as is owed, and the rest comes back', async () => {
  const anna = await aBorrower();
  const made = await borrow(anna);
  await moves('100000', '66700.01');
  expect(await loanOf(anna, made.id)).toMatchObject({ isCalled: false, decisions: [] });
  await moves('66700');
  const called = await loanOf(anna, made.id);
  expect(called).toMatchObject({ status: 'open', isCalled: true, ltv: '0.75' });
  expect((await messagesOf(anna))[0]).toMatchObject({
    ...{ category: 'money', title: 'Add collateral: your loan is at an LTV of 75%' },
    body: 'You owe 1,000.5 USDT. Repay a part or add collateral. At BTC/USDT 60,271.08, as much collateral is sold as is needed to repay what is owed, with a fee of 1%.',
  });
  expect(called.decisions).toMatchObject([{ kind: 'call', level: '0.75', ltv: '0.75', owed: '1000.5' }]);
  // A price that trembles at the level calls once.
  await moves('66800', '66600', '76961.53', '66700');
  expect((await loanOf(anna, made.id)).steps.map(({ step }) => step)).toEqual(['paid_out', 'called']);
  await moves('76961.54', '60300', '60271.09');
  expect((await loanOf(anna, made.id)).steps.map(({ step }) => step)).toEqual(['paid_out', 'called', 'call_ended', 'called']);
  expect((await told(anna)).slice(0, 2)).toEqual([
    'Add collateral: your loan is at an LTV of 82.96%',
    'Your loan is below the margin call again',
  ]);
  await moves('60000');
  const sold = await loanOf(anna, made.id);
  expect(sold).toMatchObject({ status: 'liquidated', owed: '0', isCalled: false });
  expect(sold.decisions.at(-1)).toMatchObject({
    ...{ kind: 'liquidation', ltv: '0.83375', repaid: '1000.5', surplus: '0.000336', insured: '0' },
    collateral: [{ sold: '0.01684344', gross: '1010.6064', fee: '10.106064', returned: '0.00315656', price: { price: '60000' } }],
  });
  // The browser recomputes it; minutes without a root yet wait.
  const proof = await anna.get<LoanProof>('loanProve', { id: sold.decisions.at(-1)?.id });
  const checks = await verifyLoan(proof, sha256, testSignatures);
  expect(checks.filter(({ state }) => state === 'failed')).toEqual([]);
  expect(checks.filter(({ state }) => state === 'ok').length).toBeGreaterThan(4);
  expect(await held(anna)).toEqual({ 'coin BTC': '0.98315656', 'coin ETH': '10', 'coin USDT': '1010.000336' });
  // No trade of the person: it counts in no figure of his trading.
  expect(await anna.get('statistics', {})).toMatchObject({ totalOrders: 0, volume: '0', netProfit: null });
  expect((await messagesOf(anna))[0]).toMatchObject({
    title: 'Collateral was sold: your loan is settled',
    body: 'At an LTV of 83.37%, 0.01684344 BTC were sold to repay what you owed, 1,000.5 USDT. Fees and penalties: 10.106064 USDT. Back in your account: 0.00315656 BTC, 0.000336 USDT.',
  });
  expect((await messagesOf(anna, 'de'))[0]?.body).toBe(
    'Bei einer Beleihungsquote von 83,37\u00a0% wurden 0,01684344 BTC für Ihre Schuld von 1.000,5 USDT verkauft. Gebühren und Vertragsstrafen: 10,106064 USDT. Zurück auf Ihrem Konto: 0,00315656 BTC, 0,000336 USDT.',
  );
});

test('a gap beyond everything: the house pays what is missing, nobody falls below zero', async () => {
  const anna = await aBorrower();
  const made = await borrow(anna);
  await moves('100000', '10000');
  expect((await loanOf(anna, made.id)).decisions.at(-1)).toMatchObject({ repaid: '198', insured: '802.5', surplus: '0' });
  expect(await held(anna)).toEqual({ 'coin BTC': '0.98', 'coin ETH': '10', 'coin USDT': '1010' });
});

/** Interest Treasure orders as collateral: 95 % of the principal counts. */
describe('deposits', () => {
  const orderOf = async (person: Person, id: string) =>
    (await person.get<{ items: TreasureOrder[] }>('treasureOrders', { id })).items[0] as TreasureOrder;
  const redeem = async (person: Person, orderId: string, amount: string) =>
    (await person.ask('treasureRedemption', { orderId, amount })).message;
  const listed = async (person: Person) =>
    (await person.get<EndpointResponse<'whDeposits'>>('whDeposits', {})).items.map(({ orderId, locked, free }) => [
      orderId,
      locked,
      free,
    ]);

  test('a part of one is locked: it cannot be redeemed, its interest goes on, and it comes back with the last repayment', async () => {
    const anna = await aBorrower({ coin: '5000' });
    const { id } = await keep(anna, '3', '2000');
    const fixed = await keep(anna, '4', '1000');
    expect(await listed(anna)).toEqual([[id, '0', '2000']]);
    const against = [deposit(id, '1500')];
    const quote = await anna.get<EndpointResponse<'loanQuote'>>('loanQuote', {
      termId: '30',
      amount: '500',
      collateral: against,
    });
    expect(quote).toMatchObject({ most: '925.787106', callPrice: null });
    const wallet = async () => anna.get<EndpointResponse<'walletList'>>('walletList', {});
    const { parts: [, , before] = [] } = await wallet();
    const made = await borrow(anna, { amount: '500', collateral: against });
    expect(made).toMatchObject({
      status: 'open',
      collateral: [{ kind: 'treasure', orderId: id, amount: '1500', worth: '1425', price: null }],
    });
    expect(await held(anna)).toMatchObject({
      ...{ 'coin USDT': '2500', 'coin_hold USDT': '1000', 'deposit USDT': '500', 'collateral USDT': '1500' },
    });
    const { parts: [, , after] = [] } = await wallet();
    // Held for its review, the other one counts with the coins.
    expect([before, after]).toEqual(Array(2).fill({ part: 'treasure', value: '2000' }));
    expect((await wallet()).coin.find(({ asset }) => asset === 'USDT')).toMatchObject({ collateral: '1500' });
    expect(await orderOf(anna, id)).toMatchObject({ principal: '2000', locked: '1500' });
    expect(await listed(anna)).toEqual([[id, '1500', '500']]);
    expect(await codeOf(anna, { collateral: [deposit(id, '500.01')] })).toBe('TREASURE_REDEEM_EXCEEDS_HOLDING');
    expect(await codeOf(anna, { collateral: [deposit(fixed.id, '1000')] })).toBe('ORDER_NOT_FOUND');
    const other = await aBorrower();
    expect(await codeOf(other, { collateral: [deposit(id, '100')] })).toBe('ORDER_NOT_FOUND');
    expect(await redeem(anna, id, '500.01')).toBe('TREASURE_REDEEM_EXCEEDS_HOLDING');
    expect(await redeem(anna, id, '500')).toMatchObject({ returned: '495' });
    await passDays(2);
    // 2,000 at 9 % a year.
    expect(await orderOf(anna, id)).toMatchObject({ earned: '0.49315', principal: '2000' });
    await anna.get('loanAddCollateral', { orderId: made.id, collateral: [deposit(id, '100')] });
    expect(await orderOf(anna, id)).toMatchObject({ locked: '1600' });
    const last = await anna.get<EndpointResponse<'loanRepay'>>('loanRepay', { orderId: made.id, amount: '1000', from: 'coin' });
    expect(last.loan).toMatchObject({ status: 'repaid' });
    expect(await held(anna)).toMatchObject({ 'deposit USDT': '2000' });
    expect(await orderOf(anna, id)).toMatchObject({ locked: '0' });
  });

  test('a weight names the version of the terms that it is of, also where another one comes while the database is asked', async () => {
    const anna = await aBorrower({ coin: '5000' });
    const { id } = await keep(anna, '3', '2000');
    const { db } = exchange.database;
    const catalog = await loadCatalog(db, exchange.clock.now());
    let version = 1;
    const asking = requireCollateral(db, { ...catalog, version: () => version }, anna, [
      { kind: 'treasure', asset: 'USDT', orderId: id, amount: '100' },
    ]);
    version = 2;
    expect(await asking).toMatchObject([{ weight: '0.95', catalogVersion: 1 }]);
  });

  test('two loans at once against the same deposit: one of them has it; and a request that is taken back gives it back', async () => {
    const anna = await aBorrower({ coin: '5000' });
    const { id } = await keep(anna, '3', '2000');
    const answers = await Promise.all(
      [1, 2].map(() => anna.ask('loanSubmit', asked({ amount: '500', collateral: [deposit(id, '1200')] }))),
    );
    expect(answers.map(({ type, message }) => (type === 'ok' ? 'ok' : message)).sort()).toEqual([
      'TREASURE_REDEEM_EXCEEDS_HOLDING',
      'ok',
    ]);
    const waiting = await borrow(anna, { termId: '90', collateral: [deposit(id, '800'), coin('0.05')] });
    expect(await held(anna)).toMatchObject({ 'collateral USDT': '2000' });
    await anna.get('loanCancel', { orderId: waiting.id });
    expect(await held(anna)).toMatchObject({ 'collateral USDT': '1200', 'deposit USDT': '800' });
  });

  test('at its end what is locked stays collateral, as coin; the rest comes back, and the last repayment gives that', async () => {
    const anna = await aBorrower({ coin: '2000' });
    const { id } = await keep(anna, '1', '2000');
    const made = await borrow(anna, { amount: '500', collateral: [deposit(id, '1500')] });
    await passDays(9);
    expect(await orderOf(anna, id)).toMatchObject({ status: 'completed', end: 'matured', earned: '1.917808' });
    expect(await held(anna)).toMatchObject({ 'coin USDT': '1001.917808', 'collateral USDT': '1500' });
    expect((await messagesOf(anna)).map(({ body }) => body)).toContain(
      '1,500 USDT stays locked as collateral and comes back when the loan is repaid. In your coin account now: 500 USDT. It earned 1.917808 USDT.',
    );
    expect(await listed(anna)).toEqual([]);
    await anna.get('loanRepay', { orderId: made.id, amount: '1000', from: 'coin' });
    // 500 and the interest of eight days.
    expect(await held(anna)).toEqual({ 'coin BTC': '1', 'coin ETH': '10', 'coin USDT': '1999.917808' });
  });

  test('coins are sold first; then a deposit is redeemed with its penalty, and what is not owed of it comes back', async () => {
    const anna = await aBorrower({ coin: '2000' });
    const [{ id }, spare] = [await keep(anna, '3', '1000'), await keep(anna, '3', '1000')];
    const made = await borrow(anna, {
      amount: '1700',
      collateral: [coin('0.02'), deposit(id, '600'), deposit(spare.id, '100')],
    });
    // Two days: the first of the deposits is over, and the calendar has not come to it.
    exchange.clock.set(exchange.clock.now() + 2 * dayMs);
    await stayIn();
    await moves('100000', '75000', '67000', '90000');
    expect(await loanOf(anna, made.id)).toMatchObject({ status: 'open', isCalled: true });
    await bookDays();
    await judge();
    const sold = await loanOf(anna, made.id);
    expect(sold).toMatchObject({ status: 'liquidated' });
    // 1,340 less 13.40; of 600 the penalty is 1 %; the other deposit is not needed.
    expect(sold.decisions.at(-1)).toMatchObject({
      ...{ repaid: '1700.85', surplus: '219.75', insured: '0' },
      collateral: [
        { asset: 'BTC', sold: '0.02', fee: '13.4' },
        { orderId: id, sold: '600', penalty: '6', fee: '0', returned: '0' },
        { orderId: spare.id, sold: '0', penalty: '0', returned: '100' },
      ],
    });
    expect(await orderOf(anna, id)).toMatchObject({ principal: '400', penalty: '6', locked: '0', status: 'in_custody' });
    expect(await orderOf(anna, spare.id)).toMatchObject({ principal: '1000', penalty: '0', locked: '0' });
    expect(await held(anna)).toMatchObject({ 'deposit USDT': '1400', 'coin USDT': '1920.24315', 'coin BTC': '0.98' });
    const proof = await anna.get<LoanProof>('loanProve', { id: sold.decisions.at(-1)?.id });
    const checks = await verifyLoan(proof, sha256, testSignatures);
    expect(checks.filter(({ state }) => state === 'failed')).toEqual([]);
  });

  test('one that is over costs no penalty when the loan is liquidated: it pays what is owed, and the house what is missing', async () => {
    const anna = await aBorrower({ coin: '2000' });
    const { id } = await keep(anna, '3', '1000');
    const over = await keep(anna, '1', '1000');
    const made = await borrow(anna, { collateral: [coin('0.01'), deposit(over.id, '600')] });
    await passDays(9);
    expect(await held(anna)).toMatchObject({ 'collateral USDT': '600', 'deposit USDT': '1000' });
    await moves('100000', '20000');
    const { status, decisions } = await loanOf(anna, made.id);
    expect([status, decisions.at(-1)]).toMatchObject([
      'liquidated',
      {
        ...{ owed: '1004', repaid: '798', insured: '206', surplus: '0' },
        collateral: [
          { asset: 'BTC', sold: '0.01', gross: '200', fee: '2' },
          { orderId: over.id, sold: '600', penalty: '0', returned: '0' },
        ],
      },
    ]);
    expect(await orderOf(anna, over.id)).toMatchObject({ status: 'completed', end: 'matured', penalty: '0', locked: '0' });
    expect(await orderOf(anna, id)).toMatchObject({ principal: '1000', penalty: '0' });
    // What was lent, the free part of the deposit, its 0.958904, and eight days of the other one.
    expect(await held(anna)).toEqual({
      ...{ 'coin BTC': '0.99', 'coin ETH': '10', 'coin USDT': '1402.931506', 'deposit USDT': '1000' },
    });
  });

  /** No term is so dear: at 2 % a day it comes to a liquidation within days, and while the deposits run. */
  const atOnce = (...loans: readonly Loan[]) =>
    exchange.database.owner.query(
      `begin; set local session_replication_role = replica;
       update loan set daily_rate = 0.02, overdue_rate = 0.02 where id in (${loans.map(({ id }) => id).join()}); commit`,
    );

  test('against deposits alone interest brings the call, and the liquidation', async () => {
    const anna = await aBorrower({ coin: '2000' });
    const { id } = await keep(anna, '3', '1000');
    const made = await borrow(anna, { termId: '7', amount: '610', collateral: [deposit(id, '1000')] });
    const judged = async () => {
      await judge();
      const { status, isCalled } = await loanOf(anna, made.id);
      return [status, isCalled];
    };
    expect(await judged()).toEqual(['open', false]);
    await atOnce(made);
    // 12.20 a day after the first one's 0.366: 75 % of 950 is reached with the tenth day that is booked, 83 % with the sixteenth.
    await passDays(10);
    expect(await judged()).toEqual(['overdue', false]);
    await passDays(1);
    expect(await judged()).toEqual(['overdue', true]);
    await passDays(5);
    expect(await judged()).toEqual(['overdue', true]);
    await passDays(1);
    expect(await judged()).toEqual(['liquidated', false]);
    const { decisions } = await loanOf(anna, made.id);
    expect(decisions.map(({ kind, collateral }) => [kind, collateral[0]?.penalty])).toEqual([
      ['call', '0'],
      ['liquidation', '10'],
    ]);
  });

  const liquidationOf = async ({ id }: Loan): Promise<readonly string[]> => {
    const { rows } = await exchange.database.owner.query<{ entry: string }>(
      `select case a.owner_id when 0 then 'house ' else '' end || a.kind || ' ' || trim_scale(e.amount) as entry
       from journal j join entry e on e.journal_id = j.id join account a on a.id = e.account_id where j.idem = $1 order by 1`,
      [`loan:${id}:liquidation`],
    );
    return rows.map(({ entry }) => entry);
  };

  test('two kinds of deposits that run, and no coin: each is left with its own penalty, as far as it was locked; the rest comes back', async () => {
    const anna = await aBorrower({ coin: '5000' });
    const [share, fixed] = [await keep(anna, '3', '1000'), await keep(anna, '2', '1000')];
    const against = [deposit(share.id, '600'), deposit(fixed.id, '1000')];
    const made = await borrow(anna, { termId: '7', amount: '950', collateral: against });
    await atOnce(made);
    // 75 % of 95 % of 1,600 are 1,140; 83 % are 1,261.60.
    await passDays(12);
    await judge();
    expect(await loanOf(anna, made.id)).toMatchObject({ status: 'overdue', isCalled: true, owed: '1140.57', ltv: '0.750375' });
    await passDays(6);
    await judge();
    expect(await loanOf(anna, made.id)).toMatchObject({ status: 'overdue', owed: '1254.57', ltv: '0.825375' });
    await passDays(1);
    await judge();
    const sold = await loanOf(anna, made.id);
    expect(sold).toMatchObject({ status: 'liquidated', owed: '0', repaid: '1273.57' });
    expect(sold.decisions.at(-1)).toMatchObject({
      ...{ owed: '1273.57', ltv: '0.837875', repaid: '1273.57', surplus: '320.13', insured: '0' },
      collateral: [
        { orderId: share.id, sold: '600', penalty: '6', fee: '0', returned: '0' },
        { orderId: fixed.id, sold: '1000', penalty: '0.3', fee: '0', returned: '0' },
      ],
    });
    expect(await liquidationOf(made)).toEqual(['coin 320.13', 'collateral -1600', 'house fee 6.3', 'loan 1273.57']);
    // Eighteen days of each: 0.24657534 and 0.2.
    expect(await orderOf(anna, share.id)).toMatchObject({
      ...{ status: 'in_custody', principal: '400', locked: '0', earned: '4.438356', penalty: '6' },
    });
    expect(await orderOf(anna, fixed.id)).toMatchObject({
      ...{ status: 'completed', end: 'redeemed', principal: '0', locked: '0', earned: '3.6', penalty: '0.3' },
    });
    // 3,000 that were kept nowhere, 950 that were lent, what is left over, and the interest.
    expect(await held(anna)).toEqual({
      ...{ 'coin BTC': '1', 'coin ETH': '10', 'coin USDT': '4278.168356', 'deposit USDT': '400' },
    });
    const rest = { orderId: share.id, returned: '396', stepUpPassword: 'for payments' };
    expect(await anna.get('treasureCancel', rest)).toMatchObject({ penalty: '4', order: { status: 'completed' } });
    expect(await held(anna)).toMatchObject({ 'coin USDT': '4674.168356' });
    await passDays(1);
    await judge();
    expect(await held(anna)).toMatchObject({ 'coin USDT': '4674.168356' });
  });

  test('two loans that share one deposit, both liquidated: each leaves with its own part, and what neither has goes on', async () => {
    const anna = await aBorrower({ coin: '5000' });
    const { id } = await keep(anna, '3', '2000');
    const loans = [
      await borrow(anna, { termId: '7', amount: '430', collateral: [deposit(id, '700')] }),
      await borrow(anna, { termId: '7', amount: '600', collateral: [deposit(id, '1000')] }),
    ] as const;
    await atOnce(...loans);
    // 83 % of 95 % are 551.95 and 788.50.
    await passDays(17);
    await judge();
    expect(await loanOf(anna, loans[0].id)).toMatchObject({ status: 'liquidated', repaid: '559.258' });
    expect(await loanOf(anna, loans[1].id)).toMatchObject({ status: 'overdue', isCalled: true, owed: '780.36' });
    expect(await orderOf(anna, id)).toMatchObject({ principal: '1300', locked: '1000', penalty: '7' });
    expect(await redeem(anna, id, '300.01')).toBe('TREASURE_REDEEM_EXCEEDS_HOLDING');
    await passDays(1);
    await judge();
    expect(await loanOf(anna, loans[1].id)).toMatchObject({ status: 'liquidated', repaid: '792.36' });
    expect(await liquidationOf(loans[0])).toEqual(['coin 133.742', 'collateral -700', 'house fee 7', 'loan 559.258']);
    expect(await liquidationOf(loans[1])).toEqual(['coin 197.64', 'collateral -1000', 'house fee 10', 'loan 792.36']);
    // Sixteen days of 2,000 and one of 1,300, at 9 % a year.
    expect(await orderOf(anna, id)).toMatchObject({ principal: '300', locked: '0', earned: '8.210958', penalty: '17' });
    expect(await held(anna)).toEqual({
      ...{ 'coin BTC': '1', 'coin ETH': '10', 'coin USDT': '4369.592958', 'deposit USDT': '300' },
    });
  });

  test('what a sale leaves has more decimals than an amount has: it leaves early as a whole all the same', async () => {
    const anna = await aBorrower({ coin: '5000' });
    const { id } = await keep(anna, '3', '1000');
    const made = await borrow(anna, { termId: '7', amount: '430', collateral: [deposit(id, '700.000001')] });
    await atOnce(made);
    await passDays(17);
    await judge();
    expect(await orderOf(anna, id)).toMatchObject({ status: 'in_custody', principal: '299.999999', locked: '0' });
    expect(await redeem(anna, id, '299.999998')).toBe('TREASURE_AMOUNT_WRONG');
    expect(await redeem(anna, id, '299.999999')).toMatchObject({ penalty: '3', returned: '296.999999', remaining: '0' });
    const rest = { orderId: id, returned: '296.999999', stepUpPassword: 'for payments' };
    expect(await anna.get('treasureCancel', rest)).toMatchObject({ order: { status: 'completed', principal: '0' } });
  });
});

test('who repays just after midnight owes the days that are over, whether they are booked yet or not, and each once', async () => {
  const anna = await aBorrower();
  const made = await borrow(anna);
  exchange.clock.set(exchange.clock.now() + 4 * dayMs);
  await tick('100000');
  // Two more days than the one that was owed from the start, not booked by the calendar.
  expect(await anna.get('loanQuote', { orderId: made.id, amount: '501.5' })).toMatchObject({
    ...{ ltvBefore: '0.50075', toInterest: '1.5', toPrincipal: '500', owedAfter: '500', interestTotal: '6.75' },
  });
  const part = await anna.get<EndpointResponse<'loanRepay'>>('loanRepay', { orderId: made.id, amount: '501.5', from: 'coin' });
  expect(part).toMatchObject({ taken: '501.5', toInterest: '1.5', toPrincipal: '500', loan: { owed: '500', interest: '1.5' } });
  await bookDays();
  expect(await loanOf(anna, made.id)).toMatchObject({ owed: '500' });
});

test('who repays a part days after the last one, before any of them is booked, is told what is owed then', async () => {
  const anna = await aBorrower();
  const { id } = await borrow(anna, { termId: '7' });
  exchange.clock.set(exchange.clock.now() + 10 * dayMs);
  await tick('100000');
  await stayIn();
  const { loan } = await anna.get<EndpointResponse<'loanRepay'>>('loanRepay', { orderId: id, amount: '106.6', from: 'coin' });
  // Seven days at 0.60 and two at 1.20.
  expect(loan).toMatchObject({ status: 'overdue', interest: '6.6', owed: '900' });
  expect(await messagesOf(anna)).toMatchObject([{ body: expect.stringContaining('900') }, {}]);
});

test('lent a moment before a midnight that prices have passed: the first day is the one after theirs', async () => {
  const anna = await aBorrower();
  const midnight = Math.ceil(exchange.clock.now() / dayMs) * dayMs;
  exchange.clock.set(midnight - 70_000);
  await exchange.minute({ 'BTC-USDT': '100000' });
  exchange.clock.set(midnight - 1);
  expect((await borrow(anna)).dueAtMs).toBe(midnight + 31 * dayMs);
});

test('a coin without a price cannot be added: it would keep every tick from deciding', async () => {
  const anna = await aBorrower({ coins: { BTC: '1', SOL: '1' } });
  const made = await borrow(anna);
  const add = (...collateral: readonly object[]) => anna.ask('loanAddCollateral', { orderId: made.id, collateral });
  expect((await add(coin('0.00000001', 'SOL'))).message).toBe('ORDER_PRICE_STALE');
  // More of what lies there helps at any time.
  exchange.clock.advance(60_000);
  expect(await add(coin('0.01'))).toMatchObject({ type: 'ok' });
});

test('loans of which nothing can be said hold up none behind them', async () => {
  const [anna, ben] = [await aBorrower({ coins: { BTC: '1', ETH: '10' } }), await aBorrower()];
  // A market that went silent: each tick of the other one finds no verdict.
  for (const _ of [1, 2]) await borrow(anna, { collateral: [coin('0.02'), coin('0.01', 'ETH')] });
  const made = await borrow(ben);
  exchange.clock.advance(200_000);
  await exchange.minute({ 'BTC-USDT': '10000' });
  await judge(2);
  expect(await loanOf(ben, made.id)).toMatchObject({ status: 'liquidated' });
});

test('a leap day is a day as any other; days off are made up for one by one; a clock that was set back books nothing again', async () => {
  exchange.clock.set(Date.UTC(2028, 1, 20, 12));
  await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
  const anna = await aBorrower({ coin: '2000' });
  const [made, kept] = [await borrow(anna, { termId: '7' }), await keep(anna, '2', '1000')];
  expect(made.dueAtMs).toBe(Date.UTC(2028, 1, 28));
  expect(kept.endsAtMs).toBe(Date.UTC(2028, 2, 22));
  // Nobody was there until the 2nd of March: ten days are over, the first of them the 21st of February.
  await passDays(11);
  const standing = async () => ({
    loan: await loanOf(anna, made.id),
    order: (await anna.get<{ items: TreasureOrder[] }>('treasureOrders', { id: kept.id })).items[0],
  });
  const before = await standing();
  // Seven days at 0.6, three at 1.2.
  expect(before.loan).toMatchObject({ status: 'overdue', interest: '7.8' });
  expect(before.order).toMatchObject({ status: 'in_custody', earned: '2' });
  const nowMs = exchange.clock.now();
  exchange.clock.set(Date.UTC(2028, 1, 29, 0, 0, 1));
  await bookDays();
  exchange.clock.set(nowMs);
  await bookDays();
  expect(await standing()).toEqual(before);
  const { rows } = await exchange.database.owner.query(
    `select kind, count(*)::int as days, max(day) - min(day) + 1 as span from accrual
     where (kind, ref) in (('loan', $1), ('treasure', $2)) group by 1 order by 1`,
    [made.id, kept.id],
  );
  // The loan's first day was owed from the start.
  expect(rows).toEqual([
    { kind: 'loan', days: 9, span: 9 },
    { kind: 'treasure', days: 10, span: 10 },
  ]);
});

test('other terms and another weight: a loan that runs keeps its own, also for what is added to it; a new one has the new ones', async () => {
  const anna = await aBorrower();
  const made = await borrow(anna);
  const operated = async (name: string, key: string, change: Readonly<Record<string, string>>) => {
    const operator = await anOperator(exchange.database, ['treasury', 'risk'], { nowMs: exchange.clock.now(), name: 'tess' });
    const request = { name, key: [key], change, reason: 'calm' };
    expect(await operateAs(exchange, operator, 'catalogueChange', request)).toMatchObject({ type: 'ok' });
  };
  const levels = { initial_ltv: '0.4', call_ltv: '0.5', liquidation_ltv: '0.6', liquidation_fee: '0.02' };
  await operated('loan', '30', { daily_rate: '0.001', overdue_rate: '0.003', min_days: '2', mean_seconds: '8', ...levels });
  await operated('collateral', 'BTC', { weight: '0.5' });
  exchange.clock.advance(5000);
  await exchange.app.start();
  const config = () => anna.get<EndpointResponse<'loanConfig'>>('loanConfig', {});
  for (let turn = 0; turn < 200 && (await config()).coins.find(({ asset }) => asset === 'BTC')?.weight !== '0.5'; turn += 1)
    await sleep(50);
  const term = (await config()).terms.find(({ days }) => days === 30);
  expect(term).toMatchObject({ dailyRate: '0.001', callLtv: '0.5' });
  await passDays(2);
  await judge();
  const terms = {
    dailyRate: '0.0005',
    overdueRate: '0.001',
    minDays: 1,
    initialLtv: '0.65',
    callLtv: '0.75',
    liquidationLtv: '0.83',
  };
  const running = { ...terms, liquidationFee: '0.01', owed: '1000.5', ltv: '0.50025', isCalled: false };
  expect(await loanOf(anna, made.id)).toMatchObject({ ...running, collateral: [{ amount: '0.02', weight: '1', worth: '2000' }] });
  const more = { orderId: made.id, collateral: [coin('0.01')] };
  expect(await anna.get('loanQuote', more)).toMatchObject({ ltvBefore: '0.50025', ltvAfter: '0.3335' });
  expect(await anna.get('loanAddCollateral', more)).toMatchObject({
    ...{ ...running, ltv: '0.3335' },
    collateral: [{ amount: '0.03', weight: '1', worth: '3000' }],
  });
  await passDays(31);
  expect(await loanOf(anna, made.id)).toMatchObject({ status: 'overdue', owed: '1017', interestPerDay: '1' });
  expect(await codeOf(anna, {})).toBe('LOAN_TERMS_CHANGED');
  const now = { catalogVersion: term?.catalogVersion };
  expect(await codeOf(anna, { ...now, collateral: [coin('0.05')] })).toBe('LOAN_ABOVE_LTV');
  expect(await borrow(anna, { ...now, collateral: [coin('0.0501')] })).toMatchObject({
    ...{ dailyRate: '0.001', callLtv: '0.5', owed: '1002', collateral: [{ weight: '0.5', worth: '2505' }] },
  });
});
