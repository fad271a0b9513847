/** The release tool's verbs, by the operator who is signed in. What the tool refuses is told in its own words. */
import type { OperationName, OperationRequest } from '@tessera/shared/operations';
import { appendAudit } from '../ops/audit';
import { toldByTool } from '../releases/toldByTool';
import type { ReleaseChange, ReleaseVerb, ReleaseVerbs } from '../releases/releaseVerbs';
import type { Db } from '../store/database';
import type { OperationCall, OperationHandlers } from './OperationHandler';

type ChangeName = Extract<OperationName, `releases${Capitalize<ReleaseVerb>}`>;
export type OperatorsVerbs = Pick<ReleaseVerbs, 'status' | 'history' | 'hostHistory' | 'change'>;

const usualLimit = 20;

export function releaseCalls({ db, verbs }: { readonly db: Db; readonly verbs: OperatorsVerbs }) {
  /** A change that is made stands in the audit log too; the signed history of releases has it whatever becomes of that. */
  const change =
    (verb: ReleaseVerb) =>
    ({
      request,
      operator,
      nowMs,
    }: Pick<OperationCall<ChangeName>, 'operator' | 'nowMs'> & { request: OperationRequest<ChangeName> }) =>
      toldByTool(async () => {
        const done = await verbs.change({ verb, ...request } as ReleaseChange, operator.name);
        if (done.outcome !== 'changed') return done;
        const { remote, reason } = request;
        const details = { reason, change: 'change' in done ? done.change : `${done.from ?? '–'} -> ${done.to}` };
        await db
          .transaction()
          .execute((tx) =>
            appendAudit(tx, { actor: operator.name, action: `release.${verb}`, subject: `remote ${remote}`, details, nowMs }),
          );
        return done;
      });

  return {
    releasesStatus: async () => toldByTool(() => verbs.status()),
    releasesHistory: async ({ request: { remote, limit = usualLimit } }) => toldByTool(() => verbs.history({ remote, limit })),
    releasesHostHistory: async ({ request: { limit = usualLimit } }) => toldByTool(() => verbs.hostHistory(limit)),
    releasesPromote: change('promote'),
    releasesCanary: change('canary'),
    releasesHalt: change('halt'),
    releasesRollback: change('rollback'),
    releasesLock: change('lock'),
    releasesUnlock: change('unlock'),
    releasesDisable: change('disable'),
    releasesEnable: change('enable'),
  } satisfies Partial<OperationHandlers>;
}
