/** What decides about a loan and what does not: thin minutes, markets that stand still, looks that come late. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Loan, LoanDecision, LoanProof, SoldCollateral } from '@tessera/shared/contract';
import type { LoanAlarmShown } from '@tessera/shared/operations';
import { sha256 } from '@tessera/shared/fairness';
import { verifyLoan } from '@tessera/shared/trading';
import { aHalt } from '../../../test/aHalt';
import { brokenMessages } from '../../../test/brokenMessages';
import { aFeedTick, writeByHand } from '../../../test/handTicks';
import { borrow, codeOf, coin, createLendingDesk, deposit, keep, loanOf, told } from '../../../test/lendingDesk';
import { testSignatures } from '../../../test/testReceipts';
import { useTradingExchange, type Person } from '../../../test/tradingExchange';
import { nothingKnown } from '../../../../tools/verify/Known';
import { leftOutOf, verifyFile } from '../../../../tools/verify/verifyFile';
import { rawTicksMs } from '../../feed/leaderRounds';
import { deleteOldTicks, readHeads, readTicks } from '../../feed/tickLog';
import { findViolations, ledgerRules } from '../../ledger/invariants';
import { readTermsText } from '../../record/catalogTerms';
import { treasureLedgerRules } from '../treasure/invariants';
import { loanLedgerRules } from './invariants';
import { cacheLastDecidingMarks, lastDecidingMarks } from './lastDecidingMarks';

const exchange = useTradingExchange();
const dayMs = 86_400_000;
const { aBorrower, bookDays, held, judge, moves, stayIn, tick } = createLendingDesk(exchange);

beforeEach(async () => {
  exchange.clock.set(exchange.clock.now() + 120_000);
  await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
});
afterEach(async () => {
  await exchange.database.owner.query(`set session_replication_role = replica; delete from halt; reset session_replication_role`);
  const found = await findViolations(exchange.database.db, [...ledgerRules, ...loanLedgerRules, ...treasureLedgerRules], 0);
  expect(found.flatMap(({ subjects }) => subjects)).toEqual([]);
  expect(await brokenMessages(exchange.database.db)).toEqual([]);
});

const halt = (symbol: string) => aHalt(exchange.database.owner, symbol, exchange.clock.now());
const resume = (symbol: string) =>
  exchange.database.owner
    .query(`set session_replication_role = replica; update halt set until_ms = ${exchange.clock.now()}, resume_reason = 'right source',
    resumed_by = 1, resumed_role = 'trading' where symbol = '${symbol}' and until_ms is null; reset session_replication_role`);
/** Of the newest decision, what the app finds wrong, and what the command does. */
async function failedOf(person: Person, { decisions }: Loan): Promise<readonly string[]> {
  const proof = await person.get<LoanProof>('loanProve', { id: decisions.at(-1)?.id });
  const checks = await verifyLoan(proof, sha256, testSignatures);
  return [...checks.filter(({ state }) => state === 'failed').map(({ name }) => name), ...failedByCommand(proof)];
}
/** As it is saved: JSON, with what else the app writes into it. */
const failedByCommand = (proof: LoanProof): readonly string[] => [
  ...new Set(
    verifyFile(JSON.parse(JSON.stringify({ ...proof, order: { id: proof.loanId } }))).flatMap(({ checks }) =>
      checks.filter(({ state }) => state === 'failed').map(({ name }) => name),
    ),
  ),
];

test('one price below the level is not enough: the mean of the minute has to say so too', async () => {
  const anna = await aBorrower();
  const made = await borrow(anna);
  await moves('100000');
  exchange.clock.advance(1000);
  await tick('50000');
  await judge();
  expect(await loanOf(anna, made.id)).toMatchObject({ status: 'open', isCalled: false });
});

test('a thin minute decides nothing, few prices or a burst of them; prices in ten of its seconds do, and the check counts them', async () => {
  const anna = await aBorrower();
  const made = await borrow(anna);
  exchange.clock.advance(61_000);
  for (let burst = 0; burst < 12; burst += 1) {
    exchange.clock.advance(250);
    await exchange.tick('BTC-USDT', '10000');
  }
  await judge();
  for (let second = 0; second < 5; second += 1) {
    exchange.clock.advance(1000);
    await exchange.tick('BTC-USDT', '10000');
    await judge();
  }
  expect(await loanOf(anna, made.id)).toMatchObject({ status: 'open', isCalled: false, steps: [{ step: 'paid_out' }] });
  let found = await loanOf(anna, made.id);
  for (let second = 0; second < 9 && found.status === 'open'; second += 1) {
    exchange.clock.advance(1000);
    await exchange.tick('BTC-USDT', '10000');
    await judge();
    found = await loanOf(anna, made.id);
  }
  expect(found).toMatchObject({ status: 'liquidated', decisions: [{ meanSeconds: 10 }] });
  const proof = await anna.get<LoanProof>('loanProve', { id: found.decisions.at(-1)?.id });
  const minute = async (one: LoanProof) => (await verifyLoan(one, sha256, testSignatures)).find(({ name }) => name === 'minute');
  expect(await minute(proof)).toMatchObject({ state: 'ok', computed: '10' });
  expect(await minute({ ...proof, decision: { ...proof.decision, meanSeconds: 11 } })).toMatchObject({ state: 'failed' });
});

