/**
 * Remotes that this repository's build did not make: the two examples of docs/guides, built with Rspack and with Vite outside of the
 * repository with the package alone, proven and published like any other and shown by the real host, which knows their pages from the
 * pointer alone. They use the host's React and bring none.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures/session';
import { teamFolder, type TeamFolder } from '../fixtures/teamFolder';
import { handmadeRelease } from './handmadeRelease';
import { ownStore, type OwnStore } from './ownStore';

const foreign = [
  { name: 'rspack', title: 'Live prices', german: 'Live-Kurse' },
  { name: 'vite', title: 'Notes', german: 'Notizen' },
];
/** What every build of React, minified or not, names its registry of elements. */
const reactMark = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

const handmade = handmadeRelease('vite', '2.0.0+0000000b');
const next = {
  ...handmade,
  reference: { ...handmade.reference, pages: ['/pages/vite/index'], openPages: ['/pages/vite/index'] },
};

let store: OwnStore;
let team: TeamFolder;
test.beforeAll(async () => {
  team = teamFolder();
  store = await ownStore();
  for (const { name } of foreign) {
    const folder = team.exampleOf(`remote-${name}`);
    execFileSync(process.execPath, ['build.mjs'], { cwd: folder });
    await store.release('publish', name, '--unproven', '--from', join(folder, 'dist/web'));
    await expect(store.release('promote', name)).rejects.toThrow(/without its conformance run; publish it with one/);
    expect(await store.release('publish', name, '--from', join(folder, 'dist/web'))).toContain('proven');
    await store.release('promote', name);
  }
});
test.afterAll(() => {
  store.remove();
  team.remove();
});

const open = async (page: Page, name: string): Promise<void> => {
  await page.addInitScript(() => localStorage.setItem('tessera.welcomeSeen', '1'));
  await page.goto(`${store.url}#/pages/${name}/index`);
};
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const outlet = (page: Page, name: string) => page.locator(`[data-remote="${name}"][data-remote-version]`);

for (const { name, title, german } of foreign) {
  test(`${name}: shown at its page with the host's theme and language, gone without a trace at the next page`, async ({
    page,
  }) => {
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await open(page, name);
    await expect(heading(page, title)).toBeVisible();

    const background = () =>
      heading(page, title).evaluate((element) => getComputedStyle(element.parentElement ?? element).backgroundColor);
    const light = await background();
    await page.evaluate(() => Object.assign(document.documentElement.dataset, { theme: 'dark' }));
    await expect.poll(background).not.toBe(light);

    await page.goto(`${store.url}#/pages/market/index`);
    await expect(outlet(page, 'market')).toHaveCount(1);
    await expect(outlet(page, name)).toHaveCount(0);
    await expect(heading(page, title)).toHaveCount(0);

    await page.evaluate(() => localStorage.setItem('lang', 'de'));
    await page.goto(`${store.url}#/pages/${name}/index`);
    await page.reload();
    await expect(heading(page, german)).toBeVisible();
    expect(faults).toEqual([]);
  });

  test(`${name}: no file of its release carries a React of its own`, async () => {
    const folder = join(team.folder, `remote-${name}/dist/web`);
    const { entry, preload } = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8')) as {
      entry: string;
      preload: string[];
    };
    for (const file of [entry, ...preload]) expect(readFileSync(join(folder, file), 'utf8')).not.toContain(reactMark);
  });
}

test('the mark of React is in the host: the check above can tell', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname.startsWith('/h5/') && response.url().endsWith('.js'))
      scripts.push(await response.text());
  });
  await open(page, 'vite');
  await expect(heading(page, 'Notes')).toBeVisible();
  await expect.poll(() => scripts.some((script) => script.includes(reactMark))).toBe(true);
});

test('a note that is not saved: the release stays until it is, then the next one takes its place', async ({ page }) => {
  await open(page, 'vite');
  await page.getByRole('textbox').fill('Buy the rumour');
  const before = await outlet(page, 'vite').getAttribute('data-remote-version');
  await store.release('publish', 'vite', '--unproven', '--from', store.build(next));
  await store.release('promote', 'vite', '--unproven', '--now');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('textbox')).toHaveValue('Buy the rumour');
  await expect(outlet(page, 'vite')).toHaveAttribute('data-remote-version', before ?? '');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(heading(page, `vite ${next.reference.version}`)).toBeVisible();
});
