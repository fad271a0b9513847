/**
 * Projects: money of many people under management, with an end and one result for all. This file has the people's side; ProjectDesk.ts
 * has the operators' side.
 *
 *   proposed → open → settling → ended       (by its result)
 *            ↘ rejected     ↘ cancelling → cancelled
 *
 * Real accounts only: a result is about money that was really invested.
 */
import type { Handlers } from '../../http/handler';
import type { Identity } from '../../identity/Identity';
import type { Job } from '../../jobs/JobRunner';
import type { InvariantRule } from '../../ledger/invariants';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import type { Db } from '../../store/database';
import { offsetOf } from '../../store/paging';
import { parseRowId, rowId } from '../../store/rowId';
import { endProjects } from './endProjects';
import { projectLedgerRules } from './invariants';
import { joinProject } from './joinProject';
import { presentProject, presentProjectOrder, projectOrderRows, projectRows, shownStates } from './projectRows';

export interface ProjectDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly identity: Pick<Identity, 'requireStepUp'>;
  readonly wakeOutbox: () => void;
}

export interface Projects {
  readonly handlers: Handlers;
  readonly job: Job;
  readonly ledgerRules: readonly InvariantRule[];
}

const nextOf = (rows: readonly { readonly id: number }[], pageSize: number): string | null =>
  rows.length > pageSize ? String(rows[pageSize - 1]?.id) : null;

export function createProjects(deps: ProjectDeps): Projects {
  const { db } = deps;
  const handlers: Handlers = {
    async projects({ user, language, request: { id, cursor, ...paged }, nowMs }) {
      const { pageSize, offset } = offsetOf(paged);
      let query = projectRows(db)
        .where('project.state', 'in', shownStates)
        .orderBy('project.id', 'desc')
        .limit(pageSize + 1)
        .offset(offset);
      if (id !== undefined) query = query.where('project.id', '=', parseRowId(id) ?? 0);
      if (cursor !== undefined) query = query.where('project.id', '<', rowId(cursor));
      const rows = await query.execute();
      const page = rows.slice(0, pageSize);
      const joined =
        user.mode === 'demo' || page.length === 0
          ? []
          : await db
              .selectFrom('projectOrder')
              .select(['projectId', 'amount', 'returned'])
              .where('userId', '=', rowId(user.userId))
              .where(
                'projectId',
                'in',
                page.map((row) => row.id),
              )
              .execute();
      const joinedOf = new Map(joined.map((row) => [row.projectId, row]));
      return {
        items: page.map((row) => presentProject(row, { language, nowMs, own: joinedOf.get(row.id) })),
        next: nextOf(rows, pageSize),
      };
    },

    async projectOrders({ user, language, request: { id, clientOrderId, cursor, ...paged }, nowMs }) {
      const { pageSize, offset } = offsetOf(paged);
      if (user.mode === 'demo') return { items: [], next: null };
      let query = projectOrderRows(db)
        .where('projectOrder.userId', '=', rowId(user.userId))
        .orderBy('projectOrder.id', 'desc')
        .limit(pageSize + 1)
        .offset(offset);
      if (id !== undefined) query = query.where('projectOrder.id', '=', parseRowId(id) ?? 0);
      if (clientOrderId !== undefined) query = query.where('projectOrder.clientOrderId', '=', clientOrderId);
      if (cursor !== undefined) query = query.where('projectOrder.id', '<', rowId(cursor));
      const rows = await query.execute();
      return {
        items: rows.slice(0, pageSize).map((row) => presentProjectOrder(row, { language, nowMs })),
        next: nextOf(rows, pageSize),
      };
    },

    projectOrder: (call) => joinProject(deps, call),
  };
  return { handlers, job: endProjects(deps), ledgerRules: projectLedgerRules };
}
