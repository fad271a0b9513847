/**
 * The desk of secondsDesk.ts with leveraged positions: the same database, clock and tick log, and the module's own calls.
 *
 *   await desk.ticks('BTC-USDT', [[-100, '60000']]);
 *   const user = await desk.aTrader('5000');                        // in the contract account
 *   const order = await desk.open(user, { lots: '0.5', leverage: 20 });
 *   await desk.ticks('BTC-USDT', [[200, '60000']]);
 *   await desk.judgeAt(300);
 */
import { afterAll, beforeAll } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { AccountMode, EndpointRequest, EndpointResponse, LeverageDeal, LeverageOrder } from '@tessera/shared/contract';
import { price, toText } from '@tessera/shared/money';
import { openingPrice } from '@tessera/shared/trading';
import { spreadOf } from '../src/feed/spread';
import type { Handler, SignedIn } from '../src/http/handler';
import { findViolations, ledgerRules } from '../src/ledger/invariants';
import { balanceOf, type HouseKind, type UserKind } from '../src/ledger/Ledger';
import { createLeverage, type Leverage } from '../src/products/leverage/Leverage';
import { createLog } from '../src/platform/log';
import { createMetrics } from '../src/platform/metrics';
import { giveMoney } from './giveMoney';
import { openSecondsDesk, startMs, type SecondsDesk } from './secondsDesk';
import type { OwnDatabase } from './testDatabase';
import { testReceipts } from './testReceipts';

export { startMs };

type Request = EndpointRequest<'leverageSubmit'>;
/** A market long of 0.01 BTC at 10 unless it says otherwise; a market order has seen the price in force. */
export type AskedPosition = { readonly [Field in keyof Request]?: Request[Field] | undefined } & { readonly key?: string };
type Named = Pick<LeverageOrder, 'id'>;

export interface LeverageDesk extends SecondsDesk {
  readonly leverage: Leverage;
  /** A signed-in user nobody used before, with that much in the contract account. */
  aTrader(contract?: string, mode?: AccountMode): Promise<SignedIn>;
  open(user: SignedIn, asked?: AskedPosition): Promise<LeverageOrder>;
  close(user: SignedIn, order: Named, lots?: string, key?: string): Promise<LeverageOrder>;
  cancel(user: SignedIn, order: Named, key?: string): Promise<LeverageOrder>;
  setStop(user: SignedIn, order: Named, stops: Omit<EndpointRequest<'leverageSetStop'>, 'id'>): Promise<LeverageOrder>;
  all(user: SignedIn, request: EndpointRequest<'leverageCloseAll'>): Promise<number>;
  list(
    user: SignedIn,
    request: EndpointRequest<'leverageOrders'>,
    family?: 'crypto' | 'forex',
  ): Promise<EndpointResponse<'leverageOrders'>>;
  order(user: SignedIn, order: Named): Promise<LeverageOrder>;
  deals(user: SignedIn, order: Named): Promise<readonly LeverageDeal[]>;
  terms(user: SignedIn, symbol: string): Promise<EndpointResponse<'leverageTerms'>>;
  /** "12.5"; "0" when the account was never opened. */
  held(user: SignedIn, kind?: UserKind): Promise<string>;
  houseHas(kind: HouseKind, mode?: AccountMode): Promise<string>;
  /** Rounds of the execution job until nothing more happens. */
  judge(): Promise<void>;
  /** Moves the clock first. */
  judgeAt(offsetMs: number): Promise<void>;
}

export function useLeverageDesk(): LeverageDesk {
  let opened: (LeverageDesk & { shut(): Promise<void> }) | undefined;
  beforeAll(async () => {
    opened = await openLeverageDesk();
  });
  afterAll(async () => {
    await opened?.shut();
  });
  return new Proxy({} as LeverageDesk, {
    get(_, name) {
      if (opened === undefined) throw new Error('the desk is open inside tests and hooks only');
      return opened[name as keyof LeverageDesk];
    },
  });
}

