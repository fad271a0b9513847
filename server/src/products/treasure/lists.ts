/** The reads of Interest Treasure: products, summary, orders, interest days. */
import type { EndpointRequest, EndpointResponse, TreasureProduct } from '@tessera/shared/contract';
import { shownRates } from '@tessera/shared/interest';
import { add, amount, toText, zero, type Amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import { dayMs, dayOf } from '../../calendar/days';
import { fundingAsset } from '../../funds/fundingAsset';
import type { SignedIn } from '../../http/handler';
import type { Db } from '../../store/database';
import { countShown, cut, pageOf } from '../../store/paging';
import { parseRowId, rowId } from '../../store/rowId';
import { orderPage } from '../orderPage';
import { expectedOf, presentOrders } from './orderRow';
import type { TreasureTerm } from './TreasureTerm';

/** The products on sale. */
export async function listProducts(
  db: Db,
  terms: readonly TreasureTerm[],
  { userId, mode }: SignedIn,
): Promise<TreasureProduct[]> {
  const taken = await db.selectFrom('treasureTaken').select(['productId', 'taken']).where('mode', '=', mode).execute();
  const held = await db
    .selectFrom('treasureOrder')
    .select((of) => ['productId', of.fn.sum<string>('principal').as('held')])
    .where('userId', '=', rowId(userId))
    .where('mode', '=', mode)
    .where('status', 'in', ['pending_review', 'in_custody'])
    .groupBy('productId')
    .execute();
  const textOf = (sum: string | undefined): string => toText(sum === undefined ? zero : amount(sum));
  return terms
    .filter(({ isOnSale }) => isOnSale)
    .map((term) => ({
      id: String(term.id),
      ...termsText(term),
      min: toText(term.min),
      singleLimit: toText(term.singleLimit),
      max: term.max === undefined ? null : toText(term.max),
      scale: term.amountScale,
      capacity: term.capacity === undefined ? null : toText(term.capacity),
      taken: textOf(taken.find(({ productId }) => productId === term.id)?.taken),
      held: textOf(held.find(({ productId }) => productId === term.id)?.held),
      needsReview: term.needsReview && mode === 'real',
      catalogVersion: term.sinceVersion,
    }));
}

function termsText({ asset, rate, rateKind, days, dayCount, redemption }: TreasureTerm) {
  const { dailyRate, annualRate } = shownRates({ rate, rateKind, days, dayCount });
  const texts = { rate: toText(rate), dailyRate: toText(dailyRate), annualRate: toText(annualRate) };
  return { asset, ...texts, rateKind, days, dayCount, redemption };
}

/** Sums over the open orders; their number per person is bounded. */
export async function sumUp(db: Db, { userId, mode }: SignedIn, nowMs: number): Promise<EndpointResponse<'treasureSummary'>> {
  const own = db
    .selectFrom('treasureOrder')
    .where('userId', '=', rowId(userId))
    .where('mode', '=', mode)
    .where('asset', '=', fundingAsset);
  const open = await own.selectAll().where('status', 'in', ['pending_review', 'in_custody']).execute();
  const { earned } = await own.select((of) => of.fn.sum<string | null>('earned').as('earned')).executeTakeFirstOrThrow();
  // Yesterday's interest is paid today.
  const { rows } = await sql<{ today: string | null }>`
    select sum(a.amount) as today from accrual a join treasure_order o on o.id = a.ref and o.asset = ${fundingAsset}
    where a.user_id = ${rowId(userId)} and a.mode = ${mode} and a.day = ${dayOf(nowMs) - 1}::int and a.amount > 0
      and coalesce(o.ended_at_ms, ${nowMs}::bigint) >= ${dayOf(nowMs) * dayMs}::bigint`.execute(db);
  const inCustody = open.filter(({ status }) => status === 'in_custody');
  const sumOf = (sums: readonly Amount[]): string => toText(sums.reduce((sum, one) => add(sum, one), zero));
  return {
    asset: fundingAsset,
    inCustody: sumOf(inCustody.map(({ principal }) => amount(principal))),
    earned: toText(amount(earned ?? '0')),
    earnedToday: toText(amount(rows[0]?.today ?? '0')),
    expected: sumOf(inCustody.map(expectedOf)),
    pendingReview: sumOf(open.filter(({ status }) => status === 'pending_review').map(({ principal }) => amount(principal))),
  };
}

export async function listOrders(
  db: Db,
  { userId, mode }: SignedIn,
  request: EndpointRequest<'treasureOrders'>,
  nowMs: number,
): Promise<EndpointResponse<'treasureOrders'>> {
  const { most, offset, before, ...asked } = orderPage(request);
  const { id, clientOrderId, status } = request;
  let own = db.selectFrom('treasureOrder').where('userId', '=', rowId(userId)).where('mode', '=', mode);
  if (id !== undefined) own = own.where('id', '=', parseRowId(id) ?? 0);
  if (clientOrderId !== undefined) own = own.where('clientOrderId', '=', clientOrderId);
  if (status !== undefined) own = own.where('status', '=', status);
  const total = request.cursor === undefined ? await countShown(db, own.select('id')) : undefined;
  const rows = await own
    .selectAll()
    .where(sql<boolean>`(bought_at_ms, id) < (${before.atMs}::bigint, ${before.id}::bigint)`)
    .orderBy('boughtAtMs', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .offset(offset)
    .execute();
  const { shown, next } = cut(rows, asked.pageSize, (row) => `${row.boughtAtMs}.${row.id}`);
  return { ...pageOf(asked, total), items: await presentOrders(db, shown, nowMs), next };
}

export async function listDays(
  db: Db,
  { userId, mode }: SignedIn,
  request: EndpointRequest<'treasureRecords'>,
): Promise<EndpointResponse<'treasureRecords'>> {
  const { most, offset, before, ...asked } = orderPage(request);
  const { orderId } = request;
  let own = db
    .selectFrom('accrual')
    .where('accrual.userId', '=', rowId(userId))
    .where('accrual.mode', '=', mode)
    .where('accrual.amount', '>', '0');
  if (orderId !== undefined) own = own.where('accrual.kind', '=', 'treasure').where('accrual.ref', '=', parseRowId(orderId) ?? 0);
  const total = request.cursor === undefined ? await countShown(db, own.select('accrual.ref')) : undefined;
  const rows = await own
    .innerJoin('treasureOrder', 'treasureOrder.id', 'accrual.ref')
    .select(['accrual.ref', 'accrual.day', 'treasureOrder.asset', 'accrual.amount', 'accrual.atMs'])
    .where(sql<boolean>`(accrual.day, accrual.ref) < (${before.atMs}::bigint, ${before.id}::bigint)`)
    .orderBy('accrual.day', 'desc')
    .orderBy('accrual.ref', 'desc')
    .limit(most)
    .offset(offset)
    .execute();
  const { shown, next } = cut(rows, asked.pageSize, (row) => `${row.day}.${row.ref}`);
  const items = shown.map((row) => ({
    id: `${row.ref}-${row.day}`,
    orderId: String(row.ref),
    date: new Date(row.day * dayMs).toISOString().slice(0, 10),
    asset: row.asset,
    amount: toText(amount(row.amount)),
    atMs: row.atMs,
  }));
  return { ...pageOf(asked, total), items, next };
}
