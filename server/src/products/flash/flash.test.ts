/** Flash exchange on a real database: what a quote says, that it is taken once and as it was agreed to, and what refuses it. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { FlashProof, FlashQuote } from '@tessera/shared/contract';
import { flashProof } from '@tessera/shared/contract';
import { sha256 } from '@tessera/shared/fairness';
import { amount } from '@tessera/shared/money';
import { verifyFlash } from '@tessera/shared/trading';
import { aHalt } from '../../../test/aHalt';
import { anIncident } from '../../../test/anIncident';
import { openTradingFloor, type TradingFloor } from '../../../test/tradingFloor';
import { testSignatures, testSigningKey } from '../../../test/testReceipts';
import { anchorMinute, minuteMs } from '../../feed/minuteAnchors';
import type { SignedIn } from '../../http/handler';
import { findViolations } from '../../ledger/invariants';
import { balanceOf, post, type HouseKind } from '../../ledger/Ledger';
import { createRandom } from '../../platform/random';
import { createFlash } from './Flash';
import { flashLedgerRules } from './invariants';
import { flashPosting } from './posting';
import { openQuotes } from './quoteFlash';

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(async () => {
  expect(await floor.violations()).toEqual([]);
  await floor.close();
});
/** BTC is worth 100,000, ETH 3,420.55. */
beforeEach(async () => {
  floor.clock.set(floor.now() + 60_000);
  await tick('100000');
});

async function tick(btc: string): Promise<void> {
  await floor.ticks([
    ['BTC-USDT', floor.now() - 20, btc],
    ['ETH-USDT', floor.now() - 10, '3420.55'],
  ]);
}
async function quote(user: SignedIn, from = 'USDT', to = 'BTC', given = '1000'): Promise<FlashQuote> {
  const { quote: made } = await floor.ask(user, 'flashList', { from, to, amount: given });
  if (made === null) throw new Error('both assets and an amount were named');
  return made;
}
const take = (user: SignedIn, { quoteId }: Pick<FlashQuote, 'quoteId'>, key: string = randomUUID()) =>
  floor.ask(user, 'flash', { quoteId }, key);
const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );
async function held(user: SignedIn, asset: string): Promise<string> {
  const balance = await balanceOf(floor.database.db, user.mode, { ownerId: Number(user.userId), kind: 'coin', asset });
  return balance?.toFixed() ?? '0';
}
async function houseHas(kind: HouseKind, asset: string, mode = 'demo'): Promise<number> {
  const { rows } = await floor.database.owner.query<{ balance: string }>(
    'select balance::text from account_balance where owner_id = 0 and kind = $1 and asset = $2 and mode = $3',
    [kind, asset, mode],
  );
  return Math.round(Number(rows[0]?.balance ?? 0) * 1e8);
}

test.each(['demo', 'real'] as const)('a %s account: the sums of the quote, of both sides of the book', async (mode) => {
  const user = await floor.aPerson({ coin: '1500', mode });
  const before = await Promise.all([houseHas('fx', 'USDT', mode), houseHas('fx', 'BTC', mode), houseHas('fee', 'BTC', mode)]);
  const offered = await quote(user);
  expect(offered).toMatchObject({
    ...{ given: '1000', received: '0.00998001', fee: '0.00000999', rate: '0.00000999', feeRate: '0.001' },
    ...{ fromTick: null, fromSpread: '0', toSpread: '0.001', toTick: { symbol: 'BTC-USDT', price: '100000' } },
    expiresAtMs: offered.quotedAtMs + 10_000,
  });
  // The market moves on; what was agreed to does not.
  floor.clock.set(floor.now() + 5000);
  await tick('50000');
  const done = await take(user, offered);
  expect(done).toMatchObject({ ...offered, atMs: floor.now() });
  expect([await held(user, 'USDT'), await held(user, 'BTC')]).toEqual(['500', '0.00998001']);
  const after = await Promise.all([houseHas('fx', 'USDT', mode), houseHas('fx', 'BTC', mode), houseHas('fee', 'BTC', mode)]);
  expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([1000 * 1e8, -999_000, 999]);
  const { items } = await floor.ask(user, 'flashHistory', {});
  expect(items.map(({ id }) => id)).toEqual([done.id]);
  const { items: records } = await floor.ask(user, 'walletDetail', { account: 'coin', kind: 'flash' });
  expect(records.map(({ ref, asset, amount: moved }) => [ref, asset, moved])).toEqual(
    expect.arrayContaining([
      [done.id, 'USDT', '-1000'],
      [done.id, 'BTC', '0.00998001'],
    ]),
  );
});

