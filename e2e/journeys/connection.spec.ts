/** A tunnel: the connection is lost and comes back. */
import { expect } from 'playwright/test';
import { test } from '../fixtures/session';
import { Frame } from '../pages/Frame';
import { MarketListPage } from '../pages/MarketListPage';
import { shownPrice } from '../pages/marketRow';

const tunnelMs = 5000;

test('five seconds without a network: the app says so and prices stand still; then they go on by themselves', async ({ visitor }) => {
  const market = await new MarketListPage(visitor).open();
  await market.isShown();
  const row = market.row('BTC-USDT');
  const start = await shownPrice(row);
  await expect.poll(() => shownPrice(row)).not.toBe(start);

  const frame = new Frame(visitor);
  await visitor.context().setOffline(true);
  const backAt = performance.now() + tunnelMs;
  await expect(frame.connectionLost).toBeVisible();
  const still = await shownPrice(row);
  await expect.poll(() => performance.now() > backAt).toBe(true);
  expect(await shownPrice(row)).toBe(still);
  await expect(frame.connectionLost).toBeVisible();

  await visitor.context().setOffline(false);
  await expect(frame.connectionLost).toBeHidden();
  await expect.poll(() => shownPrice(row)).not.toBe(still);
});
