import type { RemotePointer } from '@tessera/shared/federation';
import type { NamedReleases } from '../commands/StatusReport';

/** What status and the answer to a change say of a remote. A remote that was never promoted has nothing named. */
export function namedReleases(pointer: RemotePointer | undefined): NamedReleases {
  const canary = pointer?.canary ?? null;
  return {
    stable: pointer?.stable.version ?? null,
    previous: pointer?.previous?.version ?? null,
    canary: canary === null ? null : { version: canary.release.version, percent: canary.percent, isHalted: canary.frozen },
    apply: pointer?.apply ?? null,
    lock: pointer?.lock ?? null,
    disabled: pointer?.disabled?.message ?? null,
  };
}
