/** Where money may go, on the real database and through the real calls: every rule, every refusal, and what a stolen session cannot do. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { payeeLimits, type EndpointResponse, type Payee } from '@tessera/shared/contract';
import { anOperator } from '../../test/anOperator';
import { goodPassword, openIdentity, type Answer, type OpenIdentity } from '../../test/openIdentity';
import { useTestDatabase } from '../../test/testDatabase';
import { testWallet } from '../../test/testWallet';
import { loadCatalog } from '../catalog/Catalog';
import { createContent } from '../content/Content';
import type { Identity } from '../identity/Identity';
import { createMetrics } from '../platform/metrics';
import { createPayees, type Payees } from './Payees';
import { findPayee } from './findPayee';

const database = useTestDatabase();
const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const wallet = { kind: 'wallet', asset: 'USDT', network: 'tron', address: tron, label: 'My wallet' };
const card = { kind: 'bank_card', cardNumber: '4242 4242 4242 4242', holderName: 'Anna Arbor', bankName: 'Bank of Trees' };
const dayMs = 86_400_000;

let opened: OpenIdentity;
let payees: Payees;
/** True: the process ends after the change stands and before anybody is told. */
let diesBeforeTelling = false;
/** It pays people, or keeps what is theirs. */
const ourWallet = '0x52908400098527886e0f7030069857d2e4169ee7';

beforeAll(async () => {
  const { db, owner } = database;
  await owner.query(`update asset_network set has_withdrawal = false where asset = 'ETH'`);
  const catalog = await loadCatalog(db, 1_800_000_000_000);
  // The exchange is open before anybody asks.
  const identity: Pick<Identity, 'requireStepUp' | 'consumeOwnCode' | 'deliverNoticesOf'> = {
    requireStepUp: (request) => opened.identity.requireStepUp(request),
    consumeOwnCode: (user, guess) => opened.identity.consumeOwnCode(user, guess),
    deliverNoticesOf: (userId, nowMs) =>
      diesBeforeTelling ? Promise.reject(new Error('killed')) : opened.identity.deliverNoticesOf(userId, nowMs),
  };
  opened = await openIdentity(database, {
    add: ({ random, log }) => {
      const metrics = createMetrics({ collectProcess: false });
      const { messages, texts } = createContent({
        db,
        log,
        metrics,
        config: { serviceContacts: undefined, exchange: 'practice' },
      });
      const key = async () => 'a key of accounts under test';
      const wallets = [ourWallet];
      payees = createPayees({ db, random, catalog, wallets, key, messages, texts, identity, wakeOutbox: () => undefined });
      return payees;
    },
  });
});
afterAll(() => opened.close());
beforeEach(() => {
  diesBeforeTelling = false;
  opened.clock.advance(2 * dayMs);
});

interface Person {
  readonly account: string;
  readonly token: string;
  readonly userId: number;
}
let people = 0;
async function aPerson(): Promise<Person> {
  people += 1;
  const account = `person${people}@example.com`;
  const { token, userId } = await opened.newcomer(account);
  return { account, token, userId: Number(userId) };
}
const ask = (person: Pick<Person, 'token'>, call: Parameters<OpenIdentity['call']>[0], request: Record<string, unknown> = {}) =>
  opened.call(call, request, { token: person.token });
async function codeFor(person: Person): Promise<string> {
  opened.clock.advance(61_000);
  expect(await ask(person, 'sendEmailCode', { account: person.account, purpose: 'payee' })).toMatchObject({ type: 'ok' });
  return opened.lastCode();
}
const proof = { stepUpPassword: goodPassword };
async function save(person: Person, what: Record<string, unknown> = wallet): Promise<Answer> {
  return ask(person, 'payeeSave', { ...what, code: await codeFor(person), ...proof });
}
async function saved(person: Person, what: Record<string, unknown> = wallet): Promise<Payee> {
  const answer = await save(person, what);
  expect(answer).toMatchObject({ type: 'ok' });
  return answer.message as Payee;
}
const listed = async (person: Person) => ((await ask(person, 'payeeList')).message as EndpointResponse<'payeeList'>).items;
const rowsOf = (person: Person) => database.db.selectFrom('payee').selectAll().where('userId', '=', person.userId).execute();
const messagesOf = async (person: Person) =>
  (
    await database.db
      .selectFrom('userMessage')
      .select(['kind', 'params'])
      .where('userId', '=', person.userId)
      .where('kind', 'in', ['payee_added', 'payee_removed'])
      .orderBy('id')
      .execute()
  ).map(({ kind, params }) => [kind, params['payee']]);
