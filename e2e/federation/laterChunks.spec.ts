/**
 * A later part of a new release is damaged, for somebody whose browser keeps nothing: the page ends on the release before. Each
 * numbered chunk that the remote's pages ask for is damaged on its own; with EVERY_CHUNK=1 those of all pages of all remotes, for somebody
 * who has signed in; else of trade the last one of each page, which comes when everything that the release shares with the host has
 * been taken already.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { otherHashThan, renamedCopy } from '@tessera/shared/build/renamedCopy';
import type { Project } from '@tessera/shared/contract';
import { pageTable, remoteNames, type ReleaseReference } from '@tessera/shared/federation';
import { FaultServer } from '../fixtures/FaultServer';
import { registerNewcomer } from '../fixtures/registerNewcomer';
import type { Remembered } from '../fixtures/rememberedBrowser';
import { test } from '../fixtures/session';
import { integrityOf } from './handmadeRelease';
import { dataDir } from './InstalledReleases';
import { pagesOfRemotes } from './pagesOfRemotes';
import { PlayedReleases, realRelease } from './PlayedReleases';

/** What a page shows last (docs/decisions/0124), and the reader of Markdown, without which an article is shown as it was typed: the page stands without them. */
const leftOut = /\/(home\.later|article\.markdown)\.[0-9a-f]+\.js$/;
const isEvery = process.env['EVERY_CHUNK'] === '1';
const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };

test.use({ serviceWorkers: 'block' });

let server: FaultServer;
let played: PlayedReleases;
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('tessera.welcomeSeen', '1'));
  server = await FaultServer.open();
  played = new PlayedReleases(server);
});
test.afterEach(() => server.close());

/** The live release once more under another version: what the next one will be to it. */
function playNextRelease(live: ReleaseReference): ReleaseReference {
  const sha = live.version.split('+')[1] ?? '';
  const nextSha = otherHashThan(sha);
  const folder = join(dataDir(), 'releases', live.entry, '..');
  const names = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
  const files = renamedCopy(new Map(names.map((name) => [name, readFileSync(join(folder, name))])), sha, nextSha);
  const isBefore = (text: string) => text.replaceAll(sha, nextSha);
  for (const [name, bytes] of files)
    server.play(isBefore(live.entry).replace('remoteEntry.js', name), {
      type: types[name.split('.').at(-1) ?? ''] ?? 'text/plain',
      body: bytes,
    });
  const integrity = (href: string) => integrityOf(files.get(href.split('/').at(-1) ?? '') ?? '');
  return {
    ...live,
    version: isBefore(live.version),
    entry: isBefore(live.entry),
    global: isBefore(live.global),
    integrity: integrity(live.entry),
    preload: (live.preload ?? []).map(({ href }) => ({ href: isBefore(href), integrity: integrity(href) })),
  };
}

const endedProject = {
  ...{ id: '7', name: 'Quiet grid', about: 'Buys low.', asset: 'USDT', min: '10', max: '1000', scale: 6, participants: 2 },
  ...{ maxParticipants: 3, capacity: '2000', taken: '300', closesAtMs: 1, endsAtMs: 2, status: 'ended', cancelReason: null },
  ...{ termsSeq: 41, joined: null, returned: null },
  result: { share: '0.1', statement: 'Quiet.', publishedAtMs: 2, recordSeq: 1_000_000 },
} satisfies Project;

const outletOf = (page: Page, remote: string, { version }: ReleaseReference) =>
  page.locator(`[data-remote="${remote}"][data-remote-version="${version}"]`);

/** Some pages say their name to a screen reader alone. */
const titleOf = (page: Page) => page.getByRole('heading').first();

async function open(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${server.appUrl}#${address}`);
  await isThere(page);
}

/** As a tap on a link does. */
async function turn(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => {
    for (const left of document.querySelectorAll('main h1, main [role=alert]')) left.setAttribute('data-left', '');
    location.hash = hash;
  }, address);
  await expect(page.getByRole('main').locator(':is(h1, [role=alert]):not([data-left])').first()).toBeAttached();
  await isThere(page);
}

