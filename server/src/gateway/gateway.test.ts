/**
 * Money in by bank card, from the request to the balance: every way in which a callback can be wrong, come twice, late or never, and what is
 * booked then. Against the real database, the real routes, and a gateway that is a real HTTP server.
 */
import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations, type OperationName, type OperationResponse } from '@tessera/shared/operations';
import { anOperator } from '../../test/anOperator';
import { startPlayedGateway, type PlayedGateway } from '../../test/gateway/PlayedGateway';
import { noonMs, useTradingExchange, type Answer, type Person } from '../../test/tradingExchange';
import { loadCatalog } from '../catalog/Catalog';
import { createContent } from '../content/Content';
import { findViolations, ledgerRules } from '../ledger/invariants';
import { readConfig } from '../platform/config';
import { createLog } from '../platform/log';
import { createMetrics } from '../platform/metrics';
import { createRandom } from '../platform/random';
import { sleep } from '../platform/timers';
import { createReviews } from '../reviews/Reviews';
import { topUpLedgerRules } from '../topups/invariants';
import { openTerms } from '../topups/openTerms';
import { topUpKind } from '../topups/topUpKind';
import { readTurnover } from '../withdrawals/turnover';
import { createCardPayments, type CardPayments } from './CardPayments';
import type { PaymentReport, PaymentState } from './Gateway';
import { readGatewayKeys } from './readGatewayKeys';
import { replayWindowMs, sign, signatureHeader, signatureProblem } from './signature';

const minuteMs = 60_000;
const keys = ['the older key of a gateway under test', 'the newer key of a gateway under test'];
let folder: string;
let gateway: PlayedGateway;
let settings: Readonly<Record<string, string>>;
let nowMs = (): number => noonMs;

const exchange = useTradingExchange({
  async settings() {
    folder = await mkdtemp(join(tmpdir(), 'tessera-gateway-'));
    const file = join(folder, 'keys');
    await writeFile(file, `${keys.join('\n')}\n`);
    gateway = await startPlayedGateway({ keys: keys.slice(-1), now: () => nowMs() });
    return (settings = { GATEWAY_URL: gateway.url, GATEWAY_KEYS_FILE: file, GATEWAY_NAME: 'testpay' });
  },
});
/** As the worker has it: its job is run by hand. */
let cards: CardPayments;
beforeAll(async () => {
  nowMs = () => exchange.clock.now();
  const { db } = exchange.database;
  const log = createLog({ logLevel: 'silent' });
  const metrics = createMetrics({ collectProcess: false });
  const { messages, texts } = createContent({ db, log, metrics, config: { serviceContacts: undefined, exchange: 'practice' } });
  const wakeOutbox = () => undefined;
  const kinds = [topUpKind({ db, messages, uploads: { addressOf: async (id) => id } })];
  const reviews = createReviews({ db, clock: exchange.clock, random: createRandom(), log, kinds, wakeOutbox });
  const made = await createCardPayments({
    db,
    clock: exchange.clock,
    random: createRandom(),
    log,
    metrics,
    config: readConfig(settings),
    messages,
    texts,
    reviews,
    wakeOutbox,
  });
  if (made === undefined) throw new Error('a gateway is set');
  cards = made;
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true, force: true });
});

const round = () => cards.job.run(new AbortController().signal);
const aRealPerson = () => exchange.aPerson({ mode: 'real', coin: '0' });
interface Shown {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly isReversed: boolean;
  readonly payment?: { readonly page: string | null; readonly untilMs: number };
}
const wanted = (amount = '100') => ({ method: 'bank_card', asset: 'USDT', amount, uploadIds: [] });
/** Somebody who was led to the gateway's page. */
async function begun(amount = '100'): Promise<{ person: Person; topUp: Shown; reference: string }> {
  const person = await aRealPerson();
  const topUp = await person.get<Shown>('topUp', wanted(amount));
  return { person, topUp, reference: await referenceOf(topUp.id) };
}
const referenceOf = async (topUp: string): Promise<string> =>
  (
    await exchange.database.db
      .selectFrom('gatewayPayment')
      .innerJoin('topup', 'topup.id', 'gatewayPayment.topupId')
      .select('reference')
      .where('publicId', '=', topUp)
      .executeTakeFirstOrThrow()
  ).reference;
