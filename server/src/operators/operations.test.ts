/** Operators get in with three things, stay in for a short time, and do what their roles say; each call has a name beside it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operatorRole, operations, type OperationName, type OperatorRole } from '@tessera/shared/operations';
import { endpoints, type Language } from '@tessera/shared/contract';
import type { FastifyInstance } from 'fastify';
import { anOperator } from '../../test/anOperator';
import { giveMoney } from '../../test/giveMoney';
import { operationsOn, opsOn, testCodeOf, testPasswordOf } from '../../test/opsOn';
import { useTestDatabase } from '../../test/testDatabase';
import { createArticles } from '../content/articles';
import { createTexts } from '../content/texts';
import { openFastify } from '../http/openFastify';
import { brokenAuditRow } from '../ops/audit';
import { createTestClock } from '../platform/Clock';
import { createLog } from '../platform/log';
import { ReleaseProblem } from '@tessera/release';
import { createOperationsClient } from './OperationsClient';
import type { OperatorsVerbs } from './releaseCalls';
import type { ReviewKind } from '../reviews/ReviewKind';

const database = useTestDatabase();
const startMs = Date.UTC(2026, 2, 1, 12);
const clock = createTestClock(startMs);
const personId = '10000051';
const wallet = '0x52908400098527886e0f7030069857d2e4169ee7';
const applied: string[] = [];
const paper: ReviewKind = {
  kind: 'test_paper',
  role: 'identity',
  apply: async (_, { ref }, verdict) => void applied.push(`${ref} ${String(verdict.approved)}`),
  reverse: async (_, { ref }) => void applied.push(`${ref} reversed`),
  papers: async (_, { name }) => [{ name: 'front', address: `/papers/1?viewer=${name}` }],
};
/** The release tool, as the test lets it answer. */
const asked: unknown[] = [];
let toolAnswers: () => Promise<unknown> = async () => ({});
const verbs = {
  status: () => toolAnswers(),
  history: (request: unknown) => (asked.push(request), toolAnswers()),
  hostHistory: (limit: number) => (asked.push(limit), toolAnswers()),
  change: (request: unknown, by: string) => (asked.push([request, by]), toolAnswers()),
} as OperatorsVerbs;
let http: FastifyInstance;
let ops: ReturnType<typeof opsOn>;

beforeAll(async () => {
  await database.owner.query(
    `insert into review_kind values ('test_paper', 'identity'); insert into review_rule values ('test_paper', 0, 1);
     insert into app_user (id, email, country, password_hash, invitation_code, created_at_ms)
       values (${personId}, 'pat@example.org', 'CH', 'x', 'PAT51', 1), (10000052, 'pat_2@example.org', 'CH', 'x', 'PAT52', 1),
         (10000054, 'own@tessera.test', 'CH', 'x', 'OWN54', 1);
     insert into app_user (id, wallet, country, invitation_code, created_at_ms) values (10000053, '${wallet}', 'CH', 'PAT53', 1)`,
  );
  const log = createLog({ logLevel: 'silent' });
  http = await openFastify({ config: { trustedProxies: 0, artifactOrigin: undefined }, log });
  await operationsOn(database, clock, [paper], 'none', verbs).addRoutes(http);
  ops = opsOn(database, clock);
  await ops('operators add ann --roles identity,support', 'root');
});
afterAll(() => http.close());
beforeEach(() => {
  clock.advance(3_600_000);
});

interface Answer {
  readonly type: string;
  readonly message: unknown;
  readonly params?: Record<string, string>;
}
async function call(
  name: OperationName | string,
  body: unknown = {},
  token?: string,
  remoteAddress = '127.0.0.1',
): Promise<Answer> {
  const path = Object.hasOwn(operations, name) ? operations[name as OperationName].path : name;
  const answer = await http.inject({
    method: 'POST',
    remoteAddress,
    url: `/ops/api/${path}`,
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    payload: JSON.stringify(body),
  });
  return answer.json<Answer>();
}
const signIn = async (more: Record<string, string> = {}) =>
  call('sessionBegin', { name: 'ann', password: testPasswordOf('ann'), code: await testCodeOf(database, 'ann', clock), ...more });
const tokenOf = ({ message }: Answer) => (message as { token: string }).token;
const signedIn = async (...roles: OperatorRole[]) => (await anOperator(database, roles, { nowMs: clock.now() })).token;

