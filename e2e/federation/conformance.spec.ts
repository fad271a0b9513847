/** The conformance run on builds: of hand-made remotes that break rules each fault is told by exactly its rule; the installed ones pass (foreign ones: foreignRemotes.spec). */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'playwright/test';
import { remoteNames, type ReleaseManifest, type ReleasePointer, type RemoteName } from '@tessera/shared/federation';
import type { RemoteBuild } from '../../release/src/build/BuildRecord';
import { judge } from '../../release/src/commands/conform';
import { contentPolicy } from '../../release/src/conformance/contentPolicy';
import { openHarness, type Harness } from '../../release/src/conformance/openHarness';
import { brokenRules } from '../../release/src/conformance/rules';
import { appUrl } from '../fixtures/appUrl';
import { test } from '../fixtures/session';
import { brokenBuilds, goodBuild, hangingBuild } from './brokenRemotes';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** Long enough to load and open a small page on a busy machine. */
const hangLimitMs = 3000;

let harness: Harness;
test.beforeAll(async () => {
  harness = await openHarness(root);
});
test.afterAll(() => harness.close());

test('a remote of a few lines that keeps the contract passes every rule', async () => {
  const { results } = await judge(harness, goodBuild);
  expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
});

for (const { what, told, build } of brokenBuilds) {
  test(`${what}: told by exactly these rules, each fault by its own`, async () => {
    const { results } = await judge(harness, build, { isMemoryJudged: 'leaves-no-memory' in told });
    const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ rule, details }) => [rule, [...details].sort()]);
    expect(Object.fromEntries(failed)).toEqual(
      Object.fromEntries(Object.entries(told).map(([rule, lines]) => [rule, lines.map((line) => expect.stringMatching(line))])),
    );
  });
}

test('a remote that hangs breaks the rule of the step it hangs in, and the run ends', async () => {
  const report = await judge(harness, hangingBuild, { limitMs: hangLimitMs });
  expect(brokenRules(report)).toEqual(['mounts']);
  expect(report.results.find(({ rule }) => rule === 'unmounts')?.outcome).toBe('not-run');
});

/** The release that the installation under test serves, as the build that it was. */
function installedBuild(remote: RemoteName): RemoteBuild {
  const dataDir = process.env['TESSERA_DATA_DIR'] ?? '';
  const { remotes } = JSON.parse(readFileSync(join(dataDir, 'releases/pointer/prod.json'), 'utf8')) as ReleasePointer;
  const folder = join(dataDir, 'releases/r', remote, remotes[remote]?.stable.version ?? '');
  const manifest = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as ReleaseManifest;
  const paths = Object.keys(manifest.files).filter((path) => !path.endsWith('.br'));
  return {
    record: { ...manifest, kind: 'remote', name: remote },
    files: new Map(paths.map((path) => [path, readFileSync(join(folder, path))])),
  };
}

for (const remote of remoteNames) {
  test(`${remote} as it is installed passes every rule`, async () => {
    const { results } = await judge(harness, installedBuild(remote));
    expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  });
}

test('remotes are played under the content policy that the server sends', async ({ request }) => {
  expect((await request.get(appUrl())).headers()['content-security-policy']?.split(';').sort()).toEqual(
    contentPolicy.split(';').sort(),
  );
});