test('operators see how long ago a market of loans had prices that decide, whether it is silent, thin or halted', async () => {
  await borrow(await aBorrower());
  const ageOf = async () => {
    const { values } = (await (await judge()).registry.getSingleMetric('loan_prices_age_seconds')?.get()) ?? { values: [] };
    return values.find(({ labels }) => labels['symbol'] === 'BTC-USDT')?.value;
  };
  await moves('100000');
  exchange.clock.advance(30_000);
  expect(await ageOf()).toBe(30);
  exchange.clock.advance(300_000);
  await tick('100000');
  expect(await ageOf()).toBe(330);
  await halt('BTC-USDT');
  await exchange.minute({ 'BTC-USDT': '100000' });
  expect(await ageOf()).toBe(400);
});

test('operators are told of a market without prices that decide, once for each time and by how many loans; what is looked into leaves what is open', async () => {
  const alarms = async (state = 'open') =>
    ((await exchange.operate('loansAlarms', { state })).message as { items: LoanAlarmShown[] }).items;
  const mark = (id: string, seen: string) =>
    exchange.operate('alarmsDone', { kind: 'loan_price', ref: id, seen, reason: 'The source was away.' });
  await borrow(await aBorrower({ mode: 'demo' }));
  const anna = await aBorrower();
  await borrow(anna);
  await moves('100000');
  const lastAtMs = exchange.clock.now();
  const ofBtc = async () => (await alarms('any')).filter(({ symbol }) => symbol === 'BTC-USDT');
  const before = (await ofBtc()).length;
  exchange.clock.advance(299_000);
  await judge();
  expect(await ofBtc()).toHaveLength(before);
  exchange.clock.advance(1000);
  await judge();
  await judge();
  const [alarm, ...others] = await ofBtc();
  expect(others).toHaveLength(before);
  // Of practice nobody is told.
  const { rows: real } = await exchange.database.owner.query<{ count: number }>(
    `select count(*)::int as count from loan l join loan_collateral c on c.loan_id = l.id where l.ended_at_ms is null and l.mode = 'real' and symbol_id = 'BTC-USDT'`,
  );
  expect(alarm).toEqual({
    ...{ id: expect.any(String), symbol: 'BTC-USDT', lastAtMs, toldAtMs: lastAtMs + 300_000, endedAtMs: null, done: null },
    loans: real[0]?.count,
  });
  const { id = '', loans = 0 } = alarm ?? {};
  expect(await mark(id, String(loans + 1))).toMatchObject({ message: 'REVIEW_CHANGED' });
  expect(await mark(id, String(loans))).toMatchObject({ type: 'ok' });
  expect((await alarms()).some((one) => one.id === id)).toBe(false);
  // Of more loans than were seen it is open again.
  const { rows } = await exchange.database.owner.query<{ id: string }>(`
    insert into loan (user_id, mode, client_order_id, asset, principal, days, daily_rate, overdue_rate, min_days, initial_ltv, call_ltv,
      liquidation_ltv, liquidation_fee, catalog_version, asked_at_ms, status, principal_owed)
    select user_id, mode, gen_random_uuid(), asset, principal, days, daily_rate, overdue_rate, min_days, initial_ltv, call_ltv,
      liquidation_ltv, liquidation_fee, catalog_version, asked_at_ms, 'open', principal from loan where user_id = ${anna.userId} returning id`);
  await exchange.database.owner.query(`insert into loan_collateral (loan_id, kind, asset, amount, weight, symbol_id)
    values (${rows[0]?.id}, 'coin', 'BTC', 1, 1, 'BTC-USDT')`);
  await judge();
  expect((await alarms()).find((one) => one.id === id)).toMatchObject({ loans: loans + 1, endedAtMs: null });
  await exchange.database.owner
    .query(`set session_replication_role = replica; delete from loan_collateral where loan_id = ${rows[0]?.id};
    delete from loan where id = ${rows[0]?.id}; reset session_replication_role`);
  await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
  await judge();
  expect((await alarms()).find((one) => one.id === id)).toMatchObject({ endedAtMs: exchange.clock.now() });
  // The next time is another one.
  exchange.clock.advance(400_000);
  await judge();
  expect((await alarms()).filter(({ symbol, endedAtMs }) => symbol === 'BTC-USDT' && endedAtMs === null)).toHaveLength(1);
});

test('while its only market is halted nothing is decided; what is decided in the minute after it holds in the check', async () => {
  const anna = await aBorrower();
  const made = await borrow(anna);
  await moves('100000');
  exchange.clock.advance(61_000);
  await halt('BTC-USDT');
  await exchange.minute({ 'BTC-USDT': '66000' });
  exchange.clock.advance(400_000);
  await judge();
  expect(await loanOf(anna, made.id)).toMatchObject({ isCalled: false });
  await exchange.minute({ 'BTC-USDT': '66000' });
  await resume('BTC-USDT');
  exchange.clock.advance(20_000);
  await tick('65000');
  await judge();
  const called = await loanOf(anna, made.id);
  // Prices of a halt are in the mean.
  expect(called.decisions).toMatchObject([
    { kind: 'call', collateral: [{ price: { price: '65000', mean: '65909.090909090909090909' } }] },
  ]);
  expect(await failedOf(anna, called)).toEqual([]);
});

/** 0.01 BTC and 0.25 ETH, 1,000 each, against 1,200.6. */
async function againstTwo(): Promise<{ anna: Person; id: string }> {
  const anna = await aBorrower();
  const { id } = await borrow(anna, { amount: '1200', collateral: [coin('0.01'), coin('0.25', 'ETH')] });
  return { anna, id };
}
/** As one that was made before there was another rule. */
const ofRuleTwo = (id: string) =>
  exchange.database.owner.query(`begin; set local session_replication_role = replica;
    update loan set rule_version = 2, fresh_seconds = null where id = ${id}; commit`);
/** So many seconds with a price of one market each, and none of another. */
async function alone(symbol: string, priceText: string, seconds = 20): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    exchange.clock.advance(1000);
    await exchange.tick(symbol, priceText);
  }
}

