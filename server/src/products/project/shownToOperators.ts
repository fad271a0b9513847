/** Projects for the operators' list, with their open proposals. */
import type { ProjectShown } from '@tessera/shared/operations';
import { amount, rate, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Db, Tx } from '../../store/database';
import { projectRows, type ProjectRow } from './projectRows';

const most = 100;

/** Running projects first, then proposed ones, then ended ones: so proposals cannot push a running project off the list. */
const rank = sql`case when project.state in ('open', 'settling', 'cancelling') then 0 when project.state = 'proposed' then 1 else 2 end`;

/** Newest first within each rank. `ids`: only these. */
export async function listForOperators(of: Db | Tx, ids?: readonly number[]): Promise<ProjectShown[]> {
  let query = projectRows(of).orderBy(rank).orderBy('project.id', 'desc').limit(most);
  if (ids !== undefined) query = query.where('project.id', 'in', ids);
  const rows = await query.execute();
  if (rows.length === 0) return [];
  const waiting = await of
    .selectFrom('projectProposal')
    .innerJoin('operatorName', 'operatorName.id', 'projectProposal.proposedBy')
    .selectAll('projectProposal')
    .select('operatorName.name as operator')
    .where('decidedBy', 'is', null)
    .where(
      'projectId',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  const proposals = new Map(waiting.map((proposal) => [proposal.projectId, proposal]));
  return rows.map((row) => shown(row, proposals.get(row.id)));
}

function shown(row: ProjectRow, waiting: Waiting | undefined): ProjectShown {
  return {
    id: String(row.id),
    asset: row.asset,
    min: toText(amount(row.amountMin)),
    max: toText(amount(row.amountMax)),
    maxParticipants: row.maxParticipants,
    capacity: row.capacity === null ? null : toText(amount(row.capacity)),
    closesAtMs: row.closesAtMs,
    endsAtMs: row.endsAtMs,
    texts: [...row.texts],
    participants: row.participants,
    taken: toText(amount(row.taken)),
    state: row.state,
    share: row.share === null ? null : toText(rate(row.share)),
    returned: toText(amount(row.returned)),
    proposal:
      waiting === undefined
        ? null
        : {
            id: String(waiting.id),
            projectId: String(row.id),
            act: waiting.act,
            share: waiting.share === null ? null : toText(rate(waiting.share)),
            texts: [...(waiting.statements ?? [])],
            reason: waiting.reason,
            operator: waiting.operator,
            atMs: waiting.proposedAtMs,
          },
  };
}

interface Waiting {
  readonly id: number;
  readonly act: 'open' | 'result' | 'cancel';
  readonly share: string | null;
  readonly statements: ProjectRow['statements'];
  readonly reason: string;
  readonly operator: string;
  readonly proposedAtMs: number;
}
