/** A person waits for a price: set where the market is, reached by a tick, told while the page is open, and read. */
import { expect } from 'playwright/test';
import { callExchange } from '../fixtures/callExchange';
import { test } from '../fixtures/session';
import { wordsOf } from '../fixtures/words';
import { openPage } from '../pages/openPage';
import { turnTo } from '../pages/turnTo';

const words = wordsOf('en');
const symbol = 'BTC/USDT';

test('an alert is set from the market, and one that is reached is a notification that can be read', async ({
  member: page,
  newcomer,
}) => {
  await openPage(page, '/pages/kline/index?symbol=BTC-USDT');
  await page.getByRole('button', { name: words('market:alerts.of', { symbol }) }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel(words('market:alerts.price')).fill('99999999');
  const above = words('market:alerts.above', { price: '99,999,999' });
  await sheet.getByRole('button', { name: above }).click();
  await expect(sheet.getByRole('button', { name: words('market:alerts.remove', { symbol, alert: above }) })).toBeVisible();
  await sheet.getByRole('button', { name: words('market:alerts.title'), exact: true }).click();
  await page.getByRole('button', { name: words('market:alerts.remove', { symbol, alert: above }) }).click();
  await expect(page.getByText(words('market:alerts.none'))).toBeVisible();

  await turnTo(page, '/pages/notification/index');
  // Every price is above this one: the next tick reaches it.
  await callExchange('alertSet', { symbol: 'BTC-USDT', direction: 'above', price: '1' }, newcomer.session.token);
  const told = page.getByRole('button', { name: `${symbol} reached 1` });
  await expect(told.first()).toBeVisible();
  await told.first().click();
  await expect(page.getByRole('heading', { name: `${symbol} reached 1` })).toBeVisible();
  await turnTo(page, '/pages/notification/index');
  await page.getByRole('button', { name: words('market:notifications.readAll') }).click();
  await expect(page.getByRole('img', { name: words('market:notifications.new') })).toHaveCount(0);
  await turnTo(page, '/pages/index/index');
  await expect(page.getByRole('button', { name: words('market:notifications.title'), exact: true })).toBeVisible();
});