describe('coins that decide only now and then', () => {
  test('never together: each counts at its own last prices, so the loan is called, and sold coin by coin as their prices come', async () => {
    const [{ anna, id }, before] = [await againstTwo(), await againstTwo()];
    await ofRuleTwo(before.id);
    await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
    await judge();
    for (const [btc, eth] of [
      ['60000', '2900'],
      ['50000', '2000'],
    ] as const) {
      await alone('BTC-USDT', btc);
      exchange.clock.advance(20_000);
      await judge();
      await alone('ETH-USDT', eth);
      exchange.clock.advance(20_000);
      await judge();
    }
    const sold = await loanOf(anna, id);
    expect(
      sold.decisions.map(({ kind, collateral }) => [kind, collateral.map(({ sold: of, price }) => [of, price?.stands])]),
    ).toEqual([
      [
        'call',
        [
          ['0', true],
          ['0', undefined],
        ],
      ],
      [
        'liquidation',
        [
          ['0.01', undefined],
          ['0', true],
        ],
      ],
      ['liquidation', [['0.25', undefined]]],
    ]);
    expect(sold).toMatchObject({ status: 'liquidated', owed: '0' });
    for (const decision of sold.decisions) expect(await failedOf(anna, { ...sold, decisions: [decision] })).toEqual([]);
    // What a proof leaves out the command asks of the exchange.
    const whole = await anna.get<LoanProof>('loanProve', { id: sold.decisions[0]?.id });
    const told = whole.decision.collateral[0]!.price!;
    const cut = { ...whole, standing: [{ symbol: told.symbol, anchors: [] }], order: { id } };
    expect(leftOutOf([cut])).toEqual([{ symbol: 'BTC-USDT', fromMs: told.atMs, toMs: whole.decision.atMs + 60_000 }]);
    const newestWith = (ticks: typeof cut.ticks) =>
      verifyFile(cut, { ...nothingKnown, ticks: ticks as never })[0]?.checks.find(
        ({ name, stated }) => name === 'newest' && stated.includes(`#${told.seq} `),
      )?.state;
    const since = await readTicks(exchange.database.db, 'BTC-USDT', told.seq + 1, told.seq + 3);
    expect([newestWith([]), newestWith(since)]).toEqual(['pending', 'ok']);
    expect(newestWith(since.map((one) => ({ ...one, atMs: one.atMs + 1 })))).toBe('failed');
    // By the rule of before one of them always held up the other.
    expect(await loanOf(before.anna, before.id)).toMatchObject({ status: 'open', isCalled: false, decisions: [] });
  });

  test('its last prices are those of a whole minute, also of one that began long before the look', async () => {
    const { anna, id } = await againstTwo();
    await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '5000' });
    await alone('ETH-USDT', '4000', 15);
    await alone('BTC-USDT', '100000', 90);
    await judge();
    await alone('BTC-USDT', '20000', 61);
    await judge();
    const sold = await loanOf(anna, id);
    // Ten seconds at 5,000 and fifteen at 4,000.
    expect(sold.decisions.at(-1)).toMatchObject({ collateral: [{ asset: 'BTC' }, { price: { mean: '4400', stands: true } }] });
    expect(await failedOf(anna, sold)).toEqual([]);
    // The one before it decided as well: it is told instead of the younger one.
    const proof = await anna.get<LoanProof>('loanProve', { id: sold.decisions.at(-1)?.id });
    const older = structuredClone(proof);
    const { price } = older.decision.collateral[1]!;
    const [at, first] = [price!.seq - 1, price!.fromSeq].map((seq) =>
      older.ticks.find((one) => one.seq === seq && one.symbol === 'ETH-USDT'),
    );
    expect(first).toMatchObject({ price: '5000' });
    Object.assign(price!, { seq: at?.seq, atMs: at?.atMs, mean: '4416.666666666666666666' });
    const byApp = (await verifyLoan(older, sha256, testSignatures))
      .filter(({ state }) => state === 'failed')
      .map(({ name }) => name);
    expect(byApp).toEqual(['newest', 'ltv']);
    expect(failedByCommand(older)).toEqual(['ltv', 'newest']);
  });

  test('what a look takes in ends between two instants: half of what the markets said at one decides nothing', async () => {
    const { anna, id } = await againstTwo();
    await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
    await judge();
    for (let second = 0; second < 25; second += 1) {
      exchange.clock.advance(1000);
      await tick('15000', '8000');
    }
    exchange.clock.advance(60_000);
    // Of the ticks of two markets an odd number each time; fewer than lie in the minutes before the look.
    for (let look = 0; look < 12; look += 1) await judge(200, 7);
    expect(await loanOf(anna, id)).toMatchObject({ isCalled: false, decisions: [] });
    const { rows } = await exchange.database.owner.query<{ ticks: string }>(
      `select count(*) as ticks from tick t join loan l on l.id = $1 and t.at_ms > l.looked_at_ms where symbol_id = 'ETH-USDT'`,
      [id],
    );
    expect(rows).toEqual([{ ticks: '0' }]);
  });

  test('one without prices that decide for a week counts for nothing: a call comes first, and nothing is sold for a day', async () => {
    const { anna, id } = await againstTwo();
    await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
    await judge();
    const lastMs = exchange.clock.now();
    /** A second after nine others with a price. */
    const btcAt = async (atMs: number): Promise<Loan> => {
      exchange.clock.set(atMs - 10_000);
      await stayIn();
      await alone('BTC-USDT', '100000', 10);
      await judge();
      return loanOf(anna, id);
    };
    const aMomentLater = async (): Promise<Loan> => {
      exchange.clock.advance(1);
      await exchange.tick('BTC-USDT', '100000');
      await judge();
      return loanOf(anna, id);
    };
    // 1,203.6 ÷ 2,000.
    expect(await btcAt(lastMs + 7 * dayMs - 1)).toMatchObject({ isCalled: false });
    const called = await aMomentLater();
    expect(called).toMatchObject({
      isCalled: true,
      decisions: [{ kind: 'call', ltv: '1.2036', collateral: [{}, { asset: 'ETH', price: null }] }],
    });
    const [{ atMs: calledAtMs = 0 } = {}] = called.decisions;
    expect((await btcAt(calledAtMs + dayMs - 1)).decisions).toHaveLength(1);
    const sold = await aMomentLater();
    // 1,000 less the fee; the other coin stays, and so does what it is owed for.
    expect(sold).toMatchObject({ status: 'open', isCalled: true, repaid: '990', collateral: [{ asset: 'ETH', amount: '0.25' }] });
    expect(sold.decisions.at(-1)).toMatchObject({ kind: 'liquidation', calledAtMs, insured: '0' });
    for (const decision of sold.decisions) expect(await failedOf(anna, { ...sold, decisions: [decision] })).toEqual([]);
    await bookDays();
  });

  test('the week is whole: retention takes none of it before it is over, nor what shows then that nothing decided in it', async () => {
    const { anna, id } = await againstTwo();
    await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
    await judge();
    const lastMs = exchange.clock.now();
    for (let day = 1; day < 7; day += 1) {
      exchange.clock.set(lastMs + day * dayMs);
      await exchange.tick('ETH-USDT', '4000');
    }
    const lookAt = async (atMs: number): Promise<Loan> => {
      exchange.clock.set(atMs - 10_000);
      await stayIn();
      await alone('BTC-USDT', '100000', 10);
      await deleteOldTicks(exchange.database.db, exchange.clock.now() - rawTicksMs, 100_000);
      await judge();
      return loanOf(anna, id);
    };
    expect(await lookAt(lastMs + 7 * dayMs - 1)).toMatchObject({ isCalled: false });
    const called = await lookAt(lastMs + 7 * dayMs + 30_000);
    expect(called).toMatchObject({ isCalled: true, decisions: [{ collateral: [{}, { asset: 'ETH', price: null }] }] });
    const proof = await anna.get<LoanProof>('loanProve', { id: called.decisions[0]?.id });
    expect(proof.ticks.filter(({ symbol }) => symbol === 'ETH-USDT').length).toBeGreaterThan(6);
    expect(await failedOf(anna, called)).toEqual([]);
    await bookDays();
  });

  test('the day runs from when the person is told: a look that comes late calls, and sells nothing in the same breath', async () => {
    const { anna, id } = await againstTwo();
    await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
    await judge();
    for (const days of [7, 2]) {
      exchange.clock.advance(days * dayMs);
      await alone('BTC-USDT', '100000', 10);
    }
    await stayIn();
    for (const _ of [1, 2, 3]) await judge();
    const called = await loanOf(anna, id);
    expect([called.isCalled, called.decisions.map(({ kind }) => kind)]).toEqual([true, ['call']]);
    await bookDays();
  });

  test('nor does a clock that was set back shorten the day: he is told after the prices that called', async () => {
    const anna = await aBorrower();
    const { id } = await borrow(anna);
    await exchange.minute({ 'BTC-USDT': '66000', 'ETH-USDT': '4000' });
    const nowMs = exchange.clock.now();
    exchange.clock.set(nowMs - 2 * dayMs);
    await judge();
    exchange.clock.set(nowMs);
    const { decisions } = await loanOf(anna, id);
    expect(decisions).toMatchObject([{ kind: 'call' }]);
    const { rows } = await exchange.database.owner.query(`select called_at_ms from loan where id = $1`, [id]);
    expect(rows).toEqual([{ called_at_ms: String(decisions[0]?.atMs) }]);
  });
});

