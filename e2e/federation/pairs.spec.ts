/**
 * Three generations of the host against three generations of a remote, and the four real remotes against each host: what
 * the gate lets through runs, and what it refuses is never shown broken, not even when the pointer names it all the same
 * (signed by hand, as if there were no gate). The generations of the host are the present build speaking an older and a newer
 * contract: a host is not built three times for this. Real builds of earlier revisions: tools/pairsOfRevisions.ts.
 */
import { createPrivateKey } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, type Page } from 'playwright/test';
import type { EndpointResponse } from '@tessera/shared/contract';
import { contractVersion, pages, remoteNames, satisfiesContract, type ReleasePointer } from '@tessera/shared/federation';
import { test } from '../fixtures/session';
import { handmadeRelease, integrityOf } from './handmadeRelease';
import { ownStore, type OwnStore } from './ownStore';
import { signatureOf } from './PlayedReleases';

test.setTimeout(300_000);

const project = join(dirname(fileURLToPath(import.meta.url)), '../..');
const hostBuild = join(project, 'host/dist/web');
const hosts = ['1.0.0', '1.1.0', contractVersion] as const;
/** One that is too old for the present sources, theirs, and the next. */
const hostsAroundPresent = ['1.1.0', contractVersion, '1.3.0'] as const;
const ranges = ['^1.0', '^1.1', '^1.2'] as const;

/**
 * The present host as if it spoke `contract`: the version occurs in its main script only. Answers the folder of the build, with the
 * compressed forms that it is published with: to compress the same files for each of these hosts takes seconds.
 */
function hostSpeaking(contract: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-host-'));
  cpSync(hostBuild, folder, { recursive: true });
  const record = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8')) as { version: string };
  const mark = contract.replaceAll('.', '');
  const version = record.version.replace(/[0-9a-f]{3}$/, mark);
  writeFileSync(join(folder, 'build.json'), JSON.stringify({ ...record, contract, version }));
  const main = readdirSync(folder).find((file) => /^main\.[0-9a-f]+\.js$/.test(file)) ?? '';
  const source = readFileSync(join(folder, main), 'utf8');
  expect(source).toContain(`"${contractVersion}"`);
  const spoken = source.replaceAll(`"${contractVersion}"`, `"${contract}"`).replaceAll(`"^${contractVersion}"`, `"^${contract}"`);
  const published = join(process.env['TESSERA_PUBLISHED_DIR'] ?? '', 'host', record.version);
  if (existsSync(published))
    for (const file of readdirSync(published, { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.br') && existsSync(join(folder, file.slice(0, -3)))) cpSync(join(published, file), join(folder, file));
  const name = main.replace(/[0-9a-f]{3}\.js$/, `${mark}.js`);
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY } };
  rmSync(join(folder, `${main}.br`), { force: true });
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(spoken, quick));
  writeFileSync(join(folder, main), spoken);
  if (name !== main) renameSync(join(folder, main), join(folder, name));
  const index = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(index).toContain(integrityOf(source));
  writeFileSync(join(folder, 'index.html'), index.replaceAll(main, name).replaceAll(integrityOf(source), integrityOf(spoken)));
  return folder;
}

/** Names a release as live though the gate refused it. */
function pointRegardless(store: OwnStore, remote: string, stable: ReleasePointer['remotes'][string]['stable']): void {
  const path = join(store.dataDir, 'releases/pointer/prod.json');
  const before = JSON.parse(readFileSync(path, 'utf8')) as ReleasePointer;
  const live = before.remotes[remote];
  if (live === undefined) throw new Error(`${remote} is not live`);
  const body = JSON.stringify({
    ...before,
    serial: before.serial + 1000,
    remotes: { ...before.remotes, [remote]: { ...live, stable, previous: live.stable } },
  });
  const key = createPrivateKey(readFileSync(join(store.dataDir, 'keys/release-current.pem')));
  writeFileSync(path, body);
  writeFileSync(`${path}.sig`, signatureOf(body, key));
}

