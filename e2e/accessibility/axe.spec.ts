/**
 * Every page of the app, for a visitor and for a person on the demo account, in both themes: nothing serious in axe's eyes. The
 * dark theme is the same page in other colours, so only colours are judged anew.
 * Pages that ask a visitor to log in are only judged for a person.
 */
import { expect, type Page } from 'playwright/test';
import { pages } from '@tessera/shared/federation';
import { test } from '../fixtures/session';
import { ContractPage } from '../pages/ContractPage';
import { Frame } from '../pages/Frame';
import { HomePage } from '../pages/HomePage';
import { LoginPage } from '../pages/LoginPage';
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

test('the sheets: the notice, the puzzle, the terms of an order', async ({ page, visitor, member }) => {
  await new HomePage(page).open();
  await expect(new Frame(page).welcome).toBeVisible();
  expect.soft(await seriousFindings(page), 'notice').toEqual([]);

  const login = await new LoginPage(visitor).open();
  await (await login.enter({ account: 'nobody@mail.example', password: 'three-red-stones' })).isShown();
  expect.soft(await seriousFindings(visitor), 'puzzle').toEqual([]);

  const contract = await new ContractPage(member).open('BTC-USDT');
  await contract.isShown();
  await (await contract.order('long')).isShown();
  expect.soft(await seriousFindings(member), 'terms').toEqual([]);
});

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
