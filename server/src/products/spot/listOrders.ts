/** A person's own spot orders of one mode, newest first, with the sums of everything that the filter covers. */
import type { EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import { amount, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import { isCrypto } from '../../catalog/classFilter';
import { requireSymbol } from '../../catalog/requireSymbol';
import type { SignedIn } from '../../http/handler';
import type { Db } from '../../store/database';
import { isCovered, orderFilter, type OrderFilter } from '../orderFilter';
import { cutPage, isOnPage, newestFirst, orderPage, pageArguments } from '../orderPage';
import { addUp, noOrders, readTally, type OrderTally } from '../orderTally';
import { readSpotOrders } from './orderRow';

export async function listOrders(
  { db, catalog }: { readonly db: Db; readonly catalog: Catalog },
  user: SignedIn,
  request: EndpointRequest<'spotOrders'>,
): Promise<EndpointResponse<'spotOrders'>> {
  // A symbol that is not traded here has no list, not an empty one.
  if (request.symbol !== undefined) requireSymbol(catalog, request.symbol, isCrypto);
  const asked = orderPage(request);
  const filter = orderFilter(user, request, asked, {
    product: 'spot',
    isCrypto: true,
    sides: request.side === undefined ? ['buy', 'sell'] : [request.side],
  });
  const isOpen = request.status === 'open';
  const { rows: found } = await sql<{ id: number; acceptedAtMs: number }>`
    select id, accepted_at_ms from ${
      isOpen
        ? sql`(${openOrders(filter)}) open where ${isOnPage(asked)}`
        : sql`newest_spot(
      ${filter.userId}, ${filter.mode}, ${filter.sides}::text[], ${filter.symbol ?? null}, ${pageArguments(asked)})`
    }
    ${newestFirst(asked)}`.execute(db);
  const { rows, next } = cutPage(found, asked);
  const items =
    rows.length === 0
      ? []
      : await readSpotOrders(
          db,
          sql`where o.id = any (${rows.map(({ id }) => id)}::bigint[]) order by o.accepted_at_ms desc, o.id desc`,
        );
  const tally = isOpen ? await tallyOfOpen(db, filter) : await readTally(db, filter);
  const { orders: total, fee } = addUp(tally.values());
  const traded = (side: string): string => toText((tally.get(side) ?? noOrders).volume);
  return {
    items,
    page: asked.page,
    pageSize: asked.pageSize,
    total,
    totals: { bought: traded('buy'), sold: traded('sell'), fee: toText(fee) },
    next,
  };
}

/** All of them, by the index that has nothing but open ones. */
const openOrders = (filter: OrderFilter) => sql`
  select * from spot_order where ${isCovered(filter)} and is_open and side = any (${filter.sides}::text[]) offset 0`;

async function tallyOfOpen(db: Db, filter: OrderFilter): Promise<ReadonlyMap<string, OrderTally>> {
  const { rows } = await sql<{ side: string; orders: number; volume: string; fee: string }>`
    select side, count(*) as orders, sum(filled_total) as volume, sum(fee) as fee from (${openOrders(filter)}) open group by side`.execute(
    db,
  );
  return new Map(
    rows.map(({ side, orders, volume, fee }) => [side, { ...noOrders, orders, volume: amount(volume), fee: amount(fee) }]),
  );
}
