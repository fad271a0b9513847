/**
 * The whole exchange behind its real HTTP routes, for tests of what it answers: a test database, a clock that is set by
 * hand, a tick log written by hand through the true chain, people with sessions and money.
 *
 *   const exchange = useTradingExchange();
 *   await exchange.tick('BTC-USDT', '100');
 *   const anna = await exchange.aPerson();
 *   const answer = await anna.ask('secondsSubmit', { … });   // { type: 'error', message: 'ORDER_…', params }
 */
import { afterAll, beforeAll } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  endpoints,
  idempotencyHeader,
  type AccountMode,
  type Endpoint,
  type EndpointName,
  type PuzzlePurpose,
} from '@tessera/shared/contract';
import { operatorRole, operations, type OperationName } from '@tessera/shared/operations';
import { createApp, type App } from '../src/app';
import { loadCatalog } from '../src/catalog/Catalog';
import { emptyHead, readHeads } from '../src/feed/tickLog';
import { createLeverage } from '../src/products/leverage/Leverage';
import { createTestClock, type TestClock } from '../src/platform/Clock';
import { readConfig } from '../src/platform/config';
import { createLog } from '../src/platform/log';
import { createMetrics } from '../src/platform/metrics';
import { sha256Hex } from '../src/platform/random';
import { createSpot } from '../src/products/spot/Spot';
import type { Db } from '../src/store/database';
import { giveMoney } from './giveMoney';
import { aFeedTick, writeByHand } from './handTicks';
import { createTestDatabase, type TestDatabase } from './testDatabase';
import { anIncident } from './anIncident';
import { anOperator } from './anOperator';
import { certify } from './certify';
import { aForm } from './pictures';
import { puzzleToken } from './puzzleToken';
import { testReceipts } from './testReceipts';

/** A Wednesday at noon, when every market is open. */
export const noonMs = Date.UTC(2026, 10, 18, 12);
/** The same week's Friday: forex and metals are closing, and closed. */
export const closingMs = Date.UTC(2026, 10, 20, 21, 50);
export const closedMs = Date.UTC(2026, 10, 20, 22, 30);
/** On this symbol every product is switched off; it is in the catalogue all the same. */
export const unopenedSymbol = 'DOT-USDT';

/** What the exchange under test seals with. */
export const accountKey = 'a key of accounts that are under test';

export interface Answer {
  readonly type: 'ok' | 'error' | '999';
  /** The data, or the code of the refusal. */
  readonly message: unknown;
  readonly params?: Readonly<Record<string, string>>;
}

export interface Money {
  readonly coin?: string;
  readonly contract?: string;
  readonly coins?: Readonly<Record<string, string>>;
  readonly mode?: AccountMode;
  /** False: nobody has looked at his papers. Asked for on the real account only. */
  readonly isCertified?: boolean;
}

export interface Person {
  readonly userId: number;
  readonly token: string;
  readonly mode: AccountMode;
  ask(call: EndpointName, request: Readonly<Record<string, unknown>>, key?: string): Promise<Answer>;
  /** As ask, for what must succeed: answers the data. */
  get<Data = Record<string, unknown>>(
    call: EndpointName,
    request: Readonly<Record<string, unknown>>,
    key?: string,
  ): Promise<Data>;
}

