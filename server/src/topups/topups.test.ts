/**
 * Money in, from the address to the balance: every rule of the request, what each verdict books, and that it is booked once, whoever dies or
 * is in a hurry. Against the real database and through the real routes.
 */
import { beforeAll, describe, expect, it, test } from '@jest/globals';
import { bech32, createBase58check } from '@scure/base';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { operations, type OperationName } from '@tessera/shared/operations';
import { anOperator, type TestOperator } from '../../test/anOperator';
import { aJpeg } from '../../test/pictures';
import { useTradingExchange, type Answer, type Person } from '../../test/tradingExchange';
import { loadCatalog } from '../catalog/Catalog';
import { createContent } from '../content/Content';
import { findViolations } from '../ledger/invariants';
import { createLog } from '../platform/log';
import { createMetrics } from '../platform/metrics';
import { createRandom } from '../platform/random';
import { createReviews } from '../reviews/Reviews';
import type { ReviewKind } from '../reviews/ReviewKind';
import { readTurnover } from '../withdrawals/turnover';
import { topUpLedgerRules } from './invariants';
import { judgeTopUp } from './judgeTopUp';
import { openTerms } from './openTerms';
import { topUpKind } from './topUpKind';
import { watchAddresses } from './watchAddresses';

const exchange = useTradingExchange();
let tess: TestOperator;
let theo: TestOperator;
let made = 0;

const base58 = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());
const aTron = () => base58.encode(Uint8Array.from([0x41, ...randomBytes(20)]));
/** Its last letter is another one. */
const mistyped = (address: string) => `${address.slice(0, -1)}${address.endsWith('1') ? '2' : '1'}`;
const aBitcoin = () => bech32.encode('bc', [0, ...bech32.toWords(randomBytes(20))]);
const anEvm = () => `0x${String((made += 1)).padStart(40, '1')}`;

async function operate(operator: TestOperator, name: OperationName, request: Record<string, unknown>): Promise<Answer> {
  const answer = await exchange.app.operationsHttp?.inject({
    method: 'POST',
    url: `/ops/api/${operations[name].path}`,
    headers: { authorization: `Bearer ${operator.token}` },
    payload: request,
  });
  return answer?.json() as Answer;
}
/** Entered by both operators. */
async function listAddresses(network: string, addresses: readonly string[]): Promise<void> {
  await operate(tess, 'addressesAdd', { network, addresses });
  expect(await operate(theo, 'addressesAdd', { network, addresses })).toMatchObject({
    message: { confirmed: addresses.length },
  });
}

beforeAll(async () => {
  const nowMs = exchange.clock.now();
  [tess, theo] = [
    await anOperator(exchange.database, ['treasury'], { nowMs, name: 'tess' }),
    await anOperator(exchange.database, ['treasury'], { nowMs, name: 'theo' }),
  ];
  await exchange.tick('BTC-USDT', '100000');
  await listAddresses('tron', Array.from({ length: 60 }, aTron));
  await listAddresses('bitcoin', [aBitcoin()]);
});

/** One that is kept already. */
async function aPicture({ userId }: Pick<Person, 'userId'>, purpose = 'topup'): Promise<string> {
  const id = `picture-${(made += 1)}-of-${userId}`;
  const atMs = exchange.clock.now();
  await exchange.database.owner.query(
    `insert into upload (id, user_id, purpose, field, content_hash, bytes, width, height, blob_key, wrapped_key, created_at_ms, stored_at_ms)
     values ($1, $2, $3, 'payment', $1, 10, 30, 40, $1, 'k', $4, $4)`,
    [id, userId, purpose, atMs],
  );
  return id;
}
const aRealPerson = (coin = '0') => exchange.aPerson({ mode: 'real', coin });
const addressOf = async (person: Person, asset = 'USDT', network = 'tron') =>
  (
    await person.get<{ networks: { network: string; address: string | null }[] }>('topUpAddress', { asset, network })
  ).networks.find((one) => one.network === network)?.address;
