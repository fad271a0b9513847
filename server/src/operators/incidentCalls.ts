/** One operator proposes that prices do not count, another confirms it: the database holds both to it (migrations 0210 and 0340). */
import type { IncidentSum } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import { canonicalText } from '@tessera/shared/fairness';
import { sql } from 'kysely';
import { overtaken } from '../execution/acceptInOrder';
import { appendAudit, holdAudit } from '../ops/audit';
import { sha256Hex } from '../platform/random';
import { publishRecord } from '../record/publishRecord';
import type { Db } from '../store/database';
import { rowId } from '../store/rowId';
import type { OperationCall, OperationHandlers } from './OperationHandler';
import { toOperatorError } from './operatorError';
import { Preview, previewed } from './Preview';
import type { OperationResponse } from '@tessera/shared/operations';

const most = 100;
/** A colleague looks at it now or not at all. */
const expiresAfterMs = 3_600_000;
/** An order that was accepted between counting and commit makes it be counted again. */
const maxTries = 5;

type Confirmed = OperationResponse<'incidentsConfirm'>;
interface PublishedRow {
  readonly id: number;
  readonly symbol: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly reason: string;
  readonly sums: IncidentSum[];
  readonly proposedRole: string;
  readonly confirmedRole: string;
}

export function incidentCalls({ db }: { readonly db: Db }) {
  const confirmOnce = ({ request, operator, nowMs }: OperationCall<'incidentsConfirm'>) =>
    previewed<Confirmed>(db, async (tx) => {
      const proposal = rowId(request.id);
      await holdAudit(tx);
      const { rows } = await sql<PublishedRow>`
        select * from confirm_incident(${operator.sessionHash}, ${proposal}::bigint, ${nowMs}::bigint)`.execute(tx);
      const [made] = rows;
      invariant(made !== undefined, 'what is confirmed is published');
      const { id, symbol, fromMs, toMs, reason, proposedRole, confirmedRole } = made;
      const interval = { id: String(id), symbol, fromMs, toMs, reason };
      const sums = made.sums.map(({ setOff = '0', ...sum }) => ({ ...sum, setOff }));
      const seen = sha256Hex(canonicalText({ ...interval, id: request.id, sums }));
      if (request.preview === true) {
        // What would be asked at the commit.
        await sql`set constraints all immediate`.execute(tx);
        throw new Preview<Confirmed>({ ...interval, id: request.id, sums, seen, isPublished: false });
      }
      if (request.seen !== undefined && request.seen !== seen) throw new AppError('REVIEW_CHANGED');
      await appendAudit(tx, {
        actor: operator.name,
        action: 'incident.confirm',
        subject: `incident ${id}`,
        details: { proposal, symbol, fromMs, toMs, reason },
        nowMs,
      });
      await publishRecord(tx, {
        kind: 'incident',
        atMs: nowMs,
        body: { ...interval, proposedBy: proposedRole, confirmedBy: confirmedRole, sums },
      });
      return { ...interval, sums, seen, isPublished: true };
    });

  return {
    incidentsList: ({ nowMs }) => listIncidents(db, nowMs),

    async incidentsPropose({ request, operator, nowMs }) {
      const { symbol, fromMs, toMs, reason } = request;
      if (toMs <= fromMs || toMs > nowMs) throw new AppError('PARAMETER_WRONG', { params: { field: 'toMs' } });
      if ((await db.selectFrom('symbol').select('id').where('id', '=', symbol).executeTakeFirst()) === undefined)
        throw new AppError('ORDER_SYMBOL_NOT_FOUND');
      const expiresAtMs = nowMs + expiresAfterMs;
      const id = await db
        .transaction()
        .execute(async (tx) => {
          await holdAudit(tx);
          const { rows } = await sql<{ id: number }>`
            select propose_incident(${operator.sessionHash}, ${symbol}, ${fromMs}::bigint, ${toMs}::bigint, ${reason},
              ${expiresAtMs}::bigint, ${nowMs}::bigint) as id`.execute(tx);
          const made = rows[0]?.id;
          await appendAudit(tx, {
            actor: operator.name,
            action: 'incident.propose',
            subject: `incident proposal ${made}`,
            details: { symbol, fromMs, toMs, reason },
            nowMs,
          });
          return made;
        })
        .catch((error: unknown) => {
          throw toOperatorError(error);
        });
      return { id: String(id), symbol, fromMs, toMs, reason, expiresAtMs };
    },

    async incidentsConfirm(call) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await confirmOnce(call);
        } catch (error) {
          if ((error as { code?: unknown }).code !== overtaken || attempt >= maxTries) throw toOperatorError(error);
        }
      }
    },

    async incidentsReject({ request: { id, reason }, operator, nowMs }) {
      await db
        .transaction()
        .execute(async (tx) => {
          await holdAudit(tx);
          await sql`select reject_incident(${operator.sessionHash}, ${rowId(id)}::bigint, ${reason}, ${nowMs}::bigint)`.execute(
            tx,
          );
          const subject = `incident proposal ${id}`;
          await appendAudit(tx, { actor: operator.name, action: 'incident.reject', subject, details: { reason }, nowMs });
        })
        .catch((error: unknown) => {
          throw toOperatorError(error);
        });
      return {};
    },
  } satisfies Partial<OperationHandlers>;
}

async function listIncidents(db: Db, nowMs: number): Promise<OperationResponse<'incidentsList'>> {
  const [halts, proposals, incidents] = await Promise.all([
    db
      .selectFrom('halt')
      .innerJoin('operatorName', 'operatorName.id', 'halt.haltedBy')
      .selectAll('halt')
      .select('operatorName.name as operator')
      .orderBy('halt.id', 'desc')
      .limit(most)
      .execute(),
    db
      .selectFrom('incidentProposal')
      .innerJoin('operatorName', 'operatorName.id', 'incidentProposal.proposedBy')
      .selectAll('incidentProposal')
      .select('operatorName.name as operator')
      .where('confirmedBy', 'is', null)
      .where('rejectedBy', 'is', null)
      .where('expiresAtMs', '>', nowMs)
      .orderBy('incidentProposal.id')
      .limit(most)
      .execute(),
    db.selectFrom('incident').selectAll().orderBy('id', 'desc').limit(most).execute(),
  ]);
  return {
    halts: halts.map(({ id, symbol, reason, haltedRole, operator, fromMs, untilMs, resumedRole }) => ({
      id: String(id),
      symbol,
      reason,
      by: haltedRole,
      operator,
      fromMs,
      untilMs,
      resumedBy: resumedRole,
    })),
    proposals: proposals.map(({ id, symbol, reason, proposedRole, operator, fromMs, toMs, expiresAtMs }) => ({
      id: String(id),
      symbol,
      reason,
      by: proposedRole,
      operator,
      fromMs,
      toMs,
      expiresAtMs,
    })),
    incidents: incidents.map(({ id, symbol, reason, fromMs, toMs, publishedAtMs, sums }) => ({
      id: String(id),
      symbol,
      reason,
      fromMs,
      toMs,
      publishedAtMs,
      sums,
    })),
  };
}