export interface TradingExchange {
  readonly app: App;
  readonly clock: TestClock;
  readonly database: TestDatabase;
  /** With that much USDT in the coin account and in the contract account, and other coins beside it. */
  aPerson(money?: Money): Promise<Person>;
  /** Time goes on by so much that a minute of nothing but these prices is over: ten ticks of each market, a second apart. */
  minute(prices: Readonly<Record<string, string>>): Promise<void>;
  /** By a published incident, for a minute from now. */
  suspend(symbol: string): Promise<void>;
  /** One round of the jobs that hold ticks against spot orders and positions. */
  execute(): Promise<void>;
  /** Now, and after the symbol's last tick. */
  tick(symbol: string, priceText: string, options?: { readonly isFilled?: boolean }): Promise<void>;
  ask(call: EndpointName, request: Readonly<Record<string, unknown>>, token?: string, key?: string): Promise<Answer>;
  /** Registers; whoever has an account by it is told so. */
  register(account: string, more?: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** Somebody who has just registered, with `testPassword`. */
  newcomer(account?: string): Promise<Person & { readonly account: string }>;
  /** Signs in with the right password unless another is named. */
  login(account: string, more?: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** The newest code that would have reached a person. */
  lastCode(): string;
  /** An operator's call, by one who has every role. */
  operate(name: OperationName, request: Readonly<Record<string, unknown>>): Promise<Answer>;
}
export const testPassword = 'tiles & light';

/** `roles`: with `realtime` too the test starts the app and lets it listen. */
export function useTradingExchange({
  roles = 'api,operators',
  settings = async () => ({}),
}: {
  readonly roles?: string;
  /** More of them, once they are known. */
  readonly settings?: () => Promise<Readonly<Record<string, string>>>;
} = {}): TradingExchange {
  let opened: (TradingExchange & { close(): Promise<void> }) | undefined;
  beforeAll(async () => {
    opened = await openTradingExchange(roles, await settings());
  });
  afterAll(async () => {
    await opened?.close();
  });
  return new Proxy({} as TradingExchange, {
    get(_, name) {
      if (opened === undefined) throw new Error('the exchange is open inside tests and hooks only');
      return opened[name as keyof TradingExchange];
    },
  });
}

const configOf = (dataDir: string, roles: string, settings: Readonly<Record<string, string>>) =>
  readConfig({
    DATA_DIR: dataDir,
    ACCOUNT_KEY: accountKey,
    ROLES: roles,
    LOG_LEVEL: 'silent',
    SEED_DEMO_USER: 'false',
    RATE_LIMIT_FACTOR: '10000',
    ...settings,
  });

let lastUser = 20_000_000;

async function openTradingExchange(
  roles: string,
  settings: Readonly<Record<string, string>>,
): Promise<TradingExchange & { close(): Promise<void> }> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-trading-'));
  await database.owner.query('update symbol set has_spot = false, has_seconds = false, has_leverage = false where id = $1', [
    unopenedSymbol,
  ]);
  const clock = createTestClock(noonMs);
  const { db } = database;
  await db
    .insertInto('lease')
    .values({ name: 'feed', holder: 'test', epoch: 1, untilMs: noonMs * 2 })
    .execute();
  await db.insertInto('feedEpoch').values({ epoch: 1, source: 'replay', startedAtMs: noonMs }).execute();
  const config = configOf(dataDir, roles, settings);
  let printed = '';
  const app = await createApp(config, {
    databaseAddress: database.address,
    log: createLog({ logLevel: 'silent' }),
    clock,
    print: (line) => (printed = line),
  });
  // The app runs no jobs here: a test says when ticks are looked at.
  const jobs = {
    db,
    catalog: await loadCatalog(db, noonMs),
    clock,
    log: createLog({ logLevel: 'silent' }),
    metrics: createMetrics({ collectProcess: false }),
    receipts: testReceipts,
    wakeOutbox: () => undefined,
    wakeJob: () => undefined,
  };
  const [spot, leverage] = [createSpot(jobs), createLeverage(jobs)];

  async function ask(
    call: EndpointName,
    request: Readonly<Record<string, unknown>>,
    token?: string,
    key?: string,
  ): Promise<Answer> {
    const { method, path, body }: Endpoint = endpoints[call];
    const query = new URLSearchParams(Object.entries(request).map(([name, value]): [string, string] => [name, String(value)]));
    const form = body === 'multipart' ? await aForm(request as Parameters<typeof aForm>[0]) : undefined;
    const payload = form?.payload ?? (body === 'form' ? query.toString() : request);
    const answer = await app.http.inject({
      method,
      url: method === 'GET' ? `/api/${path}?${query.toString()}` : `/api/${path}`,
      headers: {
        ...form?.headers,
        ...(body === 'form' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(token === undefined ? {} : { authorization: token }),
        ...(key === undefined ? {} : { [idempotencyHeader]: key }),
      },
      ...(method === 'GET' ? {} : { payload }),
    });
    return answer.json();
  }

  let operator: string | undefined;

  return {
    app,
    clock,
    database,
    ask,
    ...accountCalls({ db, clock, ask }),
    lastCode: () => /\b(\d{6})\b/.exec(printed)?.[1] ?? 'none',
    async operate(name, request) {
      operator ??= (await anOperator(database, operatorRole.options, { nowMs: clock.now() })).token;
      const answer = await app.operationsHttp?.inject({
        method: 'POST',
        url: `/ops/api/${operations[name].path}`,
        headers: { authorization: `Bearer ${operator}` },
        payload: request,
      });
      if (answer === undefined) throw new Error('operators are answered in an app with that role');
      return answer.json();
    },
    async aPerson({ coin = '1000', contract = '0', coins = {}, mode = 'demo', isCertified = mode === 'real' } = {}) {
      const userId = (lastUser += 1);
      const token = await openSession(db, userId, mode, clock.now());
      if (isCertified) await certify(db, userId, clock.now());
      const paid = [
        ['coin', 'USDT', coin],
        ['contract', 'USDT', contract],
        ...Object.entries(coins).map(([asset, text]) => ['coin', asset, text] as const),
      ] as const;
      for (const [kind, asset, text] of paid) await giveMoney(db, { userId, mode, kind, asset, text, atMs: clock.now() });
      return personOf(ask, { userId, mode, token });
    },
    async tick(symbol, priceText, { isFilled = false } = {}) {
      const heads = await readHeads(db);
      const atMs = Math.max(clock.now(), (heads.get(symbol) ?? emptyHead).atMs + 1);
      await writeByHand(db, heads, [{ ...aFeedTick(symbol, atMs, priceText), isFilled }]);
    },
    minute: (prices) => writeMinute(db, clock, prices),
    async suspend(symbol) {
      const nowMs = clock.now();
      await anIncident(database.owner, { symbol, fromMs: nowMs, toMs: nowMs + 60_000, publishedAtMs: nowMs });
    },
    async execute() {
      await spot.executionJob.run(new AbortController().signal);
      await leverage.runRound();
    },
    async close() {
      await app.stop('the test is over');
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function writeMinute(db: Db, clock: TestClock, prices: Readonly<Record<string, string>>): Promise<void> {
  const heads = await readHeads(db);
  const symbols = Object.keys(prices);
  const lastMs = Math.max(...symbols.map((symbol) => heads.get(symbol)?.atMs ?? 0), clock.now());
  clock.set(lastMs + 70_000);
  const seconds = Array.from({ length: 10 }, (_, index) => clock.now() - (9 - index) * 1000);
  const ticks = seconds.flatMap((atMs) => symbols.map((symbol) => aFeedTick(symbol, atMs, prices[symbol] ?? '')));
  await writeByHand(db, heads, ticks);
}

function personOf(ask: TradingExchange['ask'], who: Pick<Person, 'userId' | 'mode' | 'token'>): Person {
  const askAsPerson: Person['ask'] = (call, request, key = randomUUID()) => ask(call, request, who.token, key);
  return {
    ...who,
    ask: askAsPerson,
    async get<Data>(call: EndpointName, request: Readonly<Record<string, unknown>>, key?: string) {
      const answer = await askAsPerson(call, request, key);
      if (answer.type !== 'ok') throw new Error(`${call} ${JSON.stringify(request)} is answered, got ${JSON.stringify(answer)}`);
      return answer.message as Data;
    },
  };
}

/** People who come by the door: their puzzles are solved. */
function accountCalls({
  db,
  clock,
  ask,
}: {
  readonly db: Db;
  readonly clock: TestClock;
  readonly ask: TradingExchange['ask'];
}): Pick<TradingExchange, 'register' | 'newcomer' | 'login'> {
  const puzzle = (purpose: PuzzlePurpose) => puzzleToken(db, { purpose, ip: '127.0.0.1', nowMs: clock.now() });
  const register: TradingExchange['register'] = async (account, more = {}) =>
    ask('register', {
      account,
      password: testPassword,
      passwordAgain: testPassword,
      country: 'FR',
      acceptsAgreement: 'true',
      puzzleToken: await puzzle('register'),
      ...more,
    });
  return {
    register,
    async newcomer(account = `${randomUUID()}@example.com`) {
      const answer = await register(account);
      const { token, userId, mode } = answer.message as { token: string; userId: string; mode: AccountMode };
      return { account, ...personOf(ask, { userId: Number.parseInt(userId, 10), mode, token }) };
    },
    login: async (account, more = {}) =>
      ask('login', { account, password: testPassword, puzzleToken: await puzzle('login'), ...more }),
  };
}

async function openSession(db: Db, userId: number, mode: AccountMode, nowMs: number): Promise<string> {
  const token = randomUUID();
  await db
    .insertInto('appUser')
    .values({
      id: userId,
      email: `${userId}@example.com`,
      country: 'DE',
      passwordHash: 'none',
      invitationCode: String(userId),
      createdAtMs: nowMs,
    } as never)
    .execute();
  await db
    .insertInto('session')
    .values({
      tokenHash: sha256Hex(token),
      userId,
      mode,
      createdAtMs: nowMs,
      lastSeenAtMs: nowMs,
      revokedAtMs: null,
      revokedWhy: null,
    })
    .execute();
  return token;
}
