/** Money out, from the checklist to the operator's word, against the real database and through the real routes. */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { IdentityLevel, Withdrawal, WithdrawalRow } from '@tessera/shared/contract';
import { amount } from '@tessera/shared/money';
import { anOperator, type TestOperator } from '../../test/anOperator';
import { aCard, aPayee, testCard } from '../../test/aPayee';
import { certify } from '../../test/certify';
import { giveMoney } from '../../test/giveMoney';
import { accountKey, testPassword, useTradingExchange, type Answer, type Money, type Person } from '../../test/tradingExchange';
import { loadCatalog } from '../catalog/Catalog';
import { quickPasswords } from '../../test/quickPasswords';
import { findViolations, ledgerRules } from '../ledger/invariants';
import { operations, type OperationName } from '@tessera/shared/operations';
import { maskedAddress } from '../payees/maskedAddress';
import type { PayeeRow } from '../payees/tables';
import { requireTerms } from './askedTerms';
import { readDayLimit } from './dayLimit';
import { addTurnoverNeed } from './turnover';

const exchange = useTradingExchange();
const paymentPassword = 'for payments';
const dayMs = 86_400_000;
let hashed: string;
let [tess, theo]: TestOperator[] = [];

beforeAll(async () => {
  hashed = await quickPasswords.hash(paymentPassword);
  [tess, theo] = await Promise.all(
    ['tess', 'theo'].map((name) => anOperator(exchange.database, ['treasury'], { nowMs: exchange.clock.now(), name })),
  );
});
afterEach(async () => {
  const found = await findViolations(exchange.database.db, ledgerRules, 0);
  expect(found.filter(({ subjects }) => subjects.length > 0)).toEqual([]);
});

interface Owner extends Person {
  readonly payeeId: string;
  readonly address: string;
}
/** Of a user's row, as the owner of the database. */
const change = ({ userId }: Person, what: string) =>
  exchange.database.owner.query(`update app_user set ${what} where id = $1`, [userId]);
/** Somebody with everything that withdrawing needs. */
async function anOwner(money: Money = {}): Promise<Owner> {
  const person = await exchange.aPerson({ mode: 'real', coin: '2000', ...money });
  await change(person, `payment_password_hash = '${hashed}'`);
  return { ...person, ...(await aPayee(exchange.database.db, { userId: person.userId, nowMs: exchange.clock.now() })) };
}
const asked = ({ payeeId }: Owner, more: Readonly<Record<string, unknown>> = {}) => ({
  asset: 'USDT',
  amount: '100',
  payeeId,
  stepUpPassword: paymentPassword,
  ...more,
});
const out = (owner: Owner, more: Readonly<Record<string, unknown>> = {}, key?: string) =>
  owner.ask('withdraw', asked(owner, more), key);
const asks = async (owner: Owner, more: Readonly<Record<string, unknown>> = {}) => (await out(owner, more)).message as Withdrawal;
const unbind = (owner: Owner, id = owner.payeeId) => owner.ask('payeeDelete', { id, stepUpPassword: paymentPassword });
const coinOf = async (owner: Person, asset = 'USDT') =>
  (await owner.get<{ coin: { available: string; frozen: string } }>('walletInfo', { asset })).coin;
const listOf = (owner: Person, more: Readonly<Record<string, unknown>> = {}) =>
  owner.get<{ items: Withdrawal[]; next: string | null }>('withdrawalLog', more);
const newest = async (owner: Person) => (await listOf(owner)).items[0];
const rowsOf = async (owner: Person, more: Readonly<Record<string, unknown>> = {}) =>
  (await owner.get<{ rows: WithdrawalRow[] }>('withdrawalCheck', more)).rows;
const told = async (owner: Person) =>
  (await owner.get<{ items: readonly { title: string; body: string }[] }>('userMessages', {})).items;

async function operate(name: OperationName, request: Readonly<Record<string, unknown>>, by = tess): Promise<Answer> {
  const answer = await exchange.app.operationsHttp?.inject({
    method: 'POST',
    url: `/ops/api/${operations[name].path}`,
    headers: { authorization: `Bearer ${by?.token ?? ''}` },
    payload: request,
  });
  if (answer === undefined) throw new Error('operators are answered');
  return answer.json();
}
async function reviewOf({ userId }: Person) {
  const listed = await operate('reviewsList', { userId: String(userId), state: 'any' });
  const id = (listed.message as { items: readonly { id: string }[] }).items[0]?.id ?? '';
  return (await operate('reviewsGet', { id })).message as {
    review: { id: string; amount: string; approvalsNeeded: number };
    terms: Readonly<Record<string, unknown>>;
    termsHash: string;
  };
}
async function decide(owner: Person, verdict: Readonly<Record<string, unknown>> = { verdict: 'approved' }, by = tess) {
  const { review, termsHash } = await reviewOf(owner);
  return operate('reviewsDecide', { id: review.id, termsHash, ...verdict }, by);
}
const payoutOf = async (withdrawal: string) =>
  ((await operate('payoutsList', { state: 'any' })).message as { items: { id: string; withdrawal: string }[] }).items.find(
    (one) => one.withdrawal === withdrawal,
  );
let transactions = 0;
const aTransaction = () => `0x${String((transactions += 1)).padStart(64, 'a')}`;
async function paid(withdrawal: string, transaction = aTransaction()) {
  return operate('payoutsPaid', { id: (await payoutOf(withdrawal))?.id, transaction });
}
/** What of real USDT stands where, of this person and of the house's rail. */
async function books({ userId }: Person): Promise<Readonly<Record<string, string>>> {
  const { rows } = await exchange.database.owner.query<{ kind: string; sum: string }>(
    `select a.kind, trim_scale(sum(e.amount))::text as sum from journal j join entry e on e.journal_id = j.id join account a on a.id = e.account_id
     where j.kind = 'withdrawal' and j.ref in (select public_id from withdrawal where user_id = $1) group by 1`,
    [userId],
  );
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum]));
}