async function isThere(page: Page): Promise<void> {
  // Not until the network is quiet: a socket that asks again and again never lets it be.
  // A visitor is led to the login of a remote that is not played here: then the page says so.
  const noRemote = page
    .getByRole('main')
    .getByRole('alert')
    .filter({ has: page.getByRole('heading') });
  await expect(page.locator('[data-remote-version]').or(noRemote).first()).toBeAttached();
  await expect(titleOf(page)).toBeAttached();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Those by which releases are judged, and with EVERY_CHUNK=1 every page there is. */
const addressesOf = (remote: (typeof remoteNames)[number]): readonly string[] => [
  ...pagesOfRemotes[remote].map(({ address }) => address),
  ...(isEvery ? pageTable.filter((row) => row.remote === remote).map(({ path }) => path) : []),
  // One page, a chunk for each kind of product.
  ...(isEvery && remote === 'assets'
    ? ['projects', 'loans'].map((product) => `/pages/InterestTreasure/index?product=${product}`)
    : []),
];

async function rememberSession(page: Page, session: Remembered): Promise<void> {
  await page.addInitScript((kept) => {
    for (const [name, value] of kept) localStorage.setItem(name, value);
  }, Object.entries(session));
}

for (const remote of isEvery ? remoteNames : (['trade'] as const)) {
  test(`${remote}: a numbered chunk of its new release is damaged: the release before is shown`, async ({ page }) => {
    test.setTimeout(isEvery ? 1_800_000 : 240_000);
    if (isEvery) await rememberSession(page, (await registerNewcomer()).session);
    const before = realRelease(remote);
    const next = playNextRelease(before);
    const folder = next.entry.replace('remoteEntry.js', '');
    const first = new Set([next.entry, ...(next.preload ?? []).map(({ href }) => href)]);
    played.point(remote, next, { previous: before });

    const asked = new Map<string, string>();
    // Where every chunk counts, a page tells all of its own; else those that a visit asks for in turn.
    for (const [place, address] of addressesOf(remote).entries()) {
      server.asked.length = 0;
      await (place === 0 || isEvery ? open : turn)(page, address);
      const own = server.asked.filter(
        (path) => path.startsWith(folder) && path.endsWith('.js') && !first.has(path) && !leftOut.test(path),
      );
      if ((await outletOf(page, remote, next).count()) === 0) continue;
      for (const path of isEvery ? own : own.slice(-1)) if (!asked.has(path)) asked.set(path, address);
    }
    expect(asked.size).toBeGreaterThan(0);
    test.info().annotations.push({ type: 'chunks', description: [...asked].map((each) => each.join(' of ')).join('\n') });

    for (const [path, address] of asked) {
      server.mend();
      server.spoil(path, 'one-bit');
      await open(page, address);
      await expect(outletOf(page, remote, before), `${path} of ${address}`).toHaveCount(1);
      await expect(titleOf(page)).toBeAttached();
      await expect(page.getByRole('alert').filter({ has: page.getByRole('heading') })).toHaveCount(0);
    }
  });
}

test('assets: a chunk that a press fetches is damaged: the release before is shown, and checks', async ({ page }) => {
  await rememberSession(page, (await registerNewcomer()).session);
  const before = realRelease('assets');
  const next = playNextRelease(before);
  played.point('assets', next, { previous: before });
  server.play('/api/project', {
    type: 'application/json',
    body: JSON.stringify({ type: 'ok', message: { items: [endedProject], next: null } }),
  });
  const folder = next.entry.replace('remoteEntry.js', '');
  server.spoil((path) => path.startsWith(`${folder}projects.check.`), 'one-bit');

  await open(page, '/pages/InterestTreasure/detail?product=projects&project=7');
  await expect(outletOf(page, 'assets', next)).toHaveCount(1);
  const press = () => page.getByRole('button', { name: 'Check this result' }).click();
  // The first time the host loads the same release once more: the chunk may have been lost on the way.
  await expect(async () => {
    await press();
    await expect(outletOf(page, 'assets', before)).toHaveCount(1, { timeout: 3000 });
  }).toPass();
  await press();
  // Of a project that was never published the record says nothing: but it was compared.
  await expect(page.getByText(/says something else/)).toBeVisible();
});