describe('one of two markets stands still', () => {
  /** ETH is halted. */
  async function besideHalted(): Promise<{ anna: Person; id: string }> {
    const { anna, id } = await againstTwo();
    await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
    await judge();
    exchange.clock.advance(1000);
    await halt('ETH-USDT');
    return { anna, id };
  }
  const fall = async (btc: string) => {
    await exchange.minute({ 'BTC-USDT': btc });
    await judge();
  };

  test('by the rule of before nothing is decided for five minutes; then it counts at its last price that did', async () => {
    const { anna, id } = await besideHalted();
    await ofRuleTwo(id);
    await fall('60000');
    expect(await loanOf(anna, id)).toMatchObject({ isCalled: false, decisions: [] });
    exchange.clock.advance(200_000);
    await fall('59900');
    const called = await loanOf(anna, id);
    // 1,200.6 ÷ (599 + 1,000): ETH by its last price, whatever was told of it since.
    expect(called).toMatchObject({ isCalled: true, status: 'open' });
    expect(called.decisions).toMatchObject([
      { kind: 'call', ltv: '0.750844', collateral: [{ price: { price: '59900' } }, { price: { price: '4000', stands: true } }] },
    ]);
    expect(await failedOf(anna, called)).toEqual([]);
  });

  test('far beyond the level by the other coin: that is sold, the loan goes on with the rest, and is ended when the market is back', async () => {
    const { anna, id } = await besideHalted();
    exchange.clock.advance(300_000);
    await fall('10000');
    const sold = await loanOf(anna, id);
    // 100 less the fee of 1 %.
    expect(sold).toMatchObject({
      ...{ status: 'open', isCalled: true, owed: '1101.6', repaid: '99' },
      collateral: [{ asset: 'ETH', amount: '0.25' }],
    });
    expect(sold.decisions.at(-1)).toMatchObject({
      ...{ kind: 'liquidation', repaid: '99', left: '1101.6', insured: '0' },
      collateral: [{ sold: '0.01' }, { sold: '0', returned: '0', price: { stands: true } }],
    });
    expect(await failedOf(anna, sold)).toEqual([]);
    expect((await told(anna))[0]).toBe('Collateral was sold: a part of your loan is still open');
    expect(await held(anna)).toMatchObject({ 'collateral ETH': '0.25', 'loan USDT': '-1101.6' });
    // Nothing is left that could be sold: it waits for the market.
    await fall('9000');
    expect((await loanOf(anna, id)).decisions).toHaveLength(1);
    await resume('ETH-USDT');
    await exchange.minute({ 'BTC-USDT': '9000', 'ETH-USDT': '5000' });
    await judge();
    const ended = await loanOf(anna, id);
    expect(ended).toMatchObject({ status: 'liquidated', owed: '0' });
    expect(ended.decisions.at(-1)).toMatchObject({
      repaid: '1101.6',
      insured: '0',
      collateral: [{ asset: 'ETH', price: { price: '5000' } }],
    });
    expect(await failedOf(anna, ended)).toEqual([]);
  });

  test('each tick is looked at meanwhile, and writes of what is locked only what is other than before', async () => {
    const { id } = await besideHalted();
    const rowsOf = async () =>
      (
        await exchange.database.owner.query<{ looked: string; locked: string[] }>(
          `select looked_at_ms as looked, array(select xmin::text from loan_collateral where loan_id = l.id order by id) as locked from loan l where id = ${id}`,
        )
      ).rows[0]!;
    exchange.clock.advance(300_000);
    await fall('100000');
    await fall('100000');
    const before = await rowsOf();
    await fall('100000');
    const after = await rowsOf();
    expect(after.looked).not.toBe(before.looked);
    expect(after.locked).toEqual(before.locked);
    await fall('99000');
    expect((await rowsOf()).locked).not.toEqual(before.locked);
  });

  test('it ends no call: for that it counts for nothing', async () => {
    const { anna, id } = await besideHalted();
    exchange.clock.advance(300_000);
    await fall('60000');
    expect(await loanOf(anna, id)).toMatchObject({ isCalled: true });
    // With ETH at its last price the share would be 0.6.
    await fall('100000');
    expect(await loanOf(anna, id)).toMatchObject({ isCalled: true });
    await fall('200000');
    expect(await loanOf(anna, id)).toMatchObject({ isCalled: false });
  });
});