describe('the way of a withdrawal', () => {
  test('asked, held, approved by one, paid by hand: fee and rest in their accounts, told at every step', async () => {
    const anna = await anOwner();
    const made = await asks(anna);
    const atMs = exchange.clock.now();
    expect(made).toEqual({
      id: expect.any(String),
      asset: 'USDT',
      amount: '100',
      fee: '1',
      receives: '99',
      network: 'tron',
      networkName: 'Tron (TRC-20)',
      label: 'Savings',
      address: maskedAddress(anna.address),
      payeeId: anna.payeeId,
      status: 'under_review',
      reason: null,
      transaction: null,
      atMs,
      isCancellable: true,
      steps: [{ step: 'requested', atMs }],
    });
    expect(await coinOf(anna)).toMatchObject({ available: '1900', frozen: '100' });
    expect(await reviewOf(anna)).toMatchObject({
      review: { kind: 'withdrawal', amount: '100', approvalsNeeded: 1 },
      terms: { asset: 'USDT', networkName: 'Tron (TRC-20)', address: anna.address, amount: '100', fee: '1', value: '100' },
    });
    exchange.clock.advance(1000);
    expect(await decide(anna)).toMatchObject({ message: { state: 'approved' } });
    expect(await newest(anna)).toMatchObject({ status: 'second_review', isCancellable: false });
    expect(await coinOf(anna)).toMatchObject({ available: '1900', frozen: '100' });
    const waiting = await payoutOf(made.id);
    expect(waiting).toMatchObject({ address: anna.address, pays: '99', fee: '1', state: 'ordered', adapter: 'manual' });
    exchange.clock.advance(1000);
    const transaction = aTransaction();
    expect(await paid(made.id, transaction)).toMatchObject({ message: { state: 'paid', operator: 'tess', transaction } });
    expect(await newest(anna)).toMatchObject({
      status: 'success',
      transaction,
      steps: [
        { step: 'requested', atMs },
        { step: 'approved', atMs: atMs + 1000 },
        { step: 'success', atMs: atMs + 2000 },
      ],
    });
    expect(await coinOf(anna)).toMatchObject({ available: '1900', frozen: '0' });
    expect(await books(anna)).toEqual({ coin: '-100', withdraw_hold: '0', 'custody:tron': '99', fee: '1' });
    const messages = await told(anna);
    expect(messages.map(({ title }) => title)).toEqual([
      'Your withdrawal was sent',
      'Your withdrawal is approved',
      'You asked for a withdrawal',
    ]);
    expect(messages[0]?.body).toContain(`99 USDT went to ${maskedAddress(anna.address)}. Transaction: ${transaction}`);
  });

  test('from a thousand on two operators: the second state after the first, and one of them twice is one', async () => {
    const anna = await anOwner();
    const made = await asks(anna, { amount: '1000' });
    exchange.clock.advance(1000);
    expect(await decide(anna)).toMatchObject({ message: { state: 'pending', approvals: 1, approvalsNeeded: 2 } });
    expect(await decide(anna)).toMatchObject({ message: { state: 'pending', approvals: 1 } });
    expect(await newest(anna)).toMatchObject({
      status: 'second_review',
      isCancellable: true,
      steps: [{ step: 'requested' }, { step: 'reviewed', atMs: exchange.clock.now() }],
    });
    expect(await payoutOf(made.id)).toBeUndefined();
    exchange.clock.advance(1000);
    expect(await decide(anna, { verdict: 'approved' }, theo)).toMatchObject({ message: { state: 'approved' } });
    expect((await newest(anna))?.steps.map(({ step }) => step)).toEqual(['requested', 'reviewed', 'approved']);
    expect(await payoutOf(made.id)).toBeDefined();
    const other = await anOwner();
    await asks(other, { amount: '999.99' });
    expect((await reviewOf(other)).review).toMatchObject({ approvalsNeeded: 1 });
  });

  test('an asset that nobody quotes is worth as much as what asks for the most operators', async () => {
    const anna = await anOwner({ coins: { TRX: '1000' } });
    const { payeeId } = await aPayee(exchange.database.db, { userId: anna.userId, nowMs: exchange.clock.now(), asset: 'TRX' });
    expect(await out(anna, { asset: 'TRX', amount: '100', payeeId })).toMatchObject({ type: 'ok' });
    expect(await reviewOf(anna)).toMatchObject({ review: { approvalsNeeded: 2 }, terms: { value: null } });
    await decide(anna, { verdict: 'rejected', reason: 'Ask for less.' });
  });

  test('refused by an operator: the reason is read, and the money is back', async () => {
    const anna = await anOwner();
    await asks(anna);
    await decide(anna, { verdict: 'rejected', reason: 'The address is known to be false.' });
    expect(await newest(anna)).toMatchObject({
      status: 'failure',
      reason: 'The address is known to be false.',
      steps: [{ step: 'requested' }, { step: 'failure' }],
    });
    expect(await coinOf(anna)).toMatchObject({ available: '2000', frozen: '0' });
    expect((await told(anna))[0]).toMatchObject({ title: 'Your withdrawal was not paid' });
    expect(await asks(anna)).toMatchObject({ status: 'under_review' });
  });

  test('cancelled: once, while it is not approved, also after the first of two; the review is over with it', async () => {
    const anna = await anOwner();
    const { id } = await asks(anna, { amount: '1500' });
    await decide(anna);
    const key = randomUUID();
    const [once, again] = [await anna.ask('withdrawalCancel', { id }, key), await anna.ask('withdrawalCancel', { id }, key)];
    expect(once).toMatchObject({ type: 'ok', message: { status: 'cancelled', isCancellable: false } });
    expect(again).toEqual(once);
    expect(await anna.ask('withdrawalCancel', { id })).toMatchObject({ message: 'WALLET_FROZEN_BALANCE_ZERO' });
    expect(await coinOf(anna)).toMatchObject({ available: '2000', frozen: '0' });
    expect(await decide(anna, { verdict: 'approved' }, theo)).toMatchObject({ message: { state: 'cancelled' } });
    expect((await told(anna))[0]).toMatchObject({ title: 'Your withdrawal is cancelled' });
    const approved = await asks(anna);
    await decide(anna);
    expect(await anna.ask('withdrawalCancel', { id: approved.id })).toMatchObject({ message: 'WITHDRAWAL_NOT_CANCELLABLE' });
  });

  test('paid or not, said once: the same again changes nothing, otherwise is refused; no transaction is named twice', async () => {
    const [anna, ben] = [await anOwner(), await anOwner()];
    const ids = [(await asks(anna)).id, (await asks(ben)).id] as const;
    await decide(anna);
    await decide(ben);
    const transaction = aTransaction();
    const sent = await paid(ids[0], transaction);
    expect(await paid(ids[0], transaction)).toEqual(sent);
    expect(await paid(ids[0])).toMatchObject({ message: 'STATUS_ABNORMAL' });
    expect(await paid(ids[1], transaction)).toMatchObject({ message: 'PARAMETER_WRONG', params: { field: 'transaction' } });
    const id = (await payoutOf(ids[1]))?.id;
    expect(await operate('payoutsFail', { id, reason: 'The network is down.' })).toMatchObject({ message: { state: 'failed' } });
    expect(await operate('payoutsPaid', { id, transaction: aTransaction() })).toMatchObject({ message: 'STATUS_ABNORMAL' });
    expect(await operate('payoutsPaid', { id: '999999', transaction })).toMatchObject({ message: 'DATA_NOT_FOUND' });
    expect(await newest(ben)).toMatchObject({ status: 'failure', reason: 'The network is down.' });
    expect(await coinOf(ben)).toMatchObject({ available: '2000', frozen: '0' });
    expect(await books(ben)).toEqual({ coin: '0', withdraw_hold: '0' });
    expect(await books(anna)).toMatchObject({ 'custody:tron': '99' });
  });

  test('a password that is changed while it waits: nobody approves it within the day, and the person takes it back', async () => {
    const anna = await anOwner();
    const { id } = await asks(anna);
    const untilMs = exchange.clock.now() + dayMs;
    await change(anna, `withdrawals_held_until_ms = ${untilMs}`);
    expect(await decide(anna)).toMatchObject({
      message: 'WITHDRAWAL_HELD',
      params: { until: `${new Date(untilMs).toISOString().slice(0, 16).replace('T', ' ')} UTC` },
    });
    expect(await newest(anna)).toMatchObject({ status: 'under_review', isCancellable: true });
    expect(await payoutOf(id)).toBeUndefined();
    expect(await anna.ask('withdrawalCancel', { id })).toMatchObject({ type: 'ok' });
    expect(await coinOf(anna)).toMatchObject({ available: '2000', frozen: '0' });
  });

  test('an operator neither decides nor pays his own', async () => {
    const anna = await anOwner();
    const { id } = await asks(anna);
    const own = await anOperator(exchange.database, ['treasury'], { nowMs: exchange.clock.now(), userId: anna.userId });
    expect(await decide(anna, { verdict: 'approved' }, own)).toMatchObject({ message: 'REVIEW_OWN' });
    await decide(anna);
    const payout = (await payoutOf(id))?.id;
    expect(await operate('payoutsPaid', { id: payout, transaction: aTransaction() }, own)).toMatchObject({
      message: 'REVIEW_OWN',
    });
    expect(await newest(anna)).toMatchObject({ status: 'second_review' });
  });

  test('a one-time code lets one withdrawal go: the same again is refused, the next one is not', async () => {
    const account = `${randomUUID()}@example.com`;
    const newcomer = await exchange.newcomer(account);
    const { secret } = await newcomer.get<{ secret: string }>('totp', { action: 'get', stepUpPassword: testPassword });
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = () => app.generate({ timestamp: exchange.clock.now() });
    await exchange.ask('sendEmailCode', { account, purpose: 'one_time_codes' }, newcomer.token);
    await newcomer.get('totp', { action: 'set', code: code(), accountCode: exchange.lastCode() });
    const { token } = await newcomer.get<{ token: string }>('switchAccount', { mode: 'real' });
    const { userId } = newcomer;
    const { db } = exchange.database;
    exchange.clock.advance(dayMs);
    const nowMs = exchange.clock.now();
    await certify(db, userId, nowMs);
    await giveMoney(db, { userId, mode: 'real', kind: 'coin', text: '2000', atMs: nowMs });
    await change(newcomer, `payment_password_hash = '${hashed}'`);
    const { payeeId } = await aPayee(db, { userId, nowMs });
    const ask = (stepUpCode?: string) =>
      exchange.ask(
        'withdraw',
        { asset: 'USDT', amount: '100', payeeId, stepUpPassword: paymentPassword, ...(stepUpCode && { stepUpCode }) },
        token,
        randomUUID(),
      );
    expect(await ask()).toMatchObject({ message: 'AUTH_STEP_UP_REQUIRED' });
    const used = code();
    const first = await ask(used);
    expect(first).toMatchObject({ type: 'ok' });
    const { id } = first.message as Withdrawal;
    await exchange.ask('withdrawalCancel', { id }, token, randomUUID());
    expect(await ask(used)).toMatchObject({ message: 'AUTH_WRONG_ONE_TIME_CODE' });
    exchange.clock.advance(30_000);
    expect(await ask(code())).toMatchObject({ type: 'ok' });
  });

  test('the list goes on where it ended, and one alone is found; of others nothing', async () => {
    const [anna, ben] = [await anOwner(), await anOwner()];
    const ids: string[] = [];
    for (const sum of ['20', '21', '22']) {
      const { id } = await asks(anna, { amount: sum });
      ids.unshift(id);
      await anna.get('withdrawalCancel', { id });
    }
    const first = await listOf(anna, { pageSize: '2' });
    const second = await listOf(anna, { pageSize: '2', cursor: first.next ?? '' });
    expect(await listOf(anna, { pageSize: '2', page: '2' })).toEqual(second);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(second.next).toBeNull();
    expect((await listOf(anna, { id: ids[1] ?? '' })).items).toMatchObject([{ id: ids[1], amount: '21' }]);
    expect((await listOf(ben, { id: ids[1] ?? '' })).items).toEqual([]);
    expect(await ben.ask('withdrawalCancel', { id: ids[0] })).toMatchObject({ message: 'DATA_NOT_FOUND' });
    expect(await out(ben, { payeeId: anna.payeeId })).toMatchObject({ message: 'WITHDRAWAL_ADDRESS_MISSING' });
  });
});