describe('signing in', () => {
  test('takes name, password and one-time code; the session says who he is and ends when he says so', async () => {
    const begun = await signIn();
    expect(begun).toMatchObject({
      type: 'ok',
      message: { name: 'ann', roles: ['support', 'identity'], endsAtMs: clock.now() + 28_800_000 },
    });
    const token = tokenOf(begun);
    expect(await call('sessionMe', {}, token)).toMatchObject({ message: { name: 'ann', nowMs: clock.now() } });
    expect(await call('sessionEnd', {}, token)).toEqual({ type: 'ok', message: {} });
    expect(await call('sessionMe', {}, token)).toMatchObject({ type: '999', message: 'AUTH_SESSION_ENDED' });
  });

  test('one wrong thing of the three is told apart by nobody, and stands in the audit log', async () => {
    const wrong = { type: 'error', message: 'AUTH_WRONG_CREDENTIALS' };
    expect(await signIn({ name: 'nobody' })).toEqual(wrong);
    expect(await signIn({ password: 'a guess' })).toEqual(wrong);
    expect(await signIn({ code: '000000' })).toEqual(wrong);
    expect(await signIn({ code: 'letters' })).toEqual(wrong);
    const audit = await database.db.selectFrom('audit').select(['actor', 'action']).orderBy('id', 'desc').limit(4).execute();
    expect(audit.reverse()).toEqual([
      { actor: '(nobody)', action: 'operator.wrong-password' },
      { actor: 'ann', action: 'operator.wrong-password' },
      { actor: 'ann', action: 'operator.wrong-code' },
      { actor: 'ann', action: 'operator.wrong-code' },
    ]);
  });

  test('a code is used once, also by three at the same time', async () => {
    const code = await testCodeOf(database, 'ann', clock);
    const begun = await Promise.all(
      Array.from({ length: 3 }, () => call('sessionBegin', { name: 'ann', password: testPasswordOf('ann'), code })),
    );
    expect(begun.filter(({ type }) => type === 'ok').length).toBeLessThanOrEqual(1);
    clock.advance(60_000);
    const once = await signIn();
    expect(once.type).toBe('ok');
    const { rows } = await database.owner.query<{ step: string }>(`select last_step as step from operator where name = 'ann'`);
    expect(Number(rows[0]?.step)).toBe(Math.floor(clock.now() / 30_000));
  });

  test('who knows the password and guesses at codes waits longer and longer', async () => {
    let waited = 0;
    for (let guess = 0; guess < 30; guess += 1) {
      const { message, params } = await signIn({ code: '000000' });
      if (message === 'AUTH_TOO_MANY_TRIES') clock.advance(1000 * Number.parseInt(params?.['seconds'] ?? '', 10));
      waited = Math.max(waited, Number.parseInt(params?.['seconds'] ?? '0', 10));
    }
    expect(waited).toBeGreaterThan(5);
    clock.advance(900_000);
    expect((await signIn()).type).toBe('ok');
  });

  test('wrong passwords make the next try from there wait for seconds, never longer, and no other operator and no other network', async () => {
    await ops('operators add hal --roles trading', 'root');
    const guess = (name: string, from?: string) =>
      call('sessionBegin', { name, password: 'a guess', code: '000000' }, undefined, from);
    for (let wrong = 1; wrong <= 12; wrong += 1) {
      expect((await guess('hal')).message).toBe('AUTH_WRONG_CREDENTIALS');
      clock.advance(5000);
    }
    clock.advance(-4000);
    expect(await guess('hal')).toMatchObject({ message: 'AUTH_TOO_MANY_TRIES', params: { seconds: '4' } });
    expect((await guess('hal', '192.0.2.7')).message).toBe('AUTH_WRONG_CREDENTIALS');
    expect((await guess('ann')).message).toBe('AUTH_WRONG_CREDENTIALS');
    const audit = await database.db.selectFrom('audit').select(['actor', 'details']).orderBy('id', 'desc').limit(2).execute();
    expect(audit.map(({ actor, details }) => [actor, details])).toEqual([
      ['ann', '{"wrong":1}'],
      ['hal', '{"wrong":13}'],
    ]);
    clock.advance(4000);
    const code = await testCodeOf(database, 'hal', clock);
    expect((await call('sessionBegin', { name: 'hal', password: testPasswordOf('hal'), code })).type).toBe('ok');
  });

  test('who is guessed at from a thousand networks is answered later, and gets in', async () => {
    await ops('operators add ivy --roles trading', 'root');
    const waits: number[] = [];
    const { sessions } = operationsOn(database, clock, [], 'none', verbs, async (ms) => void waits.push(ms));
    const guess = (ip: string) => sessions.begin({ name: 'ivy', password: 'a guess', code: '000000', ip }).catch(() => undefined);
    for (let from = 0; from < 60; from += 1) await guess(`192.0.${from}.1`);
    expect([waits[0], waits[19], waits[20], waits.at(-1)]).toEqual([0, 0, 100, 3000]);
    const code = await testCodeOf(database, 'ivy', clock);
    const typed = { name: 'ivy', password: testPasswordOf('ivy'), code, ip: '198.51.100.1' };
    expect(await sessions.begin(typed)).toMatchObject({ name: 'ivy' });
    await guess('192.0.2.1');
    expect(waits.at(-1)).toBe(0);
  });

  test('15 minutes without a call end it, 8 hours do in any case', async () => {
    const token = tokenOf(await signIn());
    const isIn = async () => (await call('sessionMe', {}, token)).type === 'ok';
    clock.advance(899_000);
    expect(await isIn()).toBe(true);
    clock.advance(900_000);
    expect(await isIn()).toBe(false);
    const busy = tokenOf(await signIn());
    for (let quarter = 0; quarter < 35; quarter += 1) {
      clock.advance(820_000);
      expect((await call('sessionMe', {}, busy)).type).toBe('ok');
    }
    clock.advance(820_000);
    expect((await call('sessionMe', {}, busy)).type).toBe('999');
  });

  test('who is disabled is out at once; a new key ends sessions and the old key', async () => {
    await ops('operators add dan --roles risk', 'root');
    const begin = async () =>
      call('sessionBegin', { name: 'dan', password: testPasswordOf('dan'), code: await testCodeOf(database, 'dan', clock) });
    const first = tokenOf(await begin());
    const old = await testCodeOf(database, 'dan', clock);
    expect(await ops('operators key dan --reason "lost phone"', 'root')).toMatchObject({ exitCode: 0 });
    expect((await call('sessionMe', {}, first)).type).toBe('999');
    expect((await call('sessionBegin', { name: 'dan', password: testPasswordOf('dan'), code: old })).type).toBe('error');
    const second = tokenOf(await begin());
    await ops('operators add lou --roles risk', 'root');
    await ops('operators disable dan --reason "left"', 'root');
    expect((await call('sessionMe', {}, second)).type).toBe('999');
    expect((await begin()).message).toBe('AUTH_WRONG_CREDENTIALS');
  });

  test('another password ends sessions and the old one; an account that he opened later is his own from then on', async () => {
    await ops('operators add ivo --roles support', 'root');
    const begin = async (password: string) =>
      call('sessionBegin', { name: 'ivo', password, code: await testCodeOf(database, 'ivo', clock) });
    const first = tokenOf(await begin(testPasswordOf('ivo')));
    const freeze = { id: '10000052', on: false, reason: 'asked' };
    expect(await call('usersFreeze', freeze, first)).toMatchObject({ type: 'ok' });
    expect(await ops('operators account ivo --account 10000052 --reason "opened one"', 'root')).toMatchObject({ exitCode: 0 });
    expect((await call('usersFreeze', freeze, first)).message).toBe('REVIEW_OWN');
    expect((await ops('operators account ann --account 10000052 --reason mistyped', 'root')).err).toContain('another operator');
    expect((await ops('operators account ivo --account 99999999 --reason mistyped', 'root')).err).toContain('no such account');
    expect(await ops('operators password ivo --reason "seen by others"', 'root', 'another one for him')).toMatchObject({
      exitCode: 0,
    });
    expect((await call('sessionMe', {}, first)).message).toBe('AUTH_SESSION_ENDED');
    expect((await begin(testPasswordOf('ivo'))).message).toBe('AUTH_WRONG_CREDENTIALS');
    clock.advance(60_000);
    expect((await begin('another one for him')).type).toBe('ok');
    expect((await ops('operators password nobody --reason "no such"', 'root')).err).toContain('no operator nobody');
  });

  test('the key is printed once; the row keeps neither it nor the password', async () => {
    const { out } = await ops('operators add fay --roles content --json', 'root');
    const [shown] = JSON.parse(out) as [{ key: string; address: string }];
    expect(shown.key).toMatch(/^[A-Z2-7]{32}$/);
    expect(shown.address).toContain(`secret=${shown.key}`);
    const { rows } = await database.owner.query(`select row_to_json(operator)::text as row from operator where name = 'fay'`);
    expect(JSON.stringify(rows)).not.toContain(shown.key);
    expect(await brokenAuditRow(database.db)).toBeUndefined();
  });
});

