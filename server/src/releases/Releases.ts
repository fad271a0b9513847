/**
 * The server's side of releases (docs/releases.md): serves what the release tool wrote, tells pages that the pointer changed,
 * counts what they run and what fails, guards against failing releases, and has the verbs that operators ask for.
 */
import { join, resolve } from 'node:path';
import { openBucket, openContext } from '@tessera/release';
import type { ReleasePointer } from '@tessera/shared/federation';
import type { FastifyInstance } from 'fastify';
import type { Job } from '../jobs/JobRunner';
import type { Clock } from '../platform/Clock';
import type { Config } from '../platform/config';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { PageReports, PointerHead } from '../realtime/Realtime';
import { keyOf } from './failureCounts';
import { createFreshSignatures } from './freshPointer';
import { createGuard } from './Guard';
import { createOutage } from './outage';
import { createPageTally } from './PageTally';
import { nodeName, writePresence, type PresenceWriter } from './PresenceWriter';
import { createPublishedOnly } from './publishedOnly';
import { watchReleases } from './ReleaseWatch';
import { addReleaseSites } from './releaseSites';
import { createReleaseVerbs, type ReleaseVerbs } from './releaseVerbs';

const projectRoot = resolve(import.meta.dirname, '../../..');
/** Asking an object store costs money. */
const directoryLookMs = 1000;
const objectStoreLookMs = 2000;

export interface Releases {
  readonly pages: PageReports;
  readonly verbs: ReleaseVerbs;
  /** /r/ and /pointer/. */
  addRoutes(http: FastifyInstance): Promise<void>;
  readonly jobs: readonly Job[];
  /** Watches the pointer and writes presence, for a process that has sockets. */
  start(announce: (head: PointerHead) => void): void;
  stop(): Promise<void>;
}

export async function createReleases(parts: {
  readonly config: Pick<Config, 'dataDir' | 'releaseStore' | 'releaseGuard'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}): Promise<Releases> {
  const { config, clock, log, metrics } = parts;
  const { dataDir, releaseStore } = config;
  const bucket = await openBucket(releaseStore, dataDir);
  const context = await openContext({
    root: projectRoot,
    dataDir,
    env: releaseStore,
    by: 'server',
    now: () => clock.now(),
    say: (line) => log.info(line),
  });
  const { store } = context;
  const verbs = createReleaseVerbs(context);
  const folder = releaseStore['RELEASE_STORE'] === undefined ? bucket.name : undefined;

  const named = new Set<string>();
  const tally = createPageTally({ clock, metrics, isNamed: (release) => named.has(keyOf(release)) });
  const guard = createGuard({
    mode: config.releaseGuard,
    store,
    act: verbs.guard,
    clock,
    log,
    metrics,
    outage: createOutage(log, 'guarding releases'),
  });
  let watch: { stop(): Promise<void> } | undefined;
  let presence: PresenceWriter | undefined;

  return {
    pages: tally,
    verbs,
    jobs: config.releaseGuard === 'off' ? [] : [guard],
    async addRoutes(http) {
      await addReleaseSites(http, { folder, bucket, freshSignatures: createFreshSignatures({ keys: context.keys, clock }) });
    },
    start(announce) {
      watch = watchReleases(bucket, {
        lookMs: folder === undefined ? objectStoreLookMs : directoryLookMs,
        outage: createOutage(log, 'reading the release pointer'),
        onPointer(pointer) {
          for (const release of releasesOf(pointer)) named.add(keyOf(release));
          announce({ channel: pointer.channel, serial: pointer.serial });
        },
      });
      presence = writePresence({
        node: nodeName(),
        tally,
        publishedOnly: createPublishedOnly({ store, hostFolder: join(dataDir, 'host'), clock }),
        store,
        bucket,
        clock,
        metrics,
        outage: createOutage(log, 'writing presence'),
      });
    },
    async stop() {
      await Promise.all([watch?.stop(), presence?.stop()]);
    },
  };
}

const releasesOf = ({ remotes }: ReleasePointer) =>
  Object.entries(remotes).flatMap(([remote, { stable, previous, canary }]) =>
    [stable, previous, canary?.release].flatMap((release) => (release ? [{ remote, version: release.version }] : [])),
  );