const shownOf = async (person: Person) => (await person.get<{ items: Shown[] }>('topUpLog', {})).items[0];
const availableOf = async (person: Person) =>
  (await person.get<{ coin: { available: string } }>('walletInfo', { asset: 'USDT' })).coin.available;
const journalsOf = async ({ userId }: Person) =>
  (
    await exchange.database.owner.query<{ kind: string; account: string; amount: string }>(
      `select j.kind, a.kind as account, trim_scale(e.amount)::text as amount from entry e join journal j on j.id = e.journal_id
       join account a on a.id = e.account_id
       where j.kind in ('topup', 'adjustment') and j.id in (select e2.journal_id from entry e2 join account a2 on a2.id = e2.account_id where a2.owner_id = $1)
       order by j.id, e.seq`,
      [userId],
    )
  ).rows.map(({ kind, account, amount }) => `${kind} ${account} ${amount}`);
const credited = (amount = '100') => [`topup custody:testpay -${amount}`, `topup coin ${amount}`];
const alarmsOf = async (subject: string) =>
  (
    await exchange.database.db
      .selectFrom('gatewayAlarm')
      .select('reason')
      .where('subject', '=', subject)
      .orderBy('reason')
      .execute()
  ).map(({ reason }) => reason);
const messagesOf = async (person: Person) =>
  (await person.get<{ items: { title: string; body: string }[] }>('userMessages', {})).items;

/** The bytes as they are. */
async function post(payload: Buffer | string, header: string | undefined, remoteAddress = '127.0.0.1'): Promise<number> {
  const { statusCode } = await exchange.app.http.inject({
    method: 'POST',
    url: '/api/gateway/callback',
    remoteAddress,
    headers: { 'content-type': 'application/json', ...(header === undefined ? {} : { [signatureHeader]: header }) },
    payload,
  });
  return statusCode;
}
const bytesOf = (report: unknown) => Buffer.from(JSON.stringify(report));
const signed = (report: unknown, { by = keys.slice(-1), atMs = nowMs() } = {}): Promise<number> =>
  post(bytesOf(report), sign(by, atMs, bytesOf(report)));
const tell = (reference: string, state: PaymentState, more: Partial<PaymentReport> = {}): Promise<number> =>
  signed({ ...gateway.move(reference, state), ...more });
const later = (ms: number) => exchange.clock.advance(ms);
const asOperator = async (name: OperationName, request: Record<string, unknown>, by?: string): Promise<Answer> => {
  const token = by ?? (await anOperator(exchange.database, ['treasury', 'risk'], { nowMs: nowMs() })).token;
  const answer = await exchange.app.operationsHttp?.inject({
    method: 'POST',
    url: `/ops/api/${operations[name].path}`,
    headers: { authorization: `Bearer ${token}` },
    payload: request,
  });
  return answer?.json() as Answer;
};
async function decide({ userId }: Person, verdict: 'approved' | 'rejected'): Promise<Answer> {
  const { publicId: id, termsHash } = await exchange.database.db
    .selectFrom('review')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return asOperator('reviewsDecide', { id, verdict, termsHash, ...(verdict === 'rejected' ? { reason: 'not ours' } : {}) });
}

