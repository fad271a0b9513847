/** A person's own orders of one mode, newest first, with the sums of everything that the filter covers. */
import type { EndpointRequest, EndpointResponse, PositionStatus } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { amount, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import type { ClassFilter } from '../../catalog/classFilter';
import { requireSymbol } from '../../catalog/requireSymbol';
import type { SignedIn } from '../../http/handler';
import { withReceipts } from '../../record/Receipts';
import type { Db } from '../../store/database';
import { parseRowId, rowId } from '../../store/rowId';
import { isCovered, orderFilter, type OrderFilter } from '../orderFilter';
import { cutPage, isOnPage, newestFirst, orderPage, pageArguments } from '../orderPage';
import { addUp, readTally } from '../orderTally';
import type { OrderRow } from './leveragedOrder';
import { presentDeal, presentOrder } from './orderRow';

const activeOnes: Readonly<Record<'pending' | 'open', readonly PositionStatus[]>> = {
  pending: ['pending'],
  open: ['open', 'closing'],
};
type Totals = Pick<EndpointResponse<'leverageOrders'>, 'total' | 'totals'>;

export async function listOrders(
  { db, catalog }: { readonly db: Db; readonly catalog: Catalog },
  user: SignedIn,
  request: EndpointRequest<'leverageOrders'>,
  isOfClass: ClassFilter,
): Promise<EndpointResponse<'leverageOrders'>> {
  // A symbol that is not traded here has no list, not an empty one.
  if (request.symbol !== undefined) requireSymbol(catalog, request.symbol, isOfClass);
  const asked = orderPage(request);
  const filter = orderFilter(user, request, asked, {
    product: 'leverage',
    isCrypto: isOfClass('crypto'),
    sides: request.direction === undefined ? ['long', 'short'] : [request.direction],
  });
  const active = request.status === 'history' ? undefined : activeOrders(filter, activeOnes[request.status]);
  const { rows: found } = await sql<OrderRow>`
    select * from ${
      active === undefined
        ? sql`newest_leverage(
      ${filter.userId}, ${filter.mode}, ${filter.isCrypto}, ${filter.sides}::text[], ${filter.symbol ?? null}, ${pageArguments(asked)})`
        : sql`(${active}) active where ${isOnPage(asked)}`
    }
    ${newestFirst(asked)}`.execute(db);
  const { rows, next } = cutPage(found, asked);
  return {
    items: rows.map(presentOrder),
    page: asked.page,
    pageSize: asked.pageSize,
    ...(active === undefined ? await totalsOfEnded(db, filter) : await totalsOfActive(db, active)),
    next,
  };
}

/** All of them: a term bounds how many a person has. */
const activeOrders = (filter: OrderFilter, statuses: readonly PositionStatus[]) => sql`
  select * from leverage_order where ${isCovered(filter)} and status in ('pending', 'open', 'closing')
    and status = any (${statuses}::text[]) and (asset_class = 'crypto') = ${filter.isCrypto}::boolean
    and direction = any (${filter.sides}::text[]) offset 0`;

async function totalsOfActive(db: Db, active: ReturnType<typeof activeOrders>): Promise<Totals> {
  const { rows } = await sql<{ total: number; margin: string; fee: string; swap: string; realized: string }>`
    select count(*) as total, coalesce(sum(margin), 0) as margin, coalesce(sum(fee), 0) as fee, coalesce(sum(swap), 0) as swap,
      coalesce(sum(profit - fee + swap) filter (where closings > 0), 0) as realized
    from (${active}) active`.execute(db);
  const { total, margin, fee, swap, realized } = rows[0] ?? { total: 0, margin: '0', fee: '0', swap: '0', realized: '0' };
  const text = (value: string): string => toText(amount(value));
  return { total, totals: { margin: text(margin), fee: text(fee), swap: text(swap), realizedProfit: text(realized) } };
}

/** What ended has no margin any more. */
async function totalsOfEnded(db: Db, filter: OrderFilter): Promise<Totals> {
  const { orders: total, fee, swap, profit } = addUp((await readTally(db, filter)).values());
  return { total, totals: { margin: '0', fee: toText(fee), swap: toText(swap), realizedProfit: toText(profit) } };
}

export async function showPosition(db: Db, user: SignedIn, orderId: string): Promise<EndpointResponse<'leverageDetail'>> {
  const id = parseRowId(orderId);
  const own = db.selectFrom('leverageOrder').selectAll().where('userId', '=', rowId(user.userId)).where('mode', '=', user.mode);
  const row = id === undefined ? undefined : await own.where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new AppError('ORDER_NOT_FOUND');
  const deals = await db.selectFrom('leverageDeal').selectAll().where('orderId', '=', row.id).orderBy('id').execute();
  return { order: await withReceipts(db, 'leverage', presentOrder(row)), deals: deals.map(presentDeal) };
}
