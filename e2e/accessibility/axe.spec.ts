/**
 * Every page of the app, for a visitor and for a person on the demo account, in both themes: nothing serious in axe's eyes. The
 * dark theme is the same page in other colours, so only colours are judged anew.
 * Pages that ask a visitor to log in are only judged for a person.
 */
import { expect, type Page } from 'playwright/test';
import { pages } from '@tessera/shared/federation';
import { test } from '../fixtures/session';
import { openPage } from '../pages/openPage';
import { seriousFindings } from './seriousFindings';

test.describe.configure({ mode: 'parallel' });
test.setTimeout(240_000);

/** What a page needs in its address to show more than that it was asked for nothing. */
const queries: Readonly<Record<string, string>> = {
  '/pages/kline/index': '?symbol=BTC-USDT',
  '/pages/whdetail/index': '?symbol=EUR-USD',
  '/pages/help/detail': '?id=fairness',
};

for (const theme of ['light', 'dark'] as const) {
  test(`every page of a visitor, ${theme}`, async ({ browserOf }) => {
    await judgeAll(await browserOf({ theme }), theme);
  });

  test(`every page of a person, ${theme}`, async ({ browserOf, newcomer }) => {
    await judgeAll(await browserOf({ ...newcomer.session, theme }), theme);
  });
}

test('the judge can tell: a button without a name and pale text are found', async ({ page }) => {
  await page.setContent('<html lang="en"><title>x</title><main><h1>x</h1><button></button><p style="color:#ccc;background:#fff">pale</p></main></html>');
  const found = (await seriousFindings(page)).map((line) => line.split(' ')[1]);
  expect(found.sort()).toEqual(['button-name', 'color-contrast']);
});

async function judgeAll(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await openPage(page, '/pages/index/index');
  for (const path of Object.keys(pages)) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `${path}${queries[path] ?? ''}`);
    if (!(await isAtRest(page, path))) continue;
    expect.soft(await seriousFindings(page, theme === 'dark' ? 'colours' : 'everything'), path).toEqual([]);
  }
}

/** Waits until the page has its heading and its data. False where somebody else's page came instead: the login. */
async function isAtRest(page: Page, path: string): Promise<boolean> {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
  return new URL(page.url()).hash.startsWith(`#${path}`);
}
