/**
 * A whole account, as the app saves it: gathered with the app's own code from the exchange's own answers, and judged by the
 * stand-alone verifier alone. Each forged file is found.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  collectAccount,
  type AccountProgress,
  type AccountSource,
} from '../../remote-account/src/features/settings/export/collectAccount';
import { joined, nothingKnown, type Known } from '../../tools/verify/Known';
import { verifyFile } from '../../tools/verify/verifyFile';
import { readRecord } from '../src/record/readRecord';
import { readTermsText, recordAllTerms } from '../src/record/catalogTerms';
import { publishSigningKeys } from '../src/record/SigningKey';
import { testSigningKey } from './testReceipts';
import { openTradingFloor, type TradingFloor } from './tradingFloor';
import { drawnMarket, tradeAsACrowd } from './verifiedCrowd';
import { AppError } from '@tessera/shared/errors';
import { freeCheck, recordsOfStopOut } from '@tessera/shared/trading';
import type { SignedIn } from '../src/http/handler';

let floor: TradingFloor;
let known: Known;
const files: Json[] = [];
let stopOut: Json;
let loaned: Json;
const progress: AccountProgress[] = [];
const waited: number[] = [];
let users: readonly SignedIn[] = [];

beforeAll(async () => {
  floor = await openTradingFloor();
  const { db } = floor.database;
  await publishSigningKeys(db, [testSigningKey], floor.now());
  await recordAllTerms(db, floor.now());
  const ended = await aStoppedOutAccount();
  users = await tradeAsACrowd({
    floor,
    symbols: ['BTC-USDT', 'ETH-USDT', 'EUR-USD', 'USD-JPY'],
    ticksIn: drawnMarket(floor, 400_000),
    seed: 20261123,
    people: 2,
    scenes: 4,
    spanMs: 2 * 86_400_000,
    sceneMs: 160_000,
  });
  const { entries } = await readRecord(db, { fromSeq: 1, limit: 500, kind: undefined });
  known = joined(nothingKnown, { entries, terms: [{ version: 1, text: await readTermsText(db, 1) }] });
  for (const user of users) {
    const { file } = await collectAccount(sourceOf(user));
    files.push(JSON.parse(await file.text()));
  }
  loaned = JSON.parse(await (await collectAccount(sourceOf(await aBorrowersAccount()))).file.text());
  stopOut = JSON.parse(await (await collectAccount(sourceOf(ended))).file.text());
});
afterAll(() => floor.close());

/** Two cross positions that end together, and 1,000 that came and went before: the account had less and more at other times. */
async function aStoppedOutAccount(): Promise<SignedIn> {
  const user = await floor.aPerson({ contract: '3000', coin: '10' });
  const move = (from: 'coin' | 'contract', to: 'coin' | 'contract') =>
    floor.ask(user, 'transfer', { from, to, asset: 'USDT', amount: '1000' });
  const pass = async (ticks: readonly (readonly [string, string])[]): Promise<void> => {
    floor.clock.set(floor.now() + 400);
    await floor.ticks(ticks.map(([symbol, price], index) => [symbol, floor.now() - 20 + index, price]));
    floor.clock.set(floor.now() + 100);
    await floor.judge();
  };
  await move('contract', 'coin');
  await pass([
    ['EUR-USD', '1.1'],
    ['USD-JPY', '150'],
  ]);
  for (const [symbol, direction, seenPrice, key] of [
    ['EUR-USD', 'long', '1.10004', '2c6a52a0-9c44-4c7e-8c65-0f5a7b7b2c35'],
    ['USD-JPY', 'short', '150', '3c6a52a0-9c44-4c7e-8c65-0f5a7b7b2c36'],
  ] as const) {
    const asked = { symbol, direction, entrustment: 'market', lots: symbol === 'EUR-USD' ? '1' : '0.2', leverage: 100 } as const;
    await floor.ask(user, 'leverageWhSubmit', { ...asked, seenPrice, clientOrderId: key });
    await pass([
      ['EUR-USD', '1.1'],
      ['USD-JPY', '150'],
    ]);
  }
  for (const price of ['1.09', '1.085', '1.0805'])
    await pass([
      ['USD-JPY', '150.1'],
      ['EUR-USD', price],
    ]);
  await pass([['USD-JPY', '150.1']]);
  floor.clock.set(floor.now() + 2000);
  await floor.judge();
  await move('coin', 'contract');
  return user;
}

