/**
 * A signed preview in the production host: anyone who opens its address sees a release that is not live, is told so, and can
 * leave without a reload. The release may be of a remote that was never promoted. Everybody else, and anyone who comes with a
 * ticket that nobody signed, sees what is live.
 */
import { expect, type Page } from 'playwright/test';
import { appUrl } from '../fixtures/appUrl';
import { test } from '../fixtures/session';
import { handmadeRelease, type HandmadeRelease } from './handmadeRelease';
import { publishHandmade, release, takeTurn, turnHookMs } from './InstalledReleases';

const live = handmadeRelease('peek', '1.0.0+0000000e', undefined, { pages: ['/pages/peek/index'] });
const next = handmadeRelease('peek', '1.1.0+0000000f', undefined, { pages: ['/pages/peek/index'] });
const unheardOf = handmadeRelease('debut', '0.1.0+0000000d', undefined, { pages: ['/pages/debut/index'] });
let address: string;
let addressOfUnheardOf: string;

test.beforeAll(async () => {
  test.setTimeout(turnHookMs);
  const endTurn = await takeTurn();
  try {
    await publishHandmade(live);
    await publishHandmade(next);
    await publishHandmade(unheardOf);
    await release('promote', 'peek', live.reference.version, '--unproven', '--now');
  } finally {
    await endTurn();
  }
  address = await addressOf('peek', next);
  addressOfUnheardOf = await addressOf('debut', unheardOf);
});

async function addressOf(remote: string, { reference }: HandmadeRelease): Promise<string> {
  const ticket = await release(
    'preview',
    remote,
    reference.version,
    '--for',
    '10m',
    '--base',
    new URL(appUrl()).origin,
    '--json',
  );
  return (JSON.parse(ticket) as { url: string }).url;
}

test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('tessera.welcomeSeen', '1')));

const heading = (page: Page, { reference }: HandmadeRelease) => page.getByRole('heading', { name: reference.version });
const banner = (page: Page) => page.getByRole('region', { name: 'Preview' });

test('the address shows the release and says so; leaving shows what is live, without a reload', async ({ page }) => {
  await page.goto(address);
  await expect(heading(page, next)).toBeVisible();
  await expect(banner(page)).toContainText(next.reference.version);
  expect(page.url()).not.toContain('preview=');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await banner(page).getByRole('button', { name: 'Leave preview' }).click();
  await expect(heading(page, live)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('a remote that was never promoted is shown at its page; leaving, its page is none', async ({ page }) => {
  await page.goto(addressOfUnheardOf);
  expect(new URL(page.url()).hash).toBe('#/pages/debut/index');
  await expect(heading(page, unheardOf)).toBeVisible();
  await expect(banner(page)).toContainText(unheardOf.reference.version);
  await banner(page).getByRole('button', { name: 'Leave preview' }).click();
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(heading(page, unheardOf)).toHaveCount(0);
  await expect(banner(page)).toHaveCount(0);
});

test('without the ticket, or with one whose signature is not ours, the release that is live is shown', async ({ page }) => {
  const forged = new URL(address);
  forged.search = forged.search.replace(/\../, (start) => `.${start.endsWith('A') ? 'B' : 'A'}`);
  for (const url of [`${appUrl()}${forged.hash}`, forged.href]) {
    await page.goto(url);
    await expect(heading(page, live)).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
  }
});
