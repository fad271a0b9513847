/**
 * The desk of secondsDesk.ts with spot orders: the same database, clock and tick log, and the spot module's own calls.
 *
 *   await desk.ticks('BTC-USDT', [[-100, '100000']]);
 *   const order = await desk.place(await desk.aUser('5000'), { side: 'buy', entrustment: 'limit', price: '100010', quantity: '0.01' });
 *   await desk.ticks('BTC-USDT', [[200, '100000']]);
 *   await desk.executeAt(300);
 */
import { randomUUID } from 'node:crypto';
import type { AccountMode, EndpointRequest, EndpointResponse, SpotOrder } from '@tessera/shared/contract';
import { toText } from '@tessera/shared/money';
import type { Handler, SignedIn } from '../src/http/handler';
import { findViolations, ledgerRules } from '../src/ledger/invariants';
import { balanceOf, type UserKind } from '../src/ledger/Ledger';
import { createLog } from '../src/platform/log';
import { createMetrics } from '../src/platform/metrics';
import { createSpot, type Spot } from '../src/products/spot/Spot';
import { giveMoney } from './giveMoney';
import { openSecondsDesk, startMs, type SecondsDesk } from './secondsDesk';
import type { OwnDatabase } from './testDatabase';
import { testReceipts } from './testReceipts';

export { startMs };

type Request = EndpointRequest<'spotSubmit'>;
/** A limit purchase of 0.01 BTC at 100,000 unless it says otherwise; undefined takes a field away. */
export type AskedSpot = { readonly [Field in keyof Request]?: Request[Field] | undefined } & { readonly key?: string };

export interface SpotDesk extends SecondsDesk {
  readonly spot: Spot;
  /** Puts coins into a user's coin account. */
  give(user: SignedIn, asset: string, quantity: string): Promise<void>;
  place(user: SignedIn, asked?: AskedSpot): Promise<SpotOrder>;
  cancel(user: SignedIn, order: Pick<SpotOrder, 'id'>, key?: string): Promise<SpotOrder>;
  list(user: SignedIn, request: EndpointRequest<'spotOrders'>): Promise<EndpointResponse<'spotOrders'>>;
  findSpot(user: SignedIn, order: Pick<SpotOrder, 'clientOrderId'>): Promise<SpotOrder>;
  terms(symbol: string): Promise<EndpointResponse<'spotTerms'>>;
  /** "12.5"; "0" when the account was never opened. */
  held(user: SignedIn, asset: string, kind?: UserKind): Promise<string>;
  /** The house's account, negative when it gave more than it took. */
  houseHas(kind: 'trade' | 'fee', asset: string, mode?: AccountMode): Promise<string>;
  /** One round of the execution job. */
  execute(): Promise<void>;
  /** Moves the clock first. */
  executeAt(offsetMs: number): Promise<void>;
}

export async function openSpotDesk(newDatabase?: () => Promise<OwnDatabase>): Promise<SpotDesk & { close(): Promise<void> }> {
  const base = await openSecondsDesk(newDatabase);
  const { db } = base.database;
  const { clock, catalog } = base;
  const spot = createSpot({
    db,
    catalog,
    clock,
    log: createLog({ logLevel: 'silent' }),
    metrics: createMetrics({ collectProcess: false }),
    receipts: testReceipts,
    wakeOutbox: () => undefined,
    wakeJob: () => undefined,
  });
  const call = { language: 'en', ip: '127.0.0.1', traceId: 'test', idempotencyKey: undefined } as const;
  const handlers = spot.handlers as Required<
    Pick<typeof spot.handlers, 'spotSubmit' | 'spotCancel' | 'spotOrders' | 'spotFind' | 'spotTerms'>
  >;
  const isOf = ({ userId }: SignedIn) => Number.parseInt(userId, 10);

  const desk: SpotDesk = {
    ...base,
    spot,
    async give(user, asset, quantity) {
      await giveMoney(db, { userId: isOf(user), mode: user.mode, kind: 'coin', asset, text: quantity, atMs: clock.now() });
    },
    async place(user, { key = randomUUID(), ...asked } = {}) {
      const usual = { clientOrderId: randomUUID(), symbol: 'BTC-USDT', side: 'buy', entrustment: 'limit' } as const;
      const figures = asked.entrustment === 'market' ? { seenPrice: '100000' } : { price: '100000', quantity: '0.01' };
      const given = Object.entries({ ...usual, ...figures, ...asked }).filter(([, value]) => value !== undefined);
      const request = Object.fromEntries(given) as unknown as Request;
      return (handlers.spotSubmit as Handler<'spotSubmit'>)({ ...call, request, user, nowMs: clock.now(), idempotencyKey: key });
    },
    cancel: async (user, { id }, key = randomUUID()) =>
      (handlers.spotCancel as Handler<'spotCancel'>)({ ...call, request: { id }, user, nowMs: clock.now(), idempotencyKey: key }),
    list: async (user, request) => (handlers.spotOrders as Handler<'spotOrders'>)({ ...call, request, user, nowMs: clock.now() }),
    async findSpot(user, { clientOrderId }) {
      const { order } = await (handlers.spotFind as Handler<'spotFind'>)({
        ...call,
        request: { clientOrderId },
        user,
        nowMs: clock.now(),
      });
      if (order === null) throw new Error(`order ${clientOrderId} is there`);
      return order;
    },
    async terms(symbol) {
      const anybody = { userId: '1', mode: 'demo', sessionId: '1' } as const;
      return (handlers.spotTerms as unknown as Handler<'spotSubmit'>)({
        ...call,
        request: { symbol } as never,
        user: anybody,
        nowMs: clock.now(),
      }) as never;
    },
    async held(user, asset, kind = 'coin') {
      const balance = await balanceOf(db, user.mode, { ownerId: isOf(user), kind, asset });
      return balance === undefined ? '0' : toText(balance);
    },
    async houseHas(kind, asset, mode = 'demo') {
      const { rows } = await base.database.owner.query<{ balance: string }>(
        'select trim_scale(balance)::text as balance from account_balance where owner_id = 0 and kind = $1 and asset = $2 and mode = $3',
        [kind, asset, mode],
      );
      return rows[0]?.balance ?? '0';
    },
    execute: async () => void (await spot.executionJob.run(new AbortController().signal)),
    async executeAt(offsetMs) {
      clock.set(startMs + offsetMs);
      await desk.execute();
    },
    async violations() {
      const findings = await findViolations(db, [...ledgerRules, ...base.seconds.ledgerRules, ...spot.ledgerRules], 0);
      return findings.flatMap((finding) => finding.subjects.map((subject) => `${finding.rule}: ${subject}`));
    },
  };
  return { ...desk, close: () => base.close() };
}
