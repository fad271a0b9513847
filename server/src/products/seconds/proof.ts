/**
 * Everything that anybody needs to recompute a settled order: its inputs, the rule, the gapless run of ticks it was
 * decided on, the anchors over them and the feed's day. Only read here, never concluded: conclusions are the browser's.
 */
import type { OwnSecondsProof, SecondsProof, TickAnchor } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import { isEntryAfterHead, secondsRule, type SecondsRule } from '@tessera/shared/fairness';
import { sql } from 'kysely';
import { readFeedDayOf } from '../../feed/days/publicDays';
import { readAnchors } from '../../feed/minuteAnchors';
import { readTicks } from '../../feed/tickLog';
import type { SignedIn } from '../../http/handler';
import { assetScales } from '../../ledger/Ledger';
import { withReceipt } from '../../record/Receipts';
import type { Db } from '../../store/database';
import { parseRowId, rowId } from '../../store/rowId';
import { readProofWitnesses } from '../../witness/proofWitnesses';
import { incidentsOf } from './incidentsOf';
import { presentOrder, type OrderRow } from './orderRow';
import { readSetOff } from './readSetOff';

const minuteMs = 60_000;
/** An anchor is late when the feed's leader was away; further than this nobody waits for it. */
const anchorWaitsMs = [10 * minuteMs, 24 * 60 * minuteMs];
const maxAnchors = 200;

export async function proveOrder(db: Db, user: SignedIn, orderId: string, nowMs: number): Promise<SecondsProof> {
  const row = await findOwnOrder(db, user, orderId);
  if (row.status !== 'settled') throw new AppError('ORDER_STATUS_WRONG');
  const proof = await proveRow(db, row, nowMs);
  const witnessed = await readProofWitnesses(db, proof.anchors);
  const setOff = await readSetOff(db, row, { nowMs, prove: (won) => proveRow(db, won, nowMs) });
  return { ...proof, ...(witnessed === undefined ? {} : { witnessed }), ...(setOff === undefined ? {} : { setOff }) };
}

async function proveRow(db: Db, row: OrderRow, nowMs: number): Promise<OwnSecondsProof> {
  const rule = secondsRule(row.ruleVersion);
  const { version, entryWithinMs, minTicksBetween, exitMaxAgeMs, decideAfterMs } = rule;
  const scale = (await assetScales(db)).get(row.asset);
  invariant(scale !== undefined, `the book has the asset ${row.asset}`);
  const silence = silenceOf(row, rule);
  const run = await findRun(db, row, silence?.endMs ?? row.expiresAtMs);
  const { anchors, lastSeq } =
    run === undefined ? { anchors: [], lastSeq: 0 } : await sealOf(db, { row, run, silentFromMs: silence?.decidedMs });
  return {
    order: await withReceipt(db, 'seconds', presentOrder(row, nowMs)),
    rule: { version, entryWithinMs, minTicksBetween, exitMaxAgeMs, decideAfterMs },
    ...(isEntryAfterHead({ version }) ? { acceptedSeq: row.acceptedSeq } : {}),
    assetScale: scale,
    ticks: run === undefined ? [] : await readTicks(db, row.symbolId, run.fromSeq, lastSeq),
    anchors,
    feedDay: await readFeedDayOf(db, row.symbolId, row.entrySeq ?? row.acceptedSeq, row.acceptedAtMs),
    incident: (await incidentsOf(db, [row])).get(row.incidentId) ?? null,
  };
}

/** The same answer for an order that is not there and for one that is somebody else's. */
async function findOwnOrder(db: Db, user: SignedIn, orderId: string): Promise<OrderRow> {
  const id = parseRowId(orderId);
  const row =
    id === undefined
      ? undefined
      : await db
          .selectFrom('secondsOrder')
          .selectAll()
          .where('id', '=', id)
          .where('userId', '=', rowId(user.userId))
          .where('mode', '=', user.mode)
          .executeTakeFirst();
  if (row === undefined) throw new AppError('ORDER_NOT_FOUND');
  return row;
}

interface Run {
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly endAtMs: number;
}

/** From the head that acceptance names, or the last tick up to acceptance, to the first one after `untilMs`, as far as the log has them. */
async function findRun(db: Db, row: OrderRow, untilMs: number): Promise<Run | undefined> {
  const { rows } = await sql<{ beforeSeq: number | null; firstSeq: number | null; toSeq: number | null; endAtMs: number | null }>`
    select
      (select seq from tick where symbol_id = ${row.symbolId} and at_ms <= ${row.acceptedAtMs}::bigint order by at_ms desc limit 1) as before_seq,
      (select seq from tick where symbol_id = ${row.symbolId} and at_ms > ${row.acceptedAtMs}::bigint order by at_ms limit 1) as first_seq,
      ended.seq as to_seq, ended.at_ms as end_at_ms
    from (values (1)) one (x) left join lateral (
      (select seq, at_ms from tick where symbol_id = ${row.symbolId} and at_ms > ${untilMs}::bigint order by at_ms limit 1)
      union all
      (select seq, at_ms from tick where symbol_id = ${row.symbolId} and at_ms <= ${untilMs}::bigint order by at_ms desc limit 1)
      limit 1
    ) ended on true`.execute(db);
  const found = rows[0];
  const fromSeq = found?.beforeSeq ?? found?.firstSeq ?? null;
  if (found === undefined || fromSeq === null || found.toSeq === null || found.endAtMs === null) return undefined;
  return { fromSeq: Math.min(fromSeq, row.acceptedSeq), toSeq: Math.max(found.toSeq, fromSeq), endAtMs: found.endAtMs };
}

/** Until when no tick came, and when the clock decided; undefined of an order that a tick or an incident decided. */
function silenceOf(row: OrderRow, { entryWithinMs, decideAfterMs }: SecondsRule) {
  if (row.nextSeq !== null || row.incidentId !== null) return undefined;
  const endMs = row.entrySeq === null ? row.acceptedAtMs + entryWithinMs : row.expiresAtMs;
  return { endMs, decidedMs: endMs + decideAfterMs };
}

/** The roots up to the first one that covers the run, and the tick up to which the run goes on to its head. */
async function sealOf(
  db: Db,
  { row, run, silentFromMs }: { readonly row: OrderRow; readonly run: Run; readonly silentFromMs: number | undefined },
): Promise<{ readonly anchors: TickAnchor[]; readonly lastSeq: number }> {
  const headSeq = (anchor: TickAnchor): number => anchor.heads[row.symbolId]?.seq ?? 0;
  let anchors: TickAnchor[] = [];
  for (const waitMs of anchorWaitsMs) {
    // Where nothing came, the next tick shows it: it may be days away, and its own roots are enough.
    const fromMs = silentFromMs === undefined ? row.acceptedAtMs : Math.max(run.endAtMs, silentFromMs);
    anchors = await readAnchors(db, fromMs, Math.max(run.endAtMs, silentFromMs ?? 0) + waitMs, maxAnchors);
    const covering = anchors.findIndex((anchor) => headSeq(anchor) >= run.toSeq);
    const root = anchors[covering];
    if (root !== undefined)
      return { anchors: anchors.slice(0, covering + 1), lastSeq: Math.max(headSeq(root), row.exitSeq ?? run.fromSeq) };
  }
  return { anchors, lastSeq: run.toSeq };
}
