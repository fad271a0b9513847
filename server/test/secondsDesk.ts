/**
 * A trading desk for tests of seconds contracts: a real database, a clock that stands still, a tick log written by hand
 * through the true chain, users with money, and the module's own calls.
 *
 *   const desk = useSecondsDesk();
 *   await desk.ticks('BTC-USDT', [[-100, '100'], [200, '101']]);   // milliseconds from desk.startMs
 *   const order = await desk.buy(await desk.aUser('500'), { stake: '10' });
 */
import { afterAll, beforeAll } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { AccountMode, SecondsOrder, SecondsQuote } from '@tessera/shared/contract';
import { toText } from '@tessera/shared/money';
import { loadCatalog, type Catalog } from '../src/catalog/Catalog';
import { readHeads } from '../src/feed/tickLog';
import { createFunds } from '../src/funds/Funds';
import type { Handler, SignedIn } from '../src/http/handler';
import { findViolations, ledgerRules } from '../src/ledger/invariants';
import { balanceOf } from '../src/ledger/Ledger';
import { createTestClock, type TestClock } from '../src/platform/Clock';
import { createLog } from '../src/platform/log';
import { createMetrics } from '../src/platform/metrics';
import { createSeconds, type Seconds } from '../src/products/seconds/Seconds';
import { settleDue } from '../src/products/seconds/settleDue';
import { giveMoney } from './giveMoney';
import { aFeedTick, writeByHand } from './handTicks';
import { createTestDatabase, type OwnDatabase, type TestDatabase } from './testDatabase';
import { testReceipts } from './testReceipts';

/** A Wednesday at noon, when every market is open. */
export const startMs = Date.UTC(2026, 10, 18, 12);

export interface Asked {
  readonly symbol?: string;
  readonly seconds?: number;
  readonly direction?: 'long' | 'short';
  readonly stake?: string;
  readonly asset?: string;
  readonly clientOrderId?: string;
  readonly quoteId?: string;
  readonly key?: string;
}

/** [milliseconds from startMs, price, filled in afterwards] */
export type TickAt = readonly [offsetMs: number, price: string, isFilled?: boolean];

export interface SecondsDesk {
  readonly startMs: number;
  readonly clock: TestClock;
  readonly database: TestDatabase;
  readonly catalog: Catalog;
  readonly seconds: Seconds;
  readonly funds: ReturnType<typeof createFunds>;
  /** A signed-in user nobody used before, with that much in the coin account. */
  aUser(coin?: string, mode?: AccountMode): Promise<SignedIn>;
  ticks(symbol: string, ticks: readonly TickAt[]): Promise<void>;
  quote(user: SignedIn, asked?: Asked): Promise<SecondsQuote>;
  /** Quotes and submits. */
  buy(user: SignedIn, asked?: Asked): Promise<SecondsOrder>;
  submit(user: SignedIn, asked: Asked): Promise<SecondsOrder>;
  find(user: SignedIn, clientOrderId: string): Promise<SecondsOrder | null>;
  coin(user: SignedIn): Promise<string>;
  stake(user: SignedIn): Promise<string>;
  /** Moves the clock and settles all that can be. */
  settleAt(offsetMs: number): Promise<void>;
  violations(): Promise<readonly string[]>;
}

export function useSecondsDesk(): SecondsDesk {
  let opened: (SecondsDesk & { close(): Promise<void> }) | undefined;
  beforeAll(async () => {
    opened = await openSecondsDesk();
  });
  afterAll(async () => {
    await opened?.close();
  });
  return new Proxy({} as SecondsDesk, {
    get(_, name) {
      if (opened === undefined) throw new Error('the desk is open inside tests and hooks only');
      return opened[name as keyof SecondsDesk];
    },
  });
}

