import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReleaseProblem } from '@tessera/release';
import { presenceReport, type PresenceReport } from '@tessera/shared/federation';
import { createTestClock } from '../platform/Clock';
import { createMetrics } from '../platform/metrics';
import { createPageTally } from './PageTally';
import { writePresence, type PresenceWriter } from './PresenceWriter';
import { createPublishedOnly } from './publishedOnly';

const one = '1.0.0+0000000a';
const madeUp = '6.6.6+00000006';

let hostFolder: string;
let writer: PresenceWriter | undefined;
beforeEach(async () => {
  hostFolder = await mkdtemp(join(tmpdir(), 'tessera-hosts-'));
  await mkdir(join(hostFolder, one));
  await writeFile(join(hostFolder, one, 'host.json'), JSON.stringify({ version: one, contract: '1.1.0', own: [] }));
});
afterEach(async () => {
  await writer?.stop();
  await rm(hostFolder, { recursive: true });
});

function aNode() {
  const clock = createTestClock(1_800_000_000_000);
  const metrics = createMetrics({ collectProcess: false });
  const tally = createPageTally({ clock, metrics, isNamed: () => true });
  const lookedFor: string[] = [];
  const store = {
    isDown: false,
    hasRelease: async (remote: string, version: string) => {
      lookedFor.push(version);
      return remote === 'market' && version === one;
    },
    readPresence: async () => ({ reports: [left('killed', 49), left('resting', 47)], unreadable: [] }),
    writePresence: async (report: PresenceReport) => {
      if (store.isDown) throw new ReleaseProblem('unreachable', 'the store does not answer');
      written.push(presenceReport.parse(report));
      tellRound();
    },
  };
  const written: PresenceReport[] = [];
  const waiting: (() => void)[] = [];
  const outages: string[] = [];
  const tellRound = () => waiting.splice(0).forEach((tell) => tell());
  const removed: string[] = [];
  writer = writePresence({
    node: 'node-1',
    tally,
    store,
    clock,
    metrics,
    publishedOnly: createPublishedOnly({ store, hostFolder, clock }),
    bucket: { remove: async (key) => void removed.push(key) },
    outage: {
      failed() {
        outages.push('failed');
        tellRound();
      },
      ended: () => void outages.push('ended'),
    },
  });
  /** The next time that something is written, or cannot be. */
  const nextRound = () => new Promise<void>((resolve) => waiting.push(resolve));
  return { clock, metrics, tally, store, written, outages, removed, nextRound, lookedFor };
}

const left = (node: string, hoursAgo: number): PresenceReport => ({
  schema: 1,
  node,
  atMs: 1_800_000_000_000 - hoursAgo * 3_600_000,
  hosts: {},
  remotes: {},
  serials: {},
  failures: [],
});
const running = (host: string, market: string) => ({
  host: { version: host, contract: '0.0.1' },
  serial: 3,
  remotes: { market },
});

test('what pages run is written after a change, of published versions only, with the contract of the host and not what the page says', async () => {
  const { tally, written, nextRound, metrics, lookedFor } = aNode();
  await nextRound();
  tally.running('a', running(one, one));
  tally.running('b', running(one, one));
  tally.running('c', running(madeUp, madeUp));
  tally.running('d', running('../../keys', '../keys'));
  tally.event('a', '192.0.2.1', { remote: 'market', version: one, type: 'failed', kind: 'network' });
  await nextRound();
  expect(written.at(-1)).toEqual({
    schema: 1,
    node: 'node-1',
    atMs: 1_800_000_000_000,
    hosts: { [one]: { sessions: 2, contract: '1.1.0' } },
    remotes: { market: { [one]: 2 } },
    serials: { 3: 4 },
    failures: [{ minuteMs: 1_800_000_000_000, remote: 'market', version: one, loaded: 0, failed: 1, kinds: { network: 1 } }],
  });
  expect(lookedFor).toEqual([one, madeUp]);
  expect(await metrics.registry.getSingleMetricAsString('release_sessions')).toContain(
    `release_sessions{remote="market",version="${one}"} 2`,
  );
});

test('nothing changed: written anew after five seconds; stopped: removed, as is what a killed server left two days ago', async () => {
  const { clock, written, nextRound, removed } = aNode();
  await nextRound();
  clock.advance(5000);
  await nextRound();
  expect(written.map(({ atMs }) => atMs - 1_800_000_000_000)).toEqual([0, 5000]);
  await writer?.stop();
  expect(removed).toEqual(['presence/killed.json', 'presence/node-1.json']);
});

test('the store is out of reach: tried again, and written when it is back', async () => {
  const { tally, store, written, outages, nextRound } = aNode();
  await nextRound();
  store.isDown = true;
  tally.running('a', running(one, one));
  await nextRound();
  store.isDown = false;
  await nextRound();
  expect(written.at(-1)?.remotes).toEqual({ market: { [one]: 1 } });
  expect(outages.slice(0, 2)).toEqual(['ended', 'failed']);
});