const refused = (message: string, params?: Record<string, string>) => ({
  type: 'error',
  message,
  ...(params === undefined ? {} : { params }),
});

test('an address is checked, confirmed, told, waits a day, is shown in full to its person, and is unbound', async () => {
  const anna = await aPerson();
  expect(await ask(anna, 'payeeCheck', wallet)).toEqual({ type: 'ok', message: { read: tron } });
  opened.printed.length = 0;
  const payee = await saved(anna);
  const atMs = opened.clock.now();
  expect(payee).toEqual({
    id: expect.any(String),
    kind: 'wallet',
    asset: 'USDT',
    network: 'tron',
    networkName: 'Tron (TRC-20)',
    label: 'My wallet',
    masked: 'TJRabP…jpRTv8',
    usableFromMs: atMs + dayMs,
  });
  // The code, then the notice.
  expect(opened.printed).toHaveLength(2);
  expect(opened.printed[1]).toContain('TJRabP…jpRTv8 can be used for withdrawals in 24 hours');
  expect(await listed(anna)).toEqual([payee]);
  expect(await ask(anna, 'payeeReveal', { id: payee.id, ...proof })).toEqual({
    type: 'ok',
    message: { address: tron, cardNumber: null, holderName: null, bankName: null },
  });
  expect(await ask(anna, 'payeeDelete', { id: payee.id, ...proof })).toEqual({ type: 'ok', message: {} });
  expect(opened.printed.at(-1)).toContain('Nothing can be withdrawn to TJRabP…jpRTv8 any more');
  expect(await listed(anna)).toEqual([]);
  expect(await messagesOf(anna)).toEqual([
    ['payee_added', 'TJRabP…jpRTv8'],
    ['payee_removed', 'TJRabP…jpRTv8'],
  ]);
  // Added again it waits again.
  opened.clock.advance(dayMs);
  expect((await saved(anna)).usableFromMs).toBe(opened.clock.now() + dayMs);
});

test('a card lies sealed: lists show four digits, the database nothing else, its person everything', async () => {
  const anna = await aPerson();
  const payee = await saved(anna, card);
  expect(payee).toMatchObject({ kind: 'bank_card', asset: null, networkName: null, label: 'Bank of Trees', masked: '•••• 4242' });
  const [row] = await rowsOf(anna);
  const written = JSON.stringify({ ...row, sealed: row?.sealed?.toString('latin1') });
  for (const secret of ['42424242', 'Arbor']) expect(written).not.toContain(secret);
  const all = { cardNumber: '4242424242424242', holderName: 'Anna Arbor', bankName: 'Bank of Trees' };
  expect(await ask(anna, 'payeeReveal', { id: payee.id, ...proof })).toEqual({ type: 'ok', message: { address: null, ...all } });
  if (row === undefined) throw new Error('the card has no row');
  expect(await payees.reveal(row)).toEqual(all);
  // Sealed for its person: in a row of somebody else it stays shut.
  await expect(payees.reveal({ ...row, userId: row.userId + 1 })).rejects.toThrow('damaged');
  // The same number, written otherwise. Who sits at a session could ask for every number with these four digits: a proof comes first.
  const same = { ...card, cardNumber: '4242-4242-4242-4242', bankName: 'Another' };
  expect(await ask(anna, 'payeeCheck', same)).toEqual({ type: 'ok', message: { read: all.cardNumber } });
  const code = await codeFor(anna);
  for (const guess of [same, { ...card, cardNumber: '4000 0000 0000 0002' }])
    expect(await ask(anna, 'payeeSave', { ...guess, code, stepUpPassword: 'guessed-Passw0rd' })).toMatchObject({
      message: 'AUTH_WRONG_OLD_PASSWORD',
    });
  expect(await ask(anna, 'payeeSave', { ...same, code, ...proof })).toEqual(refused('WITHDRAWAL_ADDRESS_EXISTS'));
  // That cost no code.
  expect(await ask(anna, 'payeeSave', { ...wallet, code, ...proof })).toMatchObject({ type: 'ok' });
});

