/**
 * Who may trade and withdraw with real money, and how a person comes to it: every message of verification, against the real database and
 * through the real routes.
 */
import { beforeAll, describe, expect, it, test } from '@jest/globals';
import { endpoints, type Endpoint, type EndpointName } from '@tessera/shared/contract';
import { accountKey, useTradingExchange, type Person } from '../../test/tradingExchange';
import { anOperator, type TestOperator } from '../../test/anOperator';
import { loadCatalog } from '../catalog/Catalog';
import { publishTerms } from '../catalog/publishTerms';
import { createContent } from '../content/Content';
import { createLog } from '../platform/log';
import { createMetrics } from '../platform/metrics';
import { createRandom } from '../platform/random';
import { createReviews, type Reviews } from '../reviews/Reviews';
import { identityKinds } from './identityKinds';
import { withIdentityGate } from './identityGate';

const exchange = useTradingExchange();
const log = createLog({ logLevel: 'silent' });
let reviews: Reviews;
let ida: TestOperator;

beforeAll(async () => {
  const { db } = exchange.database.staff;
  const metrics = createMetrics({ collectProcess: false });
  const { messages } = createContent({ db, log, metrics, config: { serviceContacts: undefined, exchange: 'practice' } });
  reviews = createReviews({
    db,
    clock: exchange.clock,
    random: createRandom(),
    log,
    kinds: identityKinds({
      db,
      key: async () => accountKey,
      messages,
      uploads: { addressOf: async (id, { viewer }) => `${id} for ${viewer}` },
    }),
    wakeOutbox: () => undefined,
  });
  ida = await anOperator(exchange.database, ['identity'], { nowMs: exchange.clock.now() });
});

let numbers = 1000;
const said = (more: Readonly<Record<string, unknown>> = {}) => ({
  step: 'primary',
  country: 'CH',
  firstName: 'Anna',
  lastName: 'Muster',
  idType: 'passport',
  idNumber: `X ${(numbers += 1)}-4567`,
  address: 'Seeweg 1, 3000 Bern',
  ...more,
});
const aStranger = () => exchange.aPerson({ mode: 'real', isCertified: false, coin: '1000', contract: '1000' });
const infoOf = (person: Person) => person.get('realInfo', {});

const waiting = async ({ userId }: Person) => {
  const [review] = await reviews.list({ roles: ['identity'], state: 'pending', userId, limit: 5 });
  if (review === undefined) throw new Error(`something of ${userId} waits`);
  return review;
};
async function decide(person: Person, verdict: 'approved' | 'rejected', reason?: string, fields?: readonly string[]) {
  const { publicId, termsHash } = await waiting(person);
  return reviews.decide({ reviewId: publicId, operator: ida, verdict, reason, fields, termsHash });
}
const messagesOf = async (person: Person) =>
  (await person.get<{ items: readonly { title: string; body: string }[] }>('userMessages', {})).items;
async function aCertified(): Promise<Person> {
  const person = await aStranger();
  await person.get('realName', said());
  await decide(person, 'approved');
  return person;
}
/** Two pictures that are kept already. */
async function papersOf({ userId }: Person): Promise<{ readonly frontUploadId: string; readonly backUploadId: string }> {
  const [frontUploadId, backUploadId] = ['front', 'back'].map((field) => `${field}-of-${(numbers += 1)}-picture`) as [
    string,
    string,
  ];
  for (const [id, field] of [
    [frontUploadId, 'front'],
    [backUploadId, 'back'],
  ] as const)
    await exchange.database.db
      .insertInto('upload')
      .values({
        id,
        userId,
        purpose: 'paper',
        field,
        contentHash: id,
        bytes: 1,
        width: 1,
        height: 1,
        blobKey: id,
        wrappedKey: Buffer.from('-'),
        createdAtMs: exchange.clock.now(),
        storedAtMs: exchange.clock.now(),
      })
      .execute();
  return { frontUploadId, backUploadId };
}

