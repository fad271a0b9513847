/**
 * Which releases of a remote to try, in order: the live one, then the one before. Left out are releases that this host
 * cannot serve and those that failed in this session. A module entry cannot be checked for integrity when it loads, so
 * only script entries are taken.
 */
import { satisfiesContract, type ReleaseReference, type RemotePointer } from '@tessera/shared/federation';

export interface ChainRules {
  readonly contractVersion: string;
  isQuarantined(version: string): boolean;
}

export function releaseChain(pointer: RemotePointer, rules: ChainRules): readonly ReleaseReference[] {
  const candidates = [pointer.stable, ...(pointer.previous === null ? [] : [pointer.previous])];
  return candidates.filter(
    (release, place) =>
      release.type === 'global' &&
      satisfiesContract(rules.contractVersion, release.contract) &&
      !rules.isQuarantined(release.version) &&
      candidates.findIndex((other) => other.version === release.version) === place,
  );
}