describe('to a bank card', () => {
  // Days have gone by since the first one signed in.
  beforeAll(async () => {
    tess = await anOperator(exchange.database, ['treasury'], { nowMs: exchange.clock.now(), name: 'tilda' });
  });

  async function aHolder(money: Money = {}): Promise<Owner> {
    const person = await exchange.aPerson({ mode: 'real', coin: '2000', ...money });
    await change(person, `payment_password_hash = '${hashed}'`);
    const payeeId = await aCard(exchange.database.db, { userId: person.userId, nowMs: exchange.clock.now(), key: accountKey });
    return { ...person, payeeId, address: '•••• 1111' };
  }

  test('shown by bank, last four and holder with its terms; paid by hand from the number that is written down who looked at', async () => {
    const anna = await aHolder();
    expect(await anna.get('withdrawalCheck', { payeeId: anna.payeeId })).toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ id: 'payee', isMet: true })]),
      address: null,
      card: { masked: '•••• 1111', holderName: 'A••• M•••', bankName: 'Musterbank' },
      cardTerms: [{ asset: 'USDT', min: '50', max: '20000', fee: '3', available: '2000', scale: 6 }],
    });
    const made = await asks(anna);
    expect(made).toMatchObject({ network: null, networkName: null, address: '•••• 1111', fee: '3', receives: '97' });
    await decide(anna);
    const { id } = (await payoutOf(made.id)) ?? { id: '' };
    const before = await exchange.database.db.selectFrom('audit').select('id').execute();
    expect((await operate('payoutsCard', { id })).message).toEqual(testCard);
    const after = await exchange.database.db.selectFrom('audit').selectAll().orderBy('id', 'desc').execute();
    expect(after.length - before.length).toBe(1);
    expect(after[0]).toMatchObject({ actor: 'tilda', action: 'payout.card-shown', subject: `payout ${id}` });
    expect(JSON.stringify(after)).not.toContain(testCard.cardNumber);
    expect(await paid(made.id, 'SEPA-2026-11')).toMatchObject({ message: { state: 'paid' } });
    expect(await newest(anna)).toMatchObject({ status: 'success', transaction: 'SEPA-2026-11' });
    expect(await books(anna)).toEqual({ coin: '-100', withdraw_hold: '0', 'custody:bank': '97', fee: '3' });
    // It is paid: there is no more to look at.
    expect(await operate('payoutsCard', { id })).toMatchObject({ message: 'STATUS_ABNORMAL' });
  });

  test('one that cannot be paid gives the money back; of a wallet there is no card to see', async () => {
    const anna = await aHolder();
    const made = await asks(anna);
    await decide(anna);
    await operate('payoutsFail', { id: (await payoutOf(made.id))?.id, reason: 'The bank refused the card.' });
    expect(await newest(anna)).toMatchObject({ status: 'failure', reason: 'The bank refused the card.' });
    expect(await coinOf(anna)).toMatchObject({ available: '2000', frozen: '0' });
    const ben = await anOwner();
    const his = await asks(ben);
    await decide(ben);
    expect(await operate('payoutsCard', { id: (await payoutOf(his.id))?.id })).toMatchObject({ message: 'DATA_NOT_FOUND' });
  });

  test.each([
    ['below the minimum', { amount: '49.99' }, 'WALLET_BELOW_MIN'],
    ['above the maximum', { amount: '20000.01' }, 'WITHDRAWAL_ABOVE_MAX'],
    ['a coin that does not go out to cards', { asset: 'BTC', amount: '1' }, 'FEATURE_NOT_OPEN'],
  ])('%s is refused', async (_, more, message) => {
    const anna = await aHolder({ coin: '30000' });
    expect(await out(anna, more)).toMatchObject({ type: 'error', message });
    expect(await coinOf(anna)).toMatchObject({ available: '30000', frozen: '0' });
  });

  test('somebody else’s card is nobody’s, and a young one is not used yet', async () => {
    const [anna, ben] = [await aHolder(), await aHolder()];
    expect(await out(ben, { payeeId: anna.payeeId })).toMatchObject({ message: 'WITHDRAWAL_ADDRESS_MISSING' });
    expect(await ben.get('withdrawalCheck', { payeeId: anna.payeeId })).toMatchObject({ card: null });
    const nowMs = exchange.clock.now();
    const young = await aCard(exchange.database.db, { userId: ben.userId, nowMs, key: accountKey, confirmedAtMs: nowMs });
    expect(await out(ben, { payeeId: young })).toMatchObject({ message: 'WITHDRAWAL_ADDRESS_HELD' });
  });

  test('is a term: an operator closes it, and the next request is refused', async () => {
    const { database, clock } = exchange;
    const rita = await anOperator(database, ['risk'], { nowMs: clock.now() });
    const change = { name: 'card', key: ['USDT'], change: { has_withdrawal: 'false' }, reason: 'no bank answers' };
    expect(await operate('catalogueChange', change, rita)).toMatchObject({ type: 'ok' });
    const closed = await loadCatalog(database.db, clock.now());
    const payee = { kind: 'bank_card', asset: null, network: null } as PayeeRow;
    expect(() => requireTerms(closed, payee, { asset: 'USDT', amount: amount('100'), scale: 6, seenFee: undefined })).toThrow(
      'FEATURE_NOT_OPEN',
    );
    await operate('catalogueChange', { ...change, change: { has_withdrawal: 'true' } }, rita);
  });

  test.each([
    ['card', ['USDT']],
    ['network', ['USDT', 'tron']],
  ])('a fee with more decimals than the asset is no term of a %s: what was paid could not be booked', async (name, key) => {
    const { database, clock } = exchange;
    const rita = await anOperator(database, ['risk'], { nowMs: clock.now(), name: `risk-${name}` });
    const asking = { name, key, change: { withdrawal_fee: '1.0000001' }, reason: 'a finer fee', preview: true };
    expect(await operate('catalogueChange', asking, rita)).toMatchObject({
      message: 'PARAMETER_WRONG',
      params: { field: 'withdrawal_fee' },
    });
    expect(await operate('catalogueChange', { ...asking, change: { withdrawal_fee: '1.000001' } }, rita)).toMatchObject({
      type: 'ok',
    });
  });
});

