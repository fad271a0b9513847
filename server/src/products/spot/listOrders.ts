/** A person's own spot orders of one mode, newest first, with the sums of everything that the filter covers. */
import type { EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import { amount, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { SignedIn } from '../../http/handler';
import type { Db } from '../../store/database';
import { offsetOf } from '../../store/paging';
import { rowId } from '../../store/rowId';
import { readSpotOrders } from './orderRow';

export async function listOrders(
  db: Db,
  user: SignedIn,
  request: EndpointRequest<'spotOrders'>,
): Promise<EndpointResponse<'spotOrders'>> {
  const { page, pageSize, offset } = offsetOf(request);
  const filter = sql`
    o.user_id = ${rowId(user.userId)} and o.mode = ${user.mode} and o.is_open = ${request.status === 'open'}::boolean
    ${request.symbol === undefined ? sql`` : sql`and o.symbol_id = ${request.symbol}`}
    ${request.side === undefined ? sql`` : sql`and o.side = ${request.side}`}
    ${request.fromMs === undefined ? sql`` : sql`and o.accepted_at_ms >= ${request.fromMs}::bigint`}
    ${request.toMs === undefined ? sql`` : sql`and o.accepted_at_ms <= ${request.toMs}::bigint`}`;
  const items = await readSpotOrders(db, sql`where ${filter} order by o.id desc limit ${pageSize} offset ${offset}`);
  const { rows } = await sql<{ total: number; bought: string; sold: string; fee: string }>`
    select count(*) as total, coalesce(sum(filled_total) filter (where side = 'buy'), 0) as bought,
      coalesce(sum(filled_total) filter (where side = 'sell'), 0) as sold, coalesce(sum(fee), 0) as fee
    from spot_order o where ${filter}`.execute(db);
  const sums = rows[0] ?? { total: 0, bought: '0', sold: '0', fee: '0' };
  const text = (value: string): string => toText(amount(value));
  return {
    items,
    page,
    pageSize,
    total: sums.total,
    totals: { bought: text(sums.bought), sold: text(sums.sold), fee: text(sums.fee) },
  };
}
