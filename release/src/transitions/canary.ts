/**
 * A share of the people tries a release. Who is in depends on the salt, and the salt does not change with the share: a ramp
 * only adds people. The share never falls; `halt` empties the canary, and taking it up again may begin lower.
 */
import type { ReleaseReference, RemotePointer } from '@tessera/shared/federation';
import { ReleaseProblem } from '../ReleaseProblem';
import { promotedBefore, refusal, refuseWhenLocked, type ChangeMeta } from './ChangeMeta';

/** Which version a canary without one means: the one that is under way, else the newest published. */
export function versionToTry(before: RemotePointer | undefined, remote: string, newest: string | undefined): string {
  const version = before?.canary?.release.version ?? newest;
  if (version === undefined) throw refusal(`${remote} has no published release; run: publish ${remote}`);
  return version;
}

export interface CanaryShare {
  readonly release: ReleaseReference;
  readonly percent: number;
}

/** Refuses a share that is no whole number from 1 to 99: all of the people are `promote`, none of them `halt`. */
function checkPercent(percent: number): void {
  if (Number.isInteger(percent) && percent >= 1 && percent <= 99) return;
  throw new ReleaseProblem('usage', `--percent takes a whole number from 1 to 99, not "${percent}"`);
}

export function withCanary(
  present: RemotePointer | undefined,
  { release, percent }: CanaryShare,
  meta: ChangeMeta,
): RemotePointer {
  const { remote, serial, apply } = meta;
  checkPercent(percent);
  const before = promotedBefore(present, meta);
  refuseWhenLocked(before, meta, `run "unlock ${remote}" once the reason is gone`);
  if (before.stable.version === release.version) throw refusal(`${remote} ${release.version} is what everybody gets already`);
  const running = before.canary;
  if (running?.release.version !== release.version) {
    if (running !== null && !running.frozen && !isHigher(release.version, running.release.version)) {
      throw refusal(
        `${remote} ${running.release.version} is the canary with ${running.percent} %, and ${release.version} is no higher version; halt it first`,
      );
    }
    return { ...before, canary: { release, percent, salt: `${remote}-${serial}`, frozen: false }, apply };
  }
  if (!running.frozen && percent < running.percent) {
    throw refusal(
      `the canary ${release.version} of ${remote} has ${running.percent} % already; a share never falls, halt it instead`,
    );
  }
  if (!running.frozen && percent === running.percent) return before;
  return { ...before, canary: { ...running, percent, frozen: false }, apply };
}

/** Nobody gets the canary any more; it stays named, but not as what people fall back to. */
export function halted(present: RemotePointer | undefined, meta: ChangeMeta): RemotePointer {
  const before = promotedBefore(present, meta);
  if (before.canary === null) throw refusal(`${meta.remote} has no canary`);
  if (before.canary.frozen) return before;
  const { release } = before.canary;
  const previous = before.previous?.version === release.version ? null : before.previous;
  return { ...before, previous, canary: { ...before.canary, frozen: true }, apply: meta.apply };
}

/** By number alone: what follows the plus sign names a build and orders nothing. */
function isHigher(version: string, other: string): boolean {
  const [a, b] = [version, other].map((each) => each.split(/[.+]/).slice(0, 3).map(Number));
  const difference = a?.map((part, index) => part - (b?.[index] ?? 0)).find((part) => part !== 0) ?? 0;
  return difference > 0;
}
