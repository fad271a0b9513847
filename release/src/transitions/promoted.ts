import type { ReleaseReference, RemotePointer } from '@tessera/shared/federation';
import { refusal, refuseWhenLocked, type ChangeMeta } from './ChangeMeta';

/**
 * Which version a promotion without one means: the canary that people try, else the newest published. A halted canary was halted
 * for a reason, so it must be named.
 */
export function versionToPromote(before: RemotePointer | undefined, remote: string, newest: string | undefined): string {
  const canary = before?.canary ?? null;
  if (canary?.frozen === true) {
    throw refusal(
      `the canary ${canary.release.version} of ${remote} is halted; name the version that you mean: promote ${remote} <version>`,
    );
  }
  const version = canary?.release.version ?? newest;
  if (version === undefined) throw refusal(`${remote} has no published release; run: publish ${remote}`);
  return version;
}

export interface Promotion {
  readonly release: ReleaseReference;
  /** Lifts a lock instead of stopping at it. */
  readonly unlocks: boolean;
}

/** The release becomes what people get, and what they had becomes the fallback. Ends a canary. One that is live already is only unlocked. */
export function promoted(before: RemotePointer | undefined, { release, unlocks }: Promotion, meta: ChangeMeta): RemotePointer {
  if (before?.stable.version === release.version) return unlocks && before.lock !== null ? { ...before, lock: null } : before;
  if (before !== undefined && !unlocks) refuseWhenLocked(before, meta, 'add --unlock once the reason is gone');
  return {
    stable: release,
    previous: before?.stable ?? null,
    canary: null,
    apply: meta.apply,
    disabled: before?.disabled ?? null,
    lock: null,
  };
}