describe('a request', () => {
  it('is shown the terms, gets the gateway’s page, and is credited once it is paid: it can be traded', async () => {
    const person = await aRealPerson();
    const { methods } = await person.get<{ methods: { method: string; assets: object[] }[] }>('topUpTerms', {});
    expect(methods.find(({ method }) => method === 'bank_card')?.assets).toEqual([
      { asset: 'USDT', min: '20', max: '10000', turnoverFactor: '1', scale: 6, reviewFrom: '2000', networks: [] },
    ]);
    const key = randomUUID();
    const topUp = await person.get<Shown>('topUp', wanted(), key);
    expect(topUp).toMatchObject({
      status: 'callback_in_progress',
      turnoverNeed: '100',
      payment: { page: expect.stringMatching(`^${gateway.url}/pay/`), untilMs: nowMs() + 30 * minuteMs },
    });
    // Sent again it is the same one, at the gateway too.
    expect(await person.get<Shown>('topUp', wanted(), key)).toMatchObject({ id: topUp.id, payment: topUp.payment });
    const reference = await referenceOf(topUp.id);
    expect(gateway.payments.get(reference)?.wanted).toMatchObject({
      amount: '100',
      currency: 'USDT',
      returnUrl: `http://localhost:80/h5/#/pages/assets/topupOrder?id=${topUp.id}`,
      callbackUrl: 'http://localhost:80/api/gateway/callback',
    });
    expect(await journalsOf(person)).toEqual([]);
    expect(await tell(reference, 'paid')).toBe(200);
    expect(await shownOf(person)).toMatchObject({ status: 'success', reason: null });
    expect((await shownOf(person))?.payment).toBeUndefined();
    expect(await journalsOf(person)).toEqual(credited());
    expect(await messagesOf(person)).toMatchObject([{ title: '100 USDT have arrived' }]);
    expect(String((await readTurnover(exchange.database.db, person.userId)).need)).toBe('100');
    await exchange.tick('BTC-USDT', '100000');
    const order = { symbol: 'BTC-USDT', side: 'buy', entrustment: 'limit', price: '90000', quantity: '0.001' };
    expect(await person.ask('spotSubmit', { ...order, clientOrderId: randomUUID() })).toMatchObject({ type: 'ok' });
  });

  it.each([
    ['demo money', { mode: 'demo' as const }, {}, 'WALLET_DEMO_FORBIDDEN', undefined],
    ['less than the least', {}, { amount: '19.99' }, 'WALLET_BELOW_MIN', { min: '20', asset: 'USDT' }],
    ['more than the most', {}, { amount: '10000.1' }, 'WALLET_ABOVE_MAX', { max: '10000', asset: 'USDT' }],
    ['more digits than the asset has', {}, { amount: '20.0000001' }, 'PARAMETER_WRONG', { field: 'amount' }],
    ['a network', {}, { network: 'tron' }, 'PARAMETER_WRONG', { field: 'network' }],
    ['a picture', {}, { uploadIds: ['x'] }, 'PARAMETER_WRONG', { field: 'uploadIds' }],
    ['a coin that cards do not bring', {}, { asset: 'BTC' }, 'FEATURE_NOT_OPEN', undefined],
    ['a way that does not exist', {}, { method: 'cheque' }, 'TYPE_WRONG', undefined],
  ])('of %s is refused, and the gateway hears nothing', async (_, who, more, message, params) => {
    const before = gateway.payments.size;
    const person = await exchange.aPerson({ mode: 'real', ...who });
    expect(await person.ask('topUp', { ...wanted(), ...more })).toEqual({
      type: 'error',
      message,
      ...(params === undefined ? {} : { params }),
    });
    expect(gateway.payments.size).toBe(before);
  });

  it('is one of five that wait at most, and within what the person allows himself a day', async () => {
    const person = await aRealPerson();
    for (let turn = 0; turn < 5; turn += 1) await person.get('topUp', wanted('20'));
    expect(await person.ask('topUp', wanted('20'))).toMatchObject({ message: 'TOPUP_TOO_MANY', params: { max: '5' } });
    const careful = await aRealPerson();
    await careful.get('setLimit', { kind: 'deposit', most: '150' });
    expect(await careful.ask('topUp', wanted('151'))).toMatchObject({ message: 'LIMIT_DEPOSIT_REACHED' });
  });

  it('of a gateway that is silent is kept and opened by the job; of one that refuses it fails; a page of another origin is never shown', async () => {
    gateway.behave('silent');
    const { person, topUp } = await begun();
    expect(topUp).toMatchObject({ status: 'callback_in_progress', payment: { page: null } });
    gateway.behave('of another origin');
    later(minuteMs);
    await round();
    expect((await shownOf(person))?.payment?.page).toBeNull();
    gateway.behave('well');
    later(2 * minuteMs);
    await round();
    expect((await shownOf(person))?.payment?.page).toMatch(`${gateway.url}/pay/`);
    gateway.behave('refusing');
    const refused = await begun();
    gateway.behave('well');
    expect(await shownOf(refused.person)).toMatchObject({ status: 'failure', reason: 'The card was declined.' });
    expect(await alarmsOf(refused.reference)).toEqual(['refused']);
  });
});

