import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PresenceReport } from '@tessera/shared/federation';
import { listHosts, liveHost } from '../host/hostFolder';
import { publishHostBuild } from '../host/publishHost';
import { aPointer, aReference, aRelease, aRemotePointer } from '../testing/aRelease';
import { temporaryRelease, type TemporaryRelease } from '../testing/temporaryRelease';
import { gc, gcText, planGc, statementOf, type GcFindings } from './gc';
import { rollbackHost } from './rollbackHost';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const nowMs = 1_700_000_000_000;
const versions = ['1.0.0+00000001', '1.1.0+00000002', '1.2.0+00000003', '1.3.0+00000004', '1.4.0+00000005'] as const;
const [one, two, three, four, five] = versions;

const aReport = (change: Partial<PresenceReport> = {}): PresenceReport => ({
  schema: 1,
  node: 'a',
  atMs: nowMs - 5000,
  hosts: {},
  remotes: {},
  serials: {},
  failures: [],
  ...change,
});
const live = (stable: string, ageMs: number, change: Parameters<typeof aRemotePointer>[2] = {}) =>
  aPointer(1, { issuedAtMs: nowMs - ageMs, remotes: { market: aRemotePointer('market', stable, change) } });
/** Five releases, a month old, of which the newest is live since then. */
const findings = (change: Partial<GcFindings> = {}): GcFindings => ({
  nowMs,
  releases: versions.map(
    (version, index) => aRelease('market', version, { builtAtMs: nowMs - 30 * dayMs + index * hourMs }).manifest,
  ),
  live: [statementOf(live(five, 30 * dayMs))],
  presence: { reports: [aReport()], unreadable: [] },
  ...change,
});
const plan = (change: Partial<GcFindings>, request: Partial<Parameters<typeof planGc>[1]> = {}) => {
  const { remove, keep } = planGc(findings(change), { keep: 1, ...request });
  return {
    removes: remove.map(({ version }) => version),
    keeps: Object.fromEntries(keep.map(({ version, because }) => [version, because])),
  };
};

describe('the plan keeps', () => {
  test('nothing but the newest and the live release, when nothing else speaks for one', () => {
    expect(plan({})).toEqual({ removes: [one, two, three, four], keeps: { [five]: ['named', 'live-lately', 'newest'] } });
  });

  test('what the pointer names as stable, previous and canary', () => {
    const canary = { release: aReference('market', one), percent: 5, salt: 'market-1', frozen: true };
    const { removes, keeps } = plan({
      live: [statementOf(live(four, 30 * dayMs, { previous: aReference('market', two), canary }))],
    });
    expect(removes).toEqual([three]);
    expect([one, two, four].map((version) => keeps[version])).toEqual(Array(3).fill(['named', 'live-lately']));
  });

  test('what a page ran within a day, on any server, however long that server is silent', () => {
    const reports = [
      aReport({ node: 'a', remotes: { trade: { [one]: 3 } } }),
      aReport({ node: 'b', atMs: nowMs - 23 * hourMs, remotes: { market: { [two]: 1 } } }),
      aReport({ node: 'c', atMs: nowMs - 25 * hourMs, remotes: { market: { [three]: 7 } } }),
    ];
    const { removes, keeps } = plan({ presence: { reports, unreadable: [] } });
    expect(removes).toEqual([one, three, four]);
    expect(keeps[two]).toEqual(['running']);
  });

  test('what was named within 7 days, also when it became so long before', () => {
    const pointers = [live(five, 2 * dayMs), live(three, 6 * dayMs), live(two, 20 * dayMs), live(one, 25 * dayMs)];
    const { removes, keeps } = plan({ live: pointers.map(statementOf) });
    expect(removes).toEqual([one, four]);
    expect([keeps[two], keeps[three]]).toEqual([['live-lately'], ['live-lately']]);
  });

  test('the newest of each remote, as many as are asked for', () => {
    const releases = [...findings().releases, aRelease('trade', one, { builtAtMs: nowMs - 40 * dayMs }).manifest];
    const { removes, keeps } = plan({ releases }, { keep: 3 });
    expect(removes).toEqual([one, two]);
    expect([keeps[three], keeps[four]]).toEqual([['newest'], ['newest']]);
  });

  test('what was published within a day', () => {
    const ages = [25, 24.5, 23.5, 23, 22].map((hours) => hours * hourMs);
    const releases = versions.map(
      (version, index) => aRelease('market', version, { builtAtMs: nowMs - (ages[index] ?? 0) }).manifest,
    );
    const { removes, keeps } = plan({ releases });
    expect(removes).toEqual([one, two]);
    expect([keeps[three], keeps[four]]).toEqual([['young'], ['young']]);
  });

  test('everything while no server tells what runs, unless the operator goes on without', () => {
    const reports = [aReport({ atMs: nowMs - 25 * hourMs })];
    const { removes, keeps } = plan({ presence: { reports, unreadable: [] } });
    expect([removes, keeps[one]]).toEqual([[], ['presence-unknown']]);
    expect(plan({ presence: { reports, unreadable: [] } }, { withoutPresence: true }).removes).toEqual([one, two, three, four]);
  });

  test('everything while what one server tells is not understood', () => {
    const presence = { reports: [aReport()], unreadable: ['presence/b.json'] };
    const { removes, keeps } = plan({ presence });
    expect([removes, keeps[one]]).toEqual([[], ['presence-unknown']]);
    expect(plan({ presence }, { withoutPresence: true }).removes).toEqual([one, two, three, four]);
  });
});

