/** Finding one's way: the five tabs, back, addresses that do not exist, and the desktop. */
import { expect } from 'playwright/test';
import { appUrl } from '../fixtures/appUrl';
import { test } from '../fixtures/session';
import { HomePage } from '../pages/HomePage';
import { MarketListPage } from '../pages/MarketListPage';
import { TabBar } from '../pages/TabBar';
import { loadPage, openPage } from '../pages/openPage';

test.use({ goesOn: true });

// The first of the visit: nothing lies behind it.
test('a page opened by a link: back leads to the home tab', async ({ visitor }) => {
  await loadPage(visitor, '/pages/user/about');
  const home = new HomePage(visitor);
  await home.goBack();
  await home.isShown();
});

test('an address that is no page: said, with a way home', async ({ visitor }) => {
  await openPage(visitor, '/pages/nowhere/index');
  const home = new HomePage(visitor);
  await expect(home.heading('Page not found')).toBeVisible();
  await home.button('Go to Home').click();
  await home.isShown();
});

test('five tabs in their order; each shows its page and is marked as the present one', async ({ visitor }) => {
  await (await new HomePage(visitor).open()).isShown();
  const bar = new TabBar(visitor);
  await expect(bar.tabs).toHaveText(['Home', 'Market', 'Trade', 'Contract', 'Assets']);
  for (const [id, path] of [
    ['market', '/pages/market/index'],
    ['trade', '/pages/trade/index'],
    ['contract', '/pages/contract/index'],
    ['home', '/pages/index/index'],
  ] as const) {
    await bar.tab(id).click();
    await bar.isAt(path);
    await expect(bar.tab(id)).toHaveAttribute('aria-current', 'page');
    await expect(visitor.getByRole('main').getByRole('heading', { level: 1 })).toBeAttached();
  }
});

test('back: from the chart to the list, where one was; the browser’s own back does the same', async ({ visitor }) => {
  await (await new HomePage(visitor).open()).isShown();
  const market = await new TabBar(visitor).toMarket();
  await market.isShown();
  const chart = await market.openMarket('LTC-USDT');
  await chart.isShown('LTC-USDT');
  await chart.goBack();
  await market.isShown();
  await market.openMarket('LTC-USDT');
  await chart.isShown('LTC-USDT');
  await visitor.goBack();
  await market.isShown();
});

test('a desktop is sent to the desktop site, which shows the app with its tabs at the side', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    isMobile: false,
    hasTouch: false,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
  });
  const page = await context.newPage();
  await page.goto(`${appUrl()}#${MarketListPage.path}`);
  await expect(page).toHaveURL(/\/pc\/#/);
  await expect(page.getByRole('navigation', { name: 'Main sections' })).toBeVisible();
  await context.close();
});
