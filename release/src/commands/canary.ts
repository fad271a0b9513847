/** canary, halt: a share of the people tries a release, and everybody leaves it again. */
import { changeRemote, newestVersion, publishedReference, type RemoteChange, type RemoteRequest } from '../change/changeRemote';
import type { ReleaseContext } from '../ReleaseContext';
import { halted, versionToTry, withCanary } from '../transitions/canary';

export interface CanaryRequest extends RemoteRequest {
  /** When absent: the one that is under way, else the newest published. */
  readonly version?: string | undefined;
  /** 1 to 99. */
  readonly percent: number;
}

export async function canary(context: ReleaseContext, request: CanaryRequest): Promise<RemoteChange> {
  const { remote, percent } = request;
  return changeRemote(context, request, { verb: 'canary' }, async (before, meta) => {
    const version = request.version ?? versionToTry(before, remote, await newestVersion(context, remote));
    return withCanary(before, { release: await publishedReference(context, remote, version), percent }, meta);
  });
}

export async function halt(context: ReleaseContext, request: RemoteRequest): Promise<RemoteChange> {
  return changeRemote(context, request, { verb: 'halt' }, halted);
}
