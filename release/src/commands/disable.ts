/** disable, enable: pages show a message in place of the remote, until it is enabled again. */
import { changeRemote, type RemoteChange, type RemoteRequest } from '../change/changeRemote';
import type { ReleaseContext } from '../ReleaseContext';
import { disabled, enabled, type DisabledMessage } from '../transitions/disabled';

export interface DisableRequest extends RemoteRequest {
  /** What people read, per language: { en: "Back at ten" }. */
  readonly message: DisabledMessage;
}

export async function disable(context: ReleaseContext, request: DisableRequest): Promise<RemoteChange> {
  return changeRemote(context, request, { verb: 'disable' }, (before, meta) => disabled(before, request.message, meta));
}

export async function enable(context: ReleaseContext, request: RemoteRequest): Promise<RemoteChange> {
  return changeRemote(context, request, { verb: 'enable' }, enabled);
}
