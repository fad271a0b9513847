/** A person's own orders of one mode, newest first, with the sums of everything that the filter covers. */
import type { EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import { amount, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import type { ClassFilter } from '../../catalog/classFilter';
import { requireSymbol } from '../../catalog/requireSymbol';
import type { SignedIn } from '../../http/handler';
import type { Db } from '../../store/database';
import { isCovered, orderFilter, type OrderFilter } from '../orderFilter';
import { cutPage, isOnPage, newestFirst, orderPage, pageArguments } from '../orderPage';
import { addUp, noOrders, readTally, type OrderTally } from '../orderTally';
import { presentOrder, type OrderRow } from './orderRow';

export async function listOrders(
  { db, catalog }: { readonly db: Db; readonly catalog: Catalog },
  user: SignedIn,
  request: EndpointRequest<'secondsOrders'>,
  isOfClass: ClassFilter,
  nowMs: number,
): Promise<EndpointResponse<'secondsOrders'>> {
  // A symbol that is not traded here has no list, not an empty one.
  if (request.symbol !== undefined) requireSymbol(catalog, request.symbol, isOfClass);
  const asked = orderPage(request);
  const filter = orderFilter(user, request, asked, {
    product: 'seconds',
    isCrypto: isOfClass('crypto'),
    sides: ['long', 'short'],
  });
  const isOpen = request.status === 'open';
  const { rows: found } = await sql<OrderRow>`
    select * from ${
      isOpen
        ? sql`(${openOrders(filter)}) open where ${isOnPage(asked)}`
        : sql`newest_seconds(
      ${filter.userId}, ${filter.mode}, ${filter.isCrypto}, ${filter.symbol ?? null}, ${pageArguments(asked)})`
    }
    ${newestFirst(asked)}`.execute(db);
  const { rows, next } = cutPage(found, asked);
  const tally = isOpen ? await tallyOfOpen(db, filter) : addUp((await readTally(db, filter)).values());
  const { orders: total, won, lost, returned, volume, fee, profit } = tally;
  return {
    items: rows.map((row) => presentOrder(row, nowMs)),
    page: asked.page,
    pageSize: asked.pageSize,
    total,
    totals: { stake: toText(volume), fee: toText(fee), profit: toText(profit), won, lost, returned },
    next,
  };
}

/** All of them, by the index that has nothing but open ones. */
const openOrders = (filter: OrderFilter) => sql`
  select * from seconds_order where ${isCovered(filter)} and status <> 'settled'
    and (asset_class = 'crypto') = ${filter.isCrypto}::boolean offset 0`;

async function tallyOfOpen(db: Db, filter: OrderFilter): Promise<OrderTally> {
  const { rows } = await sql<{ orders: number; stake: string; fee: string }>`
    select count(*) as orders, coalesce(sum(stake), 0) as stake, coalesce(sum(fee), 0) as fee from (${openOrders(filter)}) open`.execute(
    db,
  );
  const [sums] = rows;
  return sums === undefined ? noOrders : { ...noOrders, orders: sums.orders, volume: amount(sums.stake), fee: amount(sums.fee) };
}
