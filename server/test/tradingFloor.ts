/**
 * All products on one database: seconds, spot, leverage and the wallet with their own calls and jobs, a clock that stands
 * still, and a tick log written in batches through the true chain. What a test of the whole exchange drives.
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
import { createFunds } from '../src/funds/Funds';
import type { Handler, SignedIn } from '../src/http/handler';
import { findViolations, ledgerRules } from '../src/ledger/invariants';
import { createLeverage } from '../src/products/leverage/Leverage';
import { createLog } from '../src/platform/log';
import { createMetrics } from '../src/platform/metrics';
import { createRandom } from '../src/platform/random';
import { createFlash } from '../src/products/flash/Flash';
import { createSpot } from '../src/products/spot/Spot';
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
  const handlers: Readonly<Record<string, unknown>> = {
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
      while ((await leverage.runRound()).events > 0);
    },
    async violations() {
      const findings = await findViolations(
        db,
        [...ledgerRules, ...desk.seconds.ledgerRules, ...spot.ledgerRules, ...leverage.ledgerRules, ...flash.ledgerRules],
        0,
      );
      return findings.flatMap((finding) => finding.subjects.map((subject) => `${finding.rule}: ${subject}`));
    },
    audit: (options = {}) => audit(database.owner, { untilMs: clock.now(), ...options }),
    close: () => desk.close(),
  };
}