test('one asset into another goes by way of USDT, and names both ticks', async () => {
  const user = await floor.aPerson({ coins: { ETH: '3' } });
  const offered = await quote(user, 'ETH', 'BTC', '3');
  // 3 × 3420.55 × 0.999 × 0.999 ÷ 100000, cut to eight decimals.
  expect(offered).toMatchObject({
    ...{ fromTick: { symbol: 'ETH-USDT', price: '3420.55' }, toTick: { symbol: 'BTC-USDT', price: '100000' } },
    ...{ received: '0.10230894', fee: '0.00010242' },
  });
  await take(user, offered);
  expect([await held(user, 'ETH'), await held(user, 'BTC')]).toEqual(['0', '0.10230894']);
});

test('its proof holds in the browser, before the minute is sealed and after; another sum, tick or time is noticed', async () => {
  const user = await floor.aPerson({ coins: { ETH: '3' } });
  const done = await take(user, await quote(user, 'ETH', 'BTC', '3'));
  const proofNow = async (): Promise<FlashProof> =>
    flashProof.parse(JSON.parse(JSON.stringify(await floor.ask(user, 'flashProve', { id: done.id }))));
  const verdict = async (proof: FlashProof): Promise<string[]> =>
    (await verifyFlash(proof, sha256, testSignatures))
      .filter(({ state }) => state !== 'ok' && state !== 'absent')
      .map(({ name, state }) => `${name} ${state}`);
  expect(await verdict(await proofNow())).toEqual([
    'newest pending',
    'anchorRoots pending',
    'rootSigned pending',
    'anchored pending',
  ]);
  floor.clock.set(floor.now() + 3000);
  // One market goes on, of the other the root says that nothing came.
  await floor.ticks([['BTC-USDT', floor.now(), '101000']]);
  await anchorMinute(floor.database.db, Math.ceil(floor.now() / minuteMs) * minuteMs, 1, testSigningKey);
  const proof = await proofNow();
  expect(await verdict(proof)).toEqual([]);
  const changes: readonly (readonly [string, (order: FlashProof['order'], all: FlashProof) => void])[] = [
    ['received', (order) => (order.received = '1')],
    ['fee', (order) => (order.fee = '0')],
    ['rate', (order) => (order.rate = '1')],
    ['rate', (order) => (order.fromTick = order.fromTick && { ...order.fromTick, price: '9' })],
    ['tick', (order) => (order.fromTick = order.fromTick && { ...order.fromTick, price: '9' })],
    ['run', (order) => (order.fromTick = order.fromTick && { ...order.fromTick, seq: 1 })],
    ['rate', (order) => (order.from = 'BNB')],
    ['newest', (order) => (order.quotedAtMs += 60_000)],
    ['time', (order) => (order.atMs = order.expiresAtMs + 1)],
    ['time', (order) => (order.expiresAtMs += 1)],
    ['rule', (order) => (order.ruleVersion = 2)],
    ['receipt', (order) => (order.given = '2')],
    ['receipt', (order) => (order.feeRate = '0')],
    ['receipt', (order) => delete order.receipt],
    ['receipt', (_, all) => (all.assetScales.to = 6)],
    ['chain', (_, all) => (all.ticks[0] = { ...all.ticks[0]!, price: '1' })],
    ['rate', (_, all) => void all.ticks.push({ ...all.ticks[0]!, symbol: 'BNB-USDT' })],
  ];
  for (const [name, change] of changes) {
    const forged = structuredClone(proof);
    change(forged.order, forged);
    expect([name, await verdict(forged)]).toEqual([name, expect.arrayContaining([`${name} failed`])]);
  }
  expect(await codeOf(floor.ask(await floor.aPerson(), 'flashProve', { id: done.id }))).toBe('ORDER_NOT_FOUND');
});

