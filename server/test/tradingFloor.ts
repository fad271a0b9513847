/**
 * All products on one database: seconds, spot, leverage, Interest Treasure, loans, projects and the wallet with their own calls and
 * jobs, a clock that stands still, and a tick log written in batches through the true chain. What a test of the whole exchange drives.
 *
 *   const floor = await openTradingFloor();
 *   await floor.ticks([['BTC-USDT', floor.now(), '100000']]);
 *   const anna = await floor.aPerson({ coin: '5000', contract: '5000' });
 *   await floor.ask(anna, 'leverageSubmit', { … });
 *   await floor.judge();
 *   expect((await floor.audit()).findings).toEqual([]);
 */
import { randomUUID } from 'node:crypto';
import type { AccountMode, EndpointName, EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import type { FeedTick } from '../src/feed/PriceFeed';
import { readHeads, type TickHead } from '../src/feed/tickLog';
import { createMessages } from '../src/content/messages';
import { shippedTexts } from '../src/content/texts';
import { createFunds } from '../src/funds/Funds';
import type { Handler, SignedIn } from '../src/http/handler';
import { findViolations, ledgerRules } from '../src/ledger/invariants';
import { createLeverage } from '../src/products/leverage/Leverage';
import { createLog } from '../src/platform/log';
import { createMetrics } from '../src/platform/metrics';
import { createRandom, sha256Hex } from '../src/platform/random';
import { createFlash } from '../src/products/flash/Flash';
import { createLoans } from '../src/products/loan/Loans';
import { createProjects } from '../src/products/project/Projects';
import { createSpot } from '../src/products/spot/Spot';
import { createTreasure } from '../src/products/treasure/Treasure';
import { createReviews } from '../src/reviews/Reviews';
import { giveMoney } from './giveMoney';
import { aFeedTick, writeByHand } from './handTicks';
import { audit, type AuditOptions, type AuditReport } from './audit/audit';
import { openSecondsDesk, type SecondsDesk } from './secondsDesk';
import { testReceipts } from './testReceipts';

export type TickOf = readonly [symbol: string, atMs: number, price: string];

export interface FloorMoney {
  readonly coin?: string;
  readonly contract?: string;
  readonly coins?: Readonly<Record<string, string>>;
  readonly mode?: AccountMode;
}

export interface TradingFloor extends Pick<SecondsDesk, 'clock' | 'database' | 'catalog'> {
  now(): number;
  aPerson(money?: FloorMoney): Promise<SignedIn>;
  /** With an account and a session, which Interest Treasure, loans and projects ask for. No step-up is asked for here. */
  signIn(user: SignedIn): Promise<SignedIn>;
  /** The other account of the same person. */
  otherMode(user: SignedIn, money?: FloorMoney): Promise<SignedIn>;
  ask<Name extends EndpointName>(
    user: SignedIn,
    name: Name,
    request: EndpointRequest<Name>,
    key?: string,
  ): Promise<EndpointResponse<Name>>;
  /** In the order given; of one symbol ascending. */
  ticks(ticks: readonly TickOf[]): Promise<void>;
  /** The same, as a source brings them. */
  feedTicks(ticks: readonly FeedTick[]): Promise<void>;
  /** One look of every job at the log, again until nothing happens. */
  judge(): Promise<void>;
  violations(): Promise<readonly string[]>;
  audit(options?: AuditOptions): Promise<AuditReport>;
  close(): Promise<void>;
}

export async function openTradingFloor(): Promise<TradingFloor> {
  const desk = await openSecondsDesk();
  const { clock, database, catalog } = desk;
  const { db } = database;
  const metrics = createMetrics({ collectProcess: false });
  const parts = {
    db,
    catalog,
    clock,
    log: createLog({ logLevel: 'silent' }),
    metrics,
    receipts: testReceipts,
    wakeOutbox: () => undefined,
    wakeJob: () => undefined,
  };
  const [spot, leverage] = [createSpot(parts), createLeverage(parts)];
  const flash = createFlash({ ...parts, random: createRandom() });
  const funds = createFunds({ db, priceOf: () => undefined, wakeOutbox: () => undefined });
  const messages = createMessages({ db, texts: shippedTexts() });
  const reviews = createReviews({ ...parts, random: createRandom(), kinds: [] });
  const earning = { ...parts, messages, reviews, identity: { requireStepUp: async () => undefined as never } };
  const [treasure, projects] = [createTreasure(earning), createProjects(earning)];
  const loans = createLoans({ ...earning, pledged: treasure.pledged });
  const handlers: Readonly<Record<string, unknown>> = {
    ...treasure.handlers,
    ...loans.handlers,
    ...projects.handlers,
    ...desk.seconds.handlers,
    ...spot.handlers,
    ...leverage.handlers,
    ...flash.handlers,
    ...funds.handlers,
  };
  const call = { language: 'en', ip: '127.0.0.1', traceId: 'test' } as const;
  let heads: Map<string, TickHead> | undefined;
  let lastPerson = 30_000_000;

  async function pay(user: SignedIn, { coin = '0', contract = '0', coins = {} }: FloorMoney): Promise<SignedIn> {
    const userId = Number.parseInt(user.userId, 10);
    const paid = [
      ['coin', 'USDT', coin],
      ['contract', 'USDT', contract],
      ...Object.entries(coins).map(([asset, text]) => ['coin', asset, text] as const),
    ] as const;
    for (const [kind, asset, text] of paid) {
      await giveMoney(db, { userId, mode: user.mode, kind, asset, text, atMs: clock.now() });
    }
    return user;
  }

  async function signIn(user: SignedIn): Promise<SignedIn> {
    const { userId, mode } = user;
    const nowMs = clock.now();
    await database.owner.query(
      `insert into app_user (id, email, country, password_hash, invitation_code, created_at_ms) values ($1, $2, 'DE', 'none', $3, $4)
       on conflict do nothing`,
      [userId, `${userId}@example.com`, userId, nowMs],
    );
    const { rows } = await database.owner.query<{ id: string }>(
      'insert into session (token_hash, user_id, mode, created_at_ms, last_seen_at_ms) values ($1, $2, $3, $4, $4) returning id',
      [sha256Hex(randomUUID()), userId, mode, nowMs],
    );
    return { ...user, sessionId: String(rows[0]?.id) };
  }

  async function feedTicks(ticks: readonly FeedTick[]): Promise<void> {
    heads ??= await readHeads(db);
    try {
      await writeByHand(db, heads, ticks);
    } catch (error) {
      heads = undefined;
      throw error;
    }
  }

  return {
    clock,
    database,
    catalog,
    now: () => clock.now(),
    aPerson: (money = {}) => pay({ userId: String((lastPerson += 1)), mode: money.mode ?? 'demo', sessionId: '1' }, money),
    signIn,
    otherMode: (user, money = {}) => pay({ ...user, mode: user.mode === 'demo' ? 'real' : 'demo' }, money),
    ask(user, name, request, key = randomUUID()) {
      const handler = handlers[name] as Handler<typeof name> | undefined;
      if (handler === undefined) throw new Error(`${name} is answered on the floor`);
      return handler({ ...call, request, user, nowMs: clock.now(), idempotencyKey: key } as never) as never;
    },
    ticks: (ticks) => feedTicks(ticks.map(([symbol, atMs, text]) => aFeedTick(symbol, atMs, text))),
    feedTicks,
    async judge() {
      const { signal } = new AbortController();
      await desk.seconds.settlementJob.run(signal);
      await spot.executionJob.run(signal);
      await loans.job.run(signal);
      while ((await leverage.runRound()).events > 0);
    },
    async violations() {
      const modules = [desk.seconds, spot, leverage, flash, treasure, loans, projects];
      const rules = [...ledgerRules, ...modules.flatMap((module) => module.ledgerRules)];
      const findings = await findViolations(db, rules, 0);
      return findings.flatMap((finding) => finding.subjects.map((subject) => `${finding.rule}: ${subject}`));
    },
    audit: (options = {}) => audit(database.owner, { untilMs: clock.now(), ...options }),
    close: () => desk.close(),
  };
}