/** A good request of each call, so that only the operator can be what is refused. */
const good: { readonly [Name in OperationName]: Record<string, unknown> } = {
  sessionBegin: { name: 'x', password: 'x', code: 'x' },
  sessionMe: {},
  sessionEnd: {},
  reviewsList: {},
  reviewsGet: { id: 'a'.repeat(22) },
  reviewsDecide: { id: 'a'.repeat(22), verdict: 'approved', termsHash: 'a'.repeat(64) },
  reviewsReverse: { id: 'a'.repeat(22), reason: 'wrong' },
  payoutsList: {},
  payoutsPaid: { id: '1', transaction: '0xabcd' },
  payoutsFail: { id: '1', reason: 'closed' },
  merchantsList: {},
  merchantsGet: { id: '1' },
  merchantsOrders: {},
  merchantsSave: { name: 'New', asset: 'USDT', limit: '100', state: 'open', reason: 'new' },
  merchantsWay: { id: '1', currency: 'EUR', name: 'SEPA', holder: 'Mia Muster', account: 'DE00', bank: 'Bank', note: '' },
  merchantsWayRetire: { id: '1', wayId: '1', reason: 'closed' },
  merchantsOffer: { id: '1', currency: 'EUR', price: '0.9', min: '10', max: '100', minutes: 15, available: '100', state: 'open' },
  merchantsSettle: { id: '1', amount: '10', network: 'tron', transaction: '0xabcd' },
  merchantsEntryWithdraw: { id: '1', entryId: '1', reason: 'mistyped' },
  merchantsDispute: { number: 'ABCDEFGHJK', reason: 'nothing came' },
  projectsList: {},
  projectsPropose: {
    asset: 'USDT',
    min: '10',
    max: '100',
    maxParticipants: 5,
    capacity: null,
    closesAtMs: startMs * 2,
    endsAtMs: startMs * 3,
    texts: [{ language: 'en', name: 'Grid', about: 'A grid.' }],
    reason: 'new',
  },
  projectsResult: { id: '1', share: '0.01', texts: [{ language: 'en', statement: 'It went well.' }], reason: 'ended' },
  projectsCancel: { id: '1', reason: 'too few' },
  projectsApprove: { proposalId: '1' },
  projectsReject: { proposalId: '1', reason: 'a mistake' },
  payoutsCard: { id: '1' },
  payoutsHandOver: { id: '1' },
  usersSearch: {},
  usersGet: { id: personId },
  usersFreeze: { id: personId, on: true, reason: 'asked' },
  usersLock: { id: personId, on: true, reason: 'asked' },
  usersSessionsEnd: { id: personId, reason: 'asked' },
  usersLimits: { id: personId },
  usersLimitSet: { id: personId, kind: 'stake', most: '100', reason: 'asked' },
  conversationsList: {},
  conversationsGet: { userId: personId },
  conversationsAnswer: { userId: personId, clientId: '00000000-0000-4000-8000-000000000051', text: 'Hello' },
  conversationsRead: { userId: personId, upTo: '1' },
  conversationsClose: { userId: personId, seen: '1' },
  catalogueGet: {},
  catalogueChange: { name: 'seconds', key: ['crypto', '30'], change: { fee_rate: '0.02' }, reason: 'calm' },
  catalogueClose: { symbol: 'BTC-USDT', open: false, reason: 'maintenance' },
  contentList: {},
  contentGet: { article: 'safety', language: 'en' },
  contentSave: {
    article: 'safety',
    language: 'en',
    title: 'Safe',
    summary: 'In short',
    body: 'In full',
    seen: 0,
    reason: 'clearer',
  },
  contentCreate: { category: 'news', title: 'New', summary: 'In short', body: 'In full', reason: 'news' },
  contentPlace: { article: 'a'.repeat(16), withdraw: true, seen: 1, reason: 'old' },
  incidentsList: {},
  incidentsPropose: { symbol: 'BTC-USDT', fromMs: startMs - 2000, toMs: startMs - 1000, reason: 'wrong source' },
  incidentsConfirm: { id: '1' },
  incidentsReject: { id: '1', reason: 'right after all' },
  marketsHalt: { symbol: 'BTC-USDT', reason: 'wrong source' },
  marketsResume: { symbol: 'BTC-USDT', reason: 'right source' },
  booksHealth: {},
  booksExposure: { mode: 'real' },
  custodyList: {},
  custodyRead: { rail: 'bank', asset: 'USDT', day: 20_000, balance: '1' },
  custodyOwnEnter: { rail: 'bank', asset: 'USDT', day: 20_000, amount: '1', reason: 'ours' },
  custodyOwnConfirm: { id: '1' },
  booksReadOnly: { on: true, reason: 'count differs' },
  gatewayAlarms: {},
  loansAlarms: {},
  alarmsDone: { kind: 'gateway', ref: '1', seen: '1', reason: 'refunded there' },
  addressesStock: {},
  addressesList: { network: 'tron' },
  addressesAdd: { network: 'ethereum', addresses: [`0x${'a'.repeat(40)}`] },
  auditList: {},
  operatorsList: {},
  operatorsDisable: { name: 'ann', reason: 'left' },
  operatorsEnable: { name: 'ann', reason: 'back' },
  keysList: {},
  keysRotate: { reason: 'yearly' },
  releasesStatus: {},
  releasesHistory: { remote: 'market', limit: 3 },
  releasesHostHistory: {},
  releasesPromote: { remote: 'market', reason: 'test' },
  releasesCanary: { remote: 'market', percent: 5, reason: 'test' },
  releasesHalt: { remote: 'market', reason: 'test' },
  releasesRollback: { remote: 'market', reason: 'test' },
  releasesLock: { remote: 'market', reason: 'test' },
  releasesUnlock: { remote: 'market', reason: 'test' },
  releasesDisable: { remote: 'market', reason: 'test', message: { en: 'Back at ten' } },
  releasesEnable: { remote: 'market', reason: 'test' },
};
const names = Object.keys(operations) as OperationName[];
const closed = names.filter((name) => operations[name].roles !== 'nobody yet');
const world = async () => {
  const { rows } = await database.owner.query(
    `select (select json_agg(u order by id) from app_user u) as users, (select json_agg(c) from catalog_version c) as versions,
       (select json_agg(r) from review r) as reviews, (select json_agg(p) from payout p) as payouts, (select json_agg(m) from c2c_merchant m) as merchants, (select json_agg(e) from c2c_entry e) as c2c_entries, (select count(*) from audit) as audit, (select count(*) from session) as sessions,
       (select json_agg(h) from halt h) as halts, (select json_agg(p) from incident_proposal p) as proposals,
       (select is_read_only from funds_state) as stopped, (select json_agg(t) from article_text t) as texts, (select json_agg(a) from article a) as articles,
       (select json_agg(c) from conversation c) as conversations, (select json_agg(e) from conversation_entry e) as entries,
       (select json_agg(d) from deposit_address d) as addresses, (select json_agg(d) from alarm_done d) as done,
       (select json_agg(o.disabled_at_ms order by o.id) from operator o where o.name !~ '^op-') as disabled`,
  );
  return JSON.stringify(rows);
};

describe('every call of the table', () => {
  test.each(closed)('%s: without a session, or with one of a person’s token, nothing', async (name) => {
    const before = await world();
    expect(await call(name, good[name])).toEqual({ type: '999', message: 'AUTH_LOGIN_REQUIRED' });
    expect(await call(name, good[name], 'no such token')).toEqual({ type: '999', message: 'AUTH_SESSION_ENDED' });
    expect(await world()).toBe(before);
  });

  test.each(closed.filter((name) => operations[name].roles !== 'everyone'))(
    '%s: of an operator with every other role it is refused, changes nothing, and is written down',
    async (name) => {
      const needed: readonly string[] = operations[name].roles as readonly string[];
      const other = await anOperator(
        database,
        operatorRole.options.filter((role) => !needed.includes(role)),
        { nowMs: clock.now() },
      );
      const before = await world();
      expect(await call(name, good[name], other.token)).toEqual({ type: 'error', message: 'REQUEST_UNAUTHORIZED' });
      expect(await world()).toBe(before);
      expect(
        await database.db.selectFrom('operatorCall').select(['call', 'outcome']).where('operatorId', '=', other.id).execute(),
      ).toEqual([{ call: operations[name].path, outcome: 'REQUEST_UNAUTHORIZED' }]);
    },
  );

  test.each(names)('%s: an unknown field, a list and text are refused by name', async (name) => {
    const token = await signedIn(...operatorRole.options);
    expect(await call(name, { ...good[name], surprise: 1 }, token)).toEqual({
      type: 'error',
      message: 'PARAMETER_WRONG',
      params: { field: 'surprise' },
    });
    expect((await call(name, [good[name]], token)).message).toMatch(/^PARAMETER_/);
    expect((await call(name, 'text', token)).message).toMatch(/^PARAMETER_/);
  });

  test('is no call of people’s table, and a form is none of ours', async () => {
    const paths = new Set(Object.values(endpoints).map(({ path }) => path as string));
    expect(names.filter((name) => paths.has(operations[name].path))).toEqual([]);
    const form = await http.inject({ method: 'POST', url: '/ops/api/session/begin', payload: 'name=a&password=b&code=c' });
    expect(form.statusCode >= 400 || form.json<Answer>().message === 'REQUEST_ILLEGAL').toBe(true);
    expect((await http.inject('/ops/api/session/me')).statusCode).toBe(404);
  });
});

