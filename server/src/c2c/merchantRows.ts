/** Merchants and their orders as operators see them. */
import type { MerchantOrder, MerchantShown, OperationResponse } from '@tessera/shared/operations';
import { AppError } from '@tessera/shared/errors';
import { amount, price, toText, fiatText } from '@tessera/shared/money';
import type { Db } from '../store/database';
import { listEntries } from './entries';
import { completionRate } from './offers';
import { openStatuses, orderRows, type OrderRow } from './orderRows';

const merchantRows = (db: Db) => db.selectFrom('c2cMerchant').selectAll();
type MerchantRow = Awaited<ReturnType<ReturnType<typeof merchantRows>['executeTakeFirstOrThrow']>>;

const shownMerchant = (row: MerchantRow): MerchantShown => ({
  id: String(row.id),
  name: row.name,
  asset: row.asset,
  state: row.state,
  limit: toText(amount(row.liabilityLimit)),
  owed: toText(amount(row.owed)),
  held: toText(amount(row.held)),
  completed: row.released,
  completionRate: completionRate(row),
});

export async function listMerchants(db: Db): Promise<MerchantShown[]> {
  return (await merchantRows(db).orderBy('name').execute()).map(shownMerchant);
}

/** Throws DATA_NOT_FOUND. */
export async function findMerchant(db: Db, id: number, nowMs: number): Promise<OperationResponse<'merchantsGet'>> {
  const merchant = await merchantRows(db).where('id', '=', id).executeTakeFirst();
  if (merchant === undefined) throw new AppError('DATA_NOT_FOUND');
  const ways = await db
    .selectFrom('c2cWay')
    .innerJoin('operatorName as adder', 'adder.id', 'c2cWay.addedBy')
    .leftJoin('operatorName as confirmer', 'confirmer.id', 'c2cWay.confirmedBy')
    .select(['c2cWay.id', 'c2cWay.currency', 'c2cWay.name', 'c2cWay.masked', 'c2cWay.addedAtMs', 'c2cWay.retiredAtMs'])
    .select(['adder.name as addedBy', 'confirmer.name as confirmedBy'])
    .where('c2cWay.merchantId', '=', id)
    .orderBy('c2cWay.id')
    .execute();
  const offers = await db
    .selectFrom('c2cOffer')
    .innerJoin('c2cOfferTerm as term', (on) =>
      on.onRef('term.offerId', '=', 'c2cOffer.id').onRef('term.version', '=', 'c2cOffer.version'),
    )
    .selectAll('c2cOffer')
    .select(['term.price', 'term.orderMin', 'term.orderMax', 'term.payMinutes'])
    .where('c2cOffer.merchantId', '=', id)
    .orderBy('c2cOffer.id')
    .execute();
  return {
    merchant: shownMerchant(merchant),
    ways: ways.map(({ retiredAtMs, ...way }) => ({ ...way, id: String(way.id), isRetired: retiredAtMs !== null })),
    offers: offers.map((offer) => ({
      id: String(offer.id),
      currency: offer.currency,
      state: offer.state,
      version: offer.version,
      price: toText(price(offer.price)),
      min: toText(amount(offer.orderMin)),
      max: toText(amount(offer.orderMax)),
      minutes: offer.payMinutes,
      available: toText(amount(offer.available)),
    })),
    entries: await listEntries(db, { nowMs, merchantId: id }),
  };
}

interface AskedOrders {
  readonly isOpen: boolean;
  readonly merchantId: number | undefined;
  readonly cursor: number | undefined;
  readonly limit: number;
}

/** Open ones oldest first; all of them newest first. */
export async function listMerchantOrders(
  db: Db,
  { isOpen, merchantId, cursor, limit }: AskedOrders,
): Promise<{ readonly items: MerchantOrder[]; readonly next: string | null }> {
  let query = orderRows(db)
    .orderBy('c2cOrder.id', isOpen ? 'asc' : 'desc')
    .limit(limit);
  if (isOpen) query = query.where('c2cOrder.status', 'in', openStatuses);
  if (merchantId !== undefined) query = query.where('c2cOrder.merchantId', '=', merchantId);
  if (cursor !== undefined) query = query.where('c2cOrder.id', isOpen ? '>' : '<', cursor);
  const rows = await query.execute();
  return { items: rows.map(shownOrder), next: rows.length < limit ? null : String(rows.at(-1)?.id ?? '') };
}

export const findMerchantOrder = async (db: Db, id: number): Promise<MerchantOrder> =>
  shownOrder(await orderRows(db).where('c2cOrder.id', '=', id).executeTakeFirstOrThrow());

const shownOrder = (row: OrderRow): MerchantOrder => ({
  number: row.publicId,
  merchantId: String(row.merchantId),
  merchant: row.merchant,
  userId: String(row.userId),
  amount: toText(amount(row.amount)),
  asset: row.asset,
  fiatAmount: fiatText(row.fiatAmount, row.currency),
  currency: row.currency,
  way: row.way,
  status: row.status,
  atMs: row.reservedAtMs,
  payByMs: row.payByMs,
  paidAtMs: row.paidAtMs,
  endedAtMs: row.endedAtMs,
  dispute: row.dispute,
  reviewId: row.reviewId,
});