describe('primary verification', () => {
  it('is applied for, reviewed, certified; number and address lie sealed, and the person sees their ends', async () => {
    const anna = await aStranger();
    expect(await infoOf(anna)).toMatchObject({
      primary: 'not_certified',
      rejection: null,
      needs: { trade: 'primary', withdraw: 'advanced' },
    });
    const idNumber = 'ab 12-34 5678';
    expect(await anna.ask('realName', said({ idNumber }))).toEqual({ type: 'ok', message: {} });
    expect(await infoOf(anna)).toMatchObject({
      primary: 'under_review',
      country: 'CH',
      firstName: 'Anna',
      idNumberMasked: '•••• 678',
      addressMasked: 'Seew••••',
      askedAtMs: exchange.clock.now(),
    });
    expect(await anna.get('userInfo', {})).toMatchObject({
      primary: 'under_review',
      needsIdentity: { trade: 'primary', withdraw: 'advanced' },
    });
    const review = await waiting(anna);
    expect(review.terms).toEqual({
      country: 'CH',
      firstName: 'Anna',
      lastName: 'Muster',
      idType: 'passport',
      idNumber: '•••• 678',
      address: 'Seew••••',
    });
    expect((await reviews.get(review.publicId, ida)).details).toMatchObject({ idNumber, address: 'Seeweg 1, 3000 Bern' });
    const rows = await exchange.database.owner.query(
      `select row_to_json(r)::text as row from identity_request r union all select row_to_json(v)::text from review v`,
    );
    for (const { row } of rows.rows as { row: string }[]) expect(row).not.toMatch(/12345678|12-34|Seeweg/);
    expect(await decide(anna, 'approved')).toMatchObject({ state: 'approved' });
    expect(await infoOf(anna)).toMatchObject({ primary: 'certified', advanced: 'not_certified' });
    expect((await anna.get('userInfo', {}))['needsIdentity']).toEqual({ withdraw: 'advanced' });
    expect((await messagesOf(anna))[0]).toMatchObject({ title: 'Your primary verification has passed' });
  });

  it('a second application, while the first is looked at and after it: already applied', async () => {
    const anna = await aStranger();
    await anna.get('realName', said());
    expect(await anna.ask('realName', said())).toMatchObject({ type: 'error', message: 'IDENTITY_ALREADY_APPLIED' });
    await decide(anna, 'approved');
    expect(await anna.ask('realName', said())).toMatchObject({ message: 'IDENTITY_ALREADY_APPLIED' });
  });

  it('ten applications of one person at once: one is taken', async () => {
    const anna = await aStranger();
    const answers = await Promise.all(Array.from({ length: 10 }, () => anna.ask('realName', said())));
    expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(await reviews.list({ roles: ['identity'], state: 'pending', userId: anna.userId, limit: 5 })).toHaveLength(1);
  });

  it.each([
    ['country', undefined, 'PARAMETER_MISSING'],
    ['firstName', '  ', 'PARAMETER_MISSING'],
    ['lastName', '', 'PARAMETER_MISSING'],
    ['idType', undefined, 'PARAMETER_MISSING'],
    ['idNumber', '', 'PARAMETER_MISSING'],
    ['country', 'ch', 'PARAMETER_WRONG'],
    ['firstName', '<b>Anna</b>', 'PARAMETER_WRONG'],
    ['lastName', '42', 'PARAMETER_WRONG'],
    ['idType', 'library_card', 'PARAMETER_WRONG'],
    ['idNumber', '- 12 -', 'PARAMETER_WRONG'],
    ['idNumber', '1'.repeat(41), 'PARAMETER_WRONG'],
    ['address', 'x'.repeat(201), 'PARAMETER_WRONG'],
  ])('%s %j: %s, and nothing is kept', async (field, value, message) => {
    const anna = await aStranger();
    expect(await anna.ask('realName', said({ [field]: value }))).toEqual({ type: 'error', message, params: { field } });
    expect(await infoOf(anna)).toMatchObject({ primary: 'not_certified', firstName: null, askedAtMs: null });
  });

  it('the address may be left out', async () => {
    const anna = await aStranger();
    await anna.get('realName', said({ address: undefined }));
    expect(await infoOf(anna)).toMatchObject({ primary: 'under_review', addressMasked: null });
  });

  it.each([
    [{ country: 'CU' }],
    [{ country: 'IL' }],
    [{ country: 'CN' }],
    [{ country: 'KP' }],
    [{ country: 'VU' }],
    [{ address: 'Calle 1, La Habana, Cuba' }],
    [{ address: 'Calle 1; La Habana; Cuba' }],
    [{ address: 'Hauptstr. 1, Pjöngjang, Nordkorea.' }],
    [{ address: '北京市朝阳区1号，中国' }],
  ])('a region without service is refused, by its code and by its name: %j', async (where) => {
    const anna = await aStranger();
    expect(await anna.ask('realName', said(where))).toMatchObject({ message: 'AUTH_REGION_RESTRICTED' });
  });

  it('a street that is called like one, and Hong Kong, are served', async () => {
    for (const where of [
      { address: 'Cuba Street 5, Wellington', country: 'NZ' },
      { address: '1 Queen’s Road, Hong Kong, China', country: 'HK' },
    ])
      expect(await (await aStranger()).ask('realName', said(where))).toMatchObject({ type: 'ok' });
  });
});