test.each([
  ['the same asset', ['USDT', 'USDT', '100'], 'WALLET_ASSET_WRONG'],
  ['an asset that there is not', ['USDT', 'XYZ', '100'], 'WALLET_ASSET_NOT_FOUND'],
  ['an asset that is not exchanged', ['USDT', 'EOS', '100'], 'FEATURE_NOT_OPEN'],
  ['less than the least', ['USDT', 'BTC', '9.99'], 'WALLET_BELOW_MIN'],
  ['more than the most', ['USDT', 'BTC', '50000.01'], 'WALLET_ABOVE_MAX'],
  ['finer than the asset', ['USDT', 'BTC', '10.0000001'], 'PARAMETER_WRONG'],
  ['nothing', ['USDT', 'BTC', '0'], 'PARAMETER_WRONG'],
  ['a market without a price', ['USDT', 'DOGE', '100'], 'ORDER_PRICE_STALE'],
] as const)('no quote for %s', async (_, [from, to, given], code) => {
  expect(await codeOf(quote(await floor.aPerson({ coin: '100' }), from, to, given))).toBe(code);
});

test('no quote by an old price, and none is taken by one', async () => {
  const user = await floor.aPerson({ coin: '1000' });
  const offered = await quote(user, 'USDT', 'BTC', '500');
  floor.clock.set(floor.now() + 3000);
  expect(await codeOf(quote(user))).toBe('ORDER_PRICE_STALE');
  expect(await codeOf(take(user, offered))).toBe('ORDER_PRICE_STALE');
  await tick('100000');
  expect(await codeOf(take(user, offered))).toBe('done');
});

/** 0.00998001 BTC for 1000 USDT are worth what they cost at 100,200.30. */
test('a quote is no free option: the market may move as far as spread and fee cover, and no farther', async () => {
  const user = await floor.aPerson({ coin: '1000', coins: { ETH: '3', BTC: '0.01' } });
  const [buy, sell, across] = [await quote(user), await quote(user, 'BTC', 'USDT', '0.01'), await quote(user, 'ETH', 'BTC', '3')];
  const movesTo = async (btc: string) => {
    floor.clock.set(floor.now() + 1000);
    await tick(btc);
  };
  await movesTo('100201');
  expect(await codeOf(take(user, buy))).toBe('ORDER_QUOTE_EXPIRED');
  await movesTo('100400');
  expect(await codeOf(take(user, across))).toBe('ORDER_QUOTE_EXPIRED');
  await movesTo('99799');
  expect(await codeOf(take(user, sell))).toBe('ORDER_QUOTE_EXPIRED');
  expect([await held(user, 'USDT'), await held(user, 'ETH'), await held(user, 'BTC')]).toEqual(['1000', '3', '0.01']);
  // Refused for the price of then: it stands, and counts again as soon as it is covered.
  await movesTo('99801');
  expect(await codeOf(take(user, sell))).toBe('done');
  await movesTo('100200');
  expect([await codeOf(take(user, buy)), await codeOf(take(user, across))]).toEqual(['done', 'done']);
});

test('its last instant counts; then it is over, and later forgotten', async () => {
  const user = await floor.aPerson({ coin: '1000' });
  const [last, late] = [await quote(user, 'USDT', 'BTC', '500'), await quote(user, 'USDT', 'BTC', '500')];
  floor.clock.set(last.expiresAtMs);
  await tick('100000');
  const key = 'whose-answer-was-lost';
  const done = await take(user, last, key);
  floor.clock.set(late.expiresAtMs + 1);
  expect(await codeOf(take(user, late))).toBe('ORDER_QUOTE_EXPIRED');
  floor.clock.set(floor.now() + 3_600_001);
  const parts = { db: floor.database.db, catalog: floor.catalog, clock: floor.clock, wakeOutbox: () => undefined };
  const { job } = createFlash({ ...parts, random: createRandom(), receipts: { sign: () => Promise.resolve([]) } });
  await job.run(new AbortController().signal);
  expect(await codeOf(take(user, late))).toBe('DATA_NOT_FOUND');
  // Who heard no answer asks again, however late.
  expect(await take(user, last, key)).toEqual(done);
  expect((await floor.ask(user, 'flashHistory', {})).items).toHaveLength(1);
});

test('nobody takes somebody else’s quote, nor his own in the other account', async () => {
  const user = await floor.aPerson({ coin: '1000' });
  const offered = await quote(user);
  const strangers = [await floor.aPerson({ coin: '1000' }), await floor.otherMode(user, { coin: '1000' })];
  for (const stranger of strangers) expect(await codeOf(take(stranger, offered))).toBe('DATA_NOT_FOUND');
  expect(await codeOf(take(user, { quoteId: 'no-such-quote-000' }))).toBe('DATA_NOT_FOUND');
  expect(await codeOf(take(user, offered))).toBe('done');
});

