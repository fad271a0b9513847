/**
 * Every page of the app in both themes, for a person on the demo account and, where a visitor sees another page, for a visitor: nothing
 * serious in axe's eyes; and for both, what is tapped is 44 pixels or more. The dark theme is the same page in other colours: it is put
 * on where the page stands, and only colours are judged again. Pages that ask a visitor to log in are only judged for a person.
 */
import { expect, type Page } from 'playwright/test';
import { pageTable, remoteNames, type RemoteName } from '@tessera/shared/federation';
import { test } from '../fixtures/session';
import { ChartPage } from '../pages/ChartPage';
import { ContractPage } from '../pages/ContractPage';
import { Frame } from '../pages/Frame';
import { HomePage } from '../pages/HomePage';
import { LeveragePanel } from '../pages/LeveragePanel';
import { LoginPage } from '../pages/LoginPage';
import { SpotPage } from '../pages/SpotPage';
import { openPage } from '../pages/openPage';
import { isAtRest, notOpen, turnTo } from '../pages/turnTo';
import { anatomyOf } from './anatomyOf';
import { seriousFindings } from './seriousFindings';
import { smallTargets } from './smallTargets';

test.describe.configure({ mode: 'parallel' });
test.setTimeout(240_000);

/** What a page needs in its address to show more than that it was asked for nothing. */
const queries: Readonly<Record<string, string>> = {
  '/pages/kline/index': '?symbol=BTC-USDT',
  '/pages/whdetail/index': '?symbol=EUR-USD',
  '/pages/help/detail': '?id=results',
};

/** Pages that show something else under another address, or asked for nothing, beside their remote. No path follows itself: see turnTo. */
const further: Readonly<Partial<Record<RemoteName, readonly string[]>>> = {
  market: Object.keys(queries),
  trade: [
    '/pages/contract/index?product=leverage&symbol=BTC-USDT',
    '/pages/contract/info?product=leverage',
    '/pages/contract/index?product=leverage&symbol=EUR-USD',
    '/pages/contract/transactionRecords?product=leverage',
    '/pages/trade/order?tab=history',
  ],
};

const isOpenToVisitors = (address: string): boolean =>
  pageTable.some(({ path, needsSignIn }) => path === address.split('?')[0] && needsSignIn === false);

for (const remote of remoteNames) {
  test(`${remote}: every page, in both themes, and what is tapped is 44 pixels or more`, async ({ browserOf, newcomer }) => {
    const person = await browserOf({ ...newcomer.session, theme: 'light' });
    const visitor = await browserOf({ theme: 'light' });
    const table = pageTable.filter((row) => row.remote === remote).map(({ path }) => `${path}${queries[path] ?? ''}`);
    for (const address of [...table, ...(further[remote] ?? [])]) {
      if (!(await comesTo(person, address))) continue;
      await judge(person, address);
      if (isOpenToVisitors(address) && (await comesTo(visitor, address))) {
        // The same elements in the same classes are the same to axe.
        if ((await anatomyOf(visitor)) !== (await anatomyOf(person))) await judge(visitor, `${address}, visitor`);
        expect.soft(await smallTargets(visitor), `${address}, visitor`).toEqual([]);
      }
      expect.soft(await smallTargets(person), address).toEqual([]);
    }
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

test('the sheets of trading, dark', async ({ browserOf, newcomer }) => {
  const page = await browserOf({ ...newcomer.session, theme: 'dark' });
  const judge = async (name: string) => expect.soft(await seriousFindings(page, 'colours'), name).toEqual([]);
  const spot = await new SpotPage(page).open('BTC-USDT', 'buy');
  await spot.isShown();
  await spot.amount.fill('0.001');
  await (await spot.order()).isShown();
  await judge('spot confirm');

  const panel = await new LeveragePanel(page).open('BTC-USDT');
  await panel.isShown();
  await panel.turnStopsOn();
  await judge('leverage ticket with stops');
  await panel.leverage.click();
  await expect(panel.leverageSheet).toBeVisible();
  await judge('leverage');
  await page.keyboard.press('Escape');
  const order = await panel.order('short', '0.001');
  await order.isShown();
  await judge('leverage order');
  await order.place();
  await expect(order.confirmed).toBeVisible();
  await judge('order confirmed');
  await order.done();
  const { positions } = panel;
  const card = positions.card('BTC-USDT', 'short');
  await positions.openStops(card);
  await judge('stops');
  await page.keyboard.press('Escape');
  await positions.openClose(card);
  await judge('close');
  await positions.confirmClose();
  await expect(card).toHaveCount(0);
  await positions.show('history');
  await (await positions.openNewest()).isShown();
  await judge('order with its deals');

  const chart = await new ChartPage(page).open('BTC-USDT');
  await chart.isShown('BTC-USDT');
  await chart.settings();
  await judge('chart settings');
  await page.keyboard.press('Escape');
  await chart.bars();
  await judge('bars as a table');
});

test('the judge can tell: a button without a name and pale text are found', async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>x</title><main><h1>x</h1><button></button><p style="color:#ccc;background:#fff">pale</p></main></html>',
  );
  const found = (await seriousFindings(page)).map((line) => line.split(' ')[1]);
  expect(found.sort()).toEqual(['button-name', 'color-contrast']);
});

test('the judge can tell: a pale row among others is found, and of a pale list its ends', async ({ page }) => {
  const pale = 'color:#ccc;background:#fff';
  const list = (name: string, isPale: (row: number) => boolean) =>
    [0, 1, 2, 3, 4, 5].map((row) => `<li id="${name}${row}" style="${isPale(row) ? pale : ''}">row</li>`).join('');
  const lists = `<ul>${list('one', (row) => row === 3)}</ul><ol>${list('all', () => true)}</ol>`;
  await page.setContent(`<html lang="en"><title>x</title><main><h1>x</h1>${lists}</main></html>`);
  const found = (await seriousFindings(page, 'colours')).map((line) => /#\w+/.exec(line)?.[0]);
  expect(found.sort()).toEqual(['#all0', '#all1', '#all5', '#one3']);
});

/** Who has seen the page that stands for those that are not open yet: all of them are one and the same. */
const knowsNotOpen = new WeakSet<Page>();

/** False where the page that is not open yet stands once more. */
async function comesTo(page: Page, address: string): Promise<boolean> {
  if (page.url() === 'about:blank') {
    await openPage(page, address);
    await isAtRest(page);
  } else await turnTo(page, address);
  expect(new URL(page.url()).hash, 'the page that was asked for').toContain(`#${address.split('?')[0] ?? ''}`);
  if ((await notOpen(page).count()) === 0) return true;
  if (knowsNotOpen.has(page)) return false;
  knowsNotOpen.add(page);
  return true;
}

async function judge(page: Page, what: string): Promise<void> {
  expect.soft(await seriousFindings(page), what).toEqual([]);
  await wear(page, 'dark');
  expect.soft(await seriousFindings(page, 'colours'), `${what}, dark`).toEqual([]);
  await wear(page, 'light');
}

/** Puts the theme on where the page stands. */
const wear = (page: Page, theme: 'light' | 'dark'): Promise<void> =>
  page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name;
  }, theme);