describe('a callback', () => {
  const foreign = 'a key that nobody gave to anybody here';
  /** Each on a payment that waits: what it is answered, and what operators hear. Nothing is booked. */
  const wrong: readonly (readonly [
    situation: string,
    send: (reference: string, report: PaymentReport) => Promise<number>,
    status: number,
    alarm: string,
  ])[] = [
    ['without a signature', (_, report) => post(bytesOf(report), undefined), 401, 'wrong_signature'],
    ['signed by somebody else', (_, report) => signed(report, { by: [foreign] }), 401, 'wrong_signature'],
    [
      'whose bytes were changed by one',
      (_, report) => post(bytesOf({ ...report, amount: '101' }), sign(keys, nowMs(), bytesOf(report))),
      401,
      'wrong_signature',
    ],
    [
      'whose instant was changed',
      (_, report) =>
        post(bytesOf(report), sign(keys, nowMs() - replayWindowMs - 1, bytesOf(report)).replace(/t=\d+/, `t=${nowMs()}`)),
      401,
      'wrong_signature',
    ],
    [
      'that somebody kept for longer than the window',
      (_, report) => signed(report, { atMs: nowMs() - replayWindowMs - 1 }),
      401,
      'outside_window',
    ],
    ['of the future', (_, report) => signed(report, { atMs: nowMs() + replayWindowMs + 1 }), 401, 'outside_window'],
    ['of no form', () => post('not json', sign(keys, nowMs(), Buffer.from('not json'))), 400, 'unreadable'],
    ['without an amount', (_, report) => signed({ ...report, amount: undefined }), 400, 'unreadable'],
    ['with an amount that is none', (_, report) => signed({ ...report, amount: '-100' }), 400, 'unreadable'],
    ['with a state that there is not', (_, report) => signed({ ...report, state: 'maybe' }), 400, 'unreadable'],
    ['of more bytes than are read', (_, report) => signed({ ...report, more: 'x'.repeat(5000) }), 413, 'too_large'],
    ['of another amount', (_, report) => signed({ ...report, amount: '100.01' }), 200, 'wrong_amount'],
    ['of another currency', (_, report) => signed({ ...report, currency: 'USD' }), 200, 'wrong_currency'],
    ['of another payment of the gateway', (_, report) => signed({ ...report, id: 'pay_other' }), 200, 'wrong_id'],
    ['of a refund before it was paid', (_, report) => signed({ ...report, state: 'refunded' }), 200, 'out_of_order'],
  ];
  test('one id for two requests books nothing for the second, and is reported', async () => {
    const [first, second] = [await begun(), await begun()];
    const { id } = gateway.move(first.reference, 'paid');
    // As where its answer to our request was lost.
    await exchange.database.owner.query(
      `do $$ begin set local session_replication_role = replica;
       update gateway_payment set provider_id = null, page = null, state = 'wanted' where reference = '${second.reference}'; end $$`,
    );
    expect(await tell(second.reference, 'paid', { id })).toBe(200);
    expect([await alarmsOf(second.reference), await availableOf(second.person)]).toEqual([['wrong_id'], '0']);
    expect(await tell(second.reference, 'paid')).toBe(200);
    expect(await tell(first.reference, 'paid')).toBe(200);
    for (const { person } of [first, second]) expect(await availableOf(person)).toBe('100');
  });

  test.each(wrong)('%s books nothing and is reported; the good one after it is booked', async (_, send, status, alarm) => {
    const { person, reference } = await begun();
    const day = new Date(nowMs()).toISOString().slice(0, 10);
    // What strangers send is written down once a minute.
    later(2 * minuteMs);
    const report = gateway.move(reference, 'paid');
    expect(await send(reference, report)).toBe(status);
    expect(await journalsOf(person)).toEqual([]);
    expect(await shownOf(person)).toMatchObject({ status: 'callback_in_progress' });
    const told = async (): Promise<readonly string[]> => [...(await alarmsOf(reference)), ...(await alarmsOf(day))];
    // The answer to a stranger waits for no alarm.
    for (let tries = 0; tries < 250 && !(await told()).includes(alarm); tries += 1) await sleep(20);
    expect(await told()).toContain(alarm);
    expect(await signed(report)).toBe(200);
    expect(await journalsOf(person)).toEqual(credited());
  });

  /** In this order; what is booked in the end, what the top-up is, and what operators hear. */
  const sequences: readonly (readonly [
    situation: string,
    states: readonly PaymentState[],
    status: string,
    booked: readonly string[],
    alarms: readonly string[],
  ])[] = [
    ['success twice', ['paid', 'paid'], 'success', credited(), []],
    ['failure twice', ['declined', 'declined'], 'failure', [], []],
    ['failure after success', ['paid', 'declined'], 'success', credited(), ['out_of_order']],
    ['expiry after success', ['paid', 'expired'], 'success', credited(), ['out_of_order']],
    ['success after failure', ['declined', 'paid'], 'failure', [], ['out_of_order']],
    ['success after expiry', ['expired', 'paid'], 'failure', [], ['late']],
    [
      'a refund after success, twice',
      ['paid', 'refunded', 'refunded'],
      'failure',
      [...credited(), 'adjustment custody:testpay 100', 'adjustment coin -100'],
      [],
    ],
    [
      'a chargeback after success, then success again',
      ['paid', 'charged_back', 'paid'],
      'failure',
      [...credited(), 'adjustment custody:testpay 100', 'adjustment coin -100'],
      ['out_of_order'],
    ],
  ];
  test.each(sequences)('%s', async (_, states, status, booked, alarms) => {
    const { person, reference } = await begun();
    for (const state of states) expect(await tell(reference, state)).toBe(200);
    expect((await journalsOf(person)).sort()).toEqual([...booked].sort());
    expect(await shownOf(person)).toMatchObject({ status, isReversed: booked.length > 2 });
    expect(await alarmsOf(reference)).toEqual(alarms);
  });

  it('of a payment that nobody asked for is not found, and told to operators', async () => {
    const report = {
      id: 'pay_unknown',
      reference: 'nobody-asked-for-this',
      state: 'paid',
      amount: '5',
      currency: 'USDT',
      atMs: 1,
    };
    expect([await signed(report), await signed(report)]).toEqual([404, 404]);
    const answer = await asOperator('gatewayAlarms', {});
    expect(answer.message).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ reason: 'unknown_payment', subject: 'pay_unknown', times: 2, topUp: null, done: null }),
      ]),
    });
  });

  it('is marked as done by an operator, and stays to be read; said again, it is open again', async () => {
    type Shown = OperationResponse<'gatewayAlarms'>['items'][number];
    const report = { id: 'pay_marked', reference: 'asked-by-nobody', state: 'paid', amount: '5', currency: 'USDT', atMs: 1 };
    const alarmIn = async (state: 'open' | 'any') =>
      ((await asOperator('gatewayAlarms', { state })).message as { items: Shown[] }).items.find(
        ({ subject }) => subject === report.id,
      );
    await signed(report);
    const { id = '' } = (await alarmIn('open')) ?? {};
    const mark = (seen: string) => asOperator('alarmsDone', { kind: 'gateway', ref: id, seen, reason: 'Refunded there.' });
    await signed(report);
    expect(await mark('1')).toMatchObject({ message: 'REVIEW_CHANGED' });
    expect(await mark('2')).toEqual({ type: 'ok', message: {} });
    expect(await mark('2')).toMatchObject({ message: 'STATUS_ABNORMAL' });
    expect(await asOperator('alarmsDone', { kind: 'gateway', ref: '999999', seen: '1', reason: 'No.' })).toMatchObject({
      message: 'DATA_NOT_FOUND',
    });
    expect(await alarmIn('open')).toBeUndefined();
    const by = { by: expect.any(String), reason: 'Refunded there.', atMs: exchange.clock.now() };
    expect(await alarmIn('any')).toMatchObject({ times: 2, done: by });
    const [row] = await exchange.database.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).execute();
    expect(row).toMatchObject({
      action: 'alarms.done',
      subject: `gateway ${id}`,
      details: '{"reason":"Refunded there.","seen":"2"}',
    });
    await signed(report);
    expect(await alarmIn('open')).toMatchObject({ times: 3, done: null });
  });

  it('is not marked as done by the operator whom it is about', async () => {
    const { person, reference } = await begun();
    await tell(reference, 'paid', { amount: '99' });
    const { owner, db } = exchange.database;
    const alarm = await db.selectFrom('gatewayAlarm').select('id').where('subject', '=', reference).executeTakeFirstOrThrow();
    const self = await anOperator(exchange.database, ['treasury'], { nowMs: nowMs() });
    await owner.query('update operator set user_id = $1 where id = $2', [person.userId, self.id]);
    const asked = { kind: 'gateway', ref: String(alarm.id), seen: '1', reason: 'Mine.' };
    expect(await asOperator('alarmsDone', asked, self.token)).toMatchObject({ message: 'REVIEW_OWN' });
  });

  it('that it was paid after its end books nothing: it has failed, and operators hear of the money', async () => {
    const { person, reference } = await begun();
    later(31 * minuteMs);
    expect(await tell(reference, 'paid')).toBe(200);
    expect(await shownOf(person)).toMatchObject({ status: 'failure', reason: 'The payment was not made in time.' });
    expect([await journalsOf(person), await alarmsOf(reference)]).toEqual([[], ['late']]);
  });

  it('that was paid in time and comes late is booked, while nobody ended it', async () => {
    const { person, reference } = await begun();
    const report = gateway.move(reference, 'paid');
    later(40 * minuteMs);
    expect(await signed(report)).toBe(200);
    expect(await journalsOf(person)).toEqual(credited());
  });

  it('is believed by either of two keys, while keys are changed', async () => {
    for (const by of [[keys[0] ?? ''], [keys[1] ?? ''], [foreign, keys[0] ?? '']]) {
      const { person, reference } = await begun();
      expect(await signed(gateway.move(reference, 'paid'), { by })).toBe(200);
      expect(await journalsOf(person)).toEqual(credited());
    }
  });

  it('ten times at once is booked once; a refund beside it, in whatever order, leaves nothing or waits', async () => {
    const { person, reference } = await begun();
    const paid = gateway.move(reference, 'paid');
    expect(new Set(await Promise.all(Array.from({ length: 10 }, () => signed(paid))))).toEqual(new Set([200]));
    expect(await journalsOf(person)).toEqual(credited());
    const second = await begun();
    const both = gateway.move(second.reference, 'paid');
    await Promise.all([signed(both), signed({ ...both, state: 'refunded' }), round()]);
    await signed({ ...both, state: 'refunded' });
    expect(await availableOf(second.person)).toBe('0');
    const violations = await findViolations(exchange.database.db, topUpLedgerRules, 0);
    expect(violations.flatMap(({ subjects }) => subjects)).toEqual([]);
  });

  it('in any order, all at once, with the job among them: each payment is booked as it stands in the end, and the house owes as much', async () => {
    const states = ['paid', 'declined', 'expired', 'refunded', 'charged_back'] as const;
    const begins = await Promise.all(
      states.flatMap((first) => states.map(async (second) => ({ ...(await begun()), first, second }))),
    );
    const { owner, db } = exchange.database;
    const sumsOf = async () =>
      new Map(
        (
          await owner.query<{ kind: string; sum: string }>(
            `select a.kind, trim_scale(sum(e.amount))::text as sum from entry e join account a on a.id = e.account_id
             where a.kind = 'custody:testpay' or (a.kind = 'coin' and a.owner_id = any ($1::bigint[])) group by 1`,
            [begins.map(({ person }) => person.userId)],
          )
        ).rows.map(({ kind, sum }) => [kind, Number(sum)]),
      );
    const before = await sumsOf();
    later(minuteMs);
    await Promise.all([
      round(),
      ...begins.flatMap(({ reference, first, second }) => {
        const report = gateway.move(reference, first);
        return [report, { ...report, state: second }, report, { ...report, state: 'paid' }].map((one) => signed(one));
      }),
    ]);
    let owed = 0;
    for (const { person, reference } of begins) {
      const { state } = await db
        .selectFrom('gatewayPayment')
        .select('state')
        .where('reference', '=', reference)
        .executeTakeFirstOrThrow();
      expect([state, await availableOf(person)]).toEqual([state, state === 'paid' ? '100' : '0']);
      if (state === 'paid') owed += 100;
    }
    const after = await sumsOf();
    expect((after.get('custody:testpay') ?? 0) - (before.get('custody:testpay') ?? 0)).toBe(-owed);
    expect(after.get('coin') ?? 0).toBe(owed);
    const found = await findViolations(db, [...ledgerRules, ...topUpLedgerRules], 0);
    expect(found.flatMap(({ subjects }) => subjects)).toEqual([]);
  });

  it('that cannot be kept is answered with 503 and changes nothing; sent again it is booked once', async () => {
    const { person, reference } = await begun();
    const { owner } = exchange.database;
    await owner.query(
      `create function dies() returns trigger language plpgsql security definer as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
       create trigger dies after update on topup for each statement execute function dies()`,
    );
    const report = gateway.move(reference, 'paid');
    const status = await signed(report);
    await owner.query('drop trigger dies on topup; drop function dies()');
    expect(status).toBe(503);
    expect([await journalsOf(person), await messagesOf(person)]).toEqual([[], []]);
    expect([await signed(report), await signed(report)]).toEqual([200, 200]);
    expect([await journalsOf(person), await messagesOf(person)]).toMatchObject([credited(), [{}]]);
  });

  it('of strangers costs no query each, and delays nobody', async () => {
    const { person, reference } = await begun();
    const { owner } = exchange.database;
    const locker = await owner.connect();
    later(2 * minuteMs);
    const report = gateway.move(reference, 'paid');
    const timesOf = async () =>
      Number(
        (
          await owner.query<{ times: string }>(
            `select coalesce(sum(times), 0) as times from gateway_alarm where reason = 'wrong_signature'`,
          )
        ).rows[0]?.times,
      );
    const before = await timesOf();
    // Whoever asked one of these tables would wait: strangers are answered all the same.
    await locker.query('begin; lock table gateway_payment, topup, gateway_alarm in access exclusive mode');
    const flood = await Promise.all(Array.from({ length: 500 }, () => signed(report, { by: [foreign] })));
    await locker.query('rollback');
    locker.release();
    expect(new Set(flood)).toEqual(new Set([401]));
    expect((await timesOf()) - before).toBeLessThanOrEqual(1);
    expect(await exchange.app.metrics.registry.metrics()).toMatch(/gateway_alarms_total\{reason="wrong_signature"\} \d{3}/);
    expect(await signed(report)).toBe(200);
    expect(await journalsOf(person)).toEqual(credited());
  });
});