/** `shut` drops the database: `close` is what a trader does. */
export async function openLeverageDesk(
  newDatabase?: () => Promise<OwnDatabase>,
): Promise<LeverageDesk & { shut(): Promise<void> }> {
  const base = await openSecondsDesk(newDatabase);
  const { db } = base.database;
  const { clock, catalog } = base;
  const leverage = createLeverage({
    db,
    catalog,
    clock,
    log: createLog({ logLevel: 'silent' }),
    metrics: createMetrics({ collectProcess: false }),
    receipts: testReceipts,
    wakeOutbox: () => undefined,
    wakeJob: () => undefined,
  });
  const handlers = leverage.handlers as Required<Leverage['handlers']>;
  type Name = keyof Leverage['handlers'];
  function ask<Asked extends Name>(
    name: Asked,
    user: SignedIn,
    request: EndpointRequest<Asked>,
    key?: string,
  ): Promise<EndpointResponse<Asked>> {
    const call = { language: 'en', ip: '127.0.0.1', traceId: 'test', nowMs: clock.now(), idempotencyKey: key } as const;
    return (handlers[name] as unknown as Handler<Asked>)({ ...call, request, user } as never) as never;
  }
  const idOf = ({ userId }: SignedIn): number => Number.parseInt(userId, 10);
  const isCrypto = (symbol: string): boolean => symbol.endsWith('-USDT');
  let lastTrader = 20_000_000;

  async function seenPriceOf(symbol: string, direction: 'long' | 'short'): Promise<string> {
    const head = await db.selectFrom('tickHead').select('price').where('symbolId', '=', symbol).executeTakeFirstOrThrow();
    const terms = catalog.symbol(symbol);
    if (terms === undefined) throw new Error(`${symbol} is in the catalogue`);
    return toText(openingPrice(direction, price(head.price), spreadOf(terms)));
  }
  async function symbolOf(user: SignedIn, order: Named): Promise<string> {
    return (await desk.order(user, order)).symbol;
  }

  const desk: LeverageDesk = {
    ...base,
    leverage,
    async aTrader(contract = '10000', mode = 'demo') {
      const ownerId = (lastTrader += 1);
      await giveMoney(db, { userId: ownerId, mode, kind: 'contract', text: contract, atMs: clock.now() });
      return { userId: String(ownerId), mode, sessionId: '1' };
    },
    async open(user, { key = randomUUID(), ...asked } = {}) {
      const usual = {
        clientOrderId: randomUUID(),
        symbol: 'BTC-USDT',
        direction: 'long',
        entrustment: 'market',
        lots: '0.01',
        leverage: 10,
        ...asked,
      } as const;
      const seen =
        usual.entrustment === 'market' && !('seenPrice' in asked)
          ? { seenPrice: await seenPriceOf(usual.symbol ?? '', usual.direction ?? 'long') }
          : {};
      const given = Object.entries({ ...usual, ...seen }).filter(([, value]) => value !== undefined);
      const name = isCrypto(usual.symbol ?? '') ? 'leverageSubmit' : 'leverageWhSubmit';
      return ask(name, user, Object.fromEntries(given) as Request, key);
    },
    async close(user, order, lots, key = randomUUID()) {
      const name = isCrypto(await symbolOf(user, order)) ? 'leverageClose' : 'leverageWhClose';
      return ask(name, user, { id: order.id, ...(lots === undefined ? {} : { lots }) }, key);
    },
    cancel: (user, { id }, key = randomUUID()) => ask('leverageCancel', user, { id }, key),
    setStop: (user, { id }, stops) => ask('leverageSetStop', user, { id, ...stops }),
    all: async (user, request) => (await ask('leverageCloseAll', user, request, randomUUID())).count,
    list: (user, request, family = 'crypto') => ask(family === 'crypto' ? 'leverageOrders' : 'leverageWhOrders', user, request),
    order: async (user, { id }) => (await ask('leverageDetail', user, { id })).order,
    deals: async (user, { id }) => (await ask('leverageDetail', user, { id })).deals,
    terms: (user, symbol) => ask('leverageTerms', user, { symbol }),
    async held(user, kind = 'contract') {
      const balance = await balanceOf(db, user.mode, { ownerId: idOf(user), kind, asset: 'USDT' });
      return balance === undefined ? '0' : toText(balance);
    },
    async houseHas(kind, mode = 'demo') {
      const { rows } = await base.database.owner.query<{ balance: string }>(
        "select trim_scale(balance)::text as balance from account_balance where owner_id = 0 and kind = $1 and asset = 'USDT' and mode = $2",
        [kind, mode],
      );
      return rows[0]?.balance ?? '0';
    },
    async judge() {
      for (;;) if ((await leverage.runRound()).events === 0) return;
    },
    async judgeAt(offsetMs) {
      clock.set(startMs + offsetMs);
      await desk.judge();
    },
    async violations() {
      const findings = await findViolations(db, [...ledgerRules, ...base.seconds.ledgerRules, ...leverage.ledgerRules], 0);
      return findings.flatMap((finding) => finding.subjects.map((subject) => `${finding.rule}: ${subject}`));
    },
  };
  return { ...desk, shut: () => base.close() };
}
