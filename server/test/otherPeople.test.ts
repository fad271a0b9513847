/**
 * Every id that a call takes, tried with somebody else's: the answer is the one for an id that nobody has, and nothing of the other person
 * changes. The matrix is drawn from the endpoint table: a call that takes an id and has no row here fails, and so does a row of a call that was
 * not open and is now.
 */
import { beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { endpoints, type Endpoint, type EndpointName, type EndpointResponse } from '@tessera/shared/contract';
import { createLiabilities } from '../src/liabilities/Liabilities';
import { createLog } from '../src/platform/log';
import { openTreasureDesk, paymentPassword } from './treasureDesk';
import { useTradingExchange, type Answer, type Person } from './tradingExchange';

const exchange = useTradingExchange();
/** Who owns everything, and who tries. */
let anna: Person;
let ben: Person;
/** To which he adds what is not his. */
let bensLoan: string;
/** Ids of hers, by what they are of. */
const hers: Record<string, string> = {};
/** Ids of the same form that nobody has. */
const nobodys: Readonly<Record<string, string>> = {
  number: '999999999',
  text: 'zzzzzzzzzzzzzzzzzzzzzz',
  uuid: '00000000-0000-4000-8000-00000000dead',
};

interface Row {
  /** Of `hers`; and of `nobodys`. */
  readonly of: string;
  readonly form: 'number' | 'text' | 'uuid';
  /** What the call needs besides. */
  readonly with?: Fields | (() => Fields);
}
type Fields = Readonly<Record<string, unknown>>;

const seconds = { symbol: 'BTC-USDT', direction: 'long', seconds: 30, stake: '10', asset: 'USDT', clientOrderId: randomUUID() };
const said = {
  step: 'advanced',
  frontUploadId: nobodys['text'],
  backUploadId: nobodys['text'],
};
const coins = { collateral: [{ kind: 'coin', asset: 'BTC', orderId: null, amount: '0.01' }] };
const lent = { termId: '7', amount: '100', catalogVersion: 1, clientOrderId: randomUUID(), stepUpPassword: paymentPassword };
/** Of a deposit: whose, the call says. */
const pledge = { kind: 'treasure', asset: 'USDT', amount: '200' };
/** `call.field`, and `call.list.field` of a list's own. */
const rows: Readonly<Record<string, Row>> = {
  'realName.frontUploadId': { of: 'upload', form: 'text', with: said },
  'realName.backUploadId': { of: 'upload', form: 'text', with: said },
  'secondsSubmit.quoteId': { of: 'quote', form: 'text', with: seconds },
  'secondsWhSubmit.quoteId': { of: 'quote', form: 'text', with: { ...seconds, symbol: 'EUR-USD' } },
  'leverageClose.id': { of: 'position', form: 'number' },
  'leverageWhClose.id': { of: 'position', form: 'number' },
  'leverageSetStop.id': { of: 'position', form: 'number', with: { stopLoss: '97000' } },
  'leverageCancel.id': { of: 'pending', form: 'number' },
  'leverageDetail.id': { of: 'position', form: 'number' },
  'leverageFind.clientOrderId': { of: 'leverageName', form: 'uuid' },
  'leverageProve.dealId': { of: 'deal', form: 'number' },
  'serviceSend.uploadId': { of: 'chatUpload', form: 'text', with: { clientId: randomUUID() } },
  'topUpLog.id': { of: 'topUp', form: 'text' },
  'c2cOrders.id': { of: 'c2cOrder', form: 'text' },
  'c2cPaid.id': { of: 'c2cOrder', form: 'text', with: { uploadIds: ['none'] } },
  'c2cCancel.id': { of: 'c2cOrder', form: 'text' },
  'c2cDispute.id': { of: 'c2cOrder', form: 'text', with: { text: 'It has come.' } },
  'payeeDelete.id': { of: 'payee', form: 'text' },
  'payeeReveal.id': { of: 'payee', form: 'text' },
  'markMessagesRead.id': { of: 'message', form: 'number' },
  'userMessages.id': { of: 'message', form: 'number' },
  'alertDelete.id': { of: 'alert', form: 'number' },
  'endDevices.id': { of: 'session', form: 'number' },
  'spotFind.clientOrderId': { of: 'spotName', form: 'uuid' },
  'spotCancel.id': { of: 'spotOrder', form: 'number' },
  'spotProve.fillId': { of: 'fill', form: 'number' },
  'secondsFind.clientOrderId': { of: 'secondsName', form: 'uuid' },
  'treasureRecords.orderId': { of: 'deposit', form: 'number' },
  'treasureOrders.id': { of: 'deposit', form: 'number' },
  'treasureOrders.clientOrderId': { of: 'depositName', form: 'uuid' },
  'treasureRedemption.orderId': { of: 'deposit', form: 'number' },
  'treasureCancel.orderId': { of: 'deposit', form: 'number', with: { returned: '100', stepUpPassword: 'secret1' } },
  'withdrawalLog.id': { of: 'withdrawal', form: 'text' },
  'withdrawalCancel.id': { of: 'withdrawal', form: 'text' },
  'withdrawalCheck.payeeId': { of: 'payee', form: 'text' },
  'withdraw.payeeId': { of: 'payee', form: 'text', with: { asset: 'USDT', amount: '100', stepUpPassword: 'secret1' } },
  'flash.quoteId': { of: 'flashQuote', form: 'text' },
  'flashProve.id': { of: 'exchange', form: 'number' },
  'secondsProve.orderId': { of: 'secondsOrder', form: 'number' },
  'loanOrders.id': { of: 'loan', form: 'number' },
  'loanOrders.clientOrderId': { of: 'loanName', form: 'uuid' },
  'loanQuote.orderId': { of: 'loan', form: 'number', with: { amount: '1' } },
  'loanRepay.orderId': { of: 'loan', form: 'number', with: { amount: '1', from: 'coin' } },
  'loanAddCollateral.orderId': { of: 'loan', form: 'number', with: coins },
  'loanSubmit.collateral.orderId': { of: 'deposit', form: 'number', with: lent },
  'loanQuote.collateral.orderId': { of: 'deposit', form: 'number', with: { termId: '7', amount: '100' } },
  'loanAddCollateral.collateral.orderId': { of: 'deposit', form: 'number', with: () => ({ orderId: bensLoan }) },
  'loanCancel.orderId': { of: 'loan', form: 'number' },
  'loanProve.id': { of: 'loanDecision', form: 'number' },
};
/** Not ids of anybody's rows: everybody's articles and offers, a document's number, names that the caller gives himself, his own try at a puzzle. */
const nobodysOwn: ReadonlySet<string> = new Set([
  // A list of them, on the real account only: topups.test.ts tries somebody else's.
  'topUp.uploadIds',
  // As those; c2c.test.ts tries them on the real account.
  'c2cPaid.uploadIds',
  'c2cOrder.offerId',
  'treasureDeposit.productId',
  'treasureDeposit.clientOrderId',
  'projects.id',
  'projectOrder.projectId',
  'projectOrder.clientOrderId',
  // Of the real account only: projects.test.ts tries somebody else's.
  'projectOrders.id',
  'projectOrders.clientOrderId',
  'c2cOrder.wayId',
  'newsDetail.id',
  'realName.idNumber',
  'realName.idType',
  'puzzleVerify.puzzleId',
  'serviceSend.clientId',
  'spotSubmit.clientOrderId',
  'secondsSubmit.clientOrderId',
  'secondsWhSubmit.clientOrderId',
  'leverageSubmit.clientOrderId',
  'leverageWhSubmit.clientOrderId',
  'leverageSetStop.requestId',
  'loanSubmit.clientOrderId',
  // Everybody's terms.
  'loanSubmit.termId',
  'loanQuote.termId',
]);
interface Schema {
  readonly _zod: { readonly def: { shape?: Record<string, Schema>; element?: Schema; innerType?: Schema } };
}
/** Those of lists and of what lies within too. */
const idsIn = ({ _zod: { def } }: Schema, path: string): string[] => [
  ...Object.entries(def.shape ?? {}).flatMap(([field, of]) => [
    ...(/(^id|Ids?)([A-Z]|$)/.test(field) ? [`${path}.${field}`] : []),
    ...idsIn(of, `${path}.${field}`),
  ]),
  ...[def.element, def.innerType].flatMap((of) => (of === undefined ? [] : idsIn(of, path))),
];
const everyId = Object.entries<Endpoint>(endpoints).flatMap(([name, { request }]) => idsIn(request as unknown as Schema, name));

test('every id that a call takes has its row', () => {
  const known = [...Object.keys(rows), ...nobodysOwn];
  expect(everyId.filter((one) => !known.includes(one))).toEqual([]);
  expect(known.filter((one) => !everyId.includes(one))).toEqual([]);
});

beforeAll(async () => {
  const { database, clock } = exchange;
  await exchange.tick('BTC-USDT', '100000');
  anna = await exchange.aPerson({ coin: '5000', contract: '5000', coins: { BTC: '1' } });
  ben = await exchange.aPerson({ coin: '5000', contract: '5000', coins: { BTC: '1' } });
  const names = {
    loanName: randomUUID(),
    spotName: randomUUID(),
    secondsName: randomUUID(),
    leverageName: randomUUID(),
    depositName: randomUUID(),
  };
  const treasure = await openTreasureDesk(exchange);
  await treasure.mayPay(anna);
  const deposit = await treasure.buy(anna, '1', '1000', { clientOrderId: names.depositName });
  await treasure.days(2);
  await treasure.mayPay(ben);
  // Nothing is lent in a thin minute.
  await exchange.minute({ 'BTC-USDT': '100000' });
  bensLoan = (await ben.get<{ id: string }>('loanSubmit', { ...lent, ...coins, clientOrderId: randomUUID() })).id;
  const { quoteId } = await anna.get<{ quoteId: string }>('secondsTerms', { symbol: 'BTC-USDT', seconds: 30 });
  const order = await anna.get<{ id: string }>('secondsSubmit', { ...seconds, clientOrderId: names.secondsName, quoteId });
  const spot = { symbol: 'BTC-USDT', side: 'sell', quantity: '0.01' };
  const resting = { ...spot, entrustment: 'limit', price: '110000', clientOrderId: names.spotName };
  const rested = await anna.get<{ id: string }>('spotSubmit', resting);
  const market = { symbol: 'BTC-USDT', direction: 'long', lots: '0.01', leverage: 10, seenPrice: '100000' };
  const placed = { ...market, entrustment: 'market', clientOrderId: names.leverageName };
  const position = await anna.get<{ id: string }>('leverageSubmit', placed);
  const limit = { ...market, entrustment: 'limit', limitPrice: '90000', clientOrderId: randomUUID() };
  const pending = await anna.get<{ id: string }>('leverageSubmit', limit);
  clock.advance(1000);
  await exchange.tick('BTC-USDT', '100000');
  await exchange.execute();
  const idOf = async (statement: string) =>
    String((await database.owner.query<{ id: unknown }>(statement)).rows[0]?.id ?? `nothing for ${statement}`);
  const atMs = clock.now();
  const exchanged = { from: 'USDT', to: 'BTC', amount: '10' };
  const flashQuotes: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { quote } = await anna.get<{ quote: { quoteId: string } }>('flashList', exchanged);
    flashQuotes.push(quote.quoteId);
  }
  const withdrawal = 'withdrawal-of-anna-000';
  await database.owner.query(
    `with asked as (
       insert into review (public_id, kind, ref, user_id, terms, terms_hash, opened_at_ms)
       values ('review-of-anna-00000000', 'withdrawal', 'withdrawal:1', $1, '{}', repeat('a', 64), 1) returning public_id
     )
     insert into withdrawal (public_id, user_id, payee_id, asset, network, label, address, amount, fee, value, review_id, asked_at_ms)
     select $2, $1, 1, 'USDT', 'tron', 'hers', 'T1', 100, 1, 100, public_id, 1 from asked`,
    [anna.userId, withdrawal],
  );
  Object.assign(hers, names, {
    deposit: deposit.id,
    withdrawal,
    c2cOrder: 'ANNASORDER',
    quote: (await anna.get<{ quoteId: string }>('secondsTerms', { symbol: 'BTC-USDT', seconds: 30 })).quoteId,
    flashQuote: flashQuotes[1],
    exchange: (await anna.get<{ id: string }>('flash', { quoteId: flashQuotes[0] })).id,
    secondsOrder: order.id,
    spotOrder: rested.id,
    position: position.id,
    pending: pending.id,
    deal: await idOf(`select max(id) as id from leverage_deal`),
    // A resting order has none; the form is what matters to who is told nothing.
    fill: await idOf(`select coalesce(max(id), 1) as id from spot_fill`),
    loan: await idOf(
      `insert into loan (user_id, mode, client_order_id, asset, principal, days, daily_rate, overdue_rate, min_days, initial_ltv, call_ltv, liquidation_ltv,
         liquidation_fee, catalog_version, asked_at_ms, status)
       values (${anna.userId}, 'demo', '${names.loanName}', 'USDT', 100, 30, 0.0005, 0.001, 1, 0.65, 0.75, 0.83, 0.01, 1, ${atMs}, 'pending_review') returning id`,
    ),
    loanDecision: '1',
    message: await idOf(
      `insert into user_message (user_id, kind, category, params, at_ms) values (${anna.userId}, 'welcome', 'news', '{}', ${atMs}) returning id`,
    ),
    alert: (await anna.get<{ id: string }>('alertSet', { symbol: 'BTC-USDT', direction: 'above', price: '999999' })).id,
    topUp: await idOf(
      `insert into topup (public_id, user_id, method, asset, amount, worth, turnover_need, catalog_version, upload_ids, asked_at_ms)
       values ('ANNASTOPUP', ${anna.userId}, 'manual', 'USDT', 100, 100, 100, 1, '{}', ${atMs}) returning public_id as id`,
    ),
    payee: await idOf(
      `insert into payee (public_id, user_id, kind, asset, network, address, label, masked, confirmed_at_ms, usable_from_ms)
       values ('payee-of-anna-0000000', ${anna.userId}, 'wallet', 'USDT', 'tron', 'T', 'x', 'x', ${atMs}, ${atMs + 86_400_000}) returning public_id as id`,
    ),
    session: await idOf(`select id from session where user_id = ${anna.userId}`),
    upload: await idOf(
      `insert into upload (id, user_id, purpose, field, content_hash, bytes, width, height, blob_key, wrapped_key, created_at_ms, stored_at_ms)
       values ('upload-of-anna-0000000', ${anna.userId}, 'paper', 'front', 'h', 10, 10, 10, 'none', 'k', ${atMs}, ${atMs}) returning id`,
    ),
    chatUpload: await idOf(
      `insert into upload (id, user_id, purpose, field, content_hash, bytes, width, height, blob_key, wrapped_key, created_at_ms, stored_at_ms)
       values ('talk-of-anna-00000000', ${anna.userId}, 'chat', 'talk', 'h', 10, 10, 10, 'talk', 'k', ${atMs}, ${atMs}) returning id`,
    ),
  });
});

