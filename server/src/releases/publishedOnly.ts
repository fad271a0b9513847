/**
 * Of what pages say they run, only what was truly published is passed on: gates ask which hosts are still in use, so a
 * version that somebody made up would stand in the way of every release. A host's contract is read from its record here,
 * not from the page.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { ReleaseStore } from '@tessera/release';
import type { PresenceReport } from '@tessera/shared/federation';
import type { Clock } from '../platform/Clock';
import type { RunningCounts } from './PageTally';

/** Of made-up versions, no more are looked up than this; those with most sessions come first. */
const maxVersions = 100;
const maxSerials = 50;
/** A version that was not there may be published a moment later. */
const askAgainMs = 30_000;

const versionPattern = /^\d+\.\d+\.\d+\+[0-9a-f]{8}$/;
const hostRecord = z.object({ contract: z.string() });

export type PublishedCounts = Pick<PresenceReport, 'hosts' | 'remotes' | 'serials'>;

export function createPublishedOnly(parts: {
  readonly store: Pick<ReleaseStore, 'hasRelease'>;
  /** DATA_DIR/host: one folder per version. */
  readonly hostFolder: string;
  readonly clock: Clock;
}): (counts: RunningCounts) => Promise<PublishedCounts> {
  const hostContract = createMemo(parts.clock, async (version) => readHostContract(parts.hostFolder, version));
  const isPublished = createMemo(parts.clock, async (key) => {
    const [remote = '', version = ''] = key.split(' ');
    return (await parts.store.hasRelease(remote, version)) || undefined;
  });

  return async (counts) => {
    const hosts: PresenceReport['hosts'] = {};
    for (const [version, sessions] of mostUsed(counts.hosts)) {
      const contract = await hostContract(version);
      if (contract !== undefined) hosts[version] = { sessions, contract };
    }
    const remotes: PresenceReport['remotes'] = {};
    const pairs = [...counts.remotes].flatMap(([remote, versions]) =>
      [...versions].map(([version, sessions]) => ({ remote, version, sessions })),
    );
    for (const { remote, version, sessions } of pairs.sort((a, b) => b.sessions - a.sessions).slice(0, maxVersions)) {
      if (!versionPattern.test(version) || (await isPublished(`${remote} ${version}`)) === undefined) continue;
      remotes[remote] = { ...remotes[remote], [version]: sessions };
    }
    const serials = [...counts.serials].sort(([, a], [, b]) => b - a).slice(0, maxSerials);
    return { hosts, remotes, serials: Object.fromEntries(serials) };
  };
}

const mostUsed = (versions: ReadonlyMap<string, number>): [string, number][] =>
  [...versions]
    .filter(([version]) => versionPattern.test(version))
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxVersions);

async function readHostContract(hostFolder: string, version: string): Promise<string | undefined> {
  const text = await readFile(join(hostFolder, version, 'host.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : hostRecord.parse(JSON.parse(text)).contract;
}

/** What was found stays found (folders are write-once); what was not is looked for again after a while. */
function createMemo<Found>(
  clock: Clock,
  find: (key: string) => Promise<Found | undefined>,
): (key: string) => Promise<Found | undefined> {
  const found = new Map<string, Found>();
  const missing = new Map<string, number>();
  return async (key) => {
    const known = found.get(key);
    const missedAtMs = missing.get(key);
    if (known !== undefined || (missedAtMs !== undefined && clock.now() - missedAtMs < askAgainMs)) return known;
    const answer = await find(key);
    if (answer !== undefined) found.set(key, answer);
    else missing.set(key, clock.now());
    for (const [old, atMs] of missing) if (clock.now() - atMs >= askAgainMs) missing.delete(old);
    return answer;
  };
}
