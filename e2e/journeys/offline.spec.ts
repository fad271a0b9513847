/**
 * The installed app: it starts without a network, says so, and shows nothing old as new; and what it keeps never stands in the
 * way of a release, a rollback or a repair. Here the service worker is at work, between the page and a server that can go away.
 */
import { expect, type Page } from 'playwright/test';
import { appUrl } from '../fixtures/appUrl';
import { FaultServer } from '../fixtures/FaultServer';
import { saveData } from '../fixtures/saveData';
import { test } from '../fixtures/session';
import { handmadeRelease } from '../federation/handmadeRelease';
import { PlayedReleases, realRelease } from '../federation/PlayedReleases';
import { wordsOf } from '../fixtures/words';
import { Frame } from '../pages/Frame';

test.use({ serviceWorkers: 'allow' });
test.setTimeout(180_000);

const words = wordsOf('en');
const market = (page: Page) => page.locator('[data-remote="market"][data-remote-version]');
const isControlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null);

let server: FaultServer;
test.beforeEach(async ({ page }) => {
  server = await FaultServer.open();
  await page.addInitScript(() => localStorage.setItem('tessera.welcomeSeen', '1'));
});
test.afterEach(() => server.close());

/** The first visit, until the worker has kept what a start without a network needs. */
async function visitOnce(page: Page, address = server.appUrl): Promise<void> {
  await page.goto(address);
  await expect(market(page)).toHaveCount(1);
  const { entry } = realRelease('market');
  await expect
    .poll(() =>
      page.evaluate(
        async (needed) => Promise.all(needed.map(async (path) => (await caches.match(path)) !== undefined)),
        [new URL(address).pathname, entry],
      ),
    )
    .toEqual([true, true]);
}

test('it can be installed: manifest and icons are what a browser asks for; and its second visit is one without any network: the shell, its tabs and the last remote are there, under a banner that says so', async ({
  page,
}) => {
  await visitOnce(page);
  const browser = await page.context().newCDPSession(page);
  const { errors, url } = await browser.send('Page.getAppManifest');
  expect([errors, url]).toEqual([[], `${server.appUrl}manifest.webmanifest`]);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // A browser under test leaves no traces, which alone forbids an installation.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  await browser.detach();

  const version = await market(page).getAttribute('data-remote-version');
  await server.close();
  await page.context().setOffline(true);
  await page.goto(server.appUrl);
  await expect(market(page)).toHaveAttribute('data-remote-version', version ?? '');
  await expect(page.getByText(words('host:connection.offline'))).toBeVisible();
  await expect(page.getByRole('navigation', { name: words('host:tabs.label') }).getByRole('link')).toHaveCount(5);
  await expect(new Frame(page).connectionLost).toBeVisible();
});

test('the desktop site starts without a network as well, from a worker of its own', async ({ page }) => {
  const desktop = new URL('/pc/', server.appUrl).href;
  await visitOnce(page, desktop);
  await server.close();
  await page.context().setOffline(true);
  await page.goto(desktop);
  await expect(market(page)).toHaveCount(1);
  await expect(page.getByText(words('host:connection.offline'))).toBeVisible();
});

