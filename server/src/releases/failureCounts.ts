/**
 * How releases fared on people's pages, per release and minute, for the last hour. Anyone who can open a socket can tell us
 * anything, so one client counts once: it adds at most one failure to a release in five minutes, and a bounded number of
 * successes, lest it hide the failures of others.
 */
import type { PresenceFailure } from '@tessera/shared/federation';
import { ipPrefix } from '../identity/ipPrefix';

/** Also the window in which the guard looks at failures. */
export const failureWindowMs = 300_000;
const minute = 60_000;
const keptMs = 60 * minute;
const maxLoadsPerClientAndMinute = 4;
const maxKinds = 12;

export interface Release {
  readonly remote: string;
  readonly version: string;
}

interface Minute {
  readonly release: Release;
  readonly minuteMs: number;
  loaded: number;
  failed: number;
  readonly kinds: Map<string, number>;
  readonly loadsOf: Map<string, number>;
}

export interface FailureCounts {
  loaded(release: Release, address: string, nowMs: number): void;
  /** True when it counted: the client had not told of this release within the window. */
  failed(release: Release, address: string, kind: string | undefined, nowMs: number): boolean;
  /** Oldest first. Forgets what is older. */
  lastHour(nowMs: number): PresenceFailure[];
}

export function createFailureCounts(): FailureCounts {
  const minutes = new Map<string, Minute>();
  const lastFailureMs = new Map<string, number>();

  function minuteOf(release: Release, nowMs: number): Minute {
    const minuteMs = nowMs - (nowMs % minute);
    const key = `${minuteMs} ${keyOf(release)}`;
    const found = minutes.get(key) ?? { release, minuteMs, loaded: 0, failed: 0, kinds: new Map(), loadsOf: new Map() };
    minutes.set(key, found);
    return found;
  }

  return {
    loaded(release, address, nowMs) {
      const counts = minuteOf(release, nowMs);
      const loads = (counts.loadsOf.get(clientOf(address)) ?? 0) + 1;
      counts.loadsOf.set(clientOf(address), loads);
      if (loads <= maxLoadsPerClientAndMinute) counts.loaded += 1;
    },
    failed(release, address, kind, nowMs) {
      const client = `${clientOf(address)} ${keyOf(release)}`;
      const last = lastFailureMs.get(client);
      if (last !== undefined && nowMs - last < failureWindowMs) return false;
      lastFailureMs.set(client, nowMs);
      const counts = minuteOf(release, nowMs);
      counts.failed += 1;
      const known = kindOf(kind);
      const named = counts.kinds.has(known) || counts.kinds.size < maxKinds ? known : 'other';
      counts.kinds.set(named, (counts.kinds.get(named) ?? 0) + 1);
      return true;
    },
    lastHour(nowMs) {
      for (const [key, { minuteMs, loadsOf }] of minutes) {
        if (nowMs - minuteMs >= keptMs) minutes.delete(key);
        else if (nowMs - minuteMs >= minute) loadsOf.clear();
      }
      for (const [client, atMs] of lastFailureMs) if (nowMs - atMs >= failureWindowMs) lastFailureMs.delete(client);
      return [...minutes.values()]
        .sort((a, b) => a.minuteMs - b.minuteMs)
        .map(({ release, minuteMs, loaded, failed, kinds }) => ({
          ...release,
          minuteMs,
          loaded,
          failed,
          kinds: Object.fromEntries(kinds),
        }));
    },
  };
}

export const keyOf = ({ remote, version }: Release): string => `${remote} ${version}`;

/** A home or a phone has one IPv4 address, but any number of IPv6 addresses within its prefix. */
const clientOf = (address: string): string => (address.includes('.') ? address.replace(/^::ffff:/i, '') : ipPrefix(address));

const kindOf = (kind: string | undefined): string => (kind !== undefined && /^[a-z][a-z-]*$/.test(kind) ? kind : 'other');