/** Three loans: one repaid, one that goes on, one called and sold. */
async function aBorrowersAccount(): Promise<SignedIn> {
  const user = await floor.signIn(await floor.aPerson({ coin: '500', contract: '100', coins: { BTC: '2' } }));
  const pass = async (price: string): Promise<void> => {
    floor.clock.set(floor.now() + 70_000);
    await floor.ticks(Array.from({ length: 12 }, (_, index) => ['BTC-USDT', floor.now() - (11 - index) * 1000, price] as const));
    await floor.judge();
  };
  const borrow = (units: string, clientOrderId: string) =>
    floor.ask(user, 'loanSubmit', {
      ...{ termId: '30', amount: '1000', catalogVersion: 1, clientOrderId },
      collateral: [{ kind: 'coin', asset: 'BTC', orderId: null, amount: units }],
    } as never);
  await pass('100000');
  const [repaid] = [
    await borrow('0.5', '4c6a52a0-9c44-4c7e-8c65-0f5a7b7b2c37'),
    await borrow('0.5', '5c6a52a0-9c44-4c7e-8c65-0f5a7b7b2c38'),
  ];
  await borrow('0.02', '6c6a52a0-9c44-4c7e-8c65-0f5a7b7b2c39');
  await floor.ask(user, 'loanRepay', { orderId: repaid.id, amount: '60', from: 'contract' });
  await floor.ask(user, 'loanRepay', { orderId: repaid.id, amount: '2000', from: 'coin' });
  await pass('66000');
  await pass('60000');
  return user;
}

/** Every twentieth call is one too many, every thirtieth finds no connection. */
function sourceOf(user: SignedIn, evidence: object = {}): AccountSource {
  let calls = 0;
  return {
    call: async (name, request) => {
      calls += 1;
      if (calls % 20 === 0) throw new AppError('TOO_MANY_REQUESTS', { params: { seconds: '3' } });
      if (calls % 30 === 1) throw new AppError('NETWORK_UNREACHABLE');
      return JSON.parse(JSON.stringify(await floor.ask(user, name, request))) as never;
    },
    evidence: () =>
      Promise.resolve({
        ...{ format: 'tessera-evidence-1', exchange: 'https://the.exchange', savedAtMs: floor.now() },
        ...{ roots: [], heads: [], entries: [], receipts: [], differences: [] },
        ...evidence,
      } as never),
    mode: user.mode,
    wait: (ms) => {
      waited.push(ms);
      return Promise.resolve();
    },
    now: () => floor.now(),
    onProgress: (one) => progress.push(one),
  };
}

const failing = (content: unknown): readonly string[] =>
  verifyFile(content, known).flatMap(({ of, checks }) =>
    checks
      .filter(({ state }) => state === 'failed')
      .map(({ name, stated, computed }) => `${of}: ${name}: told ${stated}, computed ${computed}`),
  );

test('the whole account of everybody in a crowd holds, every order to the last digit of the statement', () => {
  for (const file of files) {
    expect(failing(file).slice(0, 20)).toEqual([]);
    expect(file.left).toEqual({ isStatementCut: false, orders: [] });
    expect(JSON.stringify(file)).not.toContain('holderSalt');
  }
  const all = files.flatMap((file) => verifyFile(file, known)).flatMap(({ checks }) => checks);
  const count = (name: string, state: string): number => all.filter((one) => one.name === name && one.state === state).length;
  const orders = files.reduce((sum, file) => sum + (file.orders as Json[]).length, 0);
  expect(['seconds', 'spot', 'leverage', 'flash'].filter((product) => anOrder(product) === undefined)).toEqual([]);
  expect([count('rows', 'ok'), count('proofs', 'ok')]).toEqual([orders, orders]);
  expect(count('balances', 'ok')).toBe(files.length);
});

test('loans with the proof of each call and liquidation: the rows add up to what was lent, repaid, sold and is locked', () => {
  expect(failing(loaned)).toEqual([]);
  const loans = (loaned.orders as Json[]).filter(({ product }) => product === 'loan');
  expect(loans.map(({ order, proofs }) => [order.status, proofs.length]).toSorted()).toEqual([
    ['liquidated', 2],
    ['open', 0],
    ['repaid', 0],
  ]);
  const checks = verifyFile(loaned, known).flatMap((one) => one.checks);
  expect(checks.filter(({ name }) => name === 'agreed').map(({ state }) => state)).toEqual(['ok', 'ok']);
  expect(checks.filter(({ name }) => name === 'rows').map(({ state }) => state)).toEqual(loans.map(() => 'ok'));
  const failedWith = (change: (file: Json, sold: Json) => void): readonly string[] => {
    const forged = structuredClone(loaned);
    change(
      forged,
      (forged.orders as Json[]).find(({ order }) => order.status === 'liquidated'),
    );
    return [
      ...new Set(
        verifyFile(forged, known).flatMap((one) => one.checks.filter(({ state }) => state === 'failed').map(({ name }) => name)),
      ),
    ];
  };
  expect(failedWith((file) => file.orders.pop())).toEqual(['orders']);
  expect(failedWith((_, sold) => sold.proofs.pop())).toEqual(['proofs']);
  expect(failedWith((_, sold) => (sold.order.repaid = '1000'))).toEqual(['rows']);
  expect(failedWith((_, sold) => (sold.order.liquidationLtv = '0.85'))).toEqual(['agreed']);
  expect(failedWith((_, sold) => (sold.order.decisions[1].owed = '900'))).toEqual(['proofs']);
});

