/** A person's own orders of one mode, newest first, with the sums of everything that the filter covers. */
import type { AssetClass, EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { amount, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import type { ClassFilter } from '../../catalog/classFilter';
import type { SignedIn } from '../../http/handler';
import type { Db } from '../../store/database';
import { offsetOf } from '../../store/paging';
import { rowId } from '../../store/rowId';
import { presentOrder, type OrderRow } from './orderRow';

const everyClass: readonly AssetClass[] = ['crypto', 'forex', 'metal'];

export async function listOrders(
  { db, catalog }: { readonly db: Db; readonly catalog: Catalog },
  user: SignedIn,
  request: EndpointRequest<'listSeconds'>,
  isOfClass: ClassFilter,
  nowMs: number,
): Promise<EndpointResponse<'listSeconds'>> {
  requireSymbolOfClass(catalog, request.symbol, isOfClass);
  const { page, pageSize, offset } = offsetOf(request);
  const assetClasses = everyClass.filter(isOfClass);
  const filter = sql`
    user_id = ${rowId(user.userId)} and mode = ${user.mode} and asset_class = any (${assetClasses}::text[])
    and (status = 'settled') = ${request.status === 'closed'}::boolean
    ${request.symbol === undefined ? sql`` : sql`and symbol_id = ${request.symbol}`}
    ${request.fromMs === undefined ? sql`` : sql`and accepted_at_ms >= ${request.fromMs}::bigint`}
    ${request.toMs === undefined ? sql`` : sql`and accepted_at_ms <= ${request.toMs}::bigint`}`;
  const { rows } = await sql<OrderRow>`
    select * from sec_order where ${filter} order by id desc limit ${pageSize} offset ${offset}`.execute(db);
  const { rows: sums } = await sql<{
    total: number;
    stake: string;
    fee: string;
    profit: string;
    won: number;
    lost: number;
    returned: number;
  }>`
    select count(*) as total, coalesce(sum(stake), 0) as stake, coalesce(sum(fee), 0) as fee, coalesce(sum(profit), 0) as profit,
      count(*) filter (where outcome = 'won') as won, count(*) filter (where outcome = 'lost') as lost,
      count(*) filter (where outcome in ('equal', 'void')) as returned
    from sec_order where ${filter}`.execute(db);
  const sum = sums[0];
  const text = (value: string | undefined): string => toText(amount(value ?? '0'));
  return {
    items: rows.map((row) => presentOrder(row, nowMs)),
    page,
    pageSize,
    total: sum?.total ?? 0,
    totals: {
      stake: text(sum?.stake),
      fee: text(sum?.fee),
      profit: text(sum?.profit),
      won: sum?.won ?? 0,
      lost: sum?.lost ?? 0,
      returned: sum?.returned ?? 0,
    },
  };
}

/** A symbol that this call does not trade has no list, not an empty one. */
function requireSymbolOfClass(catalog: Catalog, symbolId: string | undefined, isOfClass: ClassFilter): void {
  if (symbolId === undefined) return;
  const symbol = catalog.symbol(symbolId);
  if (symbol === undefined || !isOfClass(symbol.assetClass)) throw new AppError('ORDER_SYMBOL_NOT_FOUND');
}
