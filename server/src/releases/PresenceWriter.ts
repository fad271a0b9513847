/**
 * Writes presence/<node>.json into the release store, so that the release tool, the board and the guards of all servers
 * know what is in use and what fails. Every five seconds, and within a second after a change; removed when we stop.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Bucket, ReleaseStore } from '@tessera/release';
import type { Clock } from '../platform/Clock';
import type { Metrics } from '../platform/metrics';
import { sha256Hex } from '../platform/random';
import { repeat, withLimit } from '../platform/timers';
import type { Outage } from './outage';
import type { PageTally, RunningCounts } from './PageTally';
import type { PublishedCounts } from './publishedOnly';

const lookMs = 1000;
const maxPauseMs = 5000;
/** For the write that is under way and the removal after it. */
const stopLimitMs = 2000;
/** What a server that was killed left behind; until then it tells what pages may still run. */
const deadForMs = 48 * 3_600_000;

export interface PresenceWriter {
  stop(): Promise<void>;
}

/** Tells servers apart and one start from the next, and names no machine. */
export const nodeName = (): string => `${sha256Hex(hostname()).slice(0, 8)}-${randomUUID().slice(0, 8)}`;

const keyOfNode = (node: string): string => `presence/${node}.json`;

export function writePresence(parts: {
  readonly node: string;
  readonly tally: PageTally;
  readonly publishedOnly: (counts: RunningCounts) => Promise<PublishedCounts>;
  readonly store: Pick<ReleaseStore, 'readPresence' | 'writePresence'>;
  readonly bucket: Pick<Bucket, 'remove'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly outage: Outage;
}): PresenceWriter {
  const { node, tally, clock, outage } = parts;
  const sessions = parts.metrics.gauge(
    'release_sessions',
    'Pages connected to this process by release; remote="host" is the shell',
    ['remote', 'version'],
  );
  let written: { readonly changes: number; readonly atMs: number } | undefined;

  const writing = repeat(
    lookMs,
    async () => {
      const changes = tally.changes();
      const atMs = clock.now();
      if (written === undefined) await removeDead().catch(outage.failed);
      if (written?.changes === changes && atMs - written.atMs < maxPauseMs) return;
      const counts = await parts.publishedOnly(tally.counts());
      showSessions(counts);
      await parts.store.writePresence({ schema: 1, node, atMs, ...counts, failures: tally.failures() });
      written = { changes, atMs };
      outage.ended();
    },
    outage.failed,
  );

  async function removeDead(): Promise<void> {
    const dead = (await parts.store.readPresence()).reports.filter(({ atMs }) => clock.now() - atMs > deadForMs);
    for (const report of dead) await parts.bucket.remove(keyOfNode(report.node));
  }

  function showSessions({ hosts, remotes }: PublishedCounts): void {
    sessions.reset();
    for (const [version, host] of Object.entries(hosts)) sessions.set({ remote: 'host', version }, host.sessions);
    for (const [remote, versions] of Object.entries(remotes)) {
      for (const [version, count] of Object.entries(versions)) sessions.set({ remote, version }, count);
    }
  }

  return {
    async stop() {
      // Anyone who reads presence forgets us after a minute anyway.
      const removed = writing.stop().then(() => parts.bucket.remove(keyOfNode(node)));
      await withLimit(removed, stopLimitMs, () => new Error('late')).catch(outage.failed);
    },
  };
}