test('it waits as the server says, comes back after a lost connection, and tells both', () => {
  expect(new Set(waited)).toEqual(new Set([3000, 1000]));
  expect(new Set(progress.map(({ waits }) => waits))).toEqual(new Set([undefined, 'server', 'connection']));
  expect(progress.some(({ done, total }) => done > 0 && done === total)).toBe(true);
});

type Change = (file: Json) => void;
const forgeries: readonly (readonly [what: string, change: Change, check: string])[] = [
  ['a row is removed', ({ statement }) => statement.splice(3, 1), 'statement'],
  ['the newest row is removed', ({ statement }) => statement.splice(0, 1), 'balances'],
  [
    'the first row is removed',
    ({ statement }) =>
      statement.splice(
        statement.findIndex((row: Json) => row.version === 1),
        1,
      ),
    'statement',
  ],
  ['a sum is changed', ({ statement }) => (statement[2].amount = '1'), 'statement'],
  ['a balance is changed', ({ balances }) => (balances[0].balance = '1'), 'balances'],
  ['an order that the statement names is removed', ({ orders }) => orders.pop(), 'orders'],
  ['an order comes twice', ({ orders }) => orders.push(orders[0]), 'orders'],
  ['rows name another order', ({ statement, orders }) => renamed(statement, orders[0], 'x'), 'rows'],
  ...(['seconds', 'spot', 'leverage', 'flash'] as const).flatMap((product): (readonly [string, Change, string])[] => [
    [`a proof is removed (${product})`, (file) => proven(file, product).proofs.pop(), 'proofs'],
    [`a proof comes twice (${product})`, (file) => proven(file, product).proofs.push(proven(file, product).proofs[0]), 'proofs'],
    [
      `a sum is moved from one order to the next row (${product})`,
      ({ statement, orders }) =>
        moved(
          statement,
          orders.find((one: Json) => one.product === product && one.proofs.length > 0),
        ),
      'rows',
    ],
  ]),
  [
    'another return, in order and proof',
    (file) => {
      const one = proven(file, 'seconds');
      one.order.returned = one.proofs[0].order.returned = '0.07';
    },
    'rows',
  ],
  ['another return, in the order alone', (file) => (proven(file, 'seconds').order.returned = '0.07'), 'proofs'],
  ['a fee of a deal', (file) => (proven(file, 'leverage').deals[0].fee = '0'), 'rows'],
  ['what an exchange brought', (file) => (proven(file, 'flash').order.received = '1'), 'rows'],
  ['what is held', (file) => (file.orders.find((one: Json) => one.product === 'spot').order.frozen = '1'), 'rows'],
];

test.each(forgeries)('%s: it is noticed', (_, change, name) => {
  const forged = structuredClone(files[0]) as Json;
  change(forged);
  expect(failing(forged).map((line) => line.split(': ')[1])).toContain(name);
});

/** Both positions tell the same account. */
const accountsOf = (file: Json): Json[] => file.orders.map(({ proofs }: Json) => proofs.at(-1).account);
const freeOf = (file: Json, free: string, balance = free): void => {
  for (const account of accountsOf(file)) Object.assign(account, { free, before: { ...account.before, balance } });
};
const ended = (file: Json): Json => file.orders[0];
const stopOuts: readonly (readonly [what: string, change: Change, check: string])[] = [
  ['another free balance', (file) => freeOf(file, '1'), 'free'],
  ['another free balance than the one that it names', (file) => freeOf(file, '1', accountsOf(file)[0].before.balance), 'free'],
  ['a record of another time', (file) => accountsOf(file).forEach(({ before }) => (before.version -= 1)), 'free'],
  [
    'a free balance that the account had at another time, and its record',
    (file) => {
      const row = file.statement.find(({ account, version }: Json) => account === 'contract' && version === 2);
      for (const account of accountsOf(file))
        Object.assign(account, { free: row.balanceAfter, before: { version: 2, balance: row.balanceAfter } });
    },
    'free',
  ],
  [
    'another position is left out',
    (file) => {
      const { account } = ended(file).proofs.at(-1);
      account.positions = account.positions.filter(({ orderId }: Json) => orderId === ended(file).order.id);
    },
    'together',
  ],
  [
    'the opening price of another position',
    (file) => {
      const { account } = ended(file).proofs.at(-1);
      account.positions.find(({ orderId }: Json) => orderId !== ended(file).order.id).openPrice = '1.2';
    },
    'together',
  ],
];