describe('above the terms’ limit', () => {
  it('an operator decides what was paid; refused, nothing is booked', async () => {
    const { person, reference } = await begun('2000');
    await tell(reference, 'paid');
    await tell(reference, 'paid');
    expect(await shownOf(person)).toMatchObject({ status: 'under_review' });
    expect(await journalsOf(person)).toEqual([]);
    expect(await decide(person, 'approved')).toMatchObject({ message: { state: 'approved' } });
    expect(await journalsOf(person)).toEqual(credited('2000'));
    const second = await begun('2000');
    await tell(second.reference, 'paid');
    await decide(second.person, 'rejected');
    await tell(second.reference, 'refunded');
    expect([await shownOf(second.person), await journalsOf(second.person)]).toMatchObject([{ reason: 'not ours' }, []]);
  });

  it('a refund before the verdict ends it: nobody can approve it any more', async () => {
    const { person, reference } = await begun('2000');
    await tell(reference, 'paid');
    await tell(reference, 'refunded');
    expect(await shownOf(person)).toMatchObject({ status: 'failure', reason: 'The payment was refunded to the card.' });
    expect(await decide(person, 'approved')).toMatchObject({ message: { state: 'cancelled' } });
    expect(await journalsOf(person)).toEqual([]);
  });

  it('what the person’s own limit of the day no longer lets in waits for an operator, and is not lost', async () => {
    const person = await aRealPerson();
    await person.get('setLimit', { kind: 'deposit', most: '150' });
    const references: string[] = [];
    for (let turn = 0; turn < 2; turn += 1) references.push(await referenceOf((await person.get<Shown>('topUp', wanted())).id));
    for (const reference of references) expect(await tell(reference, 'paid')).toBe(200);
    expect(await shownOf(person)).toMatchObject({ status: 'under_review' });
    expect([await journalsOf(person), await alarmsOf(references[1] ?? '')]).toEqual([credited(), ['not_booked']]);
  });
});

