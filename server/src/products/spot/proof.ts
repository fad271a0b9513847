/**
 * Everything that its owner needs to recompute one fill: the order, the terms of the book, the run of ticks. Only read
 * here, never concluded: conclusions are the browser's.
 */
import type { SpotProof } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import { amount, price, rate, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import { readProvenRun } from '../../feed/provenRun';
import type { SignedIn } from '../../http/handler';
import { assetScales } from '../../ledger/Ledger';
import { withReceipts } from '../../record/Receipts';
import type { Db } from '../../store/database';
import { parseRowId, rowId } from '../../store/rowId';
import { presentSpotOrder, readFills, selectSpotOrders } from './orderRow';

export async function proveFill(db: Db, user: SignedIn, fillId: string): Promise<SpotProof> {
  const id = parseRowId(fillId);
  const found =
    id === undefined ? undefined : await db.selectFrom('spotFill').selectAll().where('id', '=', id).executeTakeFirst();
  const { rows } = await selectSpotOrders(
    sql`where o.id = ${found?.orderId ?? 0} and o.user_id = ${rowId(user.userId)} and o.mode = ${user.mode}`,
  ).execute(db);
  const row = rows[0];
  // The same answer for a fill that is not there and for one that is somebody else's.
  if (found === undefined || row === undefined) throw new AppError('ORDER_NOT_FOUND');
  const scales = await assetScales(db);
  const [base, quote] = [scales.get(row.base), scales.get(row.quote)];
  invariant(base !== undefined && quote !== undefined, `the book has the assets ${row.base} and ${row.quote}`);
  return {
    order: await withReceipts(db, 'spot', presentSpotOrder(row, (await readFills(db, [row.id])).get(row.id) ?? [])),
    fillId: String(found.id),
    book: {
      digits: row.digits,
      spreadSteps: row.spreadSteps,
      levelQuantity: toText(amount(row.levelQuantity)),
      quantityStep: toText(amount(row.quantityStep)),
      ruleVersion: row.ruleVersion,
    },
    bounds: {
      slippageCap: toText(rate(row.slippageCap)),
      toleratedMove: toText(rate(row.toleratedMove)),
      seenPrice: row.seenPrice === null ? null : toText(price(row.seenPrice)),
    },
    assetScales: { base, quote },
    ...(await readProvenRun(db, row.symbolId, row.acceptedAtMs, { seq: found.tickSeq, atMs: found.tickAtMs })),
  };
}