async function good(person: Person, more: Readonly<Record<string, unknown>> = {}): Promise<Record<string, unknown>> {
  return { method: 'crypto', asset: 'USDT', network: 'tron', amount: '100', uploadIds: [await aPicture(person)], ...more };
}
/** Somebody with an address and a request that waits. */
async function asked(more: Readonly<Record<string, unknown>> = {}, coin = '0') {
  const person = await aRealPerson(coin);
  await addressOf(person);
  return { person, topUp: await person.get<{ id: string }>('topUp', await good(person, more)) };
}
const reviewOf = async ({ userId }: Person) =>
  exchange.database.db
    .selectFrom('review')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
async function decide(
  operator: TestOperator,
  person: Person,
  verdict: 'approved' | 'rejected',
  reason = 'Nothing has come.',
): Promise<Answer> {
  const { publicId: id, termsHash } = await reviewOf(person);
  return operate(operator, 'reviewsDecide', { id, verdict, termsHash, ...(verdict === 'rejected' ? { reason } : {}) });
}
const availableOf = async (person: Person, asset = 'USDT') =>
  (await person.get<{ coin: { available: string } }>('walletInfo', { asset })).coin.available;
const logOf = (person: Person, request: Readonly<Record<string, unknown>> = {}) =>
  person.get<{ items: { id: string; status: string; reason: string | null; isReversed: boolean }[]; next: string | null }>(
    'topUpLog',
    request,
  );
const messagesOf = async (person: Person) =>
  (await person.get<{ items: { title: string; body: string }[] }>('userMessages', {})).items;
const journalsOf = async ({ userId }: Person) =>
  (
    await exchange.database.owner.query<{ kind: string; account: string; amount: string }>(
      `select j.kind, a.kind as account, trim_scale(e.amount)::text as amount from entry e join journal j on j.id = e.journal_id
       join account a on a.id = e.account_id
       where j.id in (select e2.journal_id from entry e2 join account a2 on a2.id = e2.account_id where a2.owner_id = $1) order by j.id, e.seq`,
      [userId],
    )
  ).rows.map(({ kind, account, amount }) => `${kind} ${account} ${amount}`);

describe('what is open', () => {
  it('names methods, bounds, networks and the condition; what is closed is not listed and is refused', async () => {
    const person = await aRealPerson();
    const { methods } = await person.get<{ methods: { method: string; assets: { asset: string; networks: unknown[] }[] }[] }>(
      'topUpTerms',
      {},
    );
    expect(methods.map(({ method, assets }) => [method, assets.map(({ asset }) => asset)])).toEqual([
      ['crypto', ['BTC', 'ETH', 'TRX', 'USDT']],
      ['manual', ['USDT']],
      ['c2c', ['USDT']],
    ]);
    expect(methods[0]?.assets.at(-1)).toEqual({
      asset: 'USDT',
      min: '10',
      max: '1000000',
      turnoverFactor: '1',
      scale: 6,
      networks: [
        { network: 'ethereum', name: 'Ethereum (ERC-20)', min: '20', confirmations: 12, minutes: 5 },
        { network: 'tron', name: 'Tron (TRC-20)', min: '10', confirmations: 20, minutes: 3 },
      ],
    });
    const closed = { network: undefined, uploadIds: [] };
    expect(await person.ask('topUp', await good(person, { ...closed, method: 'c2c' }))).toMatchObject({
      message: 'PARAMETER_WRONG',
      params: { field: 'method' },
    });
    // Its terms are open, and no gateway is set: that is not shown, and is nobody's fault who asks.
    expect(await person.ask('topUp', await good(person, { ...closed, method: 'bank_card' }))).toEqual({
      type: 'error',
      message: 'CONFIG_WRONG',
    });
  });

  it('is a term: an operator changes it, and the next request is judged by it', async () => {
    const { database, clock } = exchange;
    const rita = await anOperator(database, ['risk'], { nowMs: clock.now() });
    const change = (hasTopUp: string) =>
      operate(rita, 'catalogueChange', {
        name: 'topup',
        key: ['manual', 'USDT'],
        change: { has_topup: hasTopUp },
        reason: 'nobody is at the desk',
      });
    const request = { method: 'manual' as const, asset: 'USDT', amount: '100', uploadIds: [] };
    expect(await change('false')).toMatchObject({ type: 'ok' });
    const closed = await loadCatalog(database.db, clock.now());
    expect(() => judgeTopUp(closed, request)).toThrow('FEATURE_NOT_OPEN');
    expect(openTerms(closed, { takesCards: false, watched: new Set() }).methods.map(({ method }) => method)).toEqual([
      'crypto',
      'c2c',
    ]);
    await change('true');
    expect(judgeTopUp(await loadCatalog(database.db, clock.now()), request).term.isOpen).toBe(true);
  });
});

