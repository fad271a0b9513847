import type { ReleaseReference, RemotePointer } from '@tessera/shared/federation';
import { promotedBefore, refusal, refuseWhenLocked, type ChangeMeta } from './ChangeMeta';

/**
 * Which version a rollback without one means: the release before. On a locked remote that may be the bad one already (two people
 * saw the same fault and both rolled back), so it must be named.
 */
export function versionToRollBackTo(present: RemotePointer | undefined, meta: ChangeMeta): string {
  const before = promotedBefore(present, meta);
  const previous = before.previous?.version;
  if (previous === undefined) throw refusal(`${meta.remote} has no release before ${before.stable.version}; name one with --to`);
  refuseWhenLocked(before, meta, `live is ${before.stable.version}; if ${previous} is meant, add --to ${previous}`);
  return previous;
}

/** An older release becomes what people get, the one that was becomes the fallback, and the remote is locked. Ends a canary. */
export function rolledBack(present: RemotePointer | undefined, to: ReleaseReference, meta: ChangeMeta): RemotePointer {
  const { remote, by, reason, atMs, apply } = meta;
  const before = promotedBefore(present, meta);
  if (before.stable.version === to.version) throw refusal(`${remote} ${to.version} is live already`);
  if (before.canary?.frozen === true && before.canary.release.version === to.version)
    throw refusal(
      `${remote} ${to.version} is the canary that was halted; if it is meant all the same: promote ${remote} ${to.version}`,
    );
  return { stable: to, previous: before.stable, canary: null, apply, disabled: before.disabled, lock: { by, reason, atMs } };
}
