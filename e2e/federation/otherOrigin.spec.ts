/**
 * Artifacts on an origin of their own: the pointer names entries there, the content policy allows that origin (what the
 * server sends when ARTIFACT_ORIGIN is set), and integrity holds as anywhere. In the clear, another origin is refused.
 */
import { expect, type Page } from 'playwright/test';
import { FaultServer } from '../fixtures/FaultServer';
import { test } from '../fixtures/session';
import { handmadeRelease } from './handmadeRelease';
import { PlayedReleases } from './PlayedReleases';

const near = handmadeRelease('market', '1.0.0+00000001');
const far = handmadeRelease('market', '1.1.0+00000002');
const heading = (page: Page, version: string) => page.getByRole('heading', { name: `market ${version}` });

let server: FaultServer;
test.beforeEach(async () => {
  server = await FaultServer.open();
});
test.afterEach(() => server.close());

/** The same release, named on `origin`, which the page's policy allows. */
async function open(page: Page, origin: string, body = far.script): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('tessera.welcomeSeen', '1'));
  await page.route(server.appUrl, async (route) => {
    const real = await route.fetch();
    const headers = { ...real.headers() };
    headers['content-security-policy'] = (headers['content-security-policy'] ?? '').replace(
      /(script-src|style-src|connect-src) /g,
      `$1 ${origin} `,
    );
    return route.fulfill({ response: real, headers });
  });
  await page.route(`${origin}/**`, (route) =>
    route.fulfill({ body, contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' } }),
  );
  const played = new PlayedReleases(server);
  played.serve(near);
  played.point('market', { ...far.reference, entry: `${origin}${far.reference.entry}` }, { previous: near.reference });
  await page.goto(server.appUrl, { waitUntil: 'domcontentloaded' });
}

test('a release on another origin is loaded and shown', async ({ page }) => {
  await open(page, 'https://artifacts.example');
  await expect(heading(page, far.reference.version)).toBeVisible();
});

test('a damaged release on another origin does not run: the release before is shown', async ({ page }) => {
  await open(page, 'https://artifacts.example', `self.tampered = true;\n${far.script}`);
  await expect(heading(page, near.reference.version)).toBeVisible();
  expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
});

test('another origin without encryption is refused: the release before is shown', async ({ page }) => {
  await open(page, 'http://artifacts.example');
  await expect(heading(page, near.reference.version)).toBeVisible();
});