describe('an address', () => {
  it('is one person’s for good, and shown with its network’s terms; only the network that was asked for is handed out', async () => {
    const person = await aRealPerson();
    const networks = async (network?: string) =>
      (await person.get<{ networks: Record<string, unknown>[] }>('topUpAddress', { asset: 'USDT', network })).networks;
    expect((await networks()).map(({ address }) => address)).toEqual([null, null]);
    const [ethereum, tron] = await networks('tron');
    expect(ethereum).toMatchObject({ network: 'ethereum', address: null });
    expect(tron).toMatchObject({ min: '10', confirmations: 20, minutes: 3, address: expect.stringMatching(/^T/) });
    expect((await networks())[1]).toEqual(tron);
    // Another coin of the network goes there too.
    expect(await addressOf(person, 'TRX')).toBe(tron?.['address']);
    await expect(
      exchange.database.db
        .updateTable('depositAddress')
        .set({ userId: null, givenAtMs: null })
        .where('userId', '=', person.userId)
        .execute(),
    ).rejects.toMatchObject({ code: 'L0002' });
  });

  it('is given once, however many ask at once; whoever comes too late is told, and the operators before that', async () => {
    await listAddresses('ethereum', [anEvm(), anEvm(), anEvm()]);
    const metrics = createMetrics({ collectProcess: false });
    const told: unknown[] = [];
    const log = { error: (what: unknown) => told.push(what) } as never;
    const watch = watchAddresses({ db: exchange.database.db, log, metrics });
    const round = () => watch.run(new AbortController().signal);
    await round();
    await round();
    expect(told).toContainEqual({ network: 'ethereum', free: 3 });
    expect(told.filter((one) => JSON.stringify(one).includes('ethereum'))).toHaveLength(1);
    const people = await Promise.all(Array.from({ length: 5 }, () => aRealPerson()));
    const answers = await Promise.all(
      people.flatMap((person) => [1, 2].map(() => person.ask('topUpAddress', { asset: 'ETH', network: 'ethereum' }))),
    );
    const refused = answers.filter(({ type }) => type === 'error');
    expect(new Set(refused.map(({ message }) => message))).toEqual(new Set(['TOPUP_ADDRESSES_USED_UP']));
    const { rows } = await exchange.database.owner.query<{ address: string; people: string }>(
      `select count(distinct address)::text as address, count(distinct user_id)::text as people from deposit_address where network = 'ethereum' and user_id is not null`,
    );
    expect(rows).toEqual([{ address: '3', people: '3' }]);
    await round();
    expect(await metrics.registry.metrics()).toContain('deposit_addresses_free{network="ethereum"} 0');
  });

  it('counts once two operators have entered it; an unreadable one, and one of another network, is refused', async () => {
    const [one] = [anEvm()];
    const stock = async () =>
      ((await operate(tess, 'addressesStock', {})).message as { networks: { network: string }[] }).networks.find(
        ({ network }) => network === 'ethereum',
      );
    const before = await stock();
    expect(await operate(tess, 'addressesAdd', { network: 'ethereum', addresses: [one] })).toMatchObject({
      message: { added: 1, confirmed: 0 },
    });
    // The same operator again confirms nothing.
    expect(await operate(tess, 'addressesAdd', { network: 'ethereum', addresses: [one] })).toMatchObject({
      message: { added: 0, confirmed: 0 },
    });
    expect(await stock()).toMatchObject({ ...before, unconfirmed: 1, isLow: true });
    const person = await aRealPerson();
    expect(await person.ask('topUpAddress', { asset: 'ETH', network: 'ethereum' })).toMatchObject({
      message: 'TOPUP_ADDRESSES_USED_UP',
    });
    expect(await operate(theo, 'addressesAdd', { network: 'ethereum', addresses: [one] })).toMatchObject({
      message: { added: 0, confirmed: 1 },
    });
    expect(await operate(theo, 'addressesList', { network: 'ethereum', limit: 1 })).toMatchObject({
      message: { items: [{ address: one, addedBy: 'tess', confirmedBy: 'theo', userId: null }] },
    });
    expect(await addressOf(person, 'ETH', 'ethereum')).toBe(one);
    for (const [network, addresses, field] of [
      ['tron', [anEvm()], 'addresses.0'],
      ['tron', [aTron(), mistyped(aTron())], 'addresses.1'],
      ['ethereum', ['0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045'], 'addresses.0'],
      ['ethereum', [anEvm(), 'short'], 'addresses.1'],
      ['nowhere', [aTron()], 'network'],
    ] as const)
      expect(await operate(tess, 'addressesAdd', { network, addresses: [...addresses] })).toMatchObject({
        message: 'PARAMETER_WRONG',
        params: { field },
      });
  });

  it('is not for demo money, an unknown asset or network, and an asset without one', async () => {
    const demo = await exchange.aPerson();
    expect(await demo.ask('topUpAddress', { asset: 'USDT', network: 'tron' })).toMatchObject({
      message: 'WALLET_DEMO_FORBIDDEN',
    });
    const person = await aRealPerson();
    expect(await person.ask('topUpAddress', { asset: 'NONE' })).toMatchObject({ message: 'WALLET_ASSET_NOT_FOUND' });
    expect(await person.ask('topUpAddress', { asset: 'DOGE' })).toMatchObject({ message: 'FEATURE_NOT_OPEN' });
    expect(await person.ask('topUpAddress', { asset: 'BTC', network: 'tron' })).toMatchObject({
      message: 'PARAMETER_WRONG',
      params: { field: 'network' },
    });
  });
});