test.each([
  ['a letter wrong', { ...wallet, address: `${tron.slice(0, -1)}u` }, 'WITHDRAWAL_ADDRESS_WRONG', { network: 'Tron (TRC-20)' }],
  ['of another network', { ...wallet, address: evm }, 'WITHDRAWAL_ADDRESS_WRONG', { network: 'Tron (TRC-20)' }],
  ['no address', { ...wallet, address: ' \u200b ' }, 'PARAMETER_MISSING', { field: 'address' }],
  ['no network', { ...wallet, network: undefined }, 'PARAMETER_MISSING', { field: 'network' }],
  ['a network on which the asset is not', { ...wallet, asset: 'BTC' }, 'PARAMETER_WRONG', { field: 'network' }],
  ['a network over which nothing leaves', { ...wallet, asset: 'ETH', network: 'ethereum' }, 'FEATURE_NOT_OPEN', undefined],
  ['a digit wrong', { ...card, cardNumber: '4242 4242 4242 4241' }, 'WITHDRAWAL_CARD_WRONG', undefined],
  ['no card number', { ...card, cardNumber: '' }, 'PARAMETER_MISSING', { field: 'cardNumber' }],
  ['no holder', { ...card, holderName: '  ' }, 'PARAMETER_MISSING', { field: 'holderName' }],
  ['no bank', { ...card, bankName: undefined }, 'PARAMETER_MISSING', { field: 'bankName' }],
])('%s is refused before a code is spent on it', async (_, what, message, params) => {
  const anna = await aPerson();
  const code = await codeFor(anna);
  expect(await ask(anna, 'payeeCheck', what)).toEqual(refused(message, params));
  expect(await ask(anna, 'payeeSave', { ...what, code, ...proof })).toEqual(refused(message, params));
  expect(await rowsOf(anna)).toEqual([]);
  expect(await ask(anna, 'payeeSave', { ...wallet, code, ...proof })).toMatchObject({ type: 'ok' });
});

