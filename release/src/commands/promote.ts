/** promote: a published release becomes the one that people load. The release that was live stays as the fallback. */
import { changeRemote, newestVersion, publishedReference, type RemoteChange, type RemoteRequest } from '../change/changeRemote';
import type { ReleaseContext } from '../ReleaseContext';
import { promoted, versionToPromote } from '../transitions/promoted';

export interface PromoteRequest extends RemoteRequest {
  /** When absent: the canary that is under way, else the newest published. */
  readonly version?: string | undefined;
  /** Lifts the lock that a rollback left. */
  readonly unlock?: boolean | undefined;
  /** Also a release that was published without its conformance run. */
  readonly unproven?: boolean | undefined;
}

export async function promote(context: ReleaseContext, request: PromoteRequest): Promise<RemoteChange> {
  const { remote, unlock = false, unproven = false } = request;
  return changeRemote(context, request, { verb: 'promote', needsProof: !unproven }, async (before, meta) => {
    const version = request.version ?? versionToPromote(before, remote, await newestVersion(context, remote));
    return promoted(before, { release: await publishedReference(context, remote, version), unlocks: unlock }, meta);
  });
}