describe('a request', () => {
  it.each([
    ['an unknown asset', { asset: 'NONE' }, 'WALLET_ASSET_NOT_FOUND', undefined],
    ['an asset that is not taken', { asset: 'DOGE' }, 'FEATURE_NOT_OPEN', undefined],
    ['no network', { network: undefined }, 'PARAMETER_MISSING', { field: 'network' }],
    ['a network of another asset', { asset: 'BTC' }, 'PARAMETER_WRONG', { field: 'network' }],
    ['a network where he has no address', { network: 'ethereum' }, 'PARAMETER_WRONG', { field: 'network' }],
    ['a network by the desk', { method: 'manual' }, 'PARAMETER_WRONG', { field: 'network' }],
    ['zero', { amount: '0' }, 'PARAMETER_WRONG', { field: 'amount' }],
    ['a negative amount', { amount: '-5' }, 'PARAMETER_WRONG', { field: 'amount' }],
    ['more digits than the asset has', { amount: '10.0000001' }, 'PARAMETER_WRONG', { field: 'amount' }],
    ['less than the least', { amount: '9.999999' }, 'WALLET_BELOW_MIN', { min: '10', asset: 'USDT' }],
    [
      'less than the least of the network',
      { amount: '19', network: 'ethereum' },
      'WALLET_BELOW_MIN',
      { min: '20', asset: 'USDT' },
    ],
    ['more than the most', { amount: '1000000.1' }, 'WALLET_ABOVE_MAX', { max: '1000000', asset: 'USDT' }],
    ['no picture', { uploadIds: [] }, 'PARAMETER_MISSING', { field: 'uploadIds' }],
    ['a picture that nobody has', { uploadIds: ['nobodys-picture'] }, 'DATA_NOT_FOUND', undefined],
    ['one picture twice', { uploadIds: ['a', 'a'] }, 'UPLOAD_EXISTS', undefined],
    ['53 pictures', { uploadIds: Array.from({ length: 53 }, (_, n) => `p${n}`) }, 'PARAMETER_WRONG', { field: 'uploadIds' }],
  ])('with %s is refused, and nothing is kept', async (_, more, message, params) => {
    const person = await aRealPerson();
    await addressOf(person);
    expect(await person.ask('topUp', await good(person, more))).toEqual({
      type: 'error',
      message,
      ...(params === undefined ? {} : { params }),
    });
    expect((await logOf(person)).items).toEqual([]);
  });

  it('waits to be looked at with all that was frozen, and nothing is booked; the same request sent again is the same', async () => {
    const person = await aRealPerson();
    const address = await addressOf(person);
    const request = await good(person);
    const key = randomUUID();
    const topUp = await person.get<{ id: string; pictures: { address: string }[] }>('topUp', request, key);
    expect(topUp).toMatchObject({
      id: expect.stringMatching(/^[A-Z2-9]{10}$/),
      status: 'under_review',
      amount: '100',
      network: { network: 'tron', name: 'Tron (TRC-20)', address },
      turnoverNeed: '100',
      reason: null,
      isReversed: false,
      pictures: [{ address: expect.stringMatching(/picture/), width: 30, height: 40 }],
    });
    expect(await person.get('topUp', request, key)).toMatchObject({ id: topUp.id });
    expect(await person.ask('topUp', { ...request, amount: '200' }, key)).toMatchObject({ message: 'REQUEST_ILLEGAL' });
    expect((await logOf(person)).items).toHaveLength(1);
    expect(await availableOf(person)).toBe('0');
    expect(await reviewOf(person)).toMatchObject({
      kind: 'topup',
      amount: expect.stringMatching(/^100\b/),
      asset: 'USDT',
      terms: {
        number: topUp.id,
        method: 'crypto',
        amount: '100',
        asset: 'USDT',
        network: 'Tron (TRC-20)',
        address,
        turnoverNeed: '100',
      },
    });
  });

  it('of another coin is weighed at its last price: condition and number of operators', async () => {
    const person = await aRealPerson();
    expect(await addressOf(person, 'BTC', 'bitcoin')).toMatch(/^bc1q/);
    const btc = { asset: 'BTC', network: 'bitcoin', amount: '0.2' };
    expect(await person.get('topUp', await good(person, btc))).toMatchObject({ turnoverNeed: '20000' });
    expect(await reviewOf(person)).toMatchObject({ approvals: 2 });
    expect(await decide(tess, person, 'approved')).toMatchObject({ message: { state: 'pending', approvals: 1 } });
    expect(await availableOf(person, 'BTC')).toBe('0');
    await decide(theo, person, 'approved');
    expect(await availableOf(person, 'BTC')).toBe('0.2');
    expect(await journalsOf(person)).toEqual(['topup custody:bitcoin -0.2', 'topup coin 0.2']);
  });

  it('takes no picture of somebody else, of another purpose, of another request, or that was sent before', async () => {
    const { person, topUp } = await asked();
    expect(await person.ask('topUp', await good(person, { uploadIds: [await aPicture(person, 'chat')] }))).toMatchObject({
      message: 'DATA_NOT_FOUND',
    });
    const stranger = await aRealPerson();
    await addressOf(stranger);
    expect(await stranger.ask('topUp', await good(stranger, { uploadIds: [await aPicture(person)] }))).toMatchObject({
      message: 'DATA_NOT_FOUND',
    });
    expect(await logOf(stranger, { id: topUp.id })).toEqual({ items: [], next: null });
    const { uploadIds } = await exchange.database.db
      .selectFrom('topup')
      .select('uploadIds')
      .where('publicId', '=', topUp.id)
      .executeTakeFirstOrThrow();
    expect(await person.ask('topUp', await good(person, { uploadIds }))).toMatchObject({ message: 'DATA_NOT_FOUND' });
    const send = (tint: number, field = 'payment') =>
      aJpeg(tint).then((file) => person.ask('upload', { purpose: 'topup', field, file }));
    const first = (await send(9)).message as { id: string };
    expect((await send(9)).message).toMatchObject({ id: first.id });
    const second = await person.get<{ id: string }>('topUp', await good(person, { uploadIds: [first.id] }));
    expect(await send(9)).toMatchObject({ type: 'error', message: 'UPLOAD_EXISTS' });
    // Once that request has failed the same picture may go with the next.
    await decide(tess, person, 'rejected');
    expect((await logOf(person, { id: second.id })).items).toMatchObject([{ status: 'failure', reason: 'Nothing has come.' }]);
    expect(await send(9)).toMatchObject({ type: 'ok' });
  });

  it('52 pictures in 30 days are the most', async () => {
    const person = await aRealPerson();
    await exchange.database.owner.query(
      `insert into upload (id, user_id, purpose, field, content_hash, bytes, width, height, blob_key, wrapped_key, created_at_ms, stored_at_ms, used_by)
       select 'many-' || n, $1, 'topup', 'payment', 'many-' || n, 10, 30, 40, 'many-' || n, 'k', $2, $2, 'topup:1' from generate_series(1, 52) n`,
      [person.userId, exchange.clock.now()],
    );
    const file = await aJpeg(77);
    expect(await person.ask('upload', { purpose: 'topup', field: 'payment', file })).toEqual({
      type: 'error',
      message: 'UPLOAD_TOO_MANY',
      params: { max: '52' },
    });
    await exchange.database.owner.query(
      `update upload set created_at_ms = created_at_ms - 31 * 86400000::bigint where id = 'many-1'`,
    );
    expect(await person.ask('upload', { purpose: 'topup', field: 'payment', file })).toMatchObject({ type: 'ok' });
  });

  it('of a demo account is refused with the reason, and its list is empty', async () => {
    const demo = await exchange.aPerson();
    expect(await demo.ask('topUp', await good(demo))).toMatchObject({ message: 'WALLET_DEMO_FORBIDDEN' });
    expect(await logOf(demo)).toEqual({ items: [], next: null });
  });

  it('by a person who has five that wait has to wait, also when all come at once', async () => {
    const person = await aRealPerson();
    await addressOf(person);
    const requests = await Promise.all(Array.from({ length: 8 }, () => good(person)));
    const answers = await Promise.all(requests.map((request) => person.ask('topUp', request)));
    expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(5);
    expect(answers.find(({ type }) => type === 'error')).toMatchObject({ message: 'TOPUP_TOO_MANY', params: { max: '5' } });
    const first = await logOf(person, { pageSize: 2 });
    const second = await logOf(person, { pageSize: 2, cursor: first.next ?? '' });
    const third = await logOf(person, { pageSize: 2, cursor: second.next ?? '', status: 'under_review' });
    const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
    expect([new Set(ids).size, third.next]).toEqual([5, null]);
    expect((await logOf(person, { status: 'success' })).items).toEqual([]);
  });

  it('beyond what the person allows himself a day is refused', async () => {
    const person = await aRealPerson();
    await addressOf(person);
    expect(await person.ask('setLimit', { kind: 'deposit', most: '150' })).toMatchObject({ type: 'ok' });
    await person.get('topUp', await good(person, { amount: '150' }));
    expect(await person.ask('topUp', await good(person, { amount: '151' }))).toMatchObject({
      message: 'LIMIT_DEPOSIT_REACHED',
      params: { left: '150', max: '150', asset: 'USDT' },
    });
    // Where two requests pass it together, the second waits for another day.
    const second = await good(person, { amount: '100' });
    await person.get('topUp', second);
    expect(await decide(tess, person, 'approved')).toMatchObject({ type: 'ok' });
    const [, first] = (await logOf(person)).items;
    const review = await exchange.database.db
      .selectFrom('review')
      .selectAll()
      .where('userId', '=', person.userId)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const approve = { id: review.publicId, verdict: 'approved', termsHash: review.termsHash };
    expect(await operate(tess, 'reviewsDecide', approve)).toMatchObject({ message: 'LIMIT_DEPOSIT_REACHED' });
    expect((await logOf(person, { id: first?.id })).items).toMatchObject([{ status: 'under_review' }]);
    exchange.clock.advance(86_400_000);
    const nextDay = await anOperator(exchange.database, ['treasury'], { nowMs: exchange.clock.now() });
    expect(await operate(nextDay, 'reviewsDecide', approve)).toMatchObject({ message: { state: 'approved' } });
    expect(await availableOf(person)).toBe('250');
    exchange.clock.advance(-86_400_000);
  });

  it('to the desk stands in the conversation, with its number, and waits for an answer there', async () => {
    const person = await aRealPerson();
    const topUp = await person.get<{ id: string }>(
      'topUp',
      await good(person, { method: 'manual', network: undefined, uploadIds: [] }),
    );
    expect(await person.get('serviceConversation', {})).toMatchObject({
      items: [{ from: 'person', text: `Top-up ${topUp.id}: 100 USDT` }],
    });
    const sue = await anOperator(exchange.database, ['support'], { nowMs: exchange.clock.now() });
    expect(await operate(sue, 'conversationsGet', { userId: String(person.userId) })).toMatchObject({
      message: { items: [{ text: expect.stringContaining(topUp.id) }] },
    });
    await decide(tess, person, 'approved');
    expect(await journalsOf(person)).toEqual(['topup custody:manual -100', 'topup coin 100']);
  });
});

