/** A visitor looks around: prices move, markets are found, put in order, and kept. */
import { expect, type Locator } from 'playwright/test';
import { test } from '../fixtures/session';
import { HomePage } from '../pages/HomePage';
import { MarketListPage } from '../pages/MarketListPage';
import { priceIn, shownChange, shownPrice } from '../pages/marketRow';

test.use({ goesOn: true });

async function expectToMove(row: Locator): Promise<void> {
  const first = await priceIn(row);
  await expect.poll(() => shownPrice(row)).not.toBe(first);
}

test('home: the prices of the ranking move, and the ranking can be by turnover', async ({ visitor }) => {
  const home = await new HomePage(visitor).open();
  await home.isShown();
  await expect(home.rows).toHaveCount(8);
  // The ranking puts itself in order once a second, the changes it shows move more often: it is in order again and again.
  await expect
    .poll(async () => {
      const changes = await Promise.all((await home.rows.all()).map(shownChange));
      return changes.every((change, index) => index === 0 || change <= (changes[index - 1] ?? change));
    })
    .toBe(true);
  await home.byTurnover();
  await expectToMove(home.row('BTC-USDT'));
});

test('market list: prices move; search finds by a part of the name; forex and metals have lists of their own', async ({
  visitor,
}) => {
  const market = await new MarketListPage(visitor).open();
  await market.isShown();
  await expectToMove(market.row('BTC-USDT'));

  await market.search('xau');
  await expect(market.rows).toHaveCount(1);
  await expect(market.row('XAU-USD')).toBeVisible();
  await market.search('nothing like it');
  await expect(visitor.getByText('Nothing found for “nothing like it”')).toBeVisible();
  await market.search('');

  await market.show('forex');
  await expect(market.row('EUR-USD')).toBeVisible();
  await expect(market.row('BTC-USDT')).toBeHidden();
  await market.show('metal');
  await expect(market.row('XAU-USD')).toBeVisible();
});

test('market list: sorted by name both ways, and by gain', async ({ visitor }) => {
  const market = await new MarketListPage(visitor).open();
  await market.isShown();
  await market.show('crypto');
  await market.isPriced();
  await market.sortBy('name');
  const sorted = (await market.symbols()).sort();
  let ascending: readonly string[] = [];
  await expect
    .poll(async () => {
      ascending = await market.symbols();
      return [sorted, [...sorted].reverse()].some((order) => order.join() === ascending.join());
    })
    .toBe(true);
  await market.sortBy('name');
  await expect.poll(() => market.symbols()).toEqual([...ascending].reverse());

  await market.sortBy('gain');
  await expect
    .poll(async () => {
      const changes = await Promise.all((await market.rows.all()).map(shownChange));
      return changes.every((change, at) => at === 0 || change <= (changes[at - 1] ?? change));
    })
    .toBe(true);
});

test('favourites: kept over a reload, and given up again', async ({ visitor }) => {
  const market = await new MarketListPage(visitor).open();
  await market.isShown();
  await market.show('crypto');
  await market.star('ETH-USDT').click();
  await expect(market.toast('ETH/USDT added to favourites')).toBeVisible();
  await visitor.reload();
  await market.show('favourites');
  await expect(market.rows).toHaveCount(1);
  await expect(market.row('ETH-USDT')).toBeVisible();
  await market.starred('ETH-USDT').click();
  await expect(visitor.getByText('No favourites')).toBeVisible();
});

test('search from home: a market is found and opened', async ({ visitor }) => {
  const home = await new HomePage(visitor).open();
  await home.isShown();
  const search = await home.toSearch();
  await search.type('sol');
  const chart = await search.openMarket('SOL-USDT');
  await chart.isShown('SOL-USDT');
});
