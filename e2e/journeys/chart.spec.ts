/** The chart page: candles are drawn, the last one is alive, timeframes change it, and the trade buttons lead to the ticket. */
import { expect } from 'playwright/test';
import { test } from '../fixtures/session';
import { ChartPage } from '../pages/ChartPage';
import { MarketListPage } from '../pages/MarketListPage';

test('candles are drawn and the last one moves; another timeframe shows other candles', async ({ visitor }) => {
  const market = await new MarketListPage(visitor).open();
  await market.isShown();
  const chart = await market.openMarket('BTC-USDT');
  await chart.isShown('BTC-USDT');
  await chart.showFrame('1m');
  await expect.poll(() => chart.candleCount()).toBeGreaterThan(50);
  expect(await chart.drawnCandles()).toBeGreaterThan(20);

  const close = chart.lastCandle('close');
  const before = await close.innerText();
  expect(before).toMatch(/^[\d,]+\.\d{2}$/);
  await expect(close).not.toHaveText(before);

  const minute = await chart.candles.getAttribute('aria-label');
  const opened = await chart.lastCandle('open').innerText();
  await chart.showFrame('1d');
  await expect(chart.candles).not.toHaveAttribute('aria-label', minute ?? '');
  await expect(chart.lastCandle('open')).not.toHaveText(opened);
  await expect.poll(() => chart.candleCount()).toBeGreaterThan(20);
});

test('with the keyboard: arrows walk along the candles and say each one', async ({ visitor }) => {
  const chart = await new ChartPage(visitor).open('ETH-USDT');
  await chart.isShown('ETH-USDT');
  await chart.candles.focus();
  await visitor.keyboard.press('ArrowLeft');
  const said = await chart.candles.getAttribute('aria-valuetext');
  expect(said).toMatch(/open [\d,.]+, high [\d,.]+, low [\d,.]+, close [\d,.]+/);
  await visitor.keyboard.press('ArrowLeft');
  await expect(chart.candles).not.toHaveAttribute('aria-valuetext', said ?? '');
});

test('Long leads to the ticket of the same market', async ({ visitor }) => {
  const chart = await new ChartPage(visitor).open('EUR-USD');
  await expect(chart.heading('EUR/USD')).toBeVisible();
  const contract = await chart.trade('long');
  await contract.isShown();
  await expect(contract.market).toHaveAccessibleName(/EUR-USD/);
});
