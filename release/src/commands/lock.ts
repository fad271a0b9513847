/** lock, unlock: promote, canary and start leave a locked remote alone. */
import { changeRemote, type RemoteChange, type RemoteRequest } from '../change/changeRemote';
import type { ReleaseContext } from '../ReleaseContext';
import { locked, unlocked } from '../transitions/locked';

export async function lock(context: ReleaseContext, request: RemoteRequest): Promise<RemoteChange> {
  return changeRemote(context, request, { verb: 'lock' }, locked);
}

export async function unlock(context: ReleaseContext, request: RemoteRequest): Promise<RemoteChange> {
  return changeRemote(context, request, { verb: 'unlock' }, unlocked);
}
