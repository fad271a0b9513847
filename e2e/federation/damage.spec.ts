/**
 * A changed bit in any file of a real release. The chain of trust: a key signs the pointer, the pointer holds the entry's
 * integrity, the entry holds the integrity of every other script and sheet. Shown for each file of each remote as it lies in
 * the store, then in a browser that is sent each of them damaged, and with every file behind the first page damaged at once.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { remoteNames } from '@tessera/shared/federation';
import { FaultServer } from '../fixtures/FaultServer';
import { test } from '../fixtures/session';
import { handmadeRelease, integrityOf } from './handmadeRelease';
import { dataDir } from './InstalledReleases';
import { PlayedReleases, realRelease } from './PlayedReleases';
import { partsOfRelease, type PartOfRelease } from './partsOfRelease';

const before = handmadeRelease('market', '1.0.0+00000001');
const folderOf = (entry: string): string => join(dataDir(), 'releases', entry, '..');
const filesBehind = (entry: string): readonly string[] =>
  readdirSync(folderOf(entry))
    .filter((file) => /\.(js|css)$/.test(file) && file !== 'remoteEntry.js')
    .sort();
const isTampered = (page: Page) => page.evaluate(() => 'tampered' in window);

for (const remote of remoteNames) {
  test(`${remote}: each script of the release is named with its integrity by the entry, and the entry by the pointer`, () => {
    const { entry, integrity, preload = [] } = realRelease(remote);
    const folder = folderOf(entry);
    const entrySource = readFileSync(join(folder, 'remoteEntry.js'));
    expect(integrityOf(entrySource)).toBe(integrity);
    const chunks = filesBehind(entry).filter((file) => file.endsWith('.js'));
    expect(chunks.length).toBeGreaterThan(1);
    const unknown = chunks.filter((file) => !entrySource.includes(integrityOf(readFileSync(join(folder, file)))));
    expect(unknown).toEqual([]);
    const sheets = preload.filter(({ href }) => href.endsWith('.css'));
    expect(sheets.map((sheet) => sheet.integrity)).toEqual(
      sheets.map(({ href }) => integrityOf(readFileSync(join(dataDir(), 'releases', href)))),
    );
    // The judge can tell: one bit makes another integrity.
    const flipped = Buffer.from(entrySource);
    flipped.writeUInt8((flipped[0] ?? 0) ^ 1, 0);
    expect(integrityOf(flipped)).not.toBe(integrity);
  });
}

test.describe('in a browser', () => {
  let server: FaultServer;
  let played: PlayedReleases;
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('tessera.welcomeSeen', '1'));
    server = await FaultServer.open();
    played = new PlayedReleases(server);
    played.serve(before);
  });
  test.afterEach(() => server.close());

  test('every file of the releases is sent with one bit changed: each is refused, and the releases before are shown', async ({
    page,
  }) => {
    // Each in a place of its own, which the host knows from the pointer alone: in which a release is shown makes no difference before it runs.
    const places = remoteNames.map((remote) => {
      const place = `place-${remote}`;
      const pages = [`/pages/${place}/index`];
      const live = { ...realRelease(remote), pages, openPages: pages };
      const before = handmadeRelease(place, '1.0.0+00000001', undefined, { pages });
      played.serve(before);
      played.point(place, live, { previous: before.reference });
      return {
        place,
        address: pages[0]!,
        live,
        folder: live.entry.replace('remoteEntry.js', ''),
        files: filesBehind(live.entry),
      };
    });
    played.point('market', before.reference);
    const isOfThem = (path: string): boolean => places.some(({ folder }) => path.startsWith(folder));
    const isEntry = (path: string): boolean => places.some(({ live }) => live.entry === path);
    const open = async () => {
      await page.goto('about:blank');
      await page.goto(server.appUrl, { waitUntil: 'domcontentloaded' });
      for (const { place, address } of places) {
        await page.evaluate((hash) => (window.location.hash = hash), address);
        await expect(page.getByRole('heading', { name: `${place} ${before.reference.version}` })).toBeVisible();
      }
    };
    const all = (files: readonly string[], outcome: PartOfRelease['outcome']) => files.map((file) => ({ file, outcome }));

    // All of it, or the browser would keep what is whole: the page names the first files ahead of need.
    server.spoil(isOfThem, 'one-bit');
    await open();
    for (const { live } of places) expect(await page.evaluate((name) => name in window, live.global)).toBe(false);

    server.mend();
    server.spoil((path) => isOfThem(path) && !isEntry(path), 'one-bit');
    await open();
    for (const { live, folder, files } of places) {
      expect(await partsOfRelease(page, live.global)).toEqual({ parts: all(files, 'refused'), hasRun: false });
      expect(files.filter((file) => !server.asked.includes(`${folder}${file}`))).toEqual([]);
    }

    // The judge can tell: the same files as they are.
    server.mend();
    for (const { live, files } of places)
      expect(await partsOfRelease(page, live.global)).toEqual({ parts: all(files, 'taken'), hasRun: true });
  });

  test('every file behind the first page is damaged: none of them runs, whichever page and language asks for it', async ({
    page,
  }) => {
    const live = realRelease('market');
    const folder = live.entry.replace('remoteEntry.js', '');
    const intact = new Set([live.entry, ...(live.preload ?? []).map(({ href }) => href)]);
    const isDamaged = (path: string) => path.startsWith(folder) && !intact.has(path);
    const damagedAsked = () => new Set(server.asked.filter(isDamaged)).size;
    server.spoil(isDamaged, 'tampered');
    played.point('market', live, { previous: before.reference });
    for (const [language, path] of [
      ['de', '/pages/market/index'],
      ['th', '/pages/kline/index?symbol=BTC-USDT'],
      ['zh', '/pages/help/index'],
      ['en', '/pages/search/index'],
    ]) {
      const askedBefore = damagedAsked();
      await page.addInitScript((chosen) => localStorage.setItem('lang', chosen), language ?? 'en');
      await page.goto('about:blank');
      await page.goto(`${server.appUrl}#${path ?? ''}`, { waitUntil: 'domcontentloaded' });
      // Its texts are among them, and no page is shown without its words.
      await expect(page.getByRole('heading', { name: `market ${before.reference.version}` })).toBeVisible();
      if (language !== 'en') await expect.poll(damagedAsked).toBeGreaterThan(askedBefore);
      expect(await isTampered(page)).toBe(false);
    }
  });
});