describe('who sits at a stolen session', () => {
  test('adds, reads and deletes nothing without the password and the code', async () => {
    const anna = await aPerson();
    const payee = await saved(anna);
    const code = await codeFor(anna);
    const other = { ...wallet, network: 'ethereum', address: evm };
    expect(await ask(anna, 'payeeSave', { ...other, code })).toEqual(refused('AUTH_STEP_UP_REQUIRED'));
    expect(await ask(anna, 'payeeReveal', { id: payee.id })).toEqual(refused('AUTH_STEP_UP_REQUIRED'));
    expect(await ask(anna, 'payeeDelete', { id: payee.id })).toEqual(refused('AUTH_STEP_UP_REQUIRED'));
    expect(await ask(anna, 'payeeReveal', { id: payee.id, stepUpPassword: 'guessed1' })).toEqual(
      refused('AUTH_WRONG_OLD_PASSWORD', { left: '4' }),
    );
    expect(await ask(anna, 'payeeSave', { ...other, ...proof })).toEqual(refused('PARAMETER_MISSING', { field: 'code' }));
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await ask(anna, 'payeeSave', { ...other, code: wrong, ...proof })).toMatchObject({ message: 'AUTH_WRONG_CODE' });
    expect(await listed(anna)).toEqual([payee]);
    expect(await messagesOf(anna)).toHaveLength(1);
  });

  test('is asked for the payment password where there is one, and is locked out after five tries', async () => {
    const anna = await aPerson();
    const { id } = await saved(anna);
    await database.owner.query(
      'update app_user set payment_password_hash = (select password_hash from app_user where id = $1) where id = $2',
      [(await aPerson()).userId, anna.userId],
    );
    await database.owner.query(`update app_user set password_hash = 'another' where id = $1`, [anna.userId]);
    for (const left of ['4', '3', '2', '1'])
      expect(await ask(anna, 'payeeDelete', { id, stepUpPassword: `try ${left}` })).toEqual(
        refused('AUTH_WRONG_PAYMENT_PASSWORD', { left }),
      );
    expect(await ask(anna, 'payeeDelete', { id, stepUpPassword: 'last one' })).toMatchObject({ message: 'AUTH_STEP_UP_LOCKED' });
    expect(await ask(anna, 'payeeReveal', { id, ...proof })).toMatchObject({ message: 'AUTH_STEP_UP_LOCKED' });
    opened.clock.advance(900_001);
    expect(await ask(anna, 'payeeReveal', { id, ...proof })).toMatchObject({ type: 'ok' });
  });

  test('confirms nothing by an address that was bound today', async () => {
    const anna = await aPerson();
    await database.owner.query('update app_user set email_held_until_ms = $1 where id = $2', [
      opened.clock.now() + dayMs,
      anna.userId,
    ]);
    expect(await ask(anna, 'sendEmailCode', { account: anna.account, purpose: 'payee' })).toMatchObject({
      message: 'AUTH_NEW_WAY_HELD',
    });
    expect(await ask(anna, 'payeeSave', { ...wallet, code: '123456', ...proof })).toMatchObject({ message: 'AUTH_NEW_WAY_HELD' });
    expect(await rowsOf(anna)).toEqual([]);
  });

  test('who signs in with a wallet and has no other way confirms by its signature', async () => {
    const own = testWallet();
    const signed = async (purpose: string, token?: string) => {
      const asked = await opened.call(
        'addressText',
        token === undefined ? { purpose, address: own.address } : { purpose },
        token === undefined ? {} : { token },
      );
      const { nonce, text } = asked.message as { nonce: string; text: string };
      return { nonce, signature: own.sign(text) };
    };
    const entered = await opened.call('addressRegister', {
      ...(await signed('sign_in')),
      country: 'FR',
      acceptsAgreement: 'true',
      puzzleToken: await opened.puzzleToken('register'),
    });
    expect(entered).toMatchObject({ type: 'ok' });
    const { token } = entered.message as { token: string };
    const forLimits = await signed('limits', token);
    const as = (proven: { nonce: string; signature: string }) => ({
      ...wallet,
      stepUpNonce: proven.nonce,
      stepUpSignature: proven.signature,
    });
    expect(await ask({ token }, 'payeeSave', as(forLimits))).toMatchObject({ message: 'AUTH_WALLET_SIGNATURE_WRONG' });
    expect(await ask({ token }, 'payeeSave', as(await signed('payee', token)))).toMatchObject({ type: 'ok' });
  });
});

test('somebody else’s, a deleted one and nobody’s are answered alike, and stay as they are', async () => {
  const [anna, ben] = [await aPerson(), await aPerson()];
  const [hers, gone] = [await saved(anna), await saved(ben, card)];
  expect(await ask(ben, 'payeeDelete', { id: gone.id, ...proof })).toMatchObject({ type: 'ok' });
  for (const id of [hers.id, gone.id, 'zzzzzzzzzzzzzzzzzzzzzz']) {
    expect(await ask(ben, 'payeeDelete', { id, ...proof })).toEqual(refused('WITHDRAWAL_ADDRESS_NOT_YOURS'));
    expect(await ask(ben, 'payeeReveal', { id, ...proof })).toEqual(refused('WALLET_NOT_FOUND'));
    expect(await ask(anna, 'payeeReveal', { id: `${id.slice(0, -1)}-`, ...proof })).toEqual(
      refused('WALLET_USER_WALLET_NOT_FOUND'),
    );
  }
  expect(await findPayee(database.db, { userId: ben.userId, publicId: hers.id })).toBeUndefined();
  expect(await findPayee(database.db, { userId: anna.userId, publicId: hers.id })).toMatchObject({ address: tron });
  expect(await messagesOf(ben)).toHaveLength(2);
  // The same address may be two people's, and one person's for two assets.
  expect(await save(ben)).toMatchObject({ type: 'ok' });
  expect(await save(ben, { ...wallet, asset: 'TRX' })).toMatchObject({ type: 'ok' });
  expect(await save(ben)).toEqual(refused('WITHDRAWAL_ADDRESS_EXISTS'));
});