describe('who sits at a session without a proof', () => {
  /** Every call that a session alone may make about its withdrawals, as text. */
  async function readable(owner: Owner, answers: readonly unknown[]): Promise<string> {
    const read = await Promise.all([
      owner.get('withdrawalCheck', { payeeId: owner.payeeId }),
      owner.get('withdrawalLog', {}),
      owner.get('payeeList', {}),
      owner.get('userMessages', {}),
      owner.get('walletList', {}),
      owner.get('walletDetail', { asset: 'USDT', account: 'coin' }),
      owner.get('statement', { account: 'coin', asset: 'USDT', fromMs: '0', untilMs: String(exchange.clock.now() + 1) }),
      exchange.database.db.selectFrom('outbox').select('body').where('userId', '=', owner.userId).execute(),
    ]);
    return JSON.stringify([answers, read]);
  }

  test('reads no whole address anywhere, in no state of the withdrawal; with the proof he does', async () => {
    const anna = await anOwner();
    const answers: unknown[] = [];
    const see = async (answer: unknown) => answers.push(answer, await readable(anna, []));
    const made = await out(anna);
    await see(made);
    const { id } = made.message as Withdrawal;
    await see(await anna.ask('withdrawalCancel', { id }));
    await asks(anna);
    await decide(anna, { verdict: 'rejected', reason: 'Ask again.' });
    await see(await listOf(anna));
    const again = await asks(anna);
    await decide(anna);
    await see(await newest(anna));
    await paid(again.id);
    await see(await newest(anna));
    const text = JSON.stringify(answers);
    expect(text).toContain(maskedAddress(anna.address));
    expect(text).not.toContain(anna.address);
    expect(await anna.get('payeeReveal', { id: anna.payeeId, stepUpPassword: paymentPassword })).toMatchObject({
      address: anna.address,
    });
    await unbind(anna);
    expect(await newest(anna)).not.toHaveProperty('payeeId');
  });

  test('reads neither the number nor the holder of a card', async () => {
    const anna = await anOwner();
    const { userId } = anna;
    const payeeId = await aCard(exchange.database.db, { userId, nowMs: exchange.clock.now(), key: accountKey });
    const text = await readable({ ...anna, payeeId }, [await out(anna, { payeeId })]);
    expect(text).toContain('•••• 1111');
    for (const hidden of [testCard.cardNumber, testCard.holderName]) expect(text).not.toContain(hidden);
    expect(await anna.get('payeeReveal', { id: payeeId, stepUpPassword: paymentPassword })).toMatchObject(testCard);
  });
});