test('two markets with prices of one instant are judged by both: what is decided holds in the check', async () => {
  const anna = await aBorrower();
  const { id } = await borrow(anna, { amount: '1200', collateral: [coin('0.01'), coin('0.25', 'ETH')] });
  await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
  for (let second = 0; second < 20; second += 1) {
    exchange.clock.advance(1000);
    await tick('30000');
  }
  await judge();
  const called = await loanOf(anna, id);
  const [told] = called.decisions;
  expect(told?.collateral.map(({ price }) => price?.atMs)).toEqual([told?.atMs, told?.atMs]);
  expect(await failedOf(anna, called)).toEqual([]);
});

describe('a look that comes days late', () => {
  test('goes by what was owed then: interest of days that were not over does not count, and what was booked of it is given back', async () => {
    const anna = await aBorrower();
    const made = await borrow(anna);
    await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
    // At 1,000.50 not at the level; with the interest of two days more it would be.
    await exchange.minute({ 'BTC-USDT': '66700.01', 'ETH-USDT': '4000' });
    await exchange.minute({ 'BTC-USDT': '60271.08', 'ETH-USDT': '4000' });
    const fellAtMs = exchange.clock.now();
    exchange.clock.set(exchange.clock.now() + 4 * dayMs);
    await tick('100000');
    await stayIn();
    await bookDays();
    expect(await loanOf(anna, made.id)).toMatchObject({ owed: '1001.5', status: 'open' });
    // Of days that are over everything has been said: of each account what they moved, and what a statement of them shows.
    const overDays = async () => {
      const today = Math.floor(exchange.clock.now() / dayMs);
      const { rows: moved } = await exchange.database.owner.query(
        `select a.kind, a.asset, t.kind as of, t.day, t.moved from account a join account_tally t on t.account_id = a.id
        where a.owner_id = $1 and t.day < $2 order by 1, 2, 3, 4`,
        [anna.userId, today],
      );
      const of = { account: 'coin', asset: 'BTC', fromMs: (today - 6) * dayMs, untilMs: today * dayMs };
      return { moved, statement: await anna.get('statement', of) };
    };
    const before = await overDays();
    await judge();
    expect(await overDays()).toEqual(before);
    const sold = await loanOf(anna, made.id);
    expect(sold).toMatchObject({ status: 'liquidated', owed: '0', isCalled: false });
    expect(sold.decisions.at(-1)).toMatchObject({ atMs: fellAtMs, owed: '1000.5', repaid: '1000.5', insured: '0' });
    expect(await failedOf(anna, sold)).toEqual([]);
    expect(await held(anna)).not.toHaveProperty(['loan USDT']);
  });

  test('nor does interest that this very look has booked', async () => {
    const anna = await aBorrower();
    const made = await borrow(anna);
    await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
    // The level is at 60,271.08 for 1,000.50, and at 60,331.33 for 1,001.50.
    await exchange.minute({ 'BTC-USDT': '60300', 'ETH-USDT': '4000' });
    exchange.clock.set(exchange.clock.now() + 4 * dayMs);
    await tick('100000');
    await stayIn();
    await judge();
    const called = await loanOf(anna, made.id);
    expect(called).toMatchObject({ status: 'open', decisions: [{ kind: 'call', owed: '1000.5' }] });
    await bookDays();
  });

  test('a day that was over and not booked is booked first, so nobody is judged by less than he owed', async () => {
    const anna = await aBorrower({ coin: '2000' });
    const { id } = await keep(anna, '3', '1000');
    const made = await borrow(anna, { termId: '7', amount: '610', collateral: [deposit(id, '1000')] });
    exchange.clock.set(exchange.clock.now() + 4 * dayMs);
    await tick('100000');
    await stayIn();
    await judge();
    expect(await loanOf(anna, made.id)).toMatchObject({ owed: '611.098', interest: '1.098' });
    await bookDays();
    expect(await loanOf(anna, made.id)).toMatchObject({ owed: '611.098' });
  });
});

