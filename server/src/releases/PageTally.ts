/**
 * What the pages connected to this process run, and what failed on them, by their own word: nothing that they say is
 * trusted. Only releases that the pointer has named count as failing (`isNamed`); what runs is judged by `publishedOnly`
 * before anybody reads it.
 */
import { releaseEvent, runningReleases, type RunningReleases } from '@tessera/shared/contract';
import type { PresenceFailure } from '@tessera/shared/federation';
import type { Clock } from '../platform/Clock';
import type { Metrics } from '../platform/metrics';
import type { PageReports } from '../realtime/Realtime';
import { createFailureCounts, keyOf, type Release } from './failureCounts';

const maxRemotesOfPage = 20;

/** Sessions per version, per remote and version, per serial. */
export interface RunningCounts {
  readonly hosts: ReadonlyMap<string, number>;
  readonly remotes: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly serials: ReadonlyMap<string, number>;
}

export interface PageTally extends PageReports {
  running(page: string, told: unknown): void;
  counts(): RunningCounts;
  failures(): PresenceFailure[];
  /** Grows with everything that was counted. */
  changes(): number;
}

interface Page {
  running: RunningReleases | undefined;
  readonly loaded: Set<string>;
}

export function createPageTally(parts: {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly isNamed: (release: Release) => boolean;
}): PageTally {
  const { clock, metrics, isNamed } = parts;
  const refused = metrics.counter('release_reports_refused_total', 'What pages told about releases and was not understood');
  const events = metrics.counter('release_events_total', 'What happened to releases on pages; failures once per client', [
    'remote',
    'version',
    'type',
  ]);
  const pages = new Map<string, Page>();
  const failureCounts = createFailureCounts();
  let changes = 0;

  function pageOf(page: string): Page {
    const found = pages.get(page) ?? { running: undefined, loaded: new Set() };
    pages.set(page, found);
    return found;
  }

  return {
    running(page, told) {
      const parsed = runningReleases.safeParse(told);
      if (!parsed.success || Object.keys(parsed.data.remotes).length > maxRemotesOfPage) return refused.inc();
      pageOf(page).running = parsed.data;
      changes += 1;
    },
    event(page, address, told) {
      const parsed = releaseEvent.safeParse(told);
      if (!parsed.success) return refused.inc();
      const { type, kind, remote, version } = parsed.data;
      const release = { remote, version };
      if (!isNamed(release)) return refused.inc();
      if (type === 'loaded') {
        const { loaded } = pageOf(page);
        if (loaded.has(keyOf(release))) return;
        loaded.add(keyOf(release));
        failureCounts.loaded(release, address, clock.now());
      }
      if (type === 'failed' && !failureCounts.failed(release, address, kind, clock.now())) return;
      events.inc({ remote, version, type });
      changes += 1;
    },
    gone(page) {
      if (pages.delete(page)) changes += 1;
    },
    counts() {
      const hosts = new Map<string, number>();
      const remotes = new Map<string, Map<string, number>>();
      const serials = new Map<string, number>();
      for (const { running } of pages.values()) {
        if (running === undefined) continue;
        addOne(hosts, running.host.version);
        if (running.serial !== null) addOne(serials, String(running.serial));
        for (const [remote, version] of Object.entries(running.remotes)) {
          const versions = remotes.get(remote) ?? new Map<string, number>();
          remotes.set(remote, versions);
          addOne(versions, version);
        }
      }
      return { hosts, remotes, serials };
    },
    failures: () => failureCounts.lastHour(clock.now()),
    changes: () => changes,
  };
}

function addOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
