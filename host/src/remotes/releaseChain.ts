/**
 * Which releases of a remote to try on this page, in order: the previewed one, the canary if the page is in it, the stable
 * one, the one before; of a remote that is switched off the previewed one alone. Left out of the chain are releases that
 * this host cannot serve and those given up in this session. A module entry cannot be checked for integrity when it loads,
 * so only script entries are taken.
 */
import { satisfiesContract, type ReleaseReference, type RemotePointer } from '@tessera/shared/federation';

export interface Choice {
  /** Undefined unless this page previews a release of this remote. */
  readonly preview: ReleaseReference | undefined;
  readonly isInCanary: boolean;
}

export interface ChainRules {
  readonly contractVersion: string;
  isQuarantined(version: string): boolean;
}

/** Everything that the page may show; the first is the one that it should. */
export function candidatesOf(
  pointer: RemotePointer,
  { preview, isInCanary }: Choice,
): readonly [ReleaseReference, ...ReleaseReference[]] {
  if (preview !== undefined && pointer.disabled !== null) return [preview];
  // Pointers of an older tool name a halted canary as the one before.
  const isHalted = pointer.canary?.frozen === true && pointer.canary.release.version === pointer.previous?.version;
  const rest = pointer.previous === null || isHalted ? [] : [pointer.previous];
  const ordinary = [pointer.stable, ...rest] as const;
  const chosen = isInCanary && pointer.canary !== null ? ([pointer.canary.release, ...ordinary] as const) : ordinary;
  return preview === undefined ? chosen : [preview, ...chosen];
}

export function releaseChain(candidates: readonly ReleaseReference[], rules: ChainRules): readonly ReleaseReference[] {
  return candidates.filter(
    (release, index) =>
      release.type === 'global' &&
      satisfiesContract(rules.contractVersion, release.contract) &&
      !rules.isQuarantined(release.version) &&
      candidates.findIndex((other) => other.version === release.version) === index,
  );
}