test('so often a day and no more is a loan added to or repaid in part; all of it can be repaid at any time', async () => {
  const anna = await aBorrower();
  const made = await borrow(anna);
  const add = async () => (await anna.ask('loanAddCollateral', { orderId: made.id, collateral: [coin('0.00000001')] })).message;
  const repay = (amount: string) => anna.ask('loanRepay', { orderId: made.id, amount, from: 'coin' });
  await exchange.database.owner.query(
    `insert into loan_step select $1, seq, 'added', $2::bigint - 3600000 from generate_series(2, 50) seq`,
    [made.id, exchange.clock.now()],
  );
  expect(await add()).toMatchObject({ status: 'open' });
  const refusal = { message: 'TOO_MANY_REQUESTS', params: { seconds: '82800' } };
  expect(await add()).toBe(refusal.message);
  expect(await repay('0.000001')).toMatchObject(refusal);
  await anna.get('loanRepay', { orderId: made.id, amount: '2000', from: 'coin' });
  // A loan each time somebody borrows and repays.
  await exchange.database.owner.query(
    `insert into loan (user_id, mode, client_order_id, asset, principal, days, daily_rate, overdue_rate, min_days, initial_ltv, call_ltv,
      liquidation_ltv, liquidation_fee, catalog_version, asked_at_ms, status, ended_at_ms)
    select $1, 'real', gen_random_uuid(), 'USDT', 100, 30, 0.0005, 0.001, 1, 0.65, 0.75, 0.83, 0.01, 1, $2, 'cancelled', $2 from generate_series(1, 48)`,
    [anna.userId, exchange.clock.now()],
  );
  await borrow(anna);
  expect(await codeOf(anna, {})).toBe('TOO_MANY_REQUESTS');
});

