/**
 * Takes a quote: the money, the receipt, the private event and the answer in one transaction, or nothing. The price is the quote's;
 * a market that was stopped meanwhile refuses it, and one that moved so far that the exchange would cost the house more than it brings.
 */
import type { FlashOrder, ReceiptTerms } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import { flashTermsOf } from '@tessera/shared/fairness';
import { amount, compare, rate, zero } from '@tessera/shared/money';
import { flashMoney } from '@tessera/shared/trading';
import type { Catalog } from '../../catalog/Catalog';
import { acceptInTime, limitWaits } from '../../execution/acceptInOrder';
import { keepTicks } from '../../execution/keepTicks';
import { publishEvents } from '../../execution/publishEvents';
import { fundingAsset } from '../../funds/fundingAsset';
import type { HandlerCall } from '../../http/handler';
import { post } from '../../ledger/Ledger';
import { takeLocks } from '../../ledger/takeLocks';
import { holdLimits } from '../../limits/holdLimits';
import type { Clock } from '../../platform/Clock';
import { withReceipt, type Receipts } from '../../record/Receipts';
import type { Db, Tx } from '../../store/database';
import { once } from '../../store/idempotency';
import { enterLock } from '../../store/lockOrder';
import { rowId } from '../../store/rowId';
import { newestPrices, pricesOf } from './flashMarkets';
import { presentFlash, ticksOf, type FlashRow } from './flashRow';
import { flashPosting } from './posting';

interface ExecuteDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly receipts: Receipts;
}
type FlashCall = Pick<HandlerCall<'flash'>, 'request' | 'user' | 'nowMs' | 'idempotencyKey'>;

/**
 * Throws DATA_NOT_FOUND for a quote that is not this person's in this account, or is forgotten; ORDER_QUOTE_EXPIRED, also
 * for one that the market has left behind; ORDER_DO_NOT_RESUBMIT for one that was taken; WALLET_BALANCE_INSUFFICIENT, what a person's own
 * limits say, and what newestPrices says.
 */
export async function executeFlash(deps: ExecuteDeps, call: FlashCall): Promise<FlashOrder> {
  const { db, clock } = deps;
  const { user, request, nowMs, idempotencyKey: key } = call;
  const onceCall = {
    userId: rowId(user.userId),
    call: 'flash',
    key,
    request: { quoteId: request.quoteId, mode: user.mode },
    nowMs,
  };
  const { response } = await acceptInTime(clock, nowMs, () => once(db, onceCall, (tx) => take(tx, deps, call)));
  const row = await db.selectFrom('flashExchange').selectAll().where('id', '=', response.id).executeTakeFirstOrThrow();
  return withReceipt(db, 'flash', presentFlash(row));
}

async function take(tx: Tx, { catalog, receipts }: ExecuteDeps, { user, request, nowMs }: FlashCall): Promise<{ id: number }> {
  await limitWaits(tx);
  const owner = { userId: rowId(user.userId), mode: user.mode };
  const asked = await quoteOf(tx, { quoteId: request.quoteId, ...owner });
  // What is held already can always be turned into money.
  const isBuying = asked.toAsset !== fundingAsset;
  const stake = asked.fromAsset === fundingAsset ? amount(asked.given) : zero;
  const limits = await holdLimits(tx, isBuying ? [owner] : [], nowMs);
  const quote = await lockQuote(tx, asked.id);
  if (quote.doneAtMs !== null) throw new AppError('ORDER_DO_NOT_RESUBMIT');
  if (nowMs > quote.expiresAtMs) throw new AppError('ORDER_QUOTE_EXPIRED');
  const atMs = Math.max(nowMs, quote.quotedAtMs);
  await requireCovered(tx, catalog, quote, atMs);
  const refusal = limits.refusal(owner, { stake, risk: zero });
  if (refusal !== undefined) throw refusal;
  const ticks = ticksOf(quote);
  await keepTicks(
    tx,
    ticks.map(({ symbol, seq }) => ({ symbol, from: { seq }, to: { atMs: quote.quotedAtMs } })),
  );
  const accounts = [quote.fromAsset, quote.toAsset].map(
    (asset) => ({ ownerId: owner.userId, mode: owner.mode, kind: 'coin', asset }) as const,
  );
  await takeLocks(tx, { accounts });
  const moved = { ...quote, given: amount(quote.given), received: amount(quote.received), fee: amount(quote.fee) };
  const { journalId } = await post(tx, flashPosting(moved, atMs));
  await tx.updateTable('flashExchange').set({ doneAtMs: atMs, journalId }).where('id', '=', quote.id).execute();
  await limits.keep(tx, isBuying ? [{ owner, stake }] : []);
  await receipts.sign(tx, [acceptanceOf({ ...quote, doneAtMs: atMs }, ticks, scalesOf(catalog, quote))]);
  await publishEvents(tx, { events: [], moved: [owner], atMs });
  return { id: quote.id };
}