test('kept files were damaged, the main script of the shell among them: none runs, each is forgotten and fetched anew', async ({
  page,
}) => {
  await saveData(page);
  await visitOnce(page);
  const { entry, version } = realRelease('market');
  const main = server.asked.find((path) => /^\/h5\/main\.[^/]+\.js$/.test(path)) ?? '';
  const keptTexts = () =>
    page.evaluate(async (paths) => Promise.all(paths.map(async (path) => (await caches.match(path))?.text())), [main, entry]);
  await page.evaluate(
    async (kept) => {
      for (const [cacheName, path] of kept) {
        const headers = { 'content-type': 'text/javascript' };
        await (await caches.open(cacheName)).put(path, new Response('self.tampered = true;', { headers }));
      }
    },
    [
      ['tessera-host', main],
      ['tessera-releases', entry],
    ] as const,
  );
  await page.reload();
  await expect.poll(async () => (await keptTexts())[0]).toBeUndefined();
  // The entry is asked for by the main script, so it is met one start later at the latest.
  await expect(async () => {
    await page.reload();
    await expect(market(page)).toHaveAttribute('data-remote-version', version, { timeout: 5000 });
  }).toPass({ timeout: 20_000 });
  expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
  expect((await keptTexts()).map((text) => text?.startsWith('self.tampered'))).toEqual([false, false]);

  await test.step('a file came damaged, to be kept for ever: it does not run, and once the server has it whole, the next start fetches it anew', async () => {
    await expect.poll(() => isControlled(page)).toBe(true);
    const newer = handmadeRelease('market', '9.0.0+0000002f');
    const played = new PlayedReleases(server);
    const damaged = {
      type: 'text/javascript',
      body: `self.tampered = true;\n${newer.script}`,
      cacheControl: 'public, max-age=31536000, immutable',
    };
    server.play(newer.reference.entry, damaged);
    played.point('market', newer.reference, { previous: realRelease('market') });
    await page.reload();
    await expect(market(page)).toHaveAttribute('data-remote-version', version);
    expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
    played.serve(newer);
    await page.reload();
    await expect(market(page)).toHaveAttribute('data-remote-version', newer.reference.version);
  });

  await test.step('a release and a rollback reach a page behind the worker, while it runs and when it starts', async () => {
    const before = realRelease('market');
    const newer = handmadeRelease('market', '9.0.0+0000000f');
    const newest = handmadeRelease('market', '9.1.0+0000001f');
    const played = new PlayedReleases(server);
    for (const release of [newer, newest]) played.serve(release);
    const shows = (version: string) => expect(market(page)).toHaveAttribute('data-remote-version', version);

    played.point('market', newer.reference, { previous: before });
    await page.reload();
    await shows(newer.reference.version);
    played.point('market', before, { previous: newer.reference });
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await shows(before.version);
    played.point('market', newest.reference, { previous: before });
    await page.reload();
    await shows(newest.reference.version);
  });
});

test('the worker is switched off everywhere: at the next visit it is gone with all that it kept, and the app works; put back, it returns', async ({
  page,
}) => {
  const left = () =>
    page.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: await caches.keys(),
      databases: (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('workbox') === true ? [name] : [])),
    }));
  await saveData(page);
  await visitOnce(page);
  await expect.poll(() => isControlled(page)).toBe(true);
  const workerOff = await (await fetch(`${server.appUrl}serviceWorkerOff.js`)).text();
  server.play('/h5/serviceWorker.js', { type: 'text/javascript', body: workerOff });

  await page.reload();
  // The browser asks for the worker once the page has been quiet for a while.
  await expect.poll(left, { timeout: 60_000 }).toEqual({ workers: 0, caches: [], databases: [] });
  await expect(market(page)).toHaveCount(1);

  await page.reload();
  await expect(market(page)).toHaveCount(1);
  await expect.poll(left).toEqual({ workers: 0, caches: [], databases: [] });
  expect(await isControlled(page)).toBe(false);

  const workerOn = await (await fetch(new URL('serviceWorker.js', appUrl()))).text();
  server.play('/h5/serviceWorker.js', { type: 'text/javascript', body: workerOn });
  await page.reload();
  await expect.poll(() => isControlled(page)).toBe(true);

  await test.step('a file of the host is gone: the page is loaded anew once, then the person is asked', async () => {
    let loads = 0;
    page.on('domcontentloaded', () => (loads += 1));
    const known = new Set(server.asked);
    server.spoil((path) => path.startsWith('/h5/') && path.endsWith('.js') && !known.has(path), '404');
    await page.evaluate(() => (window.location.hash = '#/pages/kline/index?symbol=BTC-USDT'));
    await expect(page.getByRole('alert').filter({ hasText: words('host:outdated.body') })).toBeVisible();
    expect(loads).toBe(1);
  });
});
