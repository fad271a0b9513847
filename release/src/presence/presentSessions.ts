/** What all servers together last told of the pages that are connected to them. A server that fell silent counts as gone. */
import type { PresenceReport } from '@tessera/shared/federation';

const goneAfterMs = 60_000;
const failuresForMs = 60 * 60_000;

export interface FailureMinute {
  readonly minuteMs: number;
  readonly version: string;
  readonly loaded: number;
  readonly failed: number;
}

export interface PresentSessions {
  /** Servers that were heard of within the last minute; 0: nobody knows what runs. */
  readonly nodes: number;
  /** By host version. */
  readonly hosts: ReadonlyMap<string, { readonly sessions: number; readonly contract: string }>;
  /** Sessions of each version of a remote. */
  ofRemote(remote: string): ReadonlyMap<string, number>;
  /** The last hour of a remote, oldest minute first. */
  failuresOf(remote: string): readonly FailureMinute[];
}

export function presentSessions(reports: readonly PresenceReport[], nowMs: number): PresentSessions {
  const fresh = reports.filter(({ atMs }) => nowMs - atMs < goneAfterMs);
  const hosts = new Map<string, { sessions: number; contract: string }>();
  for (const [version, { sessions, contract }] of fresh.flatMap((report) => Object.entries(report.hosts))) {
    hosts.set(version, { sessions: sessions + (hosts.get(version)?.sessions ?? 0), contract });
  }
  return {
    nodes: fresh.length,
    hosts,
    ofRemote: (remote) => sums(fresh.flatMap((report) => Object.entries(report.remotes[remote] ?? {}))),
    failuresOf(remote) {
      // A server that is gone still told what failed within the hour.
      const told = reports
        .flatMap(({ failures }) => failures)
        .filter((each) => each.remote === remote && nowMs - each.minuteMs < failuresForMs);
      const minutes = new Map<string, FailureMinute>();
      for (const { minuteMs, version, loaded, failed } of told) {
        const key = `${minuteMs} ${version}`;
        const sum = minutes.get(key);
        minutes.set(key, { minuteMs, version, loaded: loaded + (sum?.loaded ?? 0), failed: failed + (sum?.failed ?? 0) });
      }
      return [...minutes.values()].sort((a, b) => a.minuteMs - b.minuteMs || a.version.localeCompare(b.version));
    },
  };
}

function sums(entries: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [version, sessions] of entries) found.set(version, sessions + (found.get(version) ?? 0));
  return found;
}