/** `newDatabase`: useFreshDatabases' where each test has a desk of its own. */
export async function openSecondsDesk(
  newDatabase: () => Promise<OwnDatabase> = createTestDatabase,
): Promise<SecondsDesk & { close(): Promise<void> }> {
  const database = await newDatabase();
  const { db } = database;
  const clock = createTestClock(startMs);
  await db
    .insertInto('lease')
    .values({ name: 'feed', holder: 'test', epoch: 1, untilMs: startMs * 2 })
    .execute();
  await db.insertInto('feedEpoch').values({ epoch: 1, source: 'replay', startedAtMs: startMs }).execute();
  const catalog = await loadCatalog(db, startMs);
  const seconds = await createSeconds({
    db,
    catalog,
    clock,
    log: createLog({ logLevel: 'silent' }),
    metrics: createMetrics({ collectProcess: false }),
    receipts: testReceipts,
    wakeOutbox: () => undefined,
    wakeJob: () => undefined,
  });
  const funds = createFunds({ db, priceOf: () => undefined, wakeOutbox: () => undefined });
  let lastUser = 10_000_000;

  const call = { language: 'en', ip: '127.0.0.1', traceId: 'test', idempotencyKey: undefined } as const;
  function answerOf<Name extends keyof Seconds['handlers']>(name: Name): NonNullable<Seconds['handlers'][Name]> {
    const handler = seconds.handlers[name];
    if (handler === undefined) throw new Error(`seconds answers ${name}`);
    return handler;
  }
  const askedOf = (asked: Asked) => ({
    symbol: 'BTC-USDT',
    seconds: 30,
    direction: 'long' as const,
    stake: '10',
    asset: 'USDT',
    ...asked,
  });

  const desk: SecondsDesk = {
    startMs,
    clock,
    database,
    catalog,
    seconds,
    funds,
    async aUser(coin = '1000', mode = 'demo') {
      const ownerId = (lastUser += 1);
      await giveMoney(db, { userId: ownerId, mode, kind: 'coin', text: coin, atMs: clock.now() });
      return { userId: String(ownerId), mode, sessionId: '1' };
    },
    async ticks(symbol, ticks) {
      await writeByHand(
        db,
        await readHeads(db),
        ticks.map(([offsetMs, text, isFilled = false]) => ({ ...aFeedTick(symbol, startMs + offsetMs, text), isFilled })),
      );
    },
    quote(user, asked = {}) {
      const { symbol, seconds: duration } = askedOf(asked);
      return (answerOf('secondsTerms') as Handler<'secondsTerms'>)({
        ...call,
        request: { symbol, seconds: duration },
        user,
        nowMs: clock.now(),
      });
    },
    async buy(user, asked = {}) {
      const { quoteId } = await desk.quote(user, asked);
      return desk.submit(user, { quoteId, ...asked });
    },
    submit(user, asked) {
      const {
        key = randomUUID(),
        clientOrderId = randomUUID(),
        quoteId = 'none',
        ...request
      } = askedOf(asked) as Required<Asked> & ReturnType<typeof askedOf>;
      const name = catalog.symbol(request.symbol)?.assetClass === 'crypto' ? 'secondsSubmit' : 'secondsWhSubmit';
      return (answerOf(name) as Handler<'secondsSubmit'>)({
        ...call,
        request: { ...request, clientOrderId, quoteId },
        user,
        nowMs: clock.now(),
        idempotencyKey: key,
      });
    },
    async find(user, clientOrderId) {
      const handler = answerOf('secondsFind') as Handler<'secondsFind'>;
      return (await handler({ ...call, request: { clientOrderId }, user, nowMs: clock.now() })).order;
    },
    coin: (user) => balanceText(user, 'coin'),
    stake: (user) => balanceText(user, 'stake'),
    async settleAt(offsetMs) {
      clock.set(startMs + offsetMs);
      for (;;) {
        const batch = await settleDue(db, clock.now());
        if (batch.entered + batch.settled.length === 0) return;
      }
    },
    async violations() {
      const findings = await findViolations(db, [...ledgerRules, ...seconds.ledgerRules], 0);
      return findings.flatMap((finding) => finding.subjects.map((subject) => `${finding.rule}: ${subject}`));
    },
  };
  async function balanceText({ userId, mode }: SignedIn, kind: 'coin' | 'stake'): Promise<string> {
    const balance = await balanceOf(db, mode, { ownerId: Number.parseInt(userId, 10), kind, asset: 'USDT' });
    return balance === undefined ? 'none' : toText(balance);
  }
  return { ...desk, close: () => database.drop() };
}
