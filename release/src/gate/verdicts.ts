/**
 * The gate before a change: can every host that people use load what the pointer will name? A host serves the contract it was
 * built with; a page keeps its host until it is opened again, so hosts of before live on in open pages.
 *
 * A release that the live host cannot load is refused. One that only a host of before cannot load is refused too, but may be
 * insisted on: those pages keep the release that they have. A fallback that a host cannot load is a warning.
 */
import { satisfiesContract } from '@tessera/shared/federation';
import { ReleaseProblem } from '../ReleaseProblem';

export interface LivingHost {
  readonly version: string;
  readonly contract: string;
  /** Connected pages that run it; 0 also when no server tells. */
  readonly sessions: number;
  readonly isLive: boolean;
}

/** What the pointer would name of one remote. A halted canary counts as a fallback: nobody gets it. */
export interface NamedRelease {
  readonly remote: string;
  readonly version: string;
  readonly contract: string;
  readonly isFallback: boolean;
}

export interface Verdict {
  readonly weight: 'refused' | 'refused-unless-insisted' | 'warning';
  readonly message: string;
}

/** One verdict per host and release that do not fit; none: everything fits. */
export function verdicts(hosts: readonly LivingHost[], releases: readonly NamedRelease[]): readonly Verdict[] {
  return hosts.flatMap((host) =>
    releases.filter(({ contract }) => !satisfiesContract(host.contract, contract)).map((release) => verdict(host, release)),
  );
}

function verdict(host: LivingHost, release: NamedRelease): Verdict {
  const misfit = `${release.remote} ${release.version} needs contract ${release.contract}, but ${nameOf(host)} speaks ${host.contract}`;
  if (release.isFallback) return { weight: 'warning', message: `${misfit}: it is no fallback there` };
  if (host.isLive) return { weight: 'refused', message: `${misfit}: a host that speaks it has to be live first` };
  return {
    weight: 'refused-unless-insisted',
    message: `${misfit}: wait until "status" shows no session of it, or add --despite-running-hosts (those pages keep the release before)`,
  };
}

function nameOf({ version, sessions, isLive }: LivingHost): string {
  const running = `${sessions} ${sessions === 1 ? 'session' : 'sessions'}`;
  return isLive
    ? `the live host ${version} (${running})`
    : `host ${version}, which ${running} still ${sessions === 1 ? 'runs' : 'run'},`;
}

/** Refuses with every reason at once; answers what is only worth a warning. */
export function passGate(found: readonly Verdict[], insists: boolean): readonly string[] {
  const refused = found.filter(({ weight }) => weight === 'refused' || (weight === 'refused-unless-insisted' && !insists));
  if (refused.length > 0) throw new ReleaseProblem('refused', refused.map(({ message }) => message).join('; '));
  return found.map(({ message }) => message);
}
