import type { RemotePointer } from '@tessera/shared/federation';
import { promotedBefore, refuseWhenLocked, type Occasion } from './Occasion';

/** promote, canary and start leave the remote alone from now on. */
export function locked(present: RemotePointer | undefined, occasion: Occasion): RemotePointer {
  const before = promotedBefore(present, occasion);
  refuseWhenLocked(before, occasion, 'unlock it first to lock it for another reason');
  return { ...before, lock: { by: occasion.by, reason: occasion.reason, atMs: occasion.atMs } };
}

export function unlocked(present: RemotePointer | undefined, occasion: Occasion): RemotePointer {
  const before = promotedBefore(present, occasion);
  return before.lock === null ? before : { ...before, lock: null };
}