async function quoteOf(tx: Tx, { quoteId, userId, mode }: Pick<FlashRow, 'quoteId' | 'userId' | 'mode'>): Promise<FlashRow> {
  const row = await tx
    .selectFrom('flashExchange')
    .selectAll()
    .where('quoteId', '=', quoteId)
    .where('userId', '=', userId)
    .where('mode', '=', mode)
    .executeTakeFirst();
  // The same answer for a quote that is not there and for one that is somebody else's.
  if (row === undefined) throw new AppError('DATA_NOT_FOUND');
  return row;
}

async function lockQuote(tx: Tx, id: number): Promise<FlashRow> {
  enterLock(tx, 'order');
  const row = await tx.selectFrom('flashExchange').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  // Newer quotes took its room meanwhile.
  if (row === undefined) throw new AppError('DATA_NOT_FOUND');
  return row;
}

/** Who only takes the quotes that became worth more than they cost would win for sure: the newest ticks, without spread and fee, must cover what is received. */
async function requireCovered(tx: Tx, catalog: Catalog, quote: FlashRow, atMs: number): Promise<void> {
  const time = { nowMs: quote.quotedAtMs, untilMs: atMs };
  const [fromPrice, toPrice] = pricesOf(await newestPrices(tx, catalog, [quote.fromAsset, quote.toAsset], time));
  const free = { fromSpread: rate('0'), toSpread: rate('0'), feeRate: rate('0') };
  const { worth } = flashMoney(amount(quote.given), { fromPrice, toPrice, ...free, toScale: scalesOf(catalog, quote).toScale });
  if (compare(amount(quote.received), worth) > 0) throw new AppError('ORDER_QUOTE_EXPIRED');
}

interface Scales {
  readonly fromScale: number;
  readonly toScale: number;
}
export function scalesOf(catalog: Catalog, { fromAsset, toAsset }: Pick<FlashRow, 'fromAsset' | 'toAsset'>): Scales {
  const [fromScale, toScale] = [fromAsset, toAsset].map((asset) => catalog.assets().find((one) => one.asset === asset)?.scale);
  invariant(fromScale !== undefined && toScale !== undefined, `the book has the assets ${fromAsset} and ${toAsset}`);
  return { fromScale, toScale };
}

/** The receipt names the quote as it was agreed to, and each tick with its hash. */
function acceptanceOf(row: FlashRow & { doneAtMs: number }, ticks: ReturnType<typeof ticksOf>, scales: Scales) {
  const [head] = ticks;
  invariant(head !== undefined, `exchange ${row.id} is priced by a tick`);
  const order = presentFlash(row);
  const hashOf = (tick: FlashOrder['fromTick']): string | null =>
    ticks.find(({ symbol }) => symbol === tick?.symbol)?.hash ?? null;
  const terms: ReceiptTerms = {
    mode: row.mode,
    ...flashTermsOf(order),
    fromHash: hashOf(order.fromTick),
    toHash: hashOf(order.toTick),
    ...scales,
  };
  return {
    product: 'flash',
    request: 'order',
    key: row.quoteId,
    userId: row.userId,
    orderId: row.id,
    symbol: head.symbol,
    acceptedAtMs: row.doneAtMs,
    head,
    terms,
  } as const;
}
