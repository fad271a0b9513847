/** Everything needed to recompute a call or a liquidation. Only read here, never concluded. */
import type { LoanProof } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { loanMeanMs } from '@tessera/shared/trading';
import { readProvenRun, type ProvenRun } from '../../feed/provenRun';
import type { Owner } from '../../ledger/takeLocks';
import type { Db } from '../../store/database';
import { parseRowId } from '../../store/rowId';

/** Throws ORDER_NOT_FOUND. */
export async function proveDecision(db: Db, { userId, mode }: Owner, asked: string): Promise<LoanProof> {
  const row = await db
    .selectFrom('loanDecision')
    .innerJoin('loan', 'loan.id', 'loanDecision.loanId')
    .select(['loanDecision.id', 'loanDecision.loanId', 'loanDecision.body'])
    .where('loanDecision.id', '=', parseRowId(asked) ?? 0)
    .where('loan.userId', '=', userId)
    .where('loan.mode', '=', mode)
    .executeTakeFirst();
  // The same answer for one that is not there and for one that is somebody else's.
  if (row === undefined) throw new AppError('ORDER_NOT_FOUND');
  const marks = row.body.collateral.flatMap(({ price }) => price ?? []);
  const runs = await Promise.all(
    // From before the minute of the mean on, and to the decision: of a market that stood still only to its last price that counted.
    marks.map(({ symbol, seq, atMs, stands }) =>
      readProvenRun(db, symbol, atMs - loanMeanMs, { seq, atMs, untilMs: stands === true ? atMs : row.body.atMs }),
    ),
  );
  const none: Pick<ProvenRun, 'anchors' | 'witnessed'> = { anchors: [] };
  const isStanding = (_: ProvenRun, index: number): boolean => marks[index]?.stands === true;
  const longest = runs
    .filter((run, index) => !isStanding(run, index))
    .reduce<typeof none>((most, run) => (run.anchors.length > most.anchors.length ? run : most), none);
  const standing = runs.filter(isStanding).map(({ ticks, anchors }) => ({ symbol: ticks[0]?.symbol ?? '', anchors }));
  return {
    loanId: String(row.loanId),
    decision: { id: String(row.id), ...row.body },
    ticks: runs.flatMap(({ ticks }) => ticks),
    anchors: longest.anchors,
    ...(standing.length === 0 ? {} : { standing }),
    ...(longest.witnessed === undefined ? {} : { witnessed: longest.witnessed }),
    feedDay: runs[0]?.feedDay ?? null,
    incidents: runs.flatMap(({ incidents }) => incidents),
  };
}
