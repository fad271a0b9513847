import { approveProposal, proposeCancel, proposeProject, proposeResult, rejectProposal } from '../products/project/ProjectDesk';
import { listForOperators } from '../products/project/shownToOperators';
import type { Db } from '../store/database';
import type { OperationHandlers } from './OperationHandler';

export function projectCalls({ db }: { readonly db: Db }) {
  return {
    projectsList: async () => ({ items: await listForOperators(db) }),
    projectsPropose: async ({ request, ...by }) => proposeProject(db, request, by),
    projectsResult: async ({ request, ...by }) => proposeResult(db, request, by),
    projectsCancel: async ({ request, ...by }) => proposeCancel(db, request, by),
    projectsApprove: async ({ request, ...by }) => approveProposal(db, request, by),
    projectsReject: async ({ request, ...by }) => rejectProposal(db, request, by),
  } satisfies Partial<OperationHandlers>;
}
