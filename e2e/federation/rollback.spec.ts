/** The release tool's verbs on a real store, as an open page experiences them: no build, no reload, no loss of place. */
import { expect } from 'playwright/test';
import { test } from '../fixtures/session';
import { handmadeRelease } from './handmadeRelease';
import { ownStore, type OwnStore } from './ownStore';

const better = handmadeRelease('market', '9.0.0+0000000a');

let store: OwnStore;
test.beforeAll(async () => {
  store = await ownStore();
});
test.afterAll(() => store.remove());

test('publish, promote and roll back a remote while its page is open: the page follows each time without a reload', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('tessera.welcomeSeen', '1'));
  await page.goto(store.url);
  const outlet = page.locator('[data-remote="market"][data-remote-version]');
  await expect(outlet).toHaveCount(1);
  const first = (await outlet.getAttribute('data-remote-version')) ?? '';
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const look = () => page.evaluate(() => window.dispatchEvent(new Event('online')));
  const heading = page.getByRole('heading', { name: 'market 9.0.0+0000000a' });

  await store.release('publish', 'market', '--from', store.build(better), '--unproven');
  await look();
  await expect(outlet).toHaveAttribute('data-remote-version', first);

  await store.release('promote', 'market', better.reference.version, '--unproven', '--now');
  await look();
  await expect(heading).toBeVisible();

  await store.release('rollback', 'market', '--now', '--reason', 'e2e');
  await look();
  await expect(outlet).toHaveAttribute('data-remote-version', first);
  await expect(heading).toHaveCount(0);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);

  await expect(store.release('promote', 'market', better.reference.version)).rejects.toThrow(/locked/);
  await page.reload();
  await expect(outlet).toHaveAttribute('data-remote-version', first);
});