describe('every message', () => {
  const until = (ms: number) => ({ until: `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC` });
  type Case = readonly [string, string, (owner: Owner) => Promise<Answer>];
  const cases: readonly Case[] = [
    ['asked for, awaiting approval', 'ok', (owner) => out(owner)],
    ['below the minimum', 'WALLET_BELOW_MIN', (owner) => out(owner, { amount: '19.99' })],
    ['above the maximum', 'WITHDRAWAL_ABOVE_MAX', (owner) => out(owner, { amount: '100000.01' })],
    ['nothing', 'PARAMETER_WRONG', (owner) => out(owner, { amount: '0' })],
    ['no amount', 'PARAMETER_MISSING', (owner) => out(owner, { amount: undefined })],
    ['more decimals than the asset has', 'PARAMETER_WRONG', (owner) => out(owner, { amount: '20.0000001' })],
    ['more than there is', 'WALLET_BALANCE_INSUFFICIENT', (owner) => out(owner, { amount: '2000.01' })],
    ['an asset that is not there', 'WALLET_ASSET_NOT_FOUND', (owner) => out(owner, { asset: 'NOPE' })],
    ['another asset than the address takes', 'WALLET_ASSET_WRONG', (owner) => out(owner, { asset: 'BTC' })],
    ['no address', 'WITHDRAWAL_ADDRESS_MISSING', (owner) => out(owner, { payeeId: 'nobodys' })],
    // Before a proof is asked for: a one-time code is not spent on it.
    [
      'a fee that rose since it was seen',
      'WITHDRAWAL_TERMS_CHANGED',
      (owner) => out(owner, { seenFee: '0.99', stepUpPassword: undefined }),
    ],
    ['no proof', 'AUTH_STEP_UP_REQUIRED', (owner) => out(owner, { stepUpPassword: undefined })],
    ['a wrong payment password', 'AUTH_WRONG_PAYMENT_PASSWORD', (owner) => out(owner, { stepUpPassword: 'something else' })],
    [
      'no payment password',
      'WITHDRAWAL_PAYMENT_PASSWORD_MISSING',
      async (owner) => {
        await change(owner, 'payment_password_hash = null');
        return out(owner);
      },
    ],
    ['on the demo account', 'WALLET_DEMO_FORBIDDEN', async (owner) => (await exchange.aPerson()).ask('withdraw', asked(owner))],
    [
      'verified in the first step only',
      'IDENTITY_REQUIRED',
      async (owner) => {
        await exchange.database.owner.query(`alter table identity_request disable trigger identity_request_kept`);
        await exchange.database.owner.query(`delete from identity_request where user_id = $1 and step = 'advanced'`, [
          owner.userId,
        ]);
        await exchange.database.owner.query(`alter table identity_request enable trigger identity_request_kept`);
        return out(owner);
      },
    ],
    [
      'a second one while the first waits',
      'WITHDRAWAL_PENDING_EXISTS',
      async (owner) => {
        await out(owner);
        return out(owner);
      },
    ],
    [
      'a leveraged order that waits',
      'ORDER_OPEN_TRADE_FORBIDS',
      async (owner) => {
        await exchange.tick('BTC-USDT', '98000');
        await owner.get('transfer', { from: 'coin', to: 'contract', asset: 'USDT', amount: '500' });
        const order = { symbol: 'BTC-USDT', direction: 'long', lots: '0.01', leverage: 10, seenPrice: '98000' };
        await owner.get('leverageSubmit', { ...order, entrustment: 'limit', limitPrice: '90000', clientOrderId: randomUUID() });
        return out(owner);
      },
    ],
    [
      'not enough traded',
      'WALLET_TURNOVER_INSUFFICIENT',
      async (owner) => {
        await needs(owner, '2000');
        expect((await rowsOf(owner)).find(({ id }) => id === 'turnover')).toMatchObject({
          have: '0',
          need: '2000',
          unit: 'usdt',
        });
        return out(owner);
      },
    ],
    [
      'over a network that operators closed',
      'FEATURE_NOT_OPEN',
      async (owner) => {
        const payee = await aPayee(exchange.database.db, {
          userId: owner.userId,
          nowMs: exchange.clock.now(),
          network: 'bitcoin',
        });
        return out(owner, { payeeId: payee.payeeId });
      },
    ],
  ];
  test.each(cases)('%s: %s, and nothing is held', async (_, code, act) => {
    const owner = await anOwner();
    const answer = await act(owner);
    if (code === 'ok') {
      expect(answer.type).toBe('ok');
      return;
    }
    expect(answer).toMatchObject({ type: 'error', message: code });
    if (code !== 'WITHDRAWAL_PENDING_EXISTS') expect((await listOf(owner)).items).toEqual([]);
  });

  test('a fee that rose is said with both figures; the one that was seen, and a lower one, are taken', async () => {
    const anna = await anOwner();
    expect(await out(anna, { seenFee: '0.5' })).toMatchObject({ params: { old: '0.5', new: '1', asset: 'USDT' } });
    const key = randomUUID();
    const made = await out(anna, { seenFee: '1.0' }, key);
    expect(made).toMatchObject({ type: 'ok', message: { fee: '1' } });
    // What was accepted is answered, whatever was seen by the repeat.
    expect(await out(anna, { seenFee: '0.5' }, key)).toEqual(made);
    const ben = await anOwner();
    expect(await out(ben, { seenFee: '2' })).toMatchObject({ type: 'ok', message: { fee: '1', receives: '99' } });
  });

  test('a payee is not unbound while a withdrawal to it is under way, and is once that is over', async () => {
    const anna = await anOwner();
    const other = await aPayee(exchange.database.db, { userId: anna.userId, nowMs: exchange.clock.now() });
    const { id } = await asks(anna);
    const inUse = { type: 'error', message: 'WITHDRAWAL_ADDRESS_IN_USE' };
    // Said before the proof is asked for.
    expect(await anna.ask('payeeDelete', { id: anna.payeeId })).toMatchObject(inUse);
    expect(await unbind(anna)).toMatchObject(inUse);
    expect(await unbind(anna, other.payeeId)).toMatchObject({ type: 'ok' });
    await decide(anna);
    expect(await unbind(anna)).toMatchObject(inUse);
    await paid(id);
    expect(await unbind(anna)).toMatchObject({ type: 'ok' });
    const ben = await anOwner();
    const his = await asks(ben);
    await ben.get('withdrawalCancel', { id: his.id });
    expect(await unbind(ben)).toMatchObject({ type: 'ok' });
  });

  test('a loan that is due stands in the way from that instant on, before its last day is booked, also of what waits for its review', async () => {
    const anna = await anOwner();
    const waiting = await asks(anna);
    const { owner } = exchange.database;
    const dueAtMs = exchange.clock.now() + 1000;
    const { rows } = await owner.query<{ id: string }>(
      `insert into loan (user_id, mode, client_order_id, asset, principal, days, daily_rate, overdue_rate, min_days, initial_ltv, call_ltv, liquidation_ltv,
         liquidation_fee, catalog_version, asked_at_ms, status, principal_owed, paid_out_at_ms, first_day, booked_day, due_at_ms)
       values ($1, 'real', gen_random_uuid(), 'USDT', 40, 7, 0.0005, 0.001, 1, 0.65, 0.75, 0.83, 0.01, 1, 1, 'open', 40, 1, 1, 1, $2) returning id`,
      [anna.userId, dueAtMs],
    );
    try {
      expect((await rowsOf(anna)).find(({ id }) => id === 'loan')).toBeUndefined();
      exchange.clock.advance(1000);
      expect(await decide(anna)).toMatchObject({ message: 'LOAN_OWED' });
      expect(await newest(anna)).toMatchObject({ status: 'under_review', isCancellable: true });
      expect(await payoutOf(waiting.id)).toBeUndefined();
      expect(await anna.ask('withdrawalCancel', { id: waiting.id })).toMatchObject({ type: 'ok' });
      expect(await out(anna)).toMatchObject({ message: 'LOAN_OWED' });
      expect((await rowsOf(anna)).find(({ id }) => id === 'loan')).toMatchObject({ isMet: false, have: '40', need: '0' });
    } finally {
      await owner.query('delete from loan where id = $1', [rows[0]?.id]);
    }
  });

  test('held after a change, and a young address: until when is said, and then it is over', async () => {
    const anna = await anOwner();
    const nowMs = exchange.clock.now();
    await change(anna, `withdrawals_held_until_ms = ${nowMs + dayMs}`);
    expect(await out(anna)).toMatchObject({ message: 'WITHDRAWAL_HELD', params: until(nowMs + dayMs) });
    expect((await rowsOf(anna)).find(({ id }) => id === 'hold')).toMatchObject({ isMet: false, need: String(nowMs + dayMs) });
    await change(anna, `withdrawals_held_until_ms = 0, payment_password_changed_at_ms = ${nowMs}`);
    expect(await out(anna)).toMatchObject({ message: 'WITHDRAWAL_HELD', params: until(nowMs + dayMs) });
    await change(anna, `payment_password_changed_at_ms = ${nowMs - dayMs}`);
    const young = await aPayee(exchange.database.db, { userId: anna.userId, nowMs, confirmedAtMs: nowMs });
    expect(await out(anna, { payeeId: young.payeeId })).toMatchObject({
      message: 'WITHDRAWAL_ADDRESS_HELD',
      params: until(nowMs + dayMs),
    });
    // Of any payee: the one that may be used.
    expect((await rowsOf(anna)).every(({ isMet }) => isMet)).toBe(true);
    expect((await rowsOf(anna, { payeeId: young.payeeId })).find(({ isMet }) => !isMet)?.id).toBe('payee_age');
    exchange.clock.advance(dayMs);
    await exchange.database.owner.query('update session set last_seen_at_ms = $1, created_at_ms = $1', [exchange.clock.now()]);
    await exchange.database.owner.query('update operator_session set last_seen_at_ms = $1, created_at_ms = $1', [
      exchange.clock.now(),
    ]);
    expect(await out(anna, { payeeId: young.payeeId })).toMatchObject({ type: 'ok' });
  });
});

