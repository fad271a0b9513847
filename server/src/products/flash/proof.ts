/**
 * Everything that its owner needs to recompute one exchange: what was agreed to, and the log from each tick that prices it on. Only
 * read here, never concluded: conclusions are the browser's.
 */
import type { FlashProof } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { Catalog } from '../../catalog/Catalog';
import { readProvenRun } from '../../feed/provenRun';
import type { SignedIn } from '../../http/handler';
import { withReceipt } from '../../record/Receipts';
import type { Db } from '../../store/database';
import { parseRowId, rowId } from '../../store/rowId';
import { scalesOf } from './executeFlash';
import { presentFlash, ticksOf } from './flashRow';

/** Throws ORDER_NOT_FOUND. */
export async function proveFlash(db: Db, catalog: Catalog, user: SignedIn, asked: string): Promise<FlashProof> {
  const id = parseRowId(asked);
  const row =
    id === undefined
      ? undefined
      : await db
          .selectFrom('flashExchange')
          .selectAll()
          .where('id', '=', id)
          .where('userId', '=', rowId(user.userId))
          .where('mode', '=', user.mode)
          .where('doneAtMs', 'is not', null)
          .executeTakeFirst();
  // The same answer for an exchange that is not there and for one that is somebody else's.
  if (row === undefined) throw new AppError('ORDER_NOT_FOUND');
  const { fromScale, toScale } = scalesOf(catalog, row);
  const runs = await Promise.all(
    // From the tick on: what came before it priced nothing. As of the quote, so that a root of after it covers them.
    ticksOf(row).map(({ symbol, seq, atMs }) => readProvenRun(db, symbol, atMs, { seq, atMs: row.quotedAtMs })),
  );
  // All begin with the same minute; the market that ticks less often may need one more.
  const longest = runs.reduce((most, run) => (run.anchors.length > most.anchors.length ? run : most));
  return {
    order: await withReceipt(db, 'flash', presentFlash(row)),
    assetScales: { from: fromScale, to: toScale },
    ticks: runs.flatMap(({ ticks }) => ticks),
    anchors: longest.anchors,
    ...(longest.witnessed === undefined ? {} : { witnessed: longest.witnessed }),
    feedDay: runs[0]?.feedDay ?? null,
    incidents: runs.flatMap(({ incidents }) => incidents),
  };
}