test('a person has so many open quotes; the oldest make room', async () => {
  const user = await floor.aPerson({ coin: '1000' });
  const offered: FlashQuote[] = [];
  for (let count = 0; count <= openQuotes; count += 1) offered.push(await quote(user, 'USDT', 'BTC', '10'));
  expect(await codeOf(take(user, offered[0]!))).toBe('DATA_NOT_FOUND');
  expect(await codeOf(take(user, offered[1]!))).toBe('done');
  await Promise.all(Array.from({ length: 30 }, () => quote(user, 'USDT', 'BTC', '10')));
  await quote(user, 'USDT', 'BTC', '10');
  const { rows } = await floor.database.owner.query('select 1 from flash_exchange where user_id = $1 and done_at_ms is null', [
    user.userId,
  ]);
  expect(rows).toHaveLength(openQuotes);
});

test('one quote at once from ten places: taken once; under one key everybody has the same answer', async () => {
  const user = await floor.aPerson({ coin: '5000' });
  const [first, second] = [await quote(user), await quote(user)];
  const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(take(user, first))));
  expect(codes.toSorted()).toEqual([...Array<string>(9).fill('ORDER_DO_NOT_RESUBMIT'), 'done'].toSorted());
  const answers = await Promise.all(Array.from({ length: 10 }, () => take(user, second, 'one-key-of-this-person')));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect([await held(user, 'USDT'), await held(user, 'BTC')]).toEqual(['3000', '0.01996002']);
});

test('two quotes, a transfer and an order for one balance: what is there is spent once', async () => {
  for (let round = 0; round < 3; round += 1) {
    const user = await floor.aPerson({ coin: '1002' });
    const offered = await Promise.all([quote(user), quote(user)]);
    const transfer = { from: 'coin', to: 'contract', asset: 'USDT', amount: '1000' } as const;
    const order = { symbol: 'BTC-USDT', side: 'buy', entrustment: 'limit', price: '100000', quantity: '0.01' } as const;
    const codes = await Promise.all([
      ...offered.map((one) => codeOf(take(user, one))),
      codeOf(floor.ask(user, 'transfer', transfer)),
      codeOf(floor.ask(user, 'spotSubmit', { ...order, clientOrderId: randomUUID() })),
    ]);
    expect(codes.toSorted()).toEqual([...Array<string>(3).fill('WALLET_BALANCE_INSUFFICIENT'), 'done']);
    expect(Number(await held(user, 'USDT'))).toBeLessThan(3);
  }
});

test('both ways at once, again and again: nobody waits for somebody who waits for him', async () => {
  const user = await floor.aPerson({ coin: '1000', coins: { BTC: '0.01' } });
  const offered = [];
  for (let pair = 0; pair < 5; pair += 1)
    offered.push(await quote(user, 'USDT', 'BTC', '50'), await quote(user, 'BTC', 'USDT', '0.0005'));
  const codes = await Promise.all(offered.map((one) => codeOf(take(user, one))));
  expect(codes).toEqual(offered.map(() => 'done'));
});

test('a market that was stopped, or an incident of the quote’s time, refuses it', async () => {
  const user = await floor.aPerson({ coin: '1000' });
  const offered = await quote(user);
  const incident = { symbol: 'BTC-USDT', fromMs: floor.now() - 100, toMs: floor.now() + 100, publishedAtMs: floor.now() };
  const id = await anIncident(floor.database.owner, incident);
  expect(await codeOf(quote(user))).toBe('ORDER_SYMBOL_NOT_TRADABLE');
  expect(await codeOf(take(user, offered))).toBe('ORDER_SYMBOL_NOT_TRADABLE');
  await asForger('delete from incident where id = $1', [id]);
  await aHalt(floor.database.owner, 'BTC-USDT', floor.now());
  expect(await codeOf(quote(user))).toBe('ORDER_MARKET_HALTED');
  expect(await codeOf(take(user, offered))).toBe('ORDER_MARKET_HALTED');
  // Whatever the server's own code thinks: the database refuses it at the commit.
  const { rows } = await floor.database.owner.query<{ id: string }>('select id from flash_exchange where quote_id = $1', [
    offered.quoteId,
  ]);
  const alone = floor.database.db.transaction().execute(async (tx) => {
    const atMs = floor.now();
    const posting = flashPosting(await postedOf(rows[0]!.id), atMs);
    const { journalId } = await post(tx, posting);
    await tx.updateTable('flashExchange').set({ doneAtMs: atMs, journalId }).where('quoteId', '=', offered.quoteId).execute();
  });
  expect(await codeOf(alone)).toBe('T0005');
  await asForger(`delete from halt where symbol = 'BTC-USDT'`, []);
  expect(await codeOf(take(user, offered))).toBe('done');
});

