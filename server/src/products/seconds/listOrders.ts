/** A person's own orders of one mode, newest first, with the sums of everything that the filter covers. */
import type { EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import { amount, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import type { ClassFilter } from '../../catalog/classFilter';
import { requireSymbolOfClass } from '../../catalog/requireSymbolOfClass';
import type { SignedIn } from '../../http/handler';
import type { Db } from '../../store/database';
import { rowId } from '../../store/rowId';
import { cutPage, orderPage } from '../orderPage';
import { addUp, noOrders, readTally, type OrderTally, type TallyFilter } from '../orderTally';
import { presentOrder, type OrderRow } from './orderRow';

export async function listOrders(
  { db, catalog }: { readonly db: Db; readonly catalog: Catalog },
  user: SignedIn,
  request: EndpointRequest<'secondsOrders'>,
  isOfClass: ClassFilter,
  nowMs: number,
): Promise<EndpointResponse<'secondsOrders'>> {
  requireSymbolOfClass(catalog, request.symbol, isOfClass);
  const asked = orderPage(request);
  const filter = {
    product: 'seconds',
    userId: rowId(user.userId),
    mode: user.mode,
    isCrypto: isOfClass('crypto'),
    symbol: request.symbol,
    sides: ['long', 'short'],
    fromMs: asked.fromMs,
    toMs: asked.toMs,
  } as const;
  const isOpen = request.status === 'open';
  const { rows: found } = await sql<OrderRow>`
    select * from ${
      isOpen
        ? sql`(${openOrders(filter)}) open where (accepted_at_ms, id) < (${asked.before.atMs}::bigint, ${asked.before.id}::bigint)`
        : sql`newest_seconds(
      ${filter.userId}, ${filter.mode}, ${filter.isCrypto}, ${filter.symbol ?? null}, ${filter.fromMs}::bigint, ${filter.toMs}::bigint,
      ${asked.before.atMs}::bigint, ${asked.before.id}::bigint, ${asked.offset + asked.most}::int)`
    }
    order by accepted_at_ms desc, id desc limit ${asked.most} offset ${asked.offset}`.execute(db);
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
const openOrders = ({ userId, mode, isCrypto, symbol, fromMs, toMs }: TallyFilter) => sql`
  select * from seconds_order where user_id = ${userId} and mode = ${mode} and status <> 'settled' and (asset_class = 'crypto') = ${isCrypto}::boolean
    and ${symbol === undefined ? sql`true` : sql`symbol_id = ${symbol}`} and accepted_at_ms between ${fromMs}::bigint and ${toMs}::bigint offset 0`;

async function tallyOfOpen(db: Db, filter: TallyFilter): Promise<OrderTally> {
  const { rows } = await sql<{ orders: number; stake: string; fee: string }>`
    select count(*) as orders, coalesce(sum(stake), 0) as stake, coalesce(sum(fee), 0) as fee from (${openOrders(filter)}) open`.execute(
    db,
  );
  const [sums] = rows;
  return sums === undefined ? noOrders : { ...noOrders, orders: sums.orders, volume: amount(sums.stake), fee: amount(sums.fee) };
}