test('a terminal signs in when it has to and keeps the session where only he can read it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-operator-'));
  const sessionFile = join(folder, 'session');
  await http.listen({ port: 0, host: '127.0.0.1' });
  const asked: string[] = [];
  const client = createOperationsClient({
    url: `http://127.0.0.1:${(http.server.address() as { port: number }).port}/ops/api/`,
    name: 'ann',
    sessionFile,
    clock,
    async secret(prompt) {
      asked.push(prompt);
      return prompt.startsWith('One-time') ? testCodeOf(database, 'ann', clock) : testPasswordOf('ann');
    },
  });
  expect(await client.call('sessionMe', {})).toMatchObject({ name: 'ann' });
  expect(await client.call('usersGet', { id: personId })).toMatchObject({ user: { id: personId } });
  expect(asked).toHaveLength(2);
  expect((await stat(sessionFile)).mode & 0o777).toBe(0o600);
  await expect(client.call('auditList', {})).rejects.toMatchObject({ code: 'REQUEST_UNAUTHORIZED' });
  await expect(client.call('usersGet', { id: '99999999' })).rejects.toMatchObject({ code: 'AUTH_USER_NOT_FOUND' });
  // Cut, by a full disk.
  await writeFile(sessionFile, '{"url":');
  clock.advance(60_000);
  expect(await client.call('sessionMe', {})).toMatchObject({ name: 'ann' });
  expect(asked).toHaveLength(4);
  await rm(folder, { recursive: true });
});

describe('reviews', () => {
  test('what waits is listed by pages, shown with its papers, decided with the hash that was seen, and taken back by another', async () => {
    const [identity, second, treasury] = [await signedIn('identity'), await signedIn('identity'), await signedIn('treasury')];
    const reviews = operationsOnReviews();
    const ids = [];
    for (const at of [1, 2, 3]) ids.push(await reviews(`paper:${at}`));
    const page = await call('reviewsList', { limit: 2 }, identity);
    const { items, next } = page.message as { items: { id: string; ref: string }[]; next: string };
    expect(items.map(({ ref }) => ref)).toEqual(['paper:1', 'paper:2']);
    expect(await call('reviewsList', { limit: 2, cursor: next }, identity)).toMatchObject({
      message: { items: [{ ref: 'paper:3' }], next: null },
    });
    expect(await call('reviewsList', {}, treasury)).toEqual({ type: 'ok', message: { items: [], next: null } });
    const id = ids[0] ?? '';
    expect(await call('reviewsGet', { id }, treasury)).toEqual({ type: 'error', message: 'DATA_NOT_FOUND' });
    const shown = (await call('reviewsGet', { id }, identity)).message as { termsHash: string; papers: unknown };
    expect(shown).toMatchObject({ terms: { number: 'X1' }, decisions: [], papers: [{ name: 'front' }] });
    const decision = { id, verdict: 'approved', termsHash: shown.termsHash };
    expect((await call('reviewsDecide', decision, treasury)).message).toBe('REQUEST_UNAUTHORIZED');
    expect((await call('reviewsDecide', { ...decision, verdict: 'rejected' }, identity)).params).toEqual({ field: 'reason' });
    expect((await call('reviewsDecide', decision, identity)).message).toEqual({
      state: 'approved',
      approvals: 1,
      approvalsNeeded: 1,
    });
    expect((await call('reviewsGet', { id }, identity)).message).toMatchObject({
      review: { account: 'pat@example.org', approvedBy: [expect.stringMatching(/./)] },
      isReversible: true,
    });
    expect((await call('reviewsReverse', { id, reason: 'another person' }, identity)).message).toBe('REVIEW_OWN');
    expect((await call('reviewsReverse', { id, reason: 'another person' }, second)).message).toMatchObject({ state: 'reversed' });
    expect(applied).toEqual(['paper:1 true', 'paper:1 reversed']);
  });

  const operationsOnReviews = () => {
    let at = 0;
    return async (ref: string) => {
      at += 1;
      const id = `review-of-test-${String(at).padStart(4, '0')}`;
      const { createReviews } = await import('../reviews/Reviews');
      const made = createReviews({
        db: database.db,
        clock,
        random: { token: () => id } as never,
        log: createLog({ logLevel: 'silent' }),
        kinds: [paper],
        wakeOutbox: () => undefined,
      });
      return database.db
        .transaction()
        .execute((tx) =>
          made.open(tx, { kind: 'test_paper', ref, userId: Number(personId), terms: { number: 'X1' }, nowMs: clock.now() }),
        );
    };
  };
});

describe('users', () => {
  test('found by number, account or a part of it, whose signs mean themselves; frozen, locked and signed out with a reason', async () => {
    const token = await signedIn('support');
    const found = async (text: string) =>
      ((await call('usersSearch', { text }, token)).message as { items: { id: string }[] }).items.map(({ id }) => id);
    expect(await found('pat@example.org')).toEqual([personId]);
    expect(await found(personId)).toEqual([personId]);
    expect(await found('EXAMPLE.ORG')).toEqual(['10000052', personId]);
    expect(await found('pat_')).toEqual(['10000052']);
    expect(await found('0x52908400098527886E0F7030069857D2E4169EE7')).toEqual(['10000053']);
    expect((await call('usersGet', { id: '10000053' }, token)).message).toMatchObject({ user: { wallet, email: null } });
    expect((await call('usersSearch', { text: 'pa' }, token)).params).toEqual({ field: 'text' });
    expect(await call('usersGet', { id: '99999999' }, token)).toEqual({ type: 'error', message: 'AUTH_USER_NOT_FOUND' });
    await database.db
      .insertInto('session')
      .values({
        tokenHash: 'h',
        userId: Number(personId),
        mode: 'demo',
        createdAtMs: clock.now(),
        lastSeenAtMs: clock.now(),
        revokedAtMs: null,
        revokedWhy: null,
      })
      .execute();
    expect(await call('usersGet', { id: personId }, token)).toMatchObject({ message: { sessions: [{ mode: 'demo' }] } });
    expect((await call('usersSessionsEnd', { id: personId, reason: 'stolen phone' }, token)).message).toEqual({ ended: 1 });
    const change = { id: personId, on: true, reason: 'asked by himself' };
    expect(await call('usersFreeze', change, token)).toMatchObject({ message: { user: { frozenAtMs: clock.now() } } });
    await call('usersFreeze', change, token);
    expect(await call('usersFreeze', { ...change, on: false }, token)).toMatchObject({ message: { user: { frozenAtMs: null } } });
    const audit = await database.db
      .selectFrom('audit')
      .select(['action', 'details'])
      .where('subject', '=', `user ${personId}`)
      .execute();
    expect(audit.map(({ action }) => action)).toEqual(['user.sessions-end', 'user.freeze', 'user.unfreeze']);
    expect(audit[1]?.details).toBe('{"reason":"asked by himself"}');
    expect((await call('usersFreeze', { ...change, reason: '\u200b' }, token)).params).toEqual({ field: 'reason' });
    for (const cursor of ['99999999', '50000000']) await call('usersSearch', { cursor }, token);
    const pages = await database.db.selectFrom('operatorCall').select('subject').where('call', '=', 'users/search').execute();
    expect(pages.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['99999999', '50000000']));
  });

  test('of his own account an operator changes nothing', async () => {
    const { token } = await anOperator(database, ['support'], { nowMs: clock.now(), userId: 10_000_054 });
    const own = { id: '10000054', reason: 'it is I' };
    const answers = [
      await call('usersFreeze', { ...own, on: false }, token),
      await call('usersLock', { ...own, on: true }, token),
      await call('usersSessionsEnd', own, token),
      await call('usersLimitSet', { ...own, kind: 'stake', most: '100' }, token),
    ];
    expect(answers.map(({ message }) => message)).toEqual(answers.map(() => 'REVIEW_OWN'));
  });
});