async function needs(owner: Person, need: string, ref: string = randomUUID()): Promise<void> {
  const { db } = exchange.database;
  const added = { userId: owner.userId, ref, need: amount(need), nowMs: exchange.clock.now() };
  await db.transaction().execute((tx) => addTurnoverNeed(tx, added));
}

describe('turnover', () => {
  const turnoverOf = async (owner: Person) => {
    const row = (await rowsOf(owner)).find(({ id }) => id === 'turnover');
    return [row?.have, row?.need, row?.isMet];
  };
  async function buys(owner: Person, total: string): Promise<void> {
    await exchange.tick('BTC-USDT', '98000');
    const order = { symbol: 'BTC-USDT', side: 'buy', entrustment: 'market', total, seenPrice: '98000' };
    await owner.get('spotSubmit', { clientOrderId: randomUUID(), ...order });
    exchange.clock.advance(1000);
    await exchange.tick('BTC-USDT', '98000');
    exchange.clock.advance(1000);
    await exchange.execute();
  }

  test('what was traded before a condition does not meet it; conditions add up, each once; met, they begin anew', async () => {
    const anna = await anOwner({ coin: '5000' });
    expect(await turnoverOf(anna)).toEqual(['0', '0', true]);
    await buys(anna, '500');
    await needs(anna, '300', 'topup:1');
    await needs(anna, '300', 'topup:1');
    expect(await turnoverOf(anna)).toEqual(['0', '300', false]);
    await buys(anna, '200');
    const [have = '0'] = (await turnoverOf(anna)) as string[];
    expect(Number(have)).toBeGreaterThan(190);
    expect(Number(have)).toBeLessThanOrEqual(200);
    await needs(anna, '100', 'topup:2');
    expect(await turnoverOf(anna)).toEqual([have, '400', false]);
    await buys(anna, '300');
    expect(await turnoverOf(anna)).toEqual(['400', '400', true]);
    await needs(anna, '50', 'topup:3');
    expect(await turnoverOf(anna)).toEqual(['0', '50', false]);
  });

  test('a position counts with its opening and its closing; practice money counts nothing', async () => {
    const doneOf = async ({ userId }: Person) =>
      (
        await exchange.database.owner.query<{ done: string }>(
          `select trim_scale(done)::text as done from turnover where user_id = $1`,
          [userId],
        )
      ).rows[0]?.done;
    for (const mode of ['real', 'demo'] as const) {
      const anna = await exchange.aPerson({ mode, coin: '5000', contract: '5000' });
      await exchange.tick('BTC-USDT', '98000');
      const order = {
        symbol: 'BTC-USDT',
        direction: 'long',
        entrustment: 'market',
        lots: '0.01',
        leverage: 10,
        seenPrice: '98000',
      };
      const { id } = await anna.get<{ id: string }>('leverageSubmit', { ...order, clientOrderId: randomUUID() });
      for (let round = 0; round < 2; round += 1) {
        exchange.clock.advance(1000);
        await exchange.tick('BTC-USDT', '98000');
        exchange.clock.advance(1000);
        await exchange.execute();
        if (round === 0) await anna.get('leverageClose', { id });
      }
      const { rows } = await exchange.database.owner.query<{ sum: string; deals: number }>(
        'select trim_scale(sum(notional))::text as sum, count(*)::int as deals from leverage_deal where order_id = $1',
        [id],
      );
      expect(rows[0]?.deals).toBe(2);
      expect(await doneOf(anna)).toBe(mode === 'real' ? rows[0]?.sum : undefined);
      if (mode === 'demo') await buys(anna, '500');
      expect(await doneOf(anna)).toBe(mode === 'real' ? rows[0]?.sum : undefined);
    }
  });
});

