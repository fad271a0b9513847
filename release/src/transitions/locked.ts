import type { RemotePointer } from '@tessera/shared/federation';
import { promotedBefore, refuseWhenLocked, type ChangeMeta } from './ChangeMeta';

/** promote, canary and start leave the remote alone from now on. */
export function locked(present: RemotePointer | undefined, meta: ChangeMeta): RemotePointer {
  const before = promotedBefore(present, meta);
  refuseWhenLocked(before, meta, 'unlock it first to lock it for another reason');
  return { ...before, lock: { by: meta.by, reason: meta.reason, atMs: meta.atMs } };
}

export function unlocked(present: RemotePointer | undefined, meta: ChangeMeta): RemotePointer {
  const before = promotedBefore(present, meta);
  return before.lock === null ? before : { ...before, lock: null };
}
