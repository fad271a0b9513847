/** What the published function says about a stored spot order, from the whole tick log, held against what was booked. */
import { expect } from '@jest/globals';
import { price, toText } from '@tessera/shared/money';
import { decideSpot, noProgress } from '@tessera/shared/trading';
import { sql } from 'kysely';
import { decisionTermsOf, intentionOf, selectSpotOrders } from '../src/products/spot/orderRow';
import type { Db } from '../src/store/database';

export async function expectDecidedByLog(db: Db, orderId: number | string): Promise<void> {
  const { rows } = await selectSpotOrders(sql`where o.id = ${orderId}::bigint`).execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error(`order ${orderId} is there`);
  const log = await db
    .selectFrom('tick')
    .select(['seq', 'atMs', 'price', 'hash'])
    .where('symbolId', '=', row.symbolId)
    .where('isLive', '=', true)
    .where('atMs', '>', row.acceptedAtMs)
    .where('atMs', '<=', row.lookedAtMs)
    .orderBy('seq')
    .execute();
  const ticks = log.map((tick) => ({
    seq: tick.seq,
    atMs: tick.atMs,
    price: price(tick.price),
    hash: Uint8Array.from(tick.hash),
  }));
  const decided = decideSpot(intentionOf(row), decisionTermsOf(row), noProgress, ticks, row.lookedAtMs);
  const fills = await db
    .selectFrom('spotFill')
    .select(['tickSeq', 'quantity', 'total', 'fee'])
    .where('orderId', '=', row.id)
    .orderBy('tickSeq')
    .execute();
  const plain = (text: string): string => toText(price(text));
  expect(fills.map((fill) => [fill.tickSeq, plain(fill.quantity), plain(fill.total), plain(fill.fee)])).toEqual(
    decided.fills.map((fill) => [fill.tick.seq, toText(fill.quantity), toText(fill.total), toText(fill.fee)]),
  );
  expect([row.endReason, row.isOpen]).toEqual([decided.end?.reason ?? null, decided.end === undefined]);
}
