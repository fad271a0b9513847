/**
 * rollback: a new serial that points to an older release. Nothing is built or copied. The remote stays locked afterwards, so that
 * neither a start nor a colleague brings the bad release back by accident.
 */
import { changeRemote, publishedReference, type RemoteChange, type RemoteRequest } from '../change/changeRemote';
import type { ReleaseContext } from '../ReleaseContext';
import { rolledBack, versionToRollBackTo } from '../transitions/rolledBack';

export interface RollbackRequest extends RemoteRequest {
  /** The release that was live before when absent. */
  readonly to?: string | undefined;
}

export async function rollback(context: ReleaseContext, request: RollbackRequest): Promise<RemoteChange> {
  return changeRemote(context, request, { verb: 'rollback' }, async (before, meta) => {
    const to = request.to ?? versionToRollBackTo(before, meta);
    return rolledBack(before, await publishedReference(context, request.remote, to), meta);
  });
}
