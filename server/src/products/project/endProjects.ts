/**
 * Books what was published: each participant's result, or after a cancellation the money that he put in. It works in batches; each is a
 * transaction that locks the project and takes only participations that are not booked yet. So an interrupted round can be continued and
 * nothing is booked twice. A participation that cannot be booked is tried again in the next round and does not delay the others.
 */
import { invariant } from '@tessera/shared/errors';
import { amount, rate, subtract, toText } from '@tessera/shared/money';
import { projectReturn } from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { Language } from '@tessera/shared/contract';
import type { NewMessage } from '../../content/writeMessages';
import { publishEvents } from '../../execution/publishEvents';
import type { Job } from '../../jobs/JobRunner';
import { postMany } from '../../ledger/Ledger';
import type { Tx } from '../../store/database';
import { isTransient } from '../../store/idempotency';
import { enterLock } from '../../store/lockOrder';
import { endPosting } from './posting';
import type { ProjectDeps } from './Projects';
import { holdProject, inLanguage, projectRows, type ProjectRow } from './projectRows';

const everyMs = 5000;
const atOnce = 200;

type EndDeps = Pick<ProjectDeps, 'db' | 'clock' | 'log' | 'wakeOutbox'>;

export const endProjects = (deps: EndDeps, batch = atOnce): Job => ({
  name: 'project-ends',
  everyMs,
  async run(signal) {
    const { db, log } = deps;
    const due = await db
      .selectFrom('project')
      .select('id')
      .where('state', 'in', ['settling', 'cancelling'])
      .orderBy('id')
      .execute();
    for (const { id } of due) {
      try {
        await endProject(deps, { id, batch, signal });
      } catch (error) {
        // A participation that cannot be booked does not delay the others.
        log.error({ err: error, project: id }, 'a project could not be booked');
      }
    }
  },
});

async function endProject(
  deps: EndDeps,
  { id, batch, signal }: { readonly id: number; readonly batch: number; readonly signal: AbortSignal },
): Promise<void> {
  const running = await deps.db
    .selectFrom('projectOrder')
    .select('id')
    .where('projectId', '=', id)
    .where('endedAtMs', 'is', null)
    .orderBy('id')
    .execute();
  for (let from = 0; from < running.length && !signal.aborted; from += batch) {
    const orders = running.slice(from, from + batch).map((one) => one.id);
    await endOrEach(deps, { id, orders });
  }
  await deps.db.transaction().execute(async (tx) => {
    enterLock(tx, 'order');
    await holdProject(tx, id);
    await sql`select end_project(${id}::bigint)`.execute(tx);
  });
  deps.wakeOutbox();
}

interface Batch {
  readonly id: number;
  /** Participations. */
  readonly orders: readonly number[];
}

/** Books them together; if that fails, each one alone. */
async function endOrEach(deps: EndDeps, { id, orders }: Batch): Promise<void> {
  const { db, clock, log, wakeOutbox } = deps;
  try {
    await db.transaction().execute((tx) => endBatch(tx, { id, orders, nowMs: clock.now() }));
    wakeOutbox();
  } catch (error) {
    if (isTransient(error)) throw error;
    if (orders.length > 1) for (const one of orders) await endOrEach(deps, { id, orders: [one] });
    else log.error({ err: error, project: id, participation: orders[0] }, 'a participation could not be booked');
  }
}

async function endBatch(tx: Tx, { id, orders, nowMs }: Batch & { readonly nowMs: number }): Promise<void> {
  enterLock(tx, 'order');
  await holdProject(tx, id);
  const project = await projectRows(tx).where('project.id', '=', id).executeTakeFirstOrThrow();
  if (project.state !== 'settling' && project.state !== 'cancelling') return;
  const { rows } = await sql<Participation>`
    select o.id, o.user_id, o.amount, u.language from project_order o join app_user u on u.id = o.user_id
    where o.id = any(${[...orders]}::bigint[]) and o.project_id = ${id}::bigint and o.ended_at_ms is null order by o.id`.execute(
    tx,
  );
  if (rows.length === 0) return;
  const ended = rows.map((row) => ({ ...row, returned: returnedOf(project, row.amount) }));
  const posted = await postMany(
    tx,
    ended.map((row) => endPosting({ ...row, asset: project.asset, amount: amount(row.amount) }, row.returned, nowMs)),
  );
  await sql`
    update project_order o set returned = given.returned, ended_at_ms = ${nowMs}::bigint, end_journal_id = given.journal
    from unnest(${ended.map((row) => row.id)}::bigint[], ${ended.map(({ returned }) => toText(returned))}::numeric[],
      ${posted.map(({ journalId }) => journalId)}::bigint[]) given (id, returned, journal) where o.id = given.id`.execute(tx);
  await publishEvents(tx, {
    events: [],
    moved: rows.map(({ userId }) => ({ userId, mode: 'real' as const })),
    told: ended.map((row) => toldOf(project, row, nowMs)),
    atMs: nowMs,
  });
}

interface Participation {
  readonly id: number;
  readonly userId: number;
  readonly amount: string;
  readonly language: Language;
}

function returnedOf({ state, share, scale }: ProjectRow, put: string) {
  if (state === 'cancelling') return amount(put);
  invariant(share !== null, 'a project that is booked has a result');
  return projectReturn(amount(put), rate(share), scale);
}

function toldOf(
  project: ProjectRow,
  row: Participation & { readonly returned: ReturnType<typeof amount> },
  nowMs: number,
): NewMessage {
  const { returned, userId, language } = row;
  const params = {
    projectId: String(project.id),
    project: inLanguage(project.texts, language)?.name ?? '',
    returned: toText(returned),
    profit: toText(subtract(returned, amount(row.amount))),
    asset: project.asset,
  };
  if (project.state !== 'cancelling') return { userId, kind: 'project_ended', params, nowMs };
  const { cancelReason } = project;
  invariant(cancelReason !== null, 'a project that is cancelled says why');
  return { userId, kind: 'project_cancelled', params: { ...params, reason: cancelReason }, nowMs };
}
