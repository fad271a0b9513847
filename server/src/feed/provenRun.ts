/**
 * The part of the log that a proof of a deal or a fill shows: the run of ticks up to the deciding one and on to the next
 * anchored one, the anchors over it, the day of the feed and the incidents that meet it. Only read here, never concluded.
 */
import type { FeedDay, LeverageProof, Tick, TickAnchor } from '@tessera/shared/contract';
import { invariant } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { Db } from '../store/database';
import { readProofWitnesses } from '../witness/proofWitnesses';
import { readFeedDayOf } from './days/publicDays';
import { readAnchors } from './minuteAnchors';
import { readTicks } from './tickLog';

/** An order may have waited for days: more than this of what came before is not shown. */
export const maxRun = 600;
/** An anchor is late when the feed's leader was away; further than this nobody waits for it. */
const anchorWaitMs = 600_000;
const maxAnchors = 20;

export interface ProvenRun {
  readonly ticks: Tick[];
  /** The run begins at or before the instant, or with the log. */
  readonly isRunComplete: boolean;
  readonly anchors: TickAnchor[];
  readonly witnessed?: LeverageProof['witnessed'];
  readonly feedDay: FeedDay | null;
  readonly incidents: LeverageProof['incidents'];
}

/** `sinceMs`: ticks after this instant could have decided. `untilMs`: that none came after the deciding one by then is shown as well. */
export async function readProvenRun(
  db: Db,
  symbol: string,
  sinceMs: number,
  deciding: { readonly seq: number; readonly atMs: number; readonly untilMs?: number },
): Promise<ProvenRun> {
  const { untilMs = deciding.atMs } = deciding;
  const { rows } = await sql<{ seq: number }>`
    select seq from tick where symbol_id = ${symbol} and at_ms <= ${sinceMs}::bigint order by at_ms desc limit 1`.execute(db);
  const fromSeq = Math.min(deciding.seq, Math.max(rows[0]?.seq ?? 1, deciding.seq - maxRun));
  const anchors = await readAnchors(db, untilMs, untilMs + anchorWaitMs, maxAnchors);
  const covering = anchors.findIndex((anchor) => (anchor.heads[symbol]?.seq ?? 0) >= deciding.seq);
  const ticks = withoutGap(
    await readTicks(db, symbol, fromSeq, Math.max(deciding.seq, anchors[covering]?.heads[symbol]?.seq ?? 0)),
    fromSeq,
    deciding.seq,
  );
  const first = ticks[0];
  invariant(first !== undefined, `tick ${deciding.seq} of ${symbol}, which decided, is in the log`);
  const shown = covering < 0 ? anchors : anchors.slice(0, covering + 1);
  const witnessed = await readProofWitnesses(db, shown);
  return {
    ticks,
    isRunComplete: first.atMs <= sinceMs || first.seq === 1,
    anchors: shown,
    ...(witnessed === undefined ? {} : { witnessed }),
    feedDay: await readFeedDayOf(db, symbol, deciding.seq, deciding.atMs),
    incidents: await incidentsOf(db, symbol, first.atMs, untilMs),
  };
}

/** Ticks before the kept ones may be gone. The first tick after such a gap names no true hash before it and goes as well. */
function withoutGap(ticks: readonly Tick[], fromSeq: number, decidingSeq: number): Tick[] {
  const follows = (index: number): boolean => ticks[index]?.seq === (index === 0 ? fromSeq : (ticks[index - 1]?.seq ?? 0) + 1);
  const at = ticks.findIndex(({ seq }) => seq === decidingSeq);
  if (at < 0 || !follows(at)) return [];
  let first = at;
  while (first > 0 && follows(first - 1)) first -= 1;
  let last = at;
  while (last + 1 < ticks.length && follows(last + 1)) last += 1;
  return ticks.slice(first, last + 1);
}

export async function incidentsOf(db: Db, symbol: string, fromMs: number, toMs: number): Promise<LeverageProof['incidents']> {
  const rows = await db
    .selectFrom('incident')
    .select(['id', 'symbol', 'fromMs', 'toMs', 'reason', 'publishedAtMs'])
    .where('symbol', '=', symbol)
    .where('fromMs', '<=', toMs)
    .where('toMs', '>=', fromMs)
    .orderBy('fromMs')
    .limit(100)
    .execute();
  return rows.map((row) => ({ ...row, id: String(row.id) }));
}