test('a person has so many, and adds so many in a day', async () => {
  const anna = await aPerson();
  const insert = (count: number, atMs: number, from: number) =>
    database.owner.query(
      `insert into payee (public_id, user_id, kind, asset, network, address, label, masked, confirmed_at_ms, usable_from_ms)
       select 'payee-of-' || $1::text || '-' || lpad(i::text, 8, '0'), $1::bigint, 'wallet', 'USDT', 'tron', 'T' || i, 'x', 'x', $2::bigint, $2::bigint + 86400000
       from generate_series($4::int, $4::int + $3::int - 1) i`,
      [anna.userId, atMs, count, from],
    );
  await insert(payeeLimits.day, opened.clock.now() - dayMs + 30_000, 100);
  expect(await ask(anna, 'payeeCheck', wallet)).toEqual(refused('TOO_MANY_REQUESTS', { seconds: '30' }));
  opened.clock.advance(30_000);
  expect(await ask(anna, 'payeeCheck', wallet)).toMatchObject({ type: 'ok' });
  await insert(payeeLimits.most - payeeLimits.day, opened.clock.now() - 2 * dayMs, 200);
  expect(await save(anna)).toEqual(refused('WITHDRAWAL_ADDRESS_TOO_MANY', { max: String(payeeLimits.most) }));
  await database.owner.query('update payee set deleted_at_ms = $2 where user_id = $1 and address = $3', [
    anna.userId,
    opened.clock.now(),
    'T205',
  ]);
  expect(await save(anna)).toMatchObject({ type: 'ok' });
});

test('an address by which people top up here is refused, as the operators listed it', async () => {
  const anna = await aPerson();
  const { id } = await anOperator(database, ['treasury'], { nowMs: opened.clock.now() });
  await database.owner.query(
    `insert into deposit_address (network, address, added_by, added_at_ms) values ('ethereum', lower($1), $2, 1)`,
    [evm, id],
  );
  expect(await ask(anna, 'payeeCheck', { ...wallet, network: 'ethereum', address: evm })).toEqual(
    refused('WITHDRAWAL_ADDRESS_OURS'),
  );
  expect(await ask(anna, 'payeeCheck', wallet)).toMatchObject({ type: 'ok' });
});

test('a wallet of ours, the contract of a token and the zero address are refused', async () => {
  const anna = await aPerson();
  const check = (address: string) => ask(anna, 'payeeCheck', { ...wallet, network: 'ethereum', address });
  expect(await check(ourWallet)).toEqual(refused('WITHDRAWAL_ADDRESS_OURS'));
  for (const address of ['0xdAC17F958D2ee523a2206206994597C13D831ec7', `0x${'0'.repeat(40)}`])
    expect(await check(address)).toEqual(refused('WITHDRAWAL_ADDRESS_WRONG', { network: 'Ethereum (ERC-20)' }));
  const contract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  for (const asset of ['USDT', 'TRX'])
    expect(await ask(anna, 'payeeCheck', { ...wallet, asset, address: contract })).toEqual(
      refused('WITHDRAWAL_ADDRESS_WRONG', { network: 'Tron (TRC-20)' }),
    );
  expect(await save(anna, { ...wallet, address: contract })).toMatchObject({ message: 'WITHDRAWAL_ADDRESS_WRONG' });
  expect(await save(anna, { ...wallet, network: 'ethereum', address: ourWallet })).toEqual(refused('WITHDRAWAL_ADDRESS_OURS'));
});

test('practice money goes nowhere', async () => {
  const anna = await aPerson();
  const { token } = (await ask(anna, 'switchAccount', { mode: 'demo' })).message as { token: string };
  for (const [call, request] of [
    ['payeeList', {}],
    ['payeeCheck', wallet],
    ['payeeSave', { ...wallet, code: '123456', ...proof }],
    ['payeeReveal', { id: 'zzzzzzzzzzzzzzzzzzzzzz', ...proof }],
    ['payeeDelete', { id: 'zzzzzzzzzzzzzzzzzzzzzz', ...proof }],
  ] as const)
    expect(await ask({ token }, call, request)).toEqual(refused('WALLET_DEMO_FORBIDDEN'));
});

