/** The versions of a remote that matter now: what the pointer names, what pages still run, what failed in the last hour. */
import type { RemoteStatus } from '@tessera/release';

export type Place = 'stable' | 'canary' | 'previous' | 'other';

export interface PlacedVersion {
  readonly version: string;
  readonly place: Place;
  /** null: no server tells. */
  readonly sessions: number | null;
  /** Pages run it, but nobody gets it any more. */
  readonly isDraining: boolean;
  /** Pages that loaded it, and clients on which it failed, in the last hour. */
  readonly loaded: number;
  readonly failed: number;
}

/** Stable first, then canary, previous and the others. */
export function placedVersions({ stable, canary, previous, sessions, failures }: RemoteStatus): readonly PlacedVersion[] {
  const places = new Map<string, Place>();
  const put = (version: string | null | undefined, place: Place): void => {
    if (version != null && !places.has(version)) places.set(version, place);
  };
  put(stable, 'stable');
  put(canary?.version, 'canary');
  put(previous, 'previous');
  for (const [version, count] of Object.entries(sessions ?? {})) if (count > 0) put(version, 'other');
  for (const { version, failed } of failures) if (failed > 0) put(version, 'other');

  return [...places].map(([version, place]) => {
    const running = sessions === null ? null : (sessions[version] ?? 0);
    const isGiven = place === 'stable' || (place === 'canary' && canary?.isHalted === false);
    const own = failures.filter((minute) => minute.version === version);
    return {
      version,
      place,
      sessions: running,
      isDraining: !isGiven && running !== null && running > 0,
      loaded: own.reduce((sum, minute) => sum + minute.loaded, 0),
      failed: own.reduce((sum, minute) => sum + minute.failed, 0),
    };
  });
}