test('the free balance of a stop-out is that of the statement, and its positions are all that were open', () => {
  expect(failing(stopOut)).toEqual([]);
  const states = verifyFile(stopOut, known).flatMap(({ checks }) =>
    checks.filter(({ name }) => name === 'free' || name === 'together'),
  );
  // By itself a proof only names the balance; beside the statement it holds.
  expect(
    states
      .map(({ state }) => state)
      .filter((state) => state !== 'absent')
      .sort(),
  ).toEqual(['ok', 'ok', 'ok', 'ok', 'partial', 'partial']);
});
test.each(stopOuts)('of a stop-out %s: it is noticed', (_, change, name) => {
  const forged = structuredClone(stopOut) as Json;
  change(forged);
  expect(failing(forged).map((line) => line.split(': ')[1])).toContain(name);
});

test('the app finds the same: a free balance that its statement does not have', () => {
  for (const { proofs } of stopOut.orders as Json[]) {
    const proof = proofs.at(-1);
    const asked = recordsOfStopOut(proof);
    const rows = stopOut.statement.filter(
      ({ account, version }: Json) => account === 'contract' && version >= asked!.fromVersion && version <= asked!.toVersion,
    );
    const stateOf = (account: object, shown = rows): string =>
      freeCheck({ ...proof, account: { ...proof.account, ...account } }, shown).state;
    expect(stateOf({})).toBe('ok');
    expect(freeCheck(proof, undefined).state).toBe('pending');
    const { version, balance } = proof.account.before;
    expect(stateOf({ free: '1', before: { version, balance: '1' } })).toBe('failed');
    expect(stateOf({ before: undefined })).toBe('failed');
    expect(stateOf({ before: { version: version - 1, balance } })).toBe('failed');
    expect(
      stateOf(
        {},
        rows.filter((row: Json) => row.version !== version + 1),
      ),
    ).toBe('failed');
  }
});

test('a receipt that the device kept is held against the orders', async () => {
  const { receipt } = anOrder('seconds').order;
  const [user] = users;
  const save = async (kept: Json): Promise<Json> => {
    const { file } = await collectAccount(sourceOf(user as SignedIn, { receipts: [{ receipt: kept, keptAtMs: 1 }] }));
    return JSON.parse(await file.text());
  };
  expect(failing(await save(receipt))).toEqual([]);
  const other = await save({ ...receipt, signature: '0'.repeat(128) });
  expect(failing(other).map((line) => line.split(': ')[1])).toContain('keptReceipt');
  const unnamed = await save({ ...receipt, body: { ...receipt.body, order: '999999' } });
  expect(failing(unnamed).map((line) => line.split(': ')[1])).toContain('keptReceipts');
});

test('an order that is left out is named, and nothing is called whole then', async () => {
  const [user] = users;
  const source = sourceOf(user as SignedIn);
  const { file, left } = await collectAccount({
    ...source,
    call: (name, request) =>
      name === 'secondsProve' ? Promise.reject(new AppError('NOT_FOUND_404')) : source.call(name, request),
  });
  expect(left).toBeGreaterThan(0);
  const content = JSON.parse(await file.text()) as Json;
  expect(failing(content)).toEqual([]);
  const [account] = verifyFile(content, known);
  expect(account?.checks.find(({ name }) => name === 'orders')?.state).toBe('partial');
});

// oxlint-disable-next-line typescript/no-explicit-any -- any field of any file is forged
type Json = any;
const anOrder = (product: string): Json => files[0].orders.find((one: Json) => one.product === product && one.proofs.length > 0);
const proven = (file: Json, product: string): Json =>
  file.orders.find((one: Json) => one.product === product && one.proofs.length > 0);
function renamed(statement: Json[], { product, order }: Json, ref: string): void {
  for (const row of statement) if (row.ref === order.id && row.kind.startsWith(product)) row.ref = ref;
}
/** One row of the order becomes one of nobody's: amounts and balances stay as they are. */
function moved(statement: Json[], { product, order }: Json): void {
  const row = statement.find((one) => one.ref === order.id && one.kind.startsWith(product));
  row.kind = 'transfer';
}