const heading = (page: Page, version: string) => page.getByRole('heading', { name: `probe ${version}` });

for (const contract of hosts) {
  test(`a host that speaks ${contract} and three releases of a remote: runs, or is refused and not shown`, async ({ page }) => {
    const store = await ownStore({ isEmpty: true });
    try {
      await store.release('publish', 'host', '--from', hostSpeaking(contract));
      const releases = ranges.map((range, index) =>
        handmadeRelease('probe', `${index + 1}.0.0+0000000${index + 1}`, undefined, {
          needs: range,
          pages: ['/pages/probe/index'],
        }),
      );
      for (const made of releases) await store.release('publish', 'probe', '--from', store.build(made), '--unproven');
      await page.goto('about:blank');
      let shown = '';
      for (const { reference } of releases) {
        const isServed = satisfiesContract(contract, reference.contract);
        const promote = () => store.release('promote', 'probe', reference.version, '--unproven', '--now');
        if (isServed) {
          await promote();
          shown = reference.version;
        } else {
          await expect(promote()).rejects.toThrow(/contract/);
          pointRegardless(store, 'probe', reference);
        }
        await page.goto('about:blank');
        await page.goto(`${store.url}#/pages/probe/index`);
        await expect(heading(page, shown)).toBeVisible();
        if (!isServed) break;
      }
      expect(shown).not.toBe('');
    } finally {
      store.remove();
    }
  });
}

test('the four real remotes: refused by a host that is too old for them, shown by the present and the next one', async ({
  page,
}) => {
  const store = await ownStore({ isEmpty: true });
  // Pages of the assets are for somebody who is signed in; without an exchange nobody contradicts the browser.
  await page.addInitScript((person) => {
    localStorage.setItem('token', 'of nobody');
    localStorage.setItem('userInfo', JSON.stringify(person));
  }, somebody);
  try {
    const folders = hostsAroundPresent.map(hostSpeaking);
    await store.release('publish', 'host', '--from', folders[0] ?? '');
    for (const remote of remoteNames) await store.release('publish', remote, '--unproven');
    const live = new Set<string>();
    for (const [place, contract] of hostsAroundPresent.entries()) {
      if (place > 0) await store.release('publish', 'host', '--from', folders[place] ?? '');
      for (const remote of remoteNames) {
        if (live.has(remote)) continue;
        const promote = () => store.release('promote', remote, '--unproven');
        if (satisfiesContract(contract, needOf(remote))) {
          await promote();
          live.add(remote);
        } else {
          await expect(promote()).rejects.toThrow(/contract/);
        }
      }
      expect(live.size, `live on a host that speaks ${contract}`).toBe(place === 0 ? 0 : remoteNames.length);
      await page.goto('about:blank');
      await page.goto(store.url);
      for (const remote of live) {
        await page.evaluate((address) => {
          location.hash = address;
        }, firstPageOf(remote));
        await expect(page.locator(`[data-remote="${remote}"][data-remote-version]`)).toHaveCount(1);
      }
    }
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  } finally {
    store.remove();
  }
});

const somebody: EndpointResponse<'userInfo'> = {
  userId: '1',
  account: 'so•••@mail.example',
  email: null,
  phone: null,
  mode: 'demo',
  creditScore: 100,
  primary: 'not_certified',
  advanced: 'not_certified',
  invitationCode: 'K7PQ2M',
  hasPaymentPassword: false,
  isTotpOn: false,
  language: 'en',
  isDemoOpen: true,
  createdAtMs: 0,
};

/** What the release of the present sources asks for. */
function needOf(remote: string): string {
  return (JSON.parse(readFileSync(join(project, `remote-${remote}/dist/web/build.json`), 'utf8')) as { contract: string })
    .contract;
}

const firstPageOf = (remote: string): string => Object.entries(pages).find(([, owner]) => owner === remote)?.[0] ?? '';
