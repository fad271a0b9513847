/** A person's own spot orders of one mode, newest first, with the sums of everything that the filter covers. */
import type { EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import { amount, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import { isCrypto } from '../../catalog/classFilter';
import { requireSymbolOfClass } from '../../catalog/requireSymbolOfClass';
import type { SignedIn } from '../../http/handler';
import type { Db } from '../../store/database';
import { rowId } from '../../store/rowId';
import { cutPage, orderPage } from '../orderPage';
import { addUp, noOrders, readTally, type OrderTally, type TallyFilter } from '../orderTally';
import { readSpotOrders } from './orderRow';

export async function listOrders(
  { db, catalog }: { readonly db: Db; readonly catalog: Catalog },
  user: SignedIn,
  request: EndpointRequest<'spotOrders'>,
): Promise<EndpointResponse<'spotOrders'>> {
  requireSymbolOfClass(catalog, request.symbol, isCrypto);
  const asked = orderPage(request);
  const filter = {
    product: 'spot',
    userId: rowId(user.userId),
    mode: user.mode,
    isCrypto: true,
    symbol: request.symbol,
    sides: request.side === undefined ? ['buy', 'sell'] : [request.side],
    fromMs: asked.fromMs,
    toMs: asked.toMs,
  } as const;
  const isOpen = request.status === 'open';
  const { rows: found } = await sql<{ id: number; acceptedAtMs: number }>`
    select id, accepted_at_ms from ${
      isOpen
        ? sql`(${openOrders(filter)}) open where (accepted_at_ms, id) < (${asked.before.atMs}::bigint, ${asked.before.id}::bigint)`
        : sql`newest_spot(
      ${filter.userId}, ${filter.mode}, ${filter.sides}::text[], ${filter.symbol ?? null}, ${filter.fromMs}::bigint, ${filter.toMs}::bigint,
      ${asked.before.atMs}::bigint, ${asked.before.id}::bigint, ${asked.offset + asked.most}::int)`
    }
    order by accepted_at_ms desc, id desc limit ${asked.most} offset ${asked.offset}`.execute(db);
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
const openOrders = ({ userId, mode, symbol, sides, fromMs, toMs }: TallyFilter) => sql`
  select * from spot_order where user_id = ${userId} and mode = ${mode} and is_open and side = any (${sides}::text[])
    and ${symbol === undefined ? sql`true` : sql`symbol_id = ${symbol}`} and accepted_at_ms between ${fromMs}::bigint and ${toMs}::bigint offset 0`;

async function tallyOfOpen(db: Db, filter: TallyFilter): Promise<ReadonlyMap<string, OrderTally>> {
  const { rows } = await sql<{ side: string; orders: number; volume: string; fee: string }>`
    select side, count(*) as orders, sum(filled_total) as volume, sum(fee) as fee from (${openOrders(filter)}) open group by side`.execute(
    db,
  );
  return new Map(
    rows.map(({ side, orders, volume, fee }) => [side, { ...noOrders, orders, volume: amount(volume), fee: amount(fee) }]),
  );
}