describe('a number', () => {
  it('that is verified is refused to others, however it is written; the same number of another country is another document', async () => {
    const idNumber = 'QX 100-200';
    const first = await aStranger();
    await first.get('realName', said({ idNumber }));
    await decide(first, 'approved');
    const other = await aStranger();
    for (const spelling of [idNumber, 'qx100200', ' Q.X.1.0.0.2.0.0 ', 'ＱＸ１００２００'])
      expect(await other.ask('realName', said({ idNumber: spelling, idType: 'id_card' }))).toMatchObject({
        message: 'IDENTITY_NUMBER_TAKEN',
      });
    expect(await infoOf(other)).toMatchObject({ primary: 'not_certified' });
    expect(await other.ask('realName', said({ idNumber, country: 'FR' }))).toMatchObject({ type: 'ok' });
  });

  it('that two people apply with is certified for one of them; the other decision is refused, and changes nothing', async () => {
    const idNumber = 'TWIN-7788';
    const [one, two] = [await aStranger(), await aStranger()];
    for (const person of [one, two]) await person.get('realName', said({ idNumber }));
    const outcomes = await Promise.allSettled([decide(one, 'approved'), decide(two, 'approved')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const late = outcomes[0]?.status === 'rejected' ? one : two;
    expect(await infoOf(late)).toMatchObject({ primary: 'under_review' });
    await expect(decide(late, 'approved')).rejects.toMatchObject({ code: 'IDENTITY_NUMBER_TAKEN' });
    await decide(late, 'rejected', 'Another account has it.', ['idNumber']);
    expect(await infoOf(late)).toMatchObject({ rejection: { reason: 'Another account has it.', fields: ['idNumber'] } });
  });

  it('is not tried out: after some that are taken he has to wait', async () => {
    const idNumber = 'GUESS-1234';
    await (await aStranger()).get('realName', said({ idNumber }));
    const [{ id = 0 } = {}] = await exchange.database.db
      .selectFrom('identityRequest')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    await exchange.database.owner.query(`update identity_request set status = 'certified', decided_at_ms = 1 where id = $1`, [
      id,
    ]);
    const curious = await aStranger();
    const answers: unknown[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) answers.push((await curious.ask('realName', said({ idNumber }))).message);
    expect(answers.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'IDENTITY_NUMBER_TAKEN'));
    expect(answers.at(-1)).toBe('AUTH_TOO_MANY_TRIES');
  });
});

describe('a rejection', () => {
  it('tells why and what to do again; what was good is kept, the rest is asked for', async () => {
    const anna = await aStranger();
    const idNumber = 'KEPT-998877';
    await anna.get('realName', said({ idNumber }));
    await decide(anna, 'rejected', 'The name is not the one of the passport.', ['firstName', 'address', 'nonsense']);
    expect(await infoOf(anna)).toMatchObject({
      primary: 'not_certified',
      rejection: { step: 'primary', reason: 'The name is not the one of the passport.', fields: ['firstName', 'address'] },
      idNumberMasked: '•••• 877',
    });
    expect((await messagesOf(anna))[0]?.body).toContain('The name is not the one of the passport.');
    for (const [more, field] of [
      [{}, 'firstName'],
      [{ firstName: 'Hanna' }, 'address'],
    ] as const)
      expect(await anna.ask('realName', { step: 'primary', ...more })).toEqual({
        type: 'error',
        message: 'PARAMETER_MISSING',
        params: { field },
      });
    await anna.get('realName', { step: 'primary', firstName: 'Hanna', address: 'Bergweg 2' });
    const { details } = await reviews.get((await waiting(anna)).publicId, ida);
    expect(details).toEqual({
      country: 'CH',
      firstName: 'Hanna',
      lastName: 'Muster',
      idType: 'passport',
      idNumber,
      address: 'Bergweg 2',
    });
    await decide(anna, 'approved');
    expect(await infoOf(anna)).toMatchObject({ primary: 'certified', rejection: null });
  });

  it('an approval that was wrong is taken back, both steps, and the door is shut again', async () => {
    const anna = await aCertified();
    const first = (await reviews.list({ roles: ['identity'], state: 'approved', userId: anna.userId, limit: 1 }))[0];
    await anna.get('realName', { step: 'advanced', ...(await papersOf(anna)) });
    await decide(anna, 'approved');
    expect(await infoOf(anna)).toMatchObject({ primary: 'certified', advanced: 'certified' });
    const other = await anOperator(exchange.database, ['identity'], { nowMs: exchange.clock.now() });
    await reviews.reverse({ reviewId: first?.publicId ?? '', operator: other, reason: 'Forged.' });
    expect(await infoOf(anna)).toMatchObject({
      primary: 'not_certified',
      advanced: 'not_certified',
      rejection: { reason: 'Forged.' },
    });
    expect(await anna.ask('secondsSubmit', requestOf('secondsSubmit'))).toMatchObject({ message: 'IDENTITY_REJECTED' });
  });
});

describe('advanced verification', () => {
  it('comes after the primary one', async () => {
    const anna = await aStranger();
    const papers = await papersOf(anna);
    expect(await anna.ask('realName', { step: 'advanced', ...papers })).toMatchObject({ message: 'IDENTITY_REQUIRED' });
    await anna.get('realName', said());
    expect(await anna.ask('realName', { step: 'advanced', ...papers })).toMatchObject({ message: 'IDENTITY_REQUIRED' });
  });

  it('takes two pictures of his own, each once; of others it says that there are none', async () => {
    const [anna, ben] = [await aCertified(), await aCertified()];
    const [hers, his] = [await papersOf(anna), await papersOf(ben)];
    const apply = (person: Person, papers: Readonly<Record<string, string | undefined>>) =>
      person.ask('realName', { step: 'advanced', ...papers });
    expect(await apply(anna, { ...hers, backUploadId: undefined })).toMatchObject({
      message: 'PARAMETER_MISSING',
      params: { field: 'backUploadId' },
    });
    expect(await apply(anna, { ...hers, backUploadId: hers.frontUploadId })).toMatchObject({ message: 'UPLOAD_EXISTS' });
    expect(await apply(anna, { ...hers, backUploadId: his.backUploadId })).toMatchObject({ message: 'DATA_NOT_FOUND' });
    expect(await apply(anna, { ...hers, backUploadId: 'nobody-has-this' })).toMatchObject({ message: 'DATA_NOT_FOUND' });
    expect(await infoOf(anna)).toMatchObject({ advanced: 'not_certified' });
    expect(await apply(anna, hers)).toMatchObject({ type: 'ok' });
    expect(await apply(anna, hers)).toMatchObject({ message: 'IDENTITY_ALREADY_APPLIED' });
    const { publicId } = await waiting(anna);
    const { papers, details } = await reviews.get(publicId, ida);
    expect(papers).toEqual([
      { name: 'front', address: `${hers.frontUploadId} for operator:${ida.name}` },
      { name: 'back', address: `${hers.backUploadId} for operator:${ida.name}` },
    ]);
    expect(details).toMatchObject({ lastName: 'Muster' });
    // What was rejected is taken anew, the other side stays; neither picture serves another record.
    await decide(anna, 'rejected', 'The back is blurred.', ['backUploadId']);
    expect(await apply(anna, { backUploadId: hers.backUploadId })).toMatchObject({ type: 'error' });
    const { backUploadId } = await papersOf(anna);
    expect(await apply(anna, { backUploadId })).toMatchObject({ type: 'ok' });
    await decide(anna, 'approved');
    expect(await infoOf(anna)).toMatchObject({ primary: 'certified', advanced: 'certified', rejection: null });
    expect(await anna.get('userInfo', {})).not.toHaveProperty('needsIdentity');
  });
});

/** Good enough to come past the schema. */
function requestOf(name: EndpointName): Readonly<Record<string, unknown>> {
  const clientOrderId = '9b2f3c1e-4a5d-4e6f-8a7b-0c1d2e3f4a5b';
  const seconds = { clientOrderId, quoteId: 'q', symbol: 'BTC-USDT', direction: 'long', seconds: 30, stake: '10', asset: 'USDT' };
  const leverage = {
    clientOrderId,
    symbol: 'BTC-USDT',
    direction: 'long',
    entrustment: 'market',
    lots: '0.01',
    leverage: 10,
    seenPrice: '1',
  };
  const requests: Partial<Record<EndpointName, Readonly<Record<string, unknown>>>> = {
    secondsSubmit: seconds,
    secondsWhSubmit: { ...seconds, symbol: 'EUR-USD' },
    spotSubmit: { clientOrderId, symbol: 'BTC-USDT', side: 'buy', entrustment: 'limit', price: '90000', quantity: '0.001' },
    leverageSubmit: leverage,
    leverageWhSubmit: { ...leverage, symbol: 'EUR-USD' },
    flash: { quoteId: 'q' },
    treasureDeposit: { productId: '1', amount: '100', catalogVersion: 1, clientOrderId },
    projectOrder: { projectId: '1', amount: '100', termsSeq: 1, clientOrderId },
    loanSubmit: {
      termId: '1',
      amount: '100',
      collateral: [{ kind: 'coin', asset: 'BTC', orderId: null, amount: '1' }],
      catalogVersion: 1,
      clientOrderId,
    },
  };
  return requests[name] ?? {};
}

describe('the gate', () => {
  const gated = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(([, { needs }]) => needs === 'trade');

  test.each(gated)(
    '%s: refused to who is not certified, for each reason by its own name; never on the demo account',
    async (name) => {
      const anna = await aStranger();
      const ask = async (person: Person = anna) => (await person.ask(name, requestOf(name))).message;
      expect(await ask()).toBe('IDENTITY_REQUIRED');
      await anna.get('realName', said());
      expect(await ask()).toBe('IDENTITY_ALREADY_APPLIED');
      await decide(anna, 'rejected', 'No.', []);
      expect(await ask()).toBe('IDENTITY_REJECTED');
      await anna.get('realName', { step: 'primary' });
      await decide(anna, 'approved');
      expect(await ask()).not.toMatch(/^IDENTITY/);
      expect(await ask(await exchange.aPerson({ mode: 'demo' }))).not.toMatch(/^IDENTITY/);
    },
  );

  it('an order that was refused is accepted once the person is certified; what is open is cancelled whatever became of it', async () => {
    await exchange.tick('BTC-USDT', '100000');
    const anna = await aStranger();
    const place = () => anna.ask('spotSubmit', requestOf('spotSubmit'));
    expect(await place()).toMatchObject({ message: 'IDENTITY_REQUIRED' });
    await anna.get('realName', said());
    await decide(anna, 'approved');
    const placed = await place();
    expect(placed).toMatchObject({ type: 'ok' });
    const first = (await reviews.list({ roles: ['identity'], state: 'approved', userId: anna.userId, limit: 1 }))[0];
    const other = await anOperator(exchange.database, ['identity'], { nowMs: exchange.clock.now() });
    await reviews.reverse({ reviewId: first?.publicId ?? '', operator: other, reason: 'Forged.' });
    expect(await anna.ask('spotCancel', { id: (placed.message as { id: string }).id })).toMatchObject({ type: 'ok' });
  });

  it('what each act needs is a term of the catalogue', async () => {
    const { db } = exchange.database;
    const nowMs = exchange.clock.now();
    const catalog = await loadCatalog(db, nowMs);
    const { secondsSubmit } = withIdentityGate({ db, catalog }, { secondsSubmit: async () => 'accepted' as never });
    const ask = ({ userId }: Person) =>
      secondsSubmit?.({ user: { userId: String(userId), mode: 'real', sessionId: '1' } } as never).catch(
        ({ code }: { code: string }) => code,
      );
    const [stranger, certified] = [await aStranger(), await aCertified()];
    const { sessionHash: riskSession } = await anOperator(exchange.database, ['risk'], { nowMs });
    for (const [level, answers] of [
      ['none', ['accepted', 'accepted']],
      ['advanced', ['IDENTITY_REQUIRED', 'IDENTITY_REQUIRED']],
      ['primary', ['IDENTITY_REQUIRED', 'accepted']],
    ] as const) {
      await exchange.database.staff.db.transaction().execute((tx) =>
        publishTerms(tx, {
          sessionHash: riskSession,
          name: 'identity',
          key: ['trade'],
          change: { level },
          validFromMs: nowMs,
          note: 'n',
          nowMs,
        }),
      );
      await catalog.reload(nowMs);
      expect([level, [await ask(stranger), await ask(certified)]]).toEqual([level, answers]);
    }
  });
});

test.each<[string, (text: string) => string]>([
  ['digits of another writing', (text) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))],
  ['a Cyrillic letter', (text) => text.replace('X', '\u0425')],
  ['a Greek letter', (text) => text.replace('X', '\u03a7')],
  ['a letter that is not seen', (text) => `${text}\u3164`],
])('a number that is verified already is the same with %s', async (_, written) => {
  const request = said();
  const anna = await aStranger();
  await anna.get('realName', request);
  await decide(anna, 'approved');
  expect(await (await aStranger()).ask('realName', { ...request, idNumber: written(request.idNumber) })).toMatchObject({
    message: 'IDENTITY_NUMBER_TAKEN',
  });
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['a country that there is none of', { country: 'XX' }, 'country'],
  ['an address that says something to the terminal of the reviewer', { address: 'Seeweg 1\u001b[2K\u009b1A' }, 'address'],
])('%s is refused', async (_, more, field) => {
  const anna = await aStranger();
  expect(await anna.ask('realName', said(more))).toMatchObject({ message: 'PARAMETER_WRONG', params: { field } });
});