describe('the catalogue', () => {
  test('a change is shown before it is made, made once, and closed markets need the role for it', async () => {
    const [risk, trading] = [await signedIn('risk'), await signedIn('trading')];
    const change = good.catalogueChange;
    const preview = await call('catalogueChange', { ...change, preview: true }, risk);
    expect(preview).toMatchObject({ type: 'ok', message: { version: null, after: { fee_rate: '0.02', seconds: '30' } } });
    expect(await call('catalogueGet', {}, trading)).toMatchObject({ message: { versions: [{ version: 1 }] } });
    const { before } = preview.message as { before: Record<string, string> };
    expect(await call('catalogueChange', change, risk)).toMatchObject({
      message: { version: 2, before, after: { fee_rate: '0.02' } },
    });
    expect((await call('catalogueChange', change, trading)).message).toBe('REQUEST_UNAUTHORIZED');
    expect(await call('catalogueClose', { ...good.catalogueClose, doors: ['spot'] }, trading)).toMatchObject({
      message: { version: 3, before: { has_spot: 'true' }, after: { has_spot: 'false', has_seconds: 'true' } },
    });
    expect(await call('catalogueGet', { name: 'seconds' }, trading)).toMatchObject({
      message: { keyColumns: ['asset_class', 'seconds'], fields: expect.arrayContaining(['payout_rate']) },
    });
    expect((await call('catalogueGet', { name: 'app_user' }, risk)).params).toEqual({ field: 'name' });
  });

  test.each([
    [{ change: { fee_rate: '1e3' } }, 'fee_rate'],
    [{ change: { spread_steps: '1' } }, 'spread_steps'],
    [{ name: 'app_user' }, 'name'],
    [{ validFromMs: startMs }, 'validFromMs'],
    [{ validFromMs: startMs + 400 * 86_400_000 }, 'validFromMs'],
    [{ change: { payout_rate: '0' } }, expect.stringContaining('payout_rate')],
  ])('%p: refused by the name of what is wrong, nothing is published', async (more, field) => {
    const token = await signedIn('risk');
    const before = await world();
    expect(await call('catalogueChange', { ...good.catalogueChange, ...more }, token)).toEqual({
      type: 'error',
      message: 'PARAMETER_WRONG',
      params: { field },
    });
    expect(await world()).toBe(before);
  });

  test('the server publishes nothing without an operator’s session', async () => {
    const publish = (session: string) =>
      database.staff.pool
        .query(`select publish_terms($1, 'seconds', '{crypto,30}', '{"fee_rate": "0.03"}', $2, 'x', $2)`, [session, clock.now()])
        .then(
          () => 'done',
          ({ code }: { code: string }) => code,
        );
    expect(await publish('guessed')).toBe('O0008');
    expect(await publish((await anOperator(database, ['trading'], { nowMs: clock.now() })).sessionHash)).toBe('O0002');
  });
});

describe('texts', () => {
  const article = async (id = 'safety', language: Language = 'en') => {
    const { title, body, publishedAtMs } = await articles().read(id, language, clock.now());
    return { title, body, publishedAtMs };
  };
  const articles = () => createArticles({ db: database.db, texts: createTexts() });

  test('another one is shown from its instant on, in its language alone, to readers and to who searches; the list says what was changed', async () => {
    const token = await signedIn('content');
    const [released, german] = [await article(), await article('safety', 'de')];
    const validFromMs = clock.now() + 60_000;
    const change = { ...good.contentSave, validFromMs };
    const preview = await call('contentSave', { ...change, preview: true }, token);
    expect(preview.message).toMatchObject({ version: null, before: { title: released.title }, after: { title: 'Safe' } });
    expect((await call('contentGet', good.contentGet, token)).message).toMatchObject({
      newest: 0,
      shown: { version: 0 },
      saved: [],
    });
    expect((await call('contentSave', change, token)).message).toMatchObject({ version: 1, validFromMs });
    const listed = async () =>
      ((await call('contentList', {}, token)).message as { articles: { article: string; texts: object[] }[] }).articles
        .find((one) => one.article === 'safety')
        ?.texts.slice(1, 3);
    const untouched = { language: 'jp', version: 0, validFromMs: null, comingMs: null };
    expect(await listed()).toEqual([{ ...untouched, language: 'en', comingMs: validFromMs }, untouched]);
    expect(await article()).toEqual(released);
    clock.advance(60_000);
    expect(await article()).toEqual({ title: 'Safe', body: 'In full', publishedAtMs: validFromMs });
    expect(await article('safety', 'de')).toEqual(german);
    expect(await listed()).toEqual([{ language: 'en', version: 1, validFromMs, comingMs: null }, untouched]);
    const found = await articles().list({ query: 'in FULL' }, 'en', clock.now());
    expect(found.items.map(({ id }) => id)).toEqual(['safety']);
    expect((await articles().list({}, 'en', clock.now())).items[0]?.id).toBe('safety');
  });

  test('what two save at once is saved once; one that is to come is taken back by a newer one; nothing is ever before now', async () => {
    const token = await signedIn('content');
    const save = { article: 'about', language: 'fr', title: 'T', summary: 'S', body: 'B', seen: 0, reason: 'r' };
    const both = await Promise.all(['one', 'two'].map((title) => call('contentSave', { ...save, title }, token)));
    expect(both.map(({ message }) => message)).toContain('TEXT_CHANGED');
    expect(both.map(({ type }) => type).sort()).toEqual(['error', 'ok']);
    const coming = { ...save, title: 'coming', seen: 1, validFromMs: clock.now() + 60_000 };
    expect((await call('contentSave', coming, token)).type).toBe('ok');
    expect((await call('contentSave', { ...save, title: 'instead', seen: 2 }, token)).type).toBe('ok');
    clock.advance(120_000);
    expect((await article('about', 'fr')).title).toBe('instead');
    const { saved } = (await call('contentGet', { article: 'about', language: 'fr' }, token)).message as { saved: object[] };
    expect(saved).toMatchObject([{ version: 3, title: 'instead', reason: 'r' }, { version: 2 }, { version: 1 }]);
    for (const [more, field] of [
      [{ validFromMs: clock.now() - 1 }, 'validFromMs'],
      [{ validFromMs: clock.now() + 91 * 86_400_000 }, 'validFromMs'],
      [{ language: 'xx' }, 'language'],
      [{ title: '' }, 'title'],
      [{ body: 'x'.repeat(20_001) }, 'body'],
    ] as const)
      expect([field, await call('contentSave', { ...save, seen: 3, ...more }, token)]).toMatchObject([
        field,
        { params: { field } },
      ]);
    expect((await call('contentSave', { ...save, article: 'nothing' }, token)).message).toBe('DATA_NOT_FOUND');
    await expect(database.db.deleteFrom('articleText').execute()).rejects.toMatchObject({ code: '42501' });
    await expect(database.owner.query(`update article_text set title = 'x'`)).rejects.toMatchObject({ code: 'L0009' });
  });
});