test('in the real account a person’s own break refuses what would buy, and lets him sell', async () => {
  const user = await floor.aPerson({ coin: '1000', coins: { BTC: '0.01' }, mode: 'real' });
  const [buy, change, sell] = [
    await quote(user),
    await quote(user, 'BTC', 'ETH', '0.001'),
    await quote(user, 'BTC', 'USDT', '0.001'),
  ];
  const atMs = floor.now();
  await asForger(
    `insert into person_break (user_id, kind, asked_at_ms, until_ms) values ($1, 'cool_off', $2, $2::bigint + 86400000)`,
    [user.userId, atMs],
  );
  expect([await codeOf(take(user, buy)), await codeOf(take(user, change))]).toEqual(['LIMIT_COOL_OFF', 'LIMIT_COOL_OFF']);
  expect(await codeOf(take(user, sell))).toBe('done');
});

/** As the owner, with no trigger in the way. */
async function asForger(text: string, values: readonly unknown[]): Promise<void> {
  const client = await floor.database.owner.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(text, [...values]);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** What its posting is made of. */
async function postedOf(id: string) {
  const row = await floor.database.db
    .selectFrom('flashExchange')
    .selectAll()
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow();
  return { ...row, given: amount(row.given), received: amount(row.received), fee: amount(row.fee) };
}

test('what a quote says does not change, and what was exchanged is not forgotten: the database itself refuses', async () => {
  const user = await floor.aPerson({ coin: '2000' });
  const [done, open] = [await take(user, await quote(user)), await quote(user)];
  const ask = (text: string) =>
    floor.database.database.pool.query(text).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
  expect(await ask(`update flash_exchange set received = 1 where quote_id = '${open.quoteId}'`)).toBe('42501');
  expect(await ask(`delete from flash_exchange where id = ${done.id}`)).toBe('L0002');
  expect(await ask(`update flash_exchange set done_at_ms = done_at_ms + 1 where id = ${done.id}`)).toBe('L0002');
  await expect(
    floor.database.owner.query(`update flash_exchange set received = 1 where quote_id = '${open.quoteId}'`),
  ).rejects.toMatchObject({ code: 'L0002' });
});

test.each([
  ['keeps the fee from nobody', 4, '0'],
  ['gives a unit more', 2, '0.00998002'],
  ['takes a unit less', 0, '-999.999999'],
] as const)('an exchange that %s: the watch over the book finds it', async (_, leg, instead) => {
  const user = await floor.aPerson({ coin: '1000' });
  const offered = await quote(user);
  const { rows } = await floor.database.owner.query<{ id: string }>('select id from flash_exchange where quote_id = $1', [
    offered.quoteId,
  ]);
  const id = rows[0]?.id ?? '';
  const right = flashPosting(await postedOf(id), floor.now());
  const legs = right.legs.map((one, index) => (index === leg ? { ...one, amount: amount(instead) } : one));
  // The house makes up for it: the book itself is in balance.
  const change = right.legs[leg]!.amount.minus(instead);
  const other = right.legs.findIndex(
    (one, index) => index !== leg && one.account.ownerId === 0 && one.account.asset === right.legs[leg]!.account.asset,
  );
  const balanced = legs
    .map((one, index) => (index === other ? { ...one, amount: one.amount.plus(change) as typeof one.amount } : one))
    .filter((one) => !one.amount.eq('0'));
  const marker = new Error('taken back');
  let found: readonly string[] = [];
  await floor.database.db
    .transaction()
    .execute(async (tx) => {
      const { journalId } = await post(tx, { ...right, legs: balanced });
      await tx.updateTable('flashExchange').set({ doneAtMs: floor.now(), journalId }).where('id', '=', Number(id)).execute();
      found = (await findViolations(tx as never, flashLedgerRules, 0)).flatMap(({ subjects }) => subjects);
      throw marker;
    })
    .catch((error: unknown) => expect(error).toBe(marker));
  expect(found).toHaveLength(1);
});