describe('at the same moment', () => {
  test('two equal saves, each with a code of its own: one address', async () => {
    const anna = await aPerson();
    const phone = `+3361234${String(5600 + people)}`;
    await database.owner.query('update app_user set phone = $1 where id = $2', [phone, anna.userId]);
    const byMail = await codeFor(anna);
    await ask(anna, 'sendPhoneCode', { account: phone, purpose: 'payee' });
    const byPhone = opened.lastCode();
    const answers = await Promise.all([byMail, byPhone].map((code) => ask(anna, 'payeeSave', { ...wallet, code, ...proof })));
    expect(answers.map(({ type }) => type).sort()).toEqual(['error', 'ok']);
    expect(answers.find(({ type }) => type === 'error')).toEqual(refused('WITHDRAWAL_ADDRESS_EXISTS'));
    expect(await rowsOf(anna)).toHaveLength(1);
    expect(await messagesOf(anna)).toHaveLength(1);
  });

  test('two deletions and a save of the same address: told once each, and one is left at most', async () => {
    const anna = await aPerson();
    const { id } = await saved(anna);
    const code = await codeFor(anna);
    const [first, second, again] = await Promise.all([
      ask(anna, 'payeeDelete', { id, ...proof }),
      ask(anna, 'payeeDelete', { id, ...proof }),
      ask(anna, 'payeeSave', { ...wallet, code, ...proof }),
    ]);
    expect([first, second].filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect([first, second].find(({ type }) => type === 'error')).toEqual(refused('WITHDRAWAL_ADDRESS_NOT_YOURS'));
    const isAgain = again?.type === 'ok';
    if (!isAgain) expect(again).toEqual(refused('WITHDRAWAL_ADDRESS_EXISTS'));
    expect(await listed(anna)).toHaveLength(isAgain ? 1 : 0);
    expect(await messagesOf(anna)).toHaveLength(isAgain ? 3 : 2);
  });

  test('a session that ends while its save waits adds nothing', async () => {
    const anna = await aPerson();
    const code = await codeFor(anna);
    const client = await database.owner.connect();
    await client.query('begin');
    await client.query('select 1 from app_user where id = $1 for no key update', [anna.userId]);
    const saving = ask(anna, 'payeeSave', { ...wallet, code, ...proof });
    const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await database.owner.query(isWaiting)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await client.query('update session set revoked_at_ms = 1 where user_id = $1', [anna.userId]);
    await client.query('commit');
    client.release();
    expect(await saving).toMatchObject({ type: '999' });
    expect(await rowsOf(anna)).toEqual([]);
  });
});

test('killed between the save and the mail: the mail is owed, and the next round brings it once', async () => {
  const anna = await aPerson();
  const code = await codeFor(anna);
  diesBeforeTelling = true;
  await ask(anna, 'payeeSave', { ...wallet, code, ...proof });
  expect(await listed(anna)).toHaveLength(1);
  expect(await messagesOf(anna)).toHaveLength(1);
  opened.printed.length = 0;
  opened.clock.advance(60_000);
  await opened.identity.deliverDueNotices();
  await opened.identity.deliverDueNotices();
  expect(opened.printed.filter((line) => line.includes('TJRabP…jpRTv8'))).toHaveLength(1);
});

test('the database itself lets nobody use one sooner, change one, or take one back to life', async () => {
  const anna = await aPerson();
  const { id } = await saved(anna);
  const attempt = (statement: string) =>
    database.owner.query(statement, [id]).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
  expect(await attempt(`update payee set address = 'other' where public_id = $1`)).toBe('L0009');
  expect(await attempt('update payee set usable_from_ms = 1 where public_id = $1')).toBe('L0009');
  const sooner = `insert into payee (public_id, user_id, kind, asset, network, address, label, masked, confirmed_at_ms, usable_from_ms)
    select 'sooner-' || public_id, user_id, kind, asset, network, 'other', label, masked, confirmed_at_ms, usable_from_ms - 1 from payee where public_id = $1`;
  expect(await attempt(sooner)).toBe('23514');
  expect(await attempt('update payee set deleted_at_ms = confirmed_at_ms where public_id = $1')).toBe('done');
  expect(await attempt('update payee set deleted_at_ms = null where public_id = $1')).toBe('L0009');
});