describe('articles of operators', () => {
  const articles = () => createArticles({ db: database.db, texts: createTexts() });
  const words = { title: 'New', summary: 'In short', body: 'In **full**', reason: 'r' };
  const create = async (token: string, more: Record<string, unknown>) => {
    const { type, message, params } = await call('contentCreate', { ...words, ...more }, token);
    return type === 'ok' ? (message as { article: string }).article : String(params?.['field']);
  };
  const read = (id: string, language: Language = 'en') => articles().read(id, language, clock.now());

  test('one is read from its instant on, in English by who has no text of his own, and until it is withdrawn', async () => {
    const token = await signedIn('content');
    const fromMs = clock.now() + 60_000;
    const asked = { ...words, category: 'help', group: 'start', fromMs };
    expect(await call('contentCreate', { ...asked, preview: true }, token)).toMatchObject({ message: { article: null } });
    const id = await create(token, asked);
    expect(id).toMatch(/^[a-z]{16}$/);
    const french = { article: id, language: 'fr', title: 'Nouveau', summary: 'S', body: 'B', seen: 0, reason: 'r' };
    expect((await call('contentSave', french, token)).message).toMatchObject({ before: { title: 'New' }, version: 1 });
    await expect(read(id)).rejects.toThrow('DATA_NOT_FOUND');
    clock.advance(60_000);
    const shown = { id, category: 'help', group: 'start', publishedAtMs: fromMs };
    expect(await read(id, 'de')).toEqual({ ...shown, title: 'New', summary: 'In short', body: 'In **full**' });
    expect(await read(id, 'fr')).toEqual({ ...shown, title: 'Nouveau', summary: 'S', body: 'B' });
    const found = await articles().list({ query: 'IN **FULL' }, 'it', clock.now());
    expect(found.items).toEqual([{ ...shown, title: 'New', summary: 'In short' }]);
    const get = (await call('contentGet', { article: id, language: 'de' }, token)).message;
    expect(get).toMatchObject({
      category: 'help',
      newest: 0,
      shown: { language: 'en', version: 1 },
      places: [{ version: 1, fromMs }],
    });

    const withdraw = { article: id, withdraw: true, seen: 1, reason: 'old' };
    expect((await call('contentPlace', { ...withdraw, preview: true }, token)).message).toMatchObject({ version: null });
    const both = await Promise.all([1, 2].map(() => call('contentPlace', withdraw, token)));
    expect(both.map(({ message }) => message)).toContain('TEXT_CHANGED');
    await expect(read(id, 'fr')).rejects.toThrow('DATA_NOT_FOUND');
    expect((await call('contentList', {}, token)).message).toMatchObject({
      articles: expect.arrayContaining([
        expect.objectContaining({ article: id, place: { group: 'start', link: null, rank: 0, fromMs, untilMs: clock.now() } }),
      ]),
    });
    const again = { article: id, group: 'safety', seen: 2, reason: 'needed after all', untilMs: clock.now() + 5000 };
    expect((await call('contentPlace', again, token)).message).toMatchObject({ version: 3, after: { fromMs, group: 'safety' } });
    expect((await read(id)).group).toBe('safety');
    clock.advance(5000);
    await expect(read(id)).rejects.toThrow('DATA_NOT_FOUND');
    const log = await database.db.selectFrom('audit').select('action').where('subject', '=', `article ${id}`).execute();
    expect(log.map(({ action }) => action)).toEqual(['content.place', 'content.place', 'content.place']);
    await expect(database.db.insertInto('article').defaultValues().execute()).rejects.toMatchObject({ code: '42501' });
    await expect(database.owner.query(`update article set rank = 1`)).rejects.toMatchObject({ code: 'L0009' });
  });

  test('however many there are, all are read page by page, each once, whatever is published meanwhile', async () => {
    const token = await signedIn('content');
    const first = await create(token, { category: 'news' });
    const more = (from: number, to: number, atMs: number) =>
      database.owner.query(
        `with made as (
           insert into article (id, version, category, rank, from_ms, reason, saved_by, saved_at_ms)
           select translate(lpad(n::text, 16, '0'), '0123456789', 'abcdefghij'), 1, 'news', 0, $3::bigint + n / 50, 'r', saved_by, $3
           from article, generate_series($1::int, $2::int) n where id = $4 and version = 1 returning id)
         insert into article_text (article, language, version, title, summary, body, valid_from_ms, reason, saved_by, saved_at_ms)
         select made.id, 'en', 1, made.id, 's', 'b', $3, 'r', saved_by, $3 from made, article_text t where t.article = $4`,
        [from, to, atMs, first],
      );
    const nowMs = clock.now();
    await more(1, 250, nowMs - 1000);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const asked = { category: 'news', pageSize: 30, ...(cursor === undefined ? {} : { cursor }) } as const;
      const { items, next } = await articles().list(asked, 'de', nowMs);
      seen.push(...items.map(({ id }) => id));
      // Above what is being read, so it moves nothing.
      if (cursor === undefined) await more(300, 340, nowMs - 500);
      cursor = next ?? undefined;
    } while (cursor !== undefined);
    const { items, total, next } = await articles().list({ category: 'news', pageSize: 100 }, 'de', nowMs);
    expect([seen.length, new Set(seen).size, total - 41]).toEqual([seen.length, seen.length, seen.length]);
    expect(seen.length).toBeGreaterThanOrEqual(252);
    expect([items.length, next]).toEqual([100, expect.stringMatching(/^\d+\.[a-z]{16}$/)]);
    for (const wrong of ['1', '1.', '.a', '1.A', `${'9'.repeat(16)}.a`, `1.${'a'.repeat(41)}`])
      expect([wrong, endpoints.newsList.request.safeParse({ cursor: wrong }).success]).toEqual([wrong, false]);
  });

  test('banners and contacts stand in their order, are no articles, and lead where they may', async () => {
    const token = await signedIn('content');
    const banner = { category: 'banner', body: '' };
    await create(token, { ...banner, title: 'second', rank: 2, link: '/pages/webview/index?url=https%3A%2F%2Fa.example' });
    await create(token, { ...banner, title: 'first', rank: 1 });
    expect(await articles().banners('jp', clock.now())).toMatchObject([
      { title: 'first' },
      { title: 'second', link: '/pages/webview/index?url=https%3A%2F%2Fa.example' },
    ]);
    const contact = { category: 'contact', body: '', summary: 'Day and night' };
    await create(token, { ...contact, title: 'Chat', link: 'https://chat.example/room', rank: 1 });
    await create(token, { ...contact, title: 'Here', link: '/pages/kefu/index' });
    expect(await articles().contacts('en', clock.now())).toEqual([
      { name: 'Here', detail: 'Day and night', url: '/h5/#/pages/kefu/index' },
      { name: 'Chat', detail: 'Day and night', url: 'https://chat.example/room' },
    ]);
    const listed = await articles().list({ pageSize: 100 }, 'en', clock.now());
    expect(listed.items.filter(({ title }) => ['first', 'Chat'].includes(title))).toEqual([]);

    const [past, far] = [clock.now() - 1, clock.now() + 91 * 86_400_000];
    for (const [field, wrong] of [
      ['link', { ...banner, link: 'https://chat.example' }],
      ['link', { ...contact }],
      ['link', { category: 'news', link: '/pages/help/index' }],
      ...[
        'javascript:alert(1)',
        'http://a.example',
        '//a.example',
        '/\\a.example',
        'https://bank.example@a.example',
        '/h5/x',
        'data:,x',
        '',
        'https://%%',
        'https://a:b',
        'https://a.example:99999/',
        'https://chat\u200b.example/',
        'https://chat.example/\u200d',
        '/pages/help/index?id=\u202e',
      ].map((link) => ['link', { ...contact, link }] as const),
      ['body', { ...banner, body: 'more' }],
      ['body', { category: 'news', body: ' ' }],
      ['body', { category: 'news', body: 'x'.repeat(100_000) }],
      ['body', { category: 'news', body: 'turned \u202E' }],
      ['title', { category: 'news', title: 'a\u0007b' }],
      ['group', { category: 'help' }],
      ['group', { category: 'news', group: 'start' }],
      ['fromMs', { category: 'news', fromMs: past }],
      ['fromMs', { category: 'news', fromMs: far }],
      ['untilMs', { category: 'news', untilMs: past }],
      ['fromMs', { category: 'rules' }],
    ] as const)
      expect([wrong, await create(token, wrong)]).toEqual([wrong, field]);
    expect(await call('contentPlace', { ...good.contentPlace, article: 'agreement' }, token)).toMatchObject({
      params: { field: 'article' },
    });
    expect((await call('contentPlace', good.contentPlace, token)).message).toBe('DATA_NOT_FOUND');
    expect(await create(token, { category: 'news', body: '\u597d'.repeat(20_000) })).toMatch(/^[a-z]{16}$/);
  });

  test('an agreement is announced a day ahead, with its words; saying again what is said takes that back', async () => {
    const token = await signedIn('content');
    const { title, summary, body } = await read('agreement');
    const save = { article: 'agreement', language: 'en', title, summary, body: 'Another one', seen: 0, reason: 'r' };
    const validFromMs = clock.now() + 86_400_000;
    expect(await call('contentSave', { ...save, validFromMs: validFromMs - 1 }, token)).toMatchObject({
      params: { field: 'validFromMs' },
    });
    expect((await call('contentSave', { ...save, validFromMs }, token)).type).toBe('ok');
    expect(await read('agreement')).toMatchObject({
      body,
      comingMs: validFromMs,
      coming: { title, summary, body: 'Another one' },
    });
    expect((await articles().list({ category: 'agreement' }, 'en', clock.now())).items).toMatchObject([
      { comingMs: validFromMs },
    ]);
    expect(await read('agreement', 'de')).not.toHaveProperty('comingMs');
    expect((await call('contentSave', { ...save, body, seen: 1 }, token)).type).toBe('ok');
    expect(await read('agreement')).not.toHaveProperty('coming');

    const fromMs = clock.now() + 2 * 86_400_000;
    const rules = await create(token, { category: 'rules', fromMs });
    expect(await read(rules, 'th')).toMatchObject({ category: 'rules', body: 'In **full**', comingMs: fromMs });
    clock.advance(2 * 86_400_000);
    expect(await read(rules, 'th')).not.toHaveProperty('comingMs');
  });
});