describe('the verb', () => {
  let release: TemporaryRelease;
  const inStore = (...path: string[]): string => join(release.context.dataDir, 'releases', ...path);
  const request = { channel: 'prod', keep: 1 } as const;
  const published = async (): Promise<readonly string[]> =>
    (await release.context.store.listReleases('market')).map(({ version }) => version);

  beforeEach(async () => {
    release = await temporaryRelease();
    const { store } = release.context;
    for (const [index, version] of [one, two, three].entries()) {
      const { manifest, files } = aRelease('market', version, { builtAtMs: nowMs - (30 - index) * dayMs });
      await store.publish(manifest, files);
    }
    await store.swapPointer('prod', live(two, 20 * dayMs));
    await store.writePresence(aReport());
  });
  afterEach(() => release.remove());

  test('removes what the plan says and tells why the rest stays; a dry run only tells', async () => {
    const tried = await gc(release.context, { ...request, dryRun: true });
    expect([tried.outcome, tried.removed, await published()]).toEqual([
      'would-change',
      [{ remote: 'market', version: one }],
      [three, two, one],
    ]);
    const done = await gc(release.context, request);
    expect([done.outcome, await published()]).toEqual(['changed', [three, two]]);
    expect(gcText(done).split('\n')).toEqual([
      `removed market ${one}`,
      `keeps market ${three}: it is among the newest`,
      `keeps market ${two}: it is named as live, or as what to fall back to, it was named within 7 days`,
    ]);
    expect((await gc(release.context, request)).outcome).toBe('unchanged');
  });

  test('hosts: the live one, the one before it, those of the week and those that pages run stay', async () => {
    const { context } = release;
    const hosts = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `1.0.0+${letter.repeat(8)}`);
    const liveForDays = [40, 30, 20, 6, 2, 1];
    for (const [index, version] of hosts.entries()) {
      await publishHostBuild({ ...context, now: () => nowMs - (liveForDays[index] ?? 0) * dayMs }, release.buildHost(version));
      const at = (nowMs - (liveForDays[index] ?? 0) * dayMs) / 1000;
      utimesSync(join(context.dataDir, 'host', version, 'host.json'), at, at);
    }
    const [oldest, ran, lately, week, before, now] = hosts;
    await context.store.writePresence(aReport({ hosts: { [ran ?? '']: { sessions: 1, contract: '1.0.0' } } }));
    const { removed, kept } = await gc(context, request);
    expect(removed.filter(({ remote }) => remote === 'host')).toEqual([{ remote: 'host', version: oldest }]);
    const reasons = Object.fromEntries(
      kept.filter(({ remote }) => remote === 'host').map(({ version, because }) => [version, because]),
    );
    expect(reasons).toEqual({
      [ran ?? '']: ['running'],
      [lately ?? '']: ['live-lately'],
      [week ?? '']: ['live-lately'],
      [before ?? '']: ['named', 'live-lately'],
      [now ?? '']: ['named', 'live-lately', 'newest'],
    });
    expect(listHosts(context.dataDir)).toHaveLength(5);
    await rollbackHost(context, {});
    expect(liveHost(context.dataDir)?.version).toBe(before);
  });

  test('the pointer moves while it works: it stops', async () => {
    const { context } = release;
    const store = {
      ...context.store,
      async listUnfinished() {
        await context.store.swapPointer('prod', { ...live(one, 0), serial: 2 });
        return [];
      },
    };
    await expect(gc({ ...context, store }, request)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await published()).toEqual([three, two, one]);
  });

  test('half-written files go after a day; folders without release.json only when asked for', async () => {
    mkdirSync(inStore('r/market', four), { recursive: true });
    for (const [name, ageMs] of [
      ['old', 25 * hourMs],
      ['new', 23 * hourMs],
    ] as const) {
      const path = inStore('r/market', four, `.draft-${name}`);
      writeFileSync(path, 'half');
      const at = (release.context.now() - ageMs) / 1000;
      utimesSync(path, at, at);
    }
    writeFileSync(inStore('r/market', four, 'app.js'), 'app()');
    const kept = await gc(release.context, request);
    expect([kept.draftsRemoved, kept.unfinished]).toEqual([1, [{ remote: 'market', version: four }]]);
    expect(await release.context.store.listUnfinished()).toHaveLength(1);
    await gc(release.context, { ...request, unfinished: true });
    expect(await release.context.store.listUnfinished()).toEqual([]);
  });
});