describe('the limit of the day', () => {
  const limitOf = async (owner: Owner) => (await rowsOf(owner)).find(({ id }) => id === 'day_limit');
  const leftOf = async (owner: Owner, of: string) =>
    (await owner.get<{ terms: { asset: string; left?: string }[] }>('withdrawalCheck', {})).terms.find(
      ({ asset }) => asset === of,
    )?.left;
  const refusal = (left: string) => ({
    message: 'WITHDRAWAL_DAY_LIMIT_REACHED',
    params: { left, max: '200000', asset: 'USDT' },
  });
  const isPaid = async (owner: Owner, id: string) => {
    await decide(owner);
    await decide(owner, { verdict: 'approved' }, theo);
    expect(await paid(id)).toMatchObject({ message: { state: 'paid' } });
  };

  beforeEach(async () => {
    [tess, theo] = await Promise.all(
      [1, 2].map(() =>
        anOperator(exchange.database, ['treasury'], { nowMs: exchange.clock.now(), name: `of-day-${randomUUID().slice(0, 8)}` }),
      ),
    );
  });

  test('waiting, being paid and paid count, refused and taken back do not; said before the form, and free again a day later', async () => {
    const anna = await anOwner({ coin: '500000' });
    expect(await limitOf(anna)).toMatchObject({ isMet: true, have: '0', need: '200000', href: null });
    const first = await asks(anna, { amount: '100000' });
    const atMs = exchange.clock.now();
    expect(await limitOf(anna)).toMatchObject({ isMet: true, have: '100000', moreFromMs: atMs + dayMs });
    await isPaid(anna, first.id);
    expect(await limitOf(anna)).toMatchObject({ have: '100000' });
    await isPaid(anna, (await asks(anna, { amount: '80000' })).id);
    expect(await leftOf(anna, 'USDT')).toBe('20000');
    // Before a proof is asked for.
    expect(await out(anna, { amount: '20000.01', stepUpPassword: undefined })).toMatchObject(refusal('20000'));
    const back = await asks(anna, { amount: '20000' });
    expect(await limitOf(anna)).toMatchObject({ isMet: false, have: '200000', need: '200000' });
    await anna.get('withdrawalCancel', { id: back.id });
    await asks(anna, { amount: '20000' });
    await decide(anna, { verdict: 'rejected', reason: 'Ask again.' });
    expect(await limitOf(anna)).toMatchObject({ isMet: true, have: '180000' });
    exchange.clock.advance(1000);
    await isPaid(anna, (await asks(anna, { amount: '20000' })).id);
    expect(await out(anna, { amount: '20' })).toMatchObject(refusal('0'));
    exchange.clock.set(atMs + dayMs - 1);
    await exchange.database.owner.query('update session set last_seen_at_ms = $1, created_at_ms = $1', [exchange.clock.now()]);
    expect(await limitOf(anna)).toMatchObject({ isMet: false });
    exchange.clock.advance(1);
    // The two of the first instant.
    expect(await limitOf(anna)).toMatchObject({ isMet: true, have: '20000', moreFromMs: atMs + 1000 + dayMs });
    expect(await out(anna, { amount: '100000' })).toMatchObject({ type: 'ok' });
  });

  test('what nobody quotes takes a whole day, so nothing goes before or after it', async () => {
    const anna = await anOwner({ coins: { TRX: '1000' } });
    const nowMs = exchange.clock.now();
    const { payeeId } = await aPayee(exchange.database.db, { userId: anna.userId, nowMs, asset: 'TRX' });
    const coins = { asset: 'TRX', amount: '100', payeeId };
    expect(await leftOf(anna, 'TRX')).toBeUndefined();
    const { id } = await asks(anna, coins);
    expect(await limitOf(anna)).toMatchObject({ isMet: false, have: '200000' });
    await anna.get('withdrawalCancel', { id });
    const paying = await asks(anna, { amount: '20' });
    await isPaid(anna, paying.id);
    expect(await leftOf(anna, 'TRX')).toBe('0');
    expect(await out(anna, coins)).toMatchObject(refusal('199980'));
  });

  test('is a term of each level: an operator changes it, and who is certified further may withdraw more', async () => {
    const { database, clock } = exchange;
    const rita = await anOperator(database, ['risk'], { nowMs: clock.now(), name: 'rita-of-day' });
    const asking = { name: 'withdrawal', key: ['primary'], change: { day_max: '500' }, reason: 'theft is reported' };
    expect(await operate('catalogueChange', asking, rita)).toMatchObject({ type: 'ok' });
    const limits = (await loadCatalog(database.db, clock.now())).withdrawalLimits();
    const anna = await anOwner();
    const of = (level: IdentityLevel) => readDayLimit(database.db, limits, { userId: anna.userId, level, nowMs: clock.now() });
    expect(await of('primary')).toMatchObject({ need: amount('500'), raisedBy: 'advanced' });
    expect(await of('none')).toMatchObject({ need: amount('1000'), raisedBy: 'primary' });
    expect((await of('advanced'))?.raisedBy).toBeUndefined();
    await operate('catalogueChange', { ...asking, change: { day_max: '10000' } }, rita);
  });

  test('several requests at the same instant, with the first taken back meanwhile: never above it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const anna = await anOwner({ coin: '900000' });
      await isPaid(anna, (await asks(anna, { amount: '100000' })).id);
      const { id } = await asks(anna, { amount: '60000' });
      const answers = await Promise.all([
        anna.ask('withdrawalCancel', { id }),
        ...['60000', '100000', '100000'].map((sum) => out(anna, { amount: sum })),
      ]);
      for (const { type, message } of answers)
        if (type !== 'ok') expect(message).toMatch(/^(WITHDRAWAL_PENDING_EXISTS|WITHDRAWAL_DAY_LIMIT_REACHED|PLEASE_RETRY)$/);
      for (const one of (await listOf(anna)).items) if (one.status === 'under_review') await isPaid(anna, one.id);
      await Promise.all(['100000', '40000.01'].map((sum) => out(anna, { amount: sum })));
      const sums = (await listOf(anna)).items.filter(({ status }) => status !== 'cancelled').map((one) => Number(one.amount));
      expect(sums.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(200_000);
    }
  });
});