describe('a chargeback of money that is no longer there', () => {
  it('is reported and takes nothing; it is taken back once it is there again', async () => {
    const { person, reference } = await begun();
    await tell(reference, 'paid');
    await person.get('transfer', { from: 'coin', to: 'contract', asset: 'USDT', amount: '30' });
    expect(await tell(reference, 'charged_back')).toBe(200);
    expect(await alarmsOf(reference)).toEqual(['reversal_short']);
    expect([await shownOf(person), await availableOf(person)]).toMatchObject([{ status: 'success' }, '70']);
    await person.get('transfer', { from: 'contract', to: 'coin', asset: 'USDT', amount: '30' });
    later(61 * minuteMs);
    await round();
    expect([await shownOf(person), await availableOf(person)]).toMatchObject([
      { status: 'failure', isReversed: true, reason: 'The bank took the payment back.' },
      '0',
    ]);
    await round();
    expect((await journalsOf(person)).length).toBe(4);
  });
});

describe('a callback that never comes', () => {
  it.each([
    ['paid', 'success', credited()],
    ['declined', 'failure', []],
    ['expired', 'failure', []],
  ] as const)('is asked for: %s', async (state, status, booked) => {
    const { person, reference } = await begun();
    gateway.move(reference, state);
    later(minuteMs);
    await Promise.all([round(), round()]);
    expect([await shownOf(person), await journalsOf(person)]).toMatchObject([{ status }, booked]);
  });

  it('nobody paid, and its time is over: it has expired, beside a callback that says otherwise at that moment', async () => {
    const quiet = await begun();
    const raced = await begun();
    later(31 * minuteMs);
    const paidInTime = gateway.move(raced.reference, 'paid', nowMs() - 2 * minuteMs);
    await Promise.all([round(), signed(paidInTime)]);
    expect(await shownOf(quiet.person)).toMatchObject({ status: 'failure', reason: 'The payment was not made in time.' });
    expect(await journalsOf(raced.person)).toEqual(credited());
  });

  it('the gateway says nothing for a day: it has expired, operators are told, and is asked ever more slowly until then', async () => {
    const { person, reference } = await begun();
    gateway.behave('silent');
    const asksOf = async () =>
      (
        await exchange.database.db
          .selectFrom('gatewayPayment')
          .select('asks')
          .where('reference', '=', reference)
          .executeTakeFirstOrThrow()
      ).asks;
    for (let turn = 0; turn < 30; turn += 1) {
      later(minuteMs);
      await round();
    }
    expect(await asksOf()).toBeLessThan(10);
    expect(await shownOf(person)).toMatchObject({ status: 'callback_in_progress' });
    later(25 * 60 * minuteMs);
    await round();
    gateway.behave('well');
    expect(await shownOf(person)).toMatchObject({ status: 'failure' });
    expect(await alarmsOf(reference)).toEqual(['unanswered']);
    // That it was paid all the same is told, and booked by nobody.
    expect(await tell(reference, 'paid')).toBe(200);
    expect([await journalsOf(person), await alarmsOf(reference)]).toEqual([[], ['late', 'unanswered']]);
  });
});