function asking(path: string, row: Row, id: string | undefined): readonly [EndpointName, Fields] {
  const [name = '', field = '', inList] = path.split('.');
  const besides = typeof row.with === 'function' ? row.with() : row.with;
  const requestId = name === 'leverageSetStop' ? { requestId: randomUUID() } : {};
  return [name as EndpointName, { ...besides, ...requestId, [field]: inList === undefined ? id : [{ ...pledge, [inList]: id }] }];
}

/** All that is anna's, in every table that names her. */
async function annas(): Promise<unknown> {
  const { owner } = exchange.database;
  const { rows: tables } = await owner.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('user_id', 'owner_id')
       and c.table_name not in ('throttle') order by 1`,
  );
  const found: Record<string, unknown> = {};
  for (const { table, column } of tables) {
    const { rows: of } = await owner.query<{ row: string }>(
      `select (to_jsonb(t) - 'last_seen_at_ms')::text as row from ${table} t where ${column} = ${anna.userId} order by 1`,
    );
    found[table] = of.map(({ row }) => row);
  }
  return found;
}

test.each(Object.entries(rows))('%s: somebody else’s is answered as nobody’s, and stays as it is', async (path, row) => {
  const ask = (id: string | undefined): Promise<Answer> => ben.ask(...asking(path, row, id));
  const before = await annas();
  const [foreign, absent] = [await ask(hers[row.of]), await ask(nobodys[row.form])];
  expect(foreign).toEqual(absent);
  expect(JSON.stringify(foreign)).not.toContain('PARAMETER_');
  expect(await annas()).toEqual(before);
});

test('the proof of a day’s liabilities is of who asks, and nothing in it says whose is beside it', async () => {
  const { clock, database } = exchange;
  const [carl, dora] = [await exchange.aPerson({ mode: 'real' }), await exchange.aPerson({ mode: 'real' })];
  await createLiabilities({ db: database.db, clock, log: createLog({ logLevel: 'silent' }), holder: 'test' }).job.run(
    new AbortController().signal,
  );
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  type Proof = EndpointResponse<'liabilityProof'>;
  const [own, other] = [await carl.get<Proof>('liabilityProof', { day }), await dora.get<Proof>('liabilityProof', { day })];
  expect([own.user, other.user]).toEqual([String(carl.userId), String(dora.userId)]);
  for (const { salt } of other.leaves) expect(JSON.stringify(own)).not.toContain(salt);
  expect(await carl.ask('liabilityProof', { day, user: other.user })).toMatchObject({ type: 'error' });
  expect(await ben.ask('liabilityProof', { day })).toMatchObject({ message: 'WALLET_DEMO_FORBIDDEN' });
});

test('she herself is answered otherwise: what is tried is there', async () => {
  const hersOf = (path: string) => asking(path, rows[path] as Row, hers[rows[path]?.of ?? '']);
  for (const path of ['leverageDetail.id', 'spotFind.clientOrderId', 'secondsFind.clientOrderId', 'leverageFind.clientOrderId'])
    expect([path, (await anna.ask(...hersOf(path))).type]).toEqual([path, 'ok']);
  await anna.get(...hersOf('loanQuote.collateral.orderId'));
  const { id } = await anna.get<{ id: string }>(...hersOf('loanSubmit.collateral.orderId'));
  const [call, added] = hersOf('loanAddCollateral.collateral.orderId');
  await anna.get(call, { ...added, orderId: id });
});