describe('at the same instant', () => {
  const oks = (answers: readonly Answer[]) => answers.filter(({ type }) => type === 'ok').length;

  test('five requests: one', async () => {
    const anna = await anOwner({ coin: '10000' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => out(anna)));
    expect(oks(answers)).toBe(1);
    for (const answer of answers)
      if (answer.type !== 'ok') expect(answer.message).toMatch(/^(WITHDRAWAL_PENDING_EXISTS|PLEASE_RETRY)$/);
    expect(await coinOf(anna)).toMatchObject({ available: '9900', frozen: '100' });
  });

  test('the same request three times: one, and one answer', async () => {
    const anna = await anOwner();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => out(anna, {}, key)));
    expect(new Set(answers.filter(({ type }) => type === 'ok').map(({ message }) => JSON.stringify(message))).size).toBe(1);
    expect(await coinOf(anna)).toMatchObject({ frozen: '100' });
    expect(await out(anna, { amount: '101' }, key)).toMatchObject({ message: 'REQUEST_ILLEGAL' });
  });

  test('a withdrawal, an order and a transfer of the same money: never below zero', async () => {
    await exchange.tick('BTC-USDT', '98000');
    for (let round = 0; round < 4; round += 1) {
      const anna = await anOwner({ coin: '1000' });
      const order = { symbol: 'BTC-USDT', side: 'buy', entrustment: 'limit', price: '97000', quantity: '0.0075' };
      const answers = await Promise.all([
        out(anna, { amount: '700' }),
        anna.ask('spotSubmit', { clientOrderId: randomUUID(), ...order }),
        anna.ask('transfer', { from: 'coin', to: 'contract', asset: 'USDT', amount: '700' }),
      ]);
      expect(oks(answers)).toBe(1);
      expect(Number((await coinOf(anna)).available)).toBeGreaterThanOrEqual(0);
    }
  });

  test('a withdrawal and a leveraged order: one of them', async () => {
    for (let round = 0; round < 4; round += 1) {
      const anna = await anOwner({ contract: '5000' });
      const order = {
        symbol: 'BTC-USDT',
        direction: 'long',
        lots: '0.01',
        leverage: 10,
        seenPrice: '98000',
        entrustment: 'limit',
      };
      const [asking, trading] = await Promise.all([
        out(anna),
        anna.ask('leverageSubmit', { ...order, limitPrice: '90000', clientOrderId: randomUUID() }),
      ]);
      expect(trading.type).toBe('ok');
      // Whichever came first: a withdrawal does not close the market, an open order closes the withdrawal.
      if (asking.type !== 'ok') expect(asking.message).toBe('ORDER_OPEN_TRADE_FORBIDS');
    }
  });

  test('a withdrawal and the unbinding of its address: the one or the other', async () => {
    for (let round = 0; round < 6; round += 1) {
      const anna = await anOwner();
      const acts = [() => out(anna), () => unbind(anna)];
      const inOrder = await Promise.all((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()));
      const [asking, unbinding] = round % 2 === 0 ? inOrder : inOrder.toReversed();
      const isAsked = asking?.type === 'ok';
      expect(isAsked ? unbinding : asking).toMatchObject({
        type: 'error',
        message: isAsked ? 'WITHDRAWAL_ADDRESS_IN_USE' : 'WITHDRAWAL_ADDRESS_MISSING',
      });
      expect((isAsked ? asking : unbinding)?.type).toBe('ok');
      expect((await listOf(anna)).items).toHaveLength(isAsked ? 1 : 0);
      expect((await anna.get<{ items: unknown[] }>('payeeList', {})).items).toHaveLength(isAsked ? 1 : 0);
    }
  });

  test('a withdrawal and a freeze: what is approved after it is not paid until it is over', async () => {
    const freeze = (owner: Person, on: boolean) =>
      exchange.operate('usersFreeze', { id: String(owner.userId), on, reason: 'asked by police' });
    const anna = await anOwner();
    const [answer, frozen] = await Promise.all([out(anna), freeze(anna, true)]);
    expect(frozen.type).toBe('ok');
    if (answer.type === 'ok') expect(await decide(anna)).toMatchObject({ message: 'AUTH_ACCOUNT_FROZEN' });
    else expect(answer.message).toMatch(/^AUTH_/);
    const ben = await anOwner();
    await asks(ben);
    await freeze(ben, true);
    expect(await decide(ben)).toMatchObject({ message: 'AUTH_ACCOUNT_FROZEN' });
    await freeze(ben, false);
    expect(await decide(ben)).toMatchObject({ message: { state: 'approved' } });
  });

  test('taken back and approved: one of them, and the money is held or free', async () => {
    for (let round = 0; round < 4; round += 1) {
      const anna = await anOwner();
      const { id } = await asks(anna);
      const { review, termsHash } = await reviewOf(anna);
      const [back, verdict] = await Promise.all([
        anna.ask('withdrawalCancel', { id }),
        operate('reviewsDecide', { id: review.id, termsHash, verdict: 'approved' }),
      ]);
      const isBack = back.type === 'ok';
      expect(verdict).toMatchObject({ message: { state: isBack ? 'cancelled' : 'approved' } });
      expect(await coinOf(anna)).toMatchObject({ frozen: isBack ? '0' : '100' });
    }
  });

  test('two operators who say of one payout that it went, and that it did not: one is believed', async () => {
    const anna = await anOwner();
    const { id } = await asks(anna);
    await decide(anna);
    const payout = (await payoutOf(id))?.id;
    const answers = await Promise.all([
      operate('payoutsPaid', { id: payout, transaction: aTransaction() }),
      operate('payoutsFail', { id: payout, reason: 'No coins left.' }, theo),
    ]);
    expect(oks(answers)).toBe(1);
    const { available, frozen } = await coinOf(anna);
    expect([available, frozen]).toEqual([(await newest(anna))?.status === 'success' ? '1900' : '2000', '0']);
  });
});

test('killed at the last act of each step: nothing of the step is there, and made again it is done once', async () => {
  const { owner } = exchange.database;
  await owner.query(`create function cut() returns trigger language plpgsql as $$ begin raise exception 'cut'; end $$`);
  const cut = async (step: () => Promise<Answer>): Promise<void> => {
    await owner.query('create trigger cut before insert on outbox for each row execute function cut()');
    try {
      expect((await step()).message).toBe('REQUEST_EXCEPTION');
    } finally {
      await owner.query('drop trigger cut on outbox');
    }
  };
  const anna = await anOwner();
  const key = randomUUID();
  await cut(() => out(anna, {}, key));
  expect([await listOf(anna), await coinOf(anna)]).toMatchObject([{ items: [] }, { available: '2000', frozen: '0' }]);
  const made = (await out(anna, {}, key)).message as Withdrawal;
  expect((await out(anna, {}, key)).message).toEqual(made);

  await cut(() => decide(anna));
  expect(await newest(anna)).toMatchObject({ status: 'under_review', steps: [{ step: 'requested' }] });
  await cut(() => anna.ask('withdrawalCancel', { id: made.id }));
  expect(await newest(anna)).toMatchObject({ status: 'under_review', isCancellable: true });
  await decide(anna);

  const transaction = aTransaction();
  await cut(() => paid(made.id, transaction));
  expect(await payoutOf(made.id)).toMatchObject({ state: 'ordered', transaction: null });
  expect(await coinOf(anna)).toMatchObject({ frozen: '100' });
  await paid(made.id, transaction);
  await paid(made.id, transaction);
  expect(await books(anna)).toEqual({ coin: '-100', withdraw_hold: '0', 'custody:tron': '99', fee: '1' });
});

describe('what the server may not write by itself', () => {
  const codeOf = (statement: string) =>
    exchange.database.database.pool.query(statement).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );

  test('a payout nobody approved, an end nobody said, another address, turnover', async () => {
    const anna = await anOwner();
    const { id } = await asks(anna);
    const of = `(select id from withdrawal where public_id = '${id}')`;
    const order = `insert into payout (withdrawal_id, adapter, key, ordered_at_ms) values (${of}, 'manual', 'k', 1)`;
    expect(await codeOf(order)).toBe('R0002');
    expect(await codeOf(`update withdrawal set status = 'paying' where public_id = '${id}'`)).toBe('R0002');
    await decide(anna);
    expect(
      await codeOf(`update withdrawal set status = 'success', transaction = 'x', ended_at_ms = 1 where public_id = '${id}'`),
    ).toBe('R0002');
    expect(
      await codeOf(`update payout set state = 'paid', transaction = 'abcd', ended_at_ms = 1 where withdrawal_id = ${of}`),
    ).toBe('42501');
    expect(await codeOf(`update withdrawal set address = 'elsewhere' where public_id = '${id}'`)).toBe('42501');
    expect(await codeOf(`update turnover set done = 1000000`)).toBe('42501');
    expect(await codeOf(`select end_payout('x', 1, 'abcd', null, 1)`)).toBe('42501');
  });
});
