/** A person's own orders of one mode, newest first, with the sums of everything that the filter covers. */
import type { EndpointRequest, EndpointResponse, PositionStatus } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { amount, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { SignedIn } from '../../http/handler';
import type { Db } from '../../store/database';
import { offsetOf } from '../../store/paging';
import { parseRowId, rowId } from '../../store/rowId';
import type { OrderRow } from './leveragedOrder';
import { presentDeal, presentOrder } from './orderRow';

const statuses: Readonly<Record<EndpointRequest<'leverageMine'>['status'], readonly PositionStatus[]>> = {
  pending: ['pending'],
  open: ['open', 'closing'],
  history: ['closed', 'cancelled'],
};

export async function listOrders(
  db: Db,
  user: SignedIn,
  request: EndpointRequest<'leverageMine'>,
  assetClasses: readonly string[],
): Promise<EndpointResponse<'leverageMine'>> {
  const { page, pageSize, offset } = offsetOf(request);
  const filter = sql`
    user_id = ${rowId(user.userId)} and mode = ${user.mode} and asset_class = any (${assetClasses}::text[])
    and status = any (${statuses[request.status]}::text[])
    ${request.symbol === undefined ? sql`` : sql`and symbol_id = ${request.symbol}`}
    ${request.direction === undefined ? sql`` : sql`and direction = ${request.direction}`}
    ${request.fromMs === undefined ? sql`` : sql`and accepted_at_ms >= ${request.fromMs}::bigint`}
    ${request.toMs === undefined ? sql`` : sql`and accepted_at_ms <= ${request.toMs}::bigint`}`;
  const { rows } =
    await sql<OrderRow>`select * from leverage_order where ${filter} order by id desc limit ${pageSize} offset ${offset}`.execute(
      db,
    );
  const { rows: sums } = await sql<{ total: number; margin: string; fee: string; swap: string; realized: string }>`
    select count(*) as total, coalesce(sum(margin), 0) as margin, coalesce(sum(fee), 0) as fee, coalesce(sum(swap), 0) as swap,
      coalesce(sum(profit - fee + swap) filter (where closings > 0), 0) as realized
    from leverage_order where ${filter}`.execute(db);
  const sum = sums[0];
  const text = (value: string | undefined): string => toText(amount(value ?? '0'));
  return {
    items: rows.map(presentOrder),
    page,
    pageSize,
    total: sum?.total ?? 0,
    totals: { margin: text(sum?.margin), fee: text(sum?.fee), swap: text(sum?.swap), realizedProfit: text(sum?.realized) },
  };
}

export async function showPosition(db: Db, user: SignedIn, orderId: string): Promise<EndpointResponse<'leverageDetail'>> {
  const id = parseRowId(orderId);
  const own = db.selectFrom('leverageOrder').selectAll().where('userId', '=', rowId(user.userId)).where('mode', '=', user.mode);
  const row = id === undefined ? undefined : await own.where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new AppError('ORDER_NOT_FOUND');
  const deals = await db.selectFrom('leverageDeal').selectAll().where('orderId', '=', row.id).orderBy('id').execute();
  return { order: presentOrder(row), deals: deals.map(presentDeal) };
}
