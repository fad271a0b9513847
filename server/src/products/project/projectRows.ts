/** Reads projects and participations, and presents them for the API. */
import type { Language, Project, ProjectOrder } from '@tessera/shared/contract';
import { amount, rate, subtract, toText } from '@tessera/shared/money';
import { sql, type Selectable } from 'kysely';
import type { Db, Tx } from '../../store/database';
import type { ProjectOrderTable, ProjectTable } from './tables';

export interface ProjectRow extends Selectable<ProjectTable> {
  readonly scale: number;
}
type ProjectOrderRow = Selectable<ProjectOrderTable> & Pick<ProjectRow, 'asset' | 'texts' | 'state' | 'closesAtMs' | 'endsAtMs'>;

/** States that people see: nothing that operators have not approved. */
export const shownStates = ['open', 'settling', 'ended', 'cancelling', 'cancelled'] as const;

export const projectRows = (of: Db | Tx) =>
  of.selectFrom('project').innerJoin('asset', 'asset.id', 'project.asset').selectAll('project').select('asset.scale');

export const findProject = (of: Db | Tx, id: number): Promise<ProjectRow | undefined> =>
  projectRows(of).where('project.id', '=', id).where('project.state', 'in', shownStates).executeTakeFirst();

/** The text in the given language, else in English. */
export function inLanguage<Text extends { readonly language: Language }>(
  texts: readonly Text[],
  language: Language,
): Text | undefined {
  return texts.find((text) => text.language === language) ?? texts.find((text) => text.language === 'en');
}

export function statusOf({ state, closesAtMs }: Pick<ProjectRow, 'state' | 'closesAtMs'>, nowMs: number): Project['status'] {
  if (state === 'settling' || state === 'ended') return 'ended';
  if (state === 'cancelling' || state === 'cancelled') return 'cancelled';
  return nowMs < closesAtMs ? 'open' : 'running';
}

export function presentProject(
  row: ProjectRow,
  seen: {
    readonly language: Language;
    readonly nowMs: number;
    readonly own: { readonly amount: string; readonly returned: string | null } | undefined;
  },
): Project {
  const { language, nowMs, own } = seen;
  const text = inLanguage(row.texts, language);
  const { share, statements, publishedAtMs, resultSeq } = row;
  return {
    id: String(row.id),
    name: text?.name ?? '',
    about: text?.about ?? '',
    asset: row.asset,
    min: toText(amount(row.amountMin)),
    max: toText(amount(row.amountMax)),
    scale: row.scale,
    participants: row.participants,
    maxParticipants: row.maxParticipants,
    capacity: row.capacity === null ? null : toText(amount(row.capacity)),
    taken: toText(amount(row.taken)),
    closesAtMs: row.closesAtMs,
    endsAtMs: row.endsAtMs,
    status: statusOf(row, nowMs),
    result:
      share === null || statements === null || publishedAtMs === null || resultSeq === null
        ? null
        : {
            share: toText(rate(share)),
            statement: inLanguage(statements, language)?.statement ?? '',
            publishedAtMs,
            recordSeq: resultSeq,
          },
    cancelReason: row.cancelReason,
    termsSeq: row.termsSeq ?? 0,
    joined: own === undefined ? null : toText(amount(own.amount)),
    returned: own === undefined || own.returned === null ? null : toText(amount(own.returned)),
  };
}

export const projectOrderRows = (of: Db | Tx) =>
  of
    .selectFrom('projectOrder')
    .innerJoin('project', 'project.id', 'projectOrder.projectId')
    .selectAll('projectOrder')
    .select(['project.asset', 'project.texts', 'project.state', 'project.closesAtMs', 'project.endsAtMs']);

export function presentProjectOrder(
  row: ProjectOrderRow,
  { language, nowMs }: { readonly language: Language; readonly nowMs: number },
): ProjectOrder {
  const put = amount(row.amount);
  const isDue = row.endedAtMs === null && (row.state === 'settling' || row.state === 'cancelling');
  return {
    id: String(row.id),
    clientOrderId: row.clientOrderId,
    projectId: String(row.projectId),
    projectName: inLanguage(row.texts, language)?.name ?? '',
    asset: row.asset,
    amount: toText(put),
    status: isDue ? 'settling' : statusOf(row, nowMs),
    returned: row.returned === null ? null : toText(amount(row.returned)),
    profit: row.returned === null ? null : toText(subtract(amount(row.returned), put)),
    atMs: row.joinedAtMs,
    closesAtMs: row.closesAtMs,
    endsAtMs: row.endsAtMs,
    endedAtMs: row.endedAtMs,
  };
}

/** Locks the project: joining and booking wait until this transaction ends. Call it after enterLock(tx, 'order'). */
export async function holdProject(tx: Tx, id: number): Promise<void> {
  await sql`select hold_project(${id}::bigint)`.execute(tx);
}
