/** Everything needed to recompute a margin call or a liquidation. It is only read here, not evaluated. */
import type { LoanProof } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { coinCountsMs, loanMeanMs, shownSinceMost } from '@tessera/shared/trading';
import { sql } from 'kysely';
import { readProvenRun, type ProvenRun } from '../../feed/provenRun';
import type { Owner } from '../../ledger/takeLocks';
import type { Db } from '../../store/database';
import { parseRowId } from '../../store/rowId';
import { lastTickOfSpan } from './lastTickOfSpan';
import { marketOf } from './marks';

type Collateral = LoanProof['decision']['collateral'][number];
interface ShownRun {
  readonly symbol: string;
  readonly run: ProvenRun;
  /** The run does not go on to the decision: its anchors are others. */
  readonly isStanding: boolean;
}

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
  // A decision of another person gives the same error as one that does not exist.
  if (row === undefined) throw new AppError('ORDER_NOT_FOUND');
  const { atMs, ruleVersion, collateral } = row.body;
  const shown = (await Promise.all(collateral.map((one) => runOf(db, one, row.body)))).filter((one) => one !== undefined);
  const none: Pick<ProvenRun, 'anchors' | 'witnessed'> = { anchors: [] };
  const longest = shown
    .filter(({ isStanding }) => !isStanding)
    .reduce<typeof none>((most, { run }) => (run.anchors.length > most.anchors.length ? run : most), none);
  const standing = shown.filter(({ isStanding }) => isStanding).map(({ symbol, run: { anchors } }) => ({ symbol, anchors }));
  const halts = ruleVersion > 2 ? await haltsOf(db, shown, atMs) : [];
  return {
    loanId: String(row.loanId),
    decision: { id: String(row.id), ...row.body },
    ticks: shown.flatMap(({ run }) => run.ticks),
    anchors: longest.anchors,
    ...(standing.length === 0 ? {} : { standing }),
    ...(longest.witnessed === undefined ? {} : { witnessed: longest.witnessed }),
    feedDay: shown[0]?.run.feedDay ?? null,
    incidents: shown.flatMap(({ run }) => run.incidents),
    ...(halts.length === 0 ? {} : { halts }),
  };
}

/**
 * From before the minute of the mean up to the decision. For a coin without deciding prices: from its last ones on if that is not
 * too long, else up to them; for a coin that had none for a week, that week.
 */
async function runOf(
  db: Db,
  { kind, asset, price }: Collateral,
  { atMs: untilMs, ruleVersion }: Pick<LoanProof['decision'], 'atMs' | 'ruleVersion'>,
): Promise<ShownRun | undefined> {
  const longest = shownSinceMost;
  if (price !== null) {
    const { symbol, seq, atMs } = price;
    const isToTheEnd =
      price.stands !== true ||
      (ruleVersion > 2 && (await lastTickOfSpan(db, symbol, { sinceMs: atMs, untilMs, longest })) !== undefined);
    const deciding = { seq, atMs, untilMs: isToTheEnd ? untilMs : atMs };
    return { symbol, run: await readProvenRun(db, symbol, atMs - loanMeanMs, deciding), isStanding: !isToTheEnd };
  }
  const symbol = kind === 'coin' ? marketOf(asset) : undefined;
  if (symbol === undefined) return undefined;
  const sinceMs = untilMs - coinCountsMs - loanMeanMs;
  const last = await lastTickOfSpan(db, symbol, { sinceMs, untilMs, longest });
  if (last === undefined) return undefined;
  return { symbol, run: await readProvenRun(db, symbol, sinceMs, { ...last, untilMs }), isStanding: false };
}

/** That meet what is shown. */
async function haltsOf(db: Db, shown: readonly ShownRun[], atMs: number): Promise<NonNullable<LoanProof['halts']>> {
  const spans = shown.map(({ symbol, run: { ticks } }) => ({ symbol, fromMs: ticks[0]?.atMs ?? atMs }));
  const { rows } = await sql<NonNullable<LoanProof['halts']>[number]>`
    select h.symbol, h.from_ms, h.until_ms from unnest(${spans.map(({ symbol }) => symbol)}::text[], ${spans.map(({ fromMs }) => fromMs)}::bigint[])
      span (symbol, from_ms) join halt h on h.symbol = span.symbol and h.from_ms <= ${atMs}::bigint and coalesce(h.until_ms, ${atMs}) >= span.from_ms
    order by h.symbol, h.from_ms limit 1000`.execute(db);
  return rows;
}