test('a second step that fell with the first is taken back too, and so is the first that was given anew since', async () => {
  const anna = await aCertified();
  await anna.get('realName', { step: 'advanced', ...(await papersOf(anna)) });
  await decide(anna, 'approved');
  const other = await anOperator(exchange.database, ['identity'], { nowMs: exchange.clock.now() });
  const approved = await reviews.list({ roles: ['identity'], state: 'approved', userId: anna.userId, limit: 5 });
  const back = (kind: string) =>
    reviews.reverse({
      reviewId: approved.find((review) => review.kind === kind)?.publicId ?? '',
      operator: other,
      reason: 'Forged.',
    });
  expect(await back('identity_primary')).toMatchObject({ state: 'reversed' });
  expect(await back('identity_advanced')).toMatchObject({ state: 'reversed' });
  expect(await infoOf(anna)).toMatchObject({ primary: 'not_certified', advanced: 'not_certified' });
});

test('what was asked for and decided stays, whoever gets at the rows', async () => {
  const anna = await aCertified();
  const { pool } = exchange.database.database;
  const change = (statement: string) =>
    pool.query(`${statement} where user_id = ${anna.userId}`).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
  expect(await change(`update identity_request set first_name = 'Other'`)).toBe('42501');
  expect(await change('delete from identity_request')).toBe('42501');
  expect(await change(`update identity_request set status = 'under_review', decided_at_ms = null`)).toBe('L0009');
});

test('nobody is certified by a table of his own making, nor where money is real without a review', async () => {
  const [anna, ben] = [await aStranger(), await aStranger()];
  const { pool } = exchange.database.database;
  const done = (statement: string) =>
    pool.query(statement).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
  await anna.get('realName', said());
  const { id } = await waiting(anna);
  const shadow = `create temp table review_decision (review_id bigint, verdict text); insert into review_decision values (${id}, 'approved')`;
  expect(await done(`${shadow}; update public.review set state = 'approved', ended_at_ms = 2 where id = ${id}`)).toBe('R0002');
  await exchange.database.owner.query(
    `alter table installation disable trigger user; update installation set exchange = 'real'; alter table installation enable trigger user`,
  );
  const certified = `set status = 'certified', decided_at_ms = 2 where user_id = ${anna.userId}`;
  expect(await done(`update identity_request ${certified}`)).toBe('L0009');
  expect(
    await done(`insert into identity_request (user_id, step, status, asked_at_ms, decided_at_ms)
      values (${ben.userId}, 'advanced', 'certified', 1, 2)`),
  ).toBe('L0009');
  await decide(anna, 'approved');
  expect(await infoOf(anna)).toMatchObject({ primary: 'certified' });
});