describe('a verdict', () => {
  it('books what was asked for: it can be traded, the condition holds, and the person is told', async () => {
    const { person, topUp } = await asked();
    const { publicId } = await reviewOf(person);
    expect(await operate(tess, 'reviewsGet', { id: publicId })).toMatchObject({
      message: { papers: [{ name: 'payment 1', address: expect.stringContaining('operator') }] },
    });
    expect(await decide(tess, person, 'approved')).toMatchObject({ message: { state: 'approved' } });
    expect(await availableOf(person)).toBe('100');
    expect(await journalsOf(person)).toEqual(['topup custody:tron -100', 'topup coin 100']);
    expect((await logOf(person)).items).toMatchObject([{ id: topUp.id, status: 'success' }]);
    expect(await messagesOf(person)).toMatchObject([{ title: '100 USDT have arrived', body: expect.stringContaining(topUp.id) }]);
    const { have, need } = await readTurnover(exchange.database.db, person.userId);
    expect([String(have), String(need)]).toEqual(['0', '100']);
    expect(
      await person.ask('spotSubmit', {
        symbol: 'BTC-USDT',
        side: 'buy',
        entrustment: 'limit',
        price: '90000',
        quantity: '0.001',
        clientOrderId: randomUUID(),
      }),
    ).toMatchObject({ type: 'ok' });
  });

  it('that refuses books nothing, and the reason is the person’s', async () => {
    const { person } = await asked();
    expect(await decide(tess, person, 'rejected', 'It was 90, not 100.')).toMatchObject({ message: { state: 'rejected' } });
    expect(await journalsOf(person)).toEqual([]);
    expect((await logOf(person)).items).toMatchObject([{ status: 'failure', reason: 'It was 90, not 100.' }]);
    expect(await messagesOf(person)).toMatchObject([{ body: expect.stringContaining('It was 90, not 100.') }]);
  });

  it('is one, whoever decides at once', async () => {
    const { person } = await asked();
    const answers = await Promise.all([
      decide(tess, person, 'approved'),
      decide(theo, person, 'rejected'),
      decide(tess, person, 'approved'),
      decide(theo, person, 'approved'),
    ]);
    const states = new Set(answers.flatMap(({ type, message }) => (type === 'ok' ? [(message as { state: string }).state] : [])));
    expect(states.size).toBe(1);
    expect(await journalsOf(person)).toHaveLength(states.has('approved') ? 2 : 0);
  });

  it('that was wrong is taken back by another operator, once; not where the money is gone', async () => {
    const { person, topUp } = await asked();
    await decide(tess, person, 'approved');
    const { publicId: id } = await reviewOf(person);
    const reverse = (operator: TestOperator) => operate(operator, 'reviewsReverse', { id, reason: 'The payment was recalled.' });
    expect(await reverse(tess)).toMatchObject({ message: 'REVIEW_OWN' });
    await person.get('transfer', { from: 'coin', to: 'contract', asset: 'USDT', amount: '30' });
    expect(await reverse(theo)).toMatchObject({ message: 'WALLET_BALANCE_INSUFFICIENT' });
    expect((await logOf(person)).items).toMatchObject([{ status: 'success' }]);
    await person.get('transfer', { from: 'contract', to: 'coin', asset: 'USDT', amount: '30' });
    expect(await Promise.all([reverse(theo), reverse(theo)])).toMatchObject([
      { message: { state: 'reversed' } },
      { message: { state: 'reversed' } },
    ]);
    expect(await availableOf(person)).toBe('0');
    expect((await journalsOf(person)).slice(-2).sort()).toEqual(['adjustment coin -100', 'adjustment custody:tron 100']);
    expect((await logOf(person, { id: topUp.id })).items).toMatchObject([
      { status: 'failure', isReversed: true, reason: 'The payment was recalled.' },
    ]);
    expect(await messagesOf(person)).toMatchObject([{ title: 'A top-up of 100 USDT was taken back' }, {}]);
  });

  test.each(['before the effect', 'after the effect'])(
    'whose server is killed %s leaves nothing, and is executed once when it is given again',
    async (when) => {
      const { person } = await asked();
      const { staff, db } = exchange.database;
      const log = createLog({ logLevel: 'silent' });
      const metrics = createMetrics({ collectProcess: false });
      const { messages } = createContent({ db, log, metrics, config: { serviceContacts: undefined, exchange: 'practice' } });
      const kind = topUpKind({
        db: staff.db,
        messages,
        uploads: { addressOf: async (id) => id },
      });
      const dying: ReviewKind = {
        ...kind,
        async apply(tx, review, verdict) {
          if (when === 'after the effect') await kind.apply(tx, review, verdict);
          await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
        },
      };
      const reviews = (of: ReviewKind) =>
        createReviews({
          db: staff.db,
          clock: exchange.clock,
          random: createRandom(),
          log,
          kinds: [of],
          wakeOutbox: () => undefined,
        });
      const { publicId: reviewId, termsHash } = await reviewOf(person);
      const decision = { reviewId, operator: tess, verdict: 'approved', termsHash } as const;
      await expect(reviews(dying).decide(decision)).rejects.toThrow();
      expect(await journalsOf(person)).toEqual([]);
      expect(await messagesOf(person)).toEqual([]);
      expect((await logOf(person)).items).toMatchObject([{ status: 'under_review' }]);
      for (let call = 0; call < 2; call += 1) expect(await reviews(kind).decide(decision)).toMatchObject({ state: 'approved' });
      expect(await availableOf(person)).toBe('100');
      expect(await messagesOf(person)).toHaveLength(1);
    },
  );
});

test('the book watches: a top-up that is booked and was not approved, or with another amount, is found', async () => {
  const { person, topUp } = await asked();
  await decide(tess, person, 'approved');
  const { owner, db } = exchange.database;
  const found = async () => (await findViolations(db, topUpLedgerRules, 0)).flatMap(({ subjects }) => subjects);
  expect(await found()).toEqual([]);
  await owner.query(`alter table topup disable trigger topup_forward`);
  await owner.query(`update topup set amount = 99 where public_id = $1`, [topUp.id]);
  expect(await found()).toHaveLength(1);
  await owner.query(`update topup set amount = 100, status = 'under_review', decided_at_ms = null where public_id = $1`, [
    topUp.id,
  ]);
  expect(await found()).toHaveLength(1);
  await owner.query(`update topup set status = 'success', decided_at_ms = 1 where public_id = $1`, [topUp.id]);
  await owner.query(`alter table topup enable trigger topup_forward`);
  await expect(owner.query(`update topup set amount = 1 where public_id = $1`, [topUp.id])).rejects.toMatchObject({
    code: 'R0002',
  });
  await expect(owner.query(`update topup set status = 'under_review' where public_id = $1`, [topUp.id])).rejects.toMatchObject({
    code: 'R0002',
  });
});