describe('halts, incidents and who may act', () => {
  test('are believed of a live session with the role for it, and of nothing else that the server says', async () => {
    const ask = (call: string, session: string) =>
      database.staff.pool.query(`select ${call}`, [session, clock.now()]).then(
        () => 'done',
        ({ code }: { code: string }) => code,
      );
    const { sessionHash } = await anOperator(database, ['support', 'release'], { nowMs: clock.now() });
    const answers = await Promise.all(
      [
        `halt_market($1, 'BTC-USDT', 'x', $2)`,
        `resume_market($1, 'BTC-USDT', 'x', $2)`,
        `propose_incident($1, 'BTC-USDT', 1, 2, 'x', $2::bigint + 1, $2)`,
        `confirm_incident($1, 1, $2)`,
        `reject_incident($1, 1, 'x', $2)`,
        `operators_listed($1, $2)`,
        `disable_operator($1, 'ann', $2)`,
        `enable_operator($1, 'ann', 'x', $2)`,
        `save_article_text($1, 'about', 'en', 0, 't', 's', 'b', $2, 'x', $2)`,
      ].map(async (statement) => [statement, await ask(statement, 'guessed'), await ask(statement, sessionHash)]),
    );
    expect(answers).toEqual(answers.map(([statement]) => [statement, 'O0008', 'O0002']));
  });

  test('a market is halted once and resumed once, by the role that is published; who reads sees the name too', async () => {
    const [trading, compliance] = [await signedIn('trading', 'risk'), await signedIn('compliance')];
    const { marketsHalt, marketsResume } = good;
    expect((await call('marketsHalt', { ...marketsHalt, symbol: 'NO-PE' }, trading)).message).toBe('ORDER_SYMBOL_NOT_FOUND');
    expect((await call('marketsResume', marketsResume, trading)).message).toBe('MARKET_NOT_HALTED');
    const [one, other] = await Promise.all([
      call('marketsHalt', marketsHalt, trading),
      call('marketsHalt', marketsHalt, compliance),
    ]);
    expect([one.type, other.type].sort()).toEqual(['error', 'ok']);
    expect([one, other].find(({ type }) => type === 'error')?.message).toBe('MARKET_HALTED_ALREADY');
    expect((await call('marketsResume', marketsResume, compliance)).type).toBe('ok');
    const { halts } = (await call('incidentsList', {}, trading)).message as { halts: Record<string, unknown>[] };
    expect(halts).toEqual([
      expect.objectContaining({ untilMs: clock.now(), resumedBy: 'compliance', operator: expect.stringMatching(/^op-/) }),
    ]);
  });

  test('who disables an operator is written down; the last word is the operator’s machine, where new ones are made', async () => {
    await ops('operators add gil --roles treasury', 'root');
    const token = await signedIn('compliance');
    const listed = async () =>
      (
        (await call('operatorsList', {}, token)).message as { operators: { name: string; disabledAtMs: number | null }[] }
      ).operators.find(({ name }) => name === 'gil');
    const gil = {
      name: 'gil',
      roles: ['treasury'],
      createdAtMs: clock.now(),
      disabledAtMs: null,
      lastSignInMs: null,
      hasKey: true,
    };
    expect(await listed()).toEqual(gil);
    const disable = { name: 'gil', reason: 'left' };
    // Nobody else takes treasury's part yet: who asks does not count.
    await database.owner.query(`update operator set disabled_at_ms = 1 where 'treasury' = any (roles) and name <> 'gil'`);
    expect((await call('operatorsDisable', disable, token)).message).toBe('OPERATOR_LAST');
    const both = await signedIn('compliance', 'treasury');
    expect((await call('operatorsDisable', disable, both)).message).toBe('OPERATOR_LAST');
    await ops('operators add jim --roles treasury', 'root');
    expect((await call('operatorsDisable', disable, token)).message).toEqual({ name: 'gil', disabledAtMs: clock.now() });
    expect((await call('operatorsDisable', disable, token)).message).toBe('DATA_NOT_FOUND');
    expect(await listed()).toMatchObject({ disabledAtMs: clock.now() });
    const { items } = (await call('auditList', { limit: 1 }, token)).message as { items: object[] };
    expect(items).toMatchObject([{ action: 'operator.disable', subject: 'operator gil', details: '{"reason":"left"}' }]);
  });

  test('who is enabled has his name and roles again; his session, his key and what he had proposed are gone', async () => {
    await ops('operators add kim --roles risk', 'root');
    const begin = async () =>
      call('sessionBegin', { name: 'kim', password: testPasswordOf('kim'), code: await testCodeOf(database, 'kim', clock) });
    const [kim, other] = [tokenOf(await begin()), await signedIn('compliance')];
    const signedInAtMs = clock.now();
    const { type } = await call('incidentsPropose', { ...good.incidentsPropose, toMs: clock.now() - 1000 }, kim);
    expect(type).toBe('ok');
    const back = { name: 'kim', reason: 'came back' };
    expect((await call('operatorsEnable', back, other)).message).toBe('DATA_NOT_FOUND');
    await call('operatorsDisable', { name: 'kim', reason: 'stolen phone' }, other);
    expect(await call('operatorsEnable', back, other)).toEqual({ type: 'ok', message: { name: 'kim' } });
    expect((await call('sessionMe', {}, kim)).message).toBe('AUTH_SESSION_ENDED');
    expect((await begin()).message).toBe('FEATURE_UNAVAILABLE');
    expect((await call('incidentsList', {}, other)).message).toMatchObject({ proposals: [] });
    const { operators } = (await call('operatorsList', {}, other)).message as { operators: { name: string }[] };
    expect(operators.find(({ name }) => name === 'kim')).toMatchObject({
      disabledAtMs: null,
      hasKey: false,
      lastSignInMs: signedInAtMs,
    });
    const { items } = (await call('auditList', { limit: 1 }, other)).message as { items: object[] };
    expect(items).toMatchObject([{ action: 'operator.enable', subject: 'operator kim', details: '{"reason":"came back"}' }]);
    await ops('operators key kim --reason "came back"', 'root');
    expect((await begin()).type).toBe('ok');
  });
});