test('a forged proof fails in the app and in the command, each by the same checks: a tick, a price, a share, a sum, what was left out', async () => {
  const anna = await aBorrower();
  const { id } = await borrow(anna, { amount: '1200', collateral: [coin('0.01'), coin('0.25', 'ETH')] });
  await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
  await judge();
  exchange.clock.advance(300_000);
  await exchange.minute({ 'BTC-USDT': '10000' });
  await judge();
  const { decisions } = await loanOf(anna, id);
  const proof = await anna.get<LoanProof>('loanProve', { id: decisions.at(-1)?.id });
  const failed = async (change: (decision: LoanDecision, whole: LoanProof) => void): Promise<readonly string[]> => {
    const forged = structuredClone(proof);
    change(forged.decision, forged);
    const byApp = (await verifyLoan(forged, sha256, testSignatures)).filter(({ state }) => state === 'failed');
    expect(failedByCommand(forged).toSorted()).toEqual(byApp.map(({ name }) => name).toSorted());
    return byApp.map(({ name }) => name);
  };
  const [btc, eth] = [0, 1].map((index) => (decision: LoanDecision) => decision.collateral[index]!) as [
    (decision: LoanDecision) => SoldCollateral,
    (decision: LoanDecision) => SoldCollateral,
  ];
  expect(await failed(() => undefined)).toEqual([]);
  expect(await failed((decision) => (btc(decision).price!.seq -= 1))).toEqual(['tick', 'newest', 'minute']);
  expect(await failed((decision) => (btc(decision).price!.price = '9000'))).toEqual(['tick', 'sale']);
  expect(await failed((decision) => (btc(decision).price!.mean = '9000'))).toEqual(['mean', 'sale']);
  expect(await failed((decision) => (eth(decision).price!.mean = '5000'))).toEqual(['mean', 'ltv']);
  expect(await failed((decision) => delete eth(decision).price!.stands)).toEqual(['newest', 'sale']);
  expect(await failed((decision) => (decision.meanSeconds = 11))).toEqual(['minute']);
  expect(await failed((decision) => (decision.ltv = '0.9'))).toEqual(['ltv']);
  expect(await failed((decision) => (decision.level = '1.2'))).toEqual(['reached']);
  expect(await failed((decision) => (btc(decision).fee = '2'))).toEqual(['sale']);
  expect(await failed((decision) => (decision.repaid = '98'))).toEqual(['sale']);
  expect(await failed((decision) => (decision.left = '1000'))).toEqual(['sale']);
  expect(await failed((decision) => (decision.insured = '1101.6'))).toEqual(['sale']);
  expect(await failed((decision) => (btc(decision).weight = '0.9'))).toEqual(['ltv']);
  expect(await failed((_, whole) => (whole.ticks[3]!.price = '1'))).toEqual(['chain', 'mean']);
  expect(await failed((_, whole) => whole.ticks.splice(3, 1))).toEqual(['run', 'chain', 'minute']);
  expect(await failed((decision) => (decision.ruleVersion = 4))).toEqual(['rule']);
  // What is neither a call nor a liquidation, and a coin that would be looked for in the loan as another one than it is.
  expect(await failed((decision) => Object.assign(decision, { kind: 'sale' }))).toEqual(['reached']);
  expect(await failed((decision) => Object.assign(btc(decision), { kind: 'gold' }))).toEqual(['tick']);
  expect(await failed((decision) => Object.assign(btc(decision), { orderId: '1' }))).toEqual(['tick']);
  // The loan's own terms say which rule it is.
  const agreed = await loanOf(anna, id);
  const beside = (change: (decision: LoanDecision) => void) =>
    failed((decision, whole) => {
      Object.assign(whole, { loan: agreed });
      change(decision);
    });
  expect(await beside(() => undefined)).toEqual([]);
  expect(await beside((decision) => Object.assign(decision, { ruleVersion: 2 }))).toEqual(['agreed']);
  expect(await beside((decision) => (decision.meanSeconds = 5))).toEqual(['agreed']);
  expect(await beside((decision) => (decision.freshSeconds = 20))).toEqual(['agreed']);
  expect(await beside((decision) => (decision.catalogVersion = 2))).toEqual(['agreed']);
  expect(await beside((decision) => (decision.level = '0.5'))).toEqual(['agreed']);
  expect(await beside((decision) => (eth(decision).weight = '0.5'))).toEqual(['agreed', 'ltv']);
  // Of fewer decimals more would be sold than is needed.
  expect(await beside((decision) => (eth(decision).scale = 0))).toEqual(['agreed']);
  // A price that is older than the terms let the newest one be, a market that is said to stand at its newest price, a coin that is said to have none.
  expect(await failed((decision) => (decision.atMs += 10_001))).toContain('newest');
  expect(await failed((decision) => (btc(decision).price!.stands = true))).toContain('newest');
  expect(await failed((decision) => Object.assign(eth(decision), { price: null }))).toContain('newest');
  expect(await failed((decision) => (eth(decision).price!.atMs -= 8 * dayMs))).toContain('newest');
  const later = Date.UTC(2026, 10, 25);
  expect(await failed((decision) => Object.assign(decision, { ruleVersion: 1, atMs: later }))).toContain('rule');
  // A coin that is said to be a deposit counts as one USDT, and needs no price.
  const asDeposit = {
    kind: 'treasure',
    orderId: '1',
    price: null,
    sold: '0.01',
    gross: '0.01',
    fee: '0',
    returned: '0',
  } as const;
  const forSale = { owed: '1200', ltv: '120000', repaid: '0.01', insured: '1199.99', left: '0' };
  expect(
    await failed((decision, whole) => {
      Object.assign(decision, forSale, { collateral: [{ ...btc(decision), ...asDeposit }] });
      Object.assign(whole, { ticks: [], anchors: [], standing: [], incidents: [] });
    }),
  ).toEqual(['tick']);
});

test('the terms of a decision are those of the version that its loan was made on, as the public record has it', async () => {
  const { anna, id } = await againstTwo();
  await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
  await exchange.minute({ 'BTC-USDT': '10000', 'ETH-USDT': '4000' });
  await judge();
  const { decisions } = await loanOf(anna, id);
  const proof = await anna.get<LoanProof>('loanProve', { id: decisions.at(-1)?.id });
  const { db } = exchange.database;
  const versions = await db.selectFrom('catalogVersion').select('version').execute();
  const terms = await Promise.all(versions.map(async ({ version }) => ({ version, text: await readTermsText(db, version) })));
  const entries = terms.map(({ version, text }, index) => ({
    ...{ seq: index + 1, atMs: 1, kind: 'terms', hash: '' },
    body: JSON.stringify({ version, validFromMs: 0, note: '', hash: createHash('sha256').update(text).digest('hex') }),
  }));
  const stateOf = (change: (decision: LoanDecision) => void, known: object = { entries, terms }) => {
    const forged = structuredClone(proof);
    change(forged.decision);
    const [{ checks } = { checks: [] }] = verifyFile({ ...forged, order: { id }, ...known });
    return checks.find(({ name }) => name === 'agreed')?.state;
  };
  expect(stateOf(() => undefined)).toBe('ok');
  expect(stateOf(() => undefined, {})).toBe('partial');
  expect(stateOf(() => undefined, { entries, terms: terms.map((one) => ({ ...one, text: `${one.text} ` })) })).toBe('failed');
  const forgeries: readonly ((decision: LoanDecision) => void)[] = [
    (decision) => (decision.meanSeconds = 1),
    (decision) => (decision.freshSeconds = 60),
    (decision) => (decision.level = '0.7'),
    (decision) => (decision.liquidationFee = '0.02'),
    (decision) => (decision.days = 8),
    (decision) => (decision.collateral[0]!.weight = '0.9'),
    (decision) => (decision.collateral[1]!.scale = 6),
    (decision) => delete decision.catalogVersion,
    // A weight of which nobody is told what version it is of would be anything.
    (decision) => Object.assign(decision.collateral[0]!, { weight: '0.9', catalogVersion: null }),
    (decision) => delete decision.collateral[0]!.catalogVersion,
  ];
  expect(forgeries.map((change) => stateOf(change))).toEqual(forgeries.map(() => 'failed'));
});

