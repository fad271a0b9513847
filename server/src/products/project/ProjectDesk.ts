/**
 * The operators' side of projects: one operator proposes, another approves, and the approval publishes it. Database functions that check an
 * operator's session (migration 0417) write everything; the server's own role cannot.
 */
import { canonicalText, type PublicValue } from '@tessera/shared/fairness';
import type { OperationRequest, OperationResponse, ProjectShown } from '@tessera/shared/operations';
import { AppError, invariant } from '@tessera/shared/errors';
import { amount, compare, decimalsOf, rate, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { ActingOperator } from '../../operators/ActingOperator';
import { Preview, previewed } from '../../operators/Preview';
import { appendAudit } from '../../ops/audit';
import { sha256Hex } from '../../platform/random';
import { publishRecord } from '../../record/publishRecord';
import type { Db, Tx } from '../../store/database';
import { enterLock } from '../../store/lockOrder';
import { rowId } from '../../store/rowId';
import { toProjectError } from './projectError';
import { inLanguage, projectRows, type ProjectRow } from './projectRows';
import { listForOperators } from './shownToOperators';

interface By {
  readonly operator: ActingOperator;
  readonly nowMs: number;
}
type Approved = OperationResponse<'projectsApprove'>;

const shareScale = 8;
const [least, most] = [rate('-1'), rate('10')];
const wrong = (field: string) => new AppError('PARAMETER_WRONG', { params: { field } });

/** Throws PARAMETER_WRONG with the field. */
export async function proposeProject(db: Db, asked: OperationRequest<'projectsPropose'>, by: By): Promise<ProjectShown> {
  const { asset, min, max, maxParticipants, capacity, closesAtMs, endsAtMs, texts, reason } = asked;
  const known = await db.selectFrom('asset').select('scale').where('id', '=', asset).executeTakeFirst();
  if (known === undefined) throw wrong('asset');
  for (const [field, text] of Object.entries({ min, max, capacity }))
    if (text !== null && decimalsOf(amount(text)) > known.scale) throw wrong(field);
  if (compare(amount(max), amount(min)) < 0) throw wrong('max');
  if (capacity !== null && compare(amount(capacity), amount(min)) < 0) throw wrong('capacity');
  if (closesAtMs <= by.nowMs) throw wrong('closesAtMs');
  if (endsAtMs <= closesAtMs) throw wrong('endsAtMs');
  const id = await act(
    db,
    { ...by, action: 'propose', subject: 'project', details: { ...asked, texts: texts.length } },
    async (tx) => {
      const { rows } = await sql<{ id: number }>`
      select propose_project(${by.operator.sessionHash}, ${asset}, ${min}::numeric, ${max}::numeric, ${maxParticipants}::int, ${capacity}::numeric,
        ${closesAtMs}::bigint, ${endsAtMs}::bigint, ${JSON.stringify(texts)}::jsonb, ${reason}, ${by.nowMs}::bigint) as id`.execute(
        tx,
      );
      return rows[0]?.id ?? 0;
    },
  );
  return one(db, id);
}

/** Throws DATA_NOT_FOUND; STATUS_ABNORMAL before its end, or while something else is proposed. */
export async function proposeResult(
  db: Db,
  { id, share, texts, reason }: OperationRequest<'projectsResult'>,
  by: By,
): Promise<ProjectShown> {
  const part = rate(share);
  if (decimalsOf(part) > shareScale || compare(part, least) < 0 || compare(part, most) > 0) throw wrong('share');
  return proposeEnd(db, { id, act: 'result', share, texts: JSON.stringify(texts), reason }, by);
}

/** Throws DATA_NOT_FOUND; STATUS_ABNORMAL if it is full or has ended, or while something else is proposed. */
export const proposeCancel = (db: Db, { id, reason }: OperationRequest<'projectsCancel'>, by: By): Promise<ProjectShown> =>
  proposeEnd(db, { id, act: 'cancel', share: null, texts: null, reason }, by);

interface End {
  readonly id: string;
  readonly act: 'result' | 'cancel';
  readonly share: string | null;
  readonly texts: string | null;
  readonly reason: string;
}
async function proposeEnd(db: Db, end: End, by: By): Promise<ProjectShown> {
  const { id, share, texts, reason } = end;
  await act(db, { ...by, action: end.act, subject: `project ${id}`, details: { share, reason } }, async (tx) => {
    await sql`select propose_project_end(${by.operator.sessionHash}, ${id}::bigint, ${end.act}, ${share}::numeric, ${texts}::jsonb, ${reason}, ${by.nowMs}::bigint)`.execute(
      tx,
    );
  });
  return one(db, rowId(id));
}

/**
 * Publishes the proposal and carries it out. Throws DATA_NOT_FOUND, REVIEW_OWN; STATUS_ABNORMAL if it is no longer open or has expired; REVIEW_CHANGED
 * if the operator saw something else (people who join change what is paid back; from here on they wait for the lock).
 */
export async function approveProposal(
  db: Db,
  { proposalId, seen, preview = false }: OperationRequest<'projectsApprove'>,
  { operator, nowMs }: By,
): Promise<Approved> {
  return refusing(
    previewed<Approved>(db, async (tx) => {
      await appendAudit(tx, {
        actor: operator.name,
        action: 'projects.approve',
        subject: `proposal ${proposalId}`,
        details: { seen },
        nowMs,
      });
      enterLock(tx, 'order');
      const { rows } = await sql<Proposal>`
        select * from hold_project_proposal(${operator.sessionHash}, ${proposalId}::bigint, ${nowMs}::bigint)`.execute(tx);
      const [asked] = rows;
      invariant(asked !== undefined, 'a proposal that waits is held');
      const project = await projectRows(tx).where('project.id', '=', asked.projectId).executeTakeFirstOrThrow();
      const returned = await returnedBy(tx, asked, project);
      const { participants } = project;
      const body = bodyOf(asked, project, returned);
      const says = sha256Hex(canonicalText(body));
      const answer = async (isDone: boolean) => ({
        project: await one(tx, project.id),
        participants,
        returned,
        seen: says,
        isDone,
      });
      if (preview) throw new Preview<Approved>(await answer(false));
      if (seen !== says) throw new AppError('REVIEW_CHANGED');
      const entry = await publishRecord(tx, { kind: 'project', atMs: nowMs, body });
      await sql`select approve_project(${operator.sessionHash}, ${proposalId}::bigint, ${entry.seq}::bigint, ${nowMs}::bigint)`.execute(
        tx,
      );
      return answer(true);
    }),
  );
}

/** Throws STATUS_ABNORMAL if the proposal is no longer open. */
export async function rejectProposal(
  db: Db,
  { proposalId, reason }: OperationRequest<'projectsReject'>,
  by: By,
): Promise<ProjectShown> {
  const id = await act(db, { ...by, action: 'reject', subject: `proposal ${proposalId}`, details: { reason } }, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select reject_project(${by.operator.sessionHash}, ${proposalId}::bigint, ${reason}, ${by.nowMs}::bigint) as id`.execute(tx);
    return rows[0]?.id ?? 0;
  });
  return one(db, id);
}

interface Proposal {
  readonly projectId: number;
  readonly act: 'open' | 'result' | 'cancel';
  readonly share: string | null;
  readonly statements: ProjectRow['statements'];
  readonly reason: string;
}

/** The sum that all participants get back. */
async function returnedBy(tx: Tx, { act: asked, share, projectId }: Proposal, { taken, scale }: ProjectRow): Promise<string> {
  if (asked === 'open') return '0';
  if (asked === 'cancel') return toText(amount(taken));
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(trunc(amount * (1 + ${share}::numeric), ${scale}::int)), 0) as sum from project_order
    where project_id = ${projectId}::bigint`.execute(tx);
  return toText(amount(rows[0]?.sum ?? '0'));
}

/** The entry of the public record, in English. */
function bodyOf(asked: Proposal, project: ProjectRow, returned: string): { readonly [key: string]: PublicValue } {
  const head = {
    project: String(project.id),
    act: asked.act,
    participants: project.participants,
    taken: toText(amount(project.taken)),
  };
  if (asked.act === 'cancel') return { ...head, returned, reason: asked.reason };
  if (asked.act === 'result') {
    invariant(asked.share !== null, 'a result has a share');
    return {
      ...head,
      returned,
      share: toText(rate(asked.share)),
      statement: inLanguage(asked.statements ?? [], 'en')?.statement ?? '',
    };
  }
  const { name = '', about = '' } = inLanguage(project.texts, 'en') ?? {};
  const { asset, amountMin, amountMax, maxParticipants, capacity, closesAtMs, endsAtMs } = project;
  return {
    project: head.project,
    act: asked.act,
    asset,
    min: toText(amount(amountMin)),
    max: toText(amount(amountMax)),
    maxParticipants,
    capacity: capacity === null ? null : toText(amount(capacity)),
    closesAtMs,
    endsAtMs,
    name,
    about,
  };
}

interface Acted extends By {
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Runs one transaction together with its row in the audit log. */
const act = <Done>(
  db: Db,
  { action, subject, details, operator, nowMs }: Acted,
  work: (tx: Tx) => Promise<Done>,
): Promise<Done> =>
  refusing(
    db.transaction().execute(async (tx) => {
      await appendAudit(tx, { actor: operator.name, action: `projects.${action}`, subject, details, nowMs });
      enterLock(tx, 'order');
      return work(tx);
    }),
  );

const refusing = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw toProjectError(error);
  });

async function one(of: Db | Tx, id: number): Promise<ProjectShown> {
  const [shown] = await listForOperators(of, [id]);
  if (shown === undefined) throw new AppError('DATA_NOT_FOUND');
  return shown;
}