describe('the settings', () => {
  it('without a gateway the way is not shown; half of them, or keys that are none, stop the start and tell no key', async () => {
    const catalog = await loadCatalog(exchange.database.db, nowMs());
    expect(openTerms(catalog, { takesCards: false, watched: new Set() }).methods.map(({ method }) => method)).not.toContain(
      'bank_card',
    );
    expect(() => readConfig({ GATEWAY_URL: 'https://pay.example' })).toThrow('GATEWAY_URL and GATEWAY_KEYS_FILE need each other');
    expect(() => readConfig({ GATEWAY_URL: 'http://pay.example', GATEWAY_KEYS_FILE: 'x' })).toThrow('GATEWAY_URL');
    for (const text of ['', 'short', `${keys.join('\n')}\n${keys[0]}`]) {
      const file = join(folder, 'wrong');
      await writeFile(file, text);
      const failure = await readGatewayKeys(file).then(String, String);
      expect(failure).toMatch(/GATEWAY_KEYS_FILE must hold one key/);
      for (const key of [...keys, 'short']) expect(failure.slice(0, -40)).not.toContain(key === 'short' ? 'short,' : key);
    }
    await expect(readGatewayKeys(join(folder, 'none'))).rejects.toThrow('cannot be read');
  });

  it('the database lets nobody credit what was not paid, nor change what a payment is of', async () => {
    const { person, topUp, reference } = await begun();
    const { db, owner } = exchange.database;
    await expect(
      db.updateTable('topup').set({ status: 'success', decidedAtMs: 1 }).where('publicId', '=', topUp.id).execute(),
    ).rejects.toMatchObject({ code: 'R0002' });
    await tell(reference, 'declined');
    for (const change of [`state = 'paid'`, `reference = reference || 'x'`, `provider_id = 'another'`])
      await expect(owner.query(`update gateway_payment set ${change} where reference = $1`, [reference])).rejects.toMatchObject({
        code: 'R0002',
      });
    expect(await journalsOf(person)).toEqual([]);
  });

  it('a header of another form, or with many signatures, is no signature', () => {
    const body = Buffer.from('{}');
    const good = sign(keys, 5, body);
    for (const header of [undefined, '', 'v1=1', good.toUpperCase(), `${good} `, `t=5${',v1='.concat('0'.repeat(64)).repeat(5)}`])
      expect(signatureProblem(header, { keys, body, nowMs: 5 })).toBe('wrong_signature');
    expect(signatureProblem(good, { keys, body, nowMs: 5 + replayWindowMs })).toBeUndefined();
  });
});