test('what proves a decision outlives retention: beside a coin of which more has come than a proof shows too', async () => {
  const { anna, id } = await againstTwo();
  await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
  await judge();
  const { db } = exchange.database;
  const fromMs = exchange.clock.now();
  // Never in enough seconds of a minute.
  const thin = Array.from({ length: 650 }, (_, index) => aFeedTick('ETH-USDT', fromMs + (index + 1) * 8000, '4000'));
  await writeByHand(db, await readHeads(db), thin);
  exchange.clock.set(fromMs + 651 * 8000);
  await stayIn();
  await alone('BTC-USDT', '10000', 70);
  await judge();
  const { decisions } = await loanOf(anna, id);
  const prove = () => anna.get<LoanProof>('loanProve', { id: decisions.at(-1)?.id });
  const before = await prove();
  expect(before.standing).toMatchObject([{ symbol: 'ETH-USDT' }]);
  exchange.clock.advance(8 * dayMs);
  await stayIn();
  await tick('10000');
  await deleteOldTicks(db, exchange.clock.now() - 7 * dayMs, 100_000);
  expect(await prove()).toEqual(before);
  await bookDays();
});

test('a round asks once for the last prices of a coin, however many loans it looks at; up to another instant only for what lies between', async () => {
  await exchange.minute({ 'ETH-USDT': '4000' });
  const at = { atMs: exchange.clock.now(), meanSeconds: 10 };
  const lastPrices = cacheLastDecidingMarks();
  const asked = await lastPrices(exchange.database.db, ['ETH-USDT', 'XRP-USDT'], at);
  expect([...asked.values()]).toMatchObject([{ symbol: 'ETH-USDT', atMs: at.atMs }]);
  const nowhere = undefined as never;
  expect(await lastPrices(nowhere, ['XRP-USDT', 'ETH-USDT'], at)).toEqual(asked);
  await expect(lastPrices(nowhere, ['ETH-USDT'], { ...at, atMs: at.atMs + 1 })).rejects.toThrow();
  const { db } = exchange.database;
  const eth = asked.get('ETH-USDT');
  await exchange.minute({ 'ETH-USDT': '4001' });
  const nowMs = exchange.clock.now();
  const askedFor: unknown[] = [];
  const counted = cacheLastDecidingMarks((tx, symbols, of) => {
    askedFor.push([...symbols, of.atMs, of.afterMs ?? 0]);
    return lastDecidingMarks(tx, symbols, of);
  });
  const lastAt = async (atMs: number, symbol = 'ETH-USDT') => (await counted(db, [symbol], { ...at, atMs })).get(symbol);
  expect(await lastAt(nowMs - 10_000)).toEqual(eth);
  expect(await lastAt(nowMs)).toMatchObject({ atMs: nowMs });
  expect(await lastAt(nowMs + 5000)).toMatchObject({ atMs: nowMs });
  expect(await lastAt(nowMs + 1)).toMatchObject({ atMs: nowMs });
  expect(await lastAt(nowMs - 1)).toEqual(eth);
  expect(await lastAt(nowMs + 5000)).toMatchObject({ atMs: nowMs });
  for (const later of [0, 7, 3, -3_600_000, -3_600_001]) expect(await lastAt(nowMs + later, 'XRP-USDT')).toBeUndefined();
  expect(askedFor).toEqual([
    ['ETH-USDT', nowMs - 10_000, 0],
    ['ETH-USDT', nowMs, nowMs - 10_000],
    ['ETH-USDT', nowMs + 5000, nowMs],
    ['ETH-USDT', nowMs - 1, 0],
    ['XRP-USDT', nowMs, 0],
    ['XRP-USDT', nowMs + 7, nowMs],
    ['XRP-USDT', nowMs - 3_600_001, 0],
  ]);
});

test('of a long history the newest fifty steps and ten decisions are shown', async () => {
  const anna = await aBorrower();
  const made = await borrow(anna);
  await exchange.database.owner.query(`insert into loan_step select $1, seq, 'added', seq from generate_series(2, 80) seq`, [
    made.id,
  ]);
  const { steps } = await loanOf(anna, made.id);
  expect([steps.length, steps[0]?.atMs, steps.at(-1)?.atMs]).toEqual([50, 31, 80]);
});

test('nothing is lent in a thin minute: a wrong price after a silence would be the newest one and the mean', async () => {
  const anna = await aBorrower();
  exchange.clock.advance(61_000);
  await tick('1000000');
  expect(await codeOf(anna, { amount: '10000' })).toBe('ORDER_PRICE_STALE');
  expect(await held(anna)).not.toHaveProperty(['loan USDT']);
});

test('beside another coin nothing is added of one whose market stands still, at a price that nobody trusts; of the only one it is', async () => {
  const anna = await aBorrower();
  const both = await borrow(anna, { amount: '1200', collateral: [coin('0.01'), coin('0.25', 'ETH')] });
  const alone = await borrow(anna, { collateral: [coin('1', 'ETH')] });
  await halt('ETH-USDT');
  const add = async ({ id }: Loan) =>
    (await anna.ask('loanAddCollateral', { orderId: id, collateral: [coin('2', 'ETH')] })).message;
  expect(await add(both)).toBe('ORDER_MARKET_HALTED');
  expect(await add(alone)).toMatchObject({ collateral: [{ asset: 'ETH', amount: '3' }] });
});

test('practice loans, of which anybody may have any number, are judged after the real ones', async () => {
  const [ben, anna] = [await aBorrower({ mode: 'demo' }), await aBorrower()];
  for (const _ of [1, 2, 3, 4]) await borrow(ben);
  const made = await borrow(anna);
  await exchange.minute({ 'BTC-USDT': '10000' });
  await judge(2);
  const decided = await exchange.database.db.selectFrom('loanDecision').select('loanId').orderBy('id', 'desc').limit(5).execute();
  expect(decided.map(({ loanId }) => String(loanId)).at(-1)).toBe(made.id);
});