test('what the house stands for: what it holds and what it owes, in the mode that is asked for, not older than ten seconds', async () => {
  const token = await signedIn('treasury');
  const exposure = async (mode: 'real' | 'demo') => (await call('booksExposure', { mode }, token)).message;
  const atMs = clock.now();
  const nothing = { atMs, seconds: [], leverage: [], spot: [], balances: [] };
  expect(await exposure('demo')).toEqual(nothing);
  await giveMoney(database.db, { userId: Number(personId), mode: 'demo', kind: 'coin', text: '12.5', atMs });
  expect(await exposure('real')).toEqual(nothing);
  clock.advance(9999);
  expect(await exposure('demo')).toEqual(nothing);
  clock.advance(1);
  expect(await exposure('demo')).toEqual({
    ...nothing,
    atMs: clock.now(),
    spot: [{ asset: 'USDT', people: '12.5', house: '0' }],
    balances: [
      { asset: 'USDT', holder: 'people', kind: 'coin', balance: '12.5' },
      { asset: 'USDT', holder: 'house', kind: 'demo', balance: '-12.5' },
    ],
  });
});

test('the books and the audit log are read; a call that is repeated within a minute is one row', async () => {
  const operator = await anOperator(database, ['risk'], { nowMs: clock.now() });
  expect(await call('incidentsList', {}, operator.token)).toMatchObject({ message: { proposals: [], incidents: [] } });
  for (let asked = 0; asked < 3; asked += 1)
    expect(await call('booksHealth', {}, operator.token)).toMatchObject({
      message: { funds: { isReadOnly: false }, checks: { database: null }, brokenAuditRow: null },
    });
  const { items } = (await call('auditList', { of: 'calls', limit: 3 }, operator.token)).message as {
    items: { action: string }[];
  };
  expect(items.map(({ action }) => action).slice(0, 2)).toEqual(['books/health', 'incidents/list']);
  const first = (await call('auditList', { limit: 1 }, operator.token)).message as { items: { id: string }[]; next: string };
  const second = (await call('auditList', { limit: 1, cursor: first.next }, operator.token)).message as {
    items: { id: string }[];
  };
  expect(Number(second.items[0]?.id)).toBe(Number(first.items[0]?.id) - 1);
  const found = async (filter: object) =>
    ((await call('auditList', filter, operator.token)).message as { items: { operator: string; action: string }[] }).items;
  const [newest] = await found({});
  expect((await found({ operator: newest?.operator, about: newest?.action.toUpperCase() }))[0]).toEqual(newest);
  expect(await found({ of: 'calls', operator: operator.name, about: 'audit/' })).not.toEqual([]);
  // What a pattern would mean is looked for as it is written.
  expect(await found({ about: '%i%' })).toEqual([]);
  expect(await found({ operator: 'nobody' })).toEqual([]);
});

describe('releases', () => {
  const named = { stable: '1.0.0+0000000a', previous: null, canary: null, apply: 'now', lock: null, disabled: null } as const;
  const done = { remote: 'market', outcome: 'changed', serial: 5, reason: 'blank', change: 'back', warnings: [], after: named };

  test('a change is by the operator who is signed in, and stands in the audit log once it is made', async () => {
    const { token, name } = await anOperator(database, ['release'], { nowMs: clock.now() });
    asked.length = 0;
    toolAnswers = async () => ({ ...done, outcome: 'would-change', after: { ...named, secret: 'of the store' } });
    const wish = { remote: 'market', reason: ' blank ', to: '1.0.0+0000000a', now: true };
    expect(await call('releasesRollback', { ...wish, dryRun: true }, token)).toEqual({
      type: 'ok',
      message: { is: 'told', value: { ...done, outcome: 'would-change' } },
    });
    toolAnswers = async () => done;
    expect(await call('releasesRollback', wish, token)).toMatchObject({ message: { is: 'told', value: { outcome: 'changed' } } });
    expect(asked).toEqual([
      [{ ...wish, verb: 'rollback', reason: 'blank', dryRun: true }, name],
      [{ ...wish, verb: 'rollback', reason: 'blank' }, name],
    ]);
    const audit = await database.db.selectFrom('audit').selectAll().where('actor', '=', name).execute();
    expect(audit.map(({ action, subject, details }) => [action, subject, details])).toEqual([
      ['release.rollback', 'remote market', '{"change":"back","reason":"blank"}'],
    ]);
  });

  test('the list of calls says which remote and which article a call was about', async () => {
    const { token, name } = await anOperator(database, ['release', 'content'], { nowMs: clock.now() });
    toolAnswers = async () => done;
    for (const remote of ['market', 'trade']) await call('releasesHalt', { remote, reason: 'blank' }, token);
    await call('contentGet', { article: 'agreement', language: 'de' }, token);
    const calls = await database.db
      .selectFrom('operatorCall')
      .innerJoin('operatorName', 'operatorName.id', 'operatorCall.operatorId')
      .select(['call', 'subject'])
      .where('name', '=', name)
      .orderBy('operatorCall.id')
      .execute();
    expect(calls.map((one) => `${one.call} ${one.subject}`)).toEqual([
      'releases/halt market',
      'releases/halt trade',
      'content/get agreement',
    ]);
  });

  test('questions, and what the tool refuses in its own words; a fault of another kind shows nothing of its inside', async () => {
    const token = await signedIn('release');
    asked.length = 0;
    toolAnswers = async () => [];
    expect(await call('releasesHistory', { remote: 'market', limit: 3 }, token)).toEqual({
      type: 'ok',
      message: { is: 'told', value: [] },
    });
    await call('releasesHostHistory', {}, token);
    expect(asked).toEqual([{ remote: 'market', limit: 3 }, 20]);
    for (const kind of ['refused', 'conflict', 'usage', 'unreachable'] as const) {
      toolAnswers = () => Promise.reject(new ReleaseProblem(kind, 'market is locked by ada'));
      expect(await call('releasesHalt', { remote: 'market', reason: 'test' }, token)).toEqual({
        type: 'ok',
        message: { is: 'problem', kind, message: 'market is locked by ada' },
      });
    }
    toolAnswers = () => Promise.reject(new Error('password of the store'));
    const fault = await call('releasesStatus', {}, token);
    expect([fault.message, JSON.stringify(fault).includes('password')]).toEqual(['REQUEST_EXCEPTION', false]);
  });

  test.each([
    ['no reason', 'releasesHalt', { remote: 'market' }],
    ['an empty reason', 'releasesHalt', { remote: 'market', reason: ' ' }],
    ['a misspelt option', 'releasesHalt', { remote: 'market', reason: 'test', dryrun: true }],
    ['a path for a remote', 'releasesHalt', { remote: '../keys', reason: 'test' }],
    ['a share of everybody', 'releasesCanary', { remote: 'market', percent: 100, reason: 'test' }],
    ['a share as text', 'releasesCanary', { remote: 'market', percent: '5', reason: 'test' }],
    ['no version', 'releasesPromote', { remote: 'market', version: 'latest', reason: 'test' }],
    ['no words', 'releasesDisable', { remote: 'market', reason: 'test', message: {} }],
    ['too many entries', 'releasesHistory', { limit: 9999 }],
  ] as const)('%s: refused, and the tool is not asked', async (_, name, request) => {
    asked.length = 0;
    expect(await call(name, request, await signedIn('release'))).toMatchObject({ type: 'error' });
    expect(asked).toEqual([]);
  });
});
