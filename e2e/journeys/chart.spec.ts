/**
 * The chart page: candles are drawn, the last one is alive, timeframes and indicators change it, own positions lie on it, the
 * book below it moves, and the trade buttons lead to the ticket.
 */
import { expect } from 'playwright/test';
import { textIn } from '../fixtures/figureIn';
import { test } from '../fixtures/session';
import { closePosition, openPosition } from '../fixtures/trades';
import { ChartPage } from '../pages/ChartPage';
import { MarketListPage } from '../pages/MarketListPage';

test.use({ goesOn: true });

test('candles are drawn and the last one moves; another timeframe shows other candles', async ({ visitor }) => {
  const market = await new MarketListPage(visitor).open();
  await market.isShown();
  const chart = await market.openMarket('BTC-USDT');
  await chart.isShown('BTC-USDT');
  await chart.showFrame('1m');
  await expect.poll(() => chart.candleCount()).toBeGreaterThan(50);
  await expect.poll(() => chart.drawnCandles()).toBeGreaterThan(20);

  const close = chart.lastCandle('close');
  const before = await textIn(close, /^[\d,]+\.\d{2}$/);
  await expect(close).not.toHaveText(before);

  const minute = await chart.candles.getAttribute('aria-label');
  const opened = await textIn(chart.lastCandle('open'), /\d/);
  await chart.showFrame('1d');
  await expect(chart.candles).not.toHaveAttribute('aria-label', minute ?? '');
  await expect(chart.lastCandle('open')).not.toHaveText(opened);
  await expect.poll(() => chart.candleCount()).toBeGreaterThan(20);
});

test('with the keyboard: arrows walk along the candles and say each one', async ({ visitor }) => {
  const chart = await new ChartPage(visitor).open('ETH-USDT');
  await chart.isShown('ETH-USDT');
  const saysABar = () =>
    expect(chart.candles).toHaveAttribute('aria-valuetext', /open [\d,.]+, high [\d,.]+, low [\d,.]+, close [\d,.]+/);
  // Before it is drawn there is no candle to walk to.
  await saysABar();
  await chart.candles.focus();
  await visitor.keyboard.press('ArrowLeft');
  await saysABar();
  const said = await chart.candles.getAttribute('aria-valuetext');
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

test('the past: stepping back brings older bars, and the table tells the bars in sight', async ({ visitor }) => {
  const chart = await new ChartPage(visitor).open('ETH-USDT');
  await chart.isShown('ETH-USDT');
  await chart.showFrame('1m');
  await expect.poll(() => chart.candleCount()).toBeGreaterThan(50);
  const first = await chart.candleCount();
  await chart.candles.focus();
  await expect
    .poll(
      async () => {
        // Held down: the page draws once for what comes within a frame.
        await Promise.all(Array.from({ length: 10 }, () => visitor.keyboard.down('PageUp')));
        await visitor.keyboard.up('PageUp');
        return chart.candleCount();
      },
      // A busy machine draws each step late.
      { timeout: 60_000 },
    )
    .toBeGreaterThan(first + 100);
  const bars = await chart.bars();
  await expect.poll(() => bars.getByRole('row').count()).toBeGreaterThan(10);
});

test('the whole screen: the chart alone, still alive; Escape leads back', async ({ visitor }) => {
  const chart = await new ChartPage(visitor).open('BTC-USDT');
  await chart.isShown('BTC-USDT');
  const full = await chart.toFullScreen('BTC-USDT');
  await expect(full.getByRole('slider')).toBeVisible();
  const close = chart.valueOf('C', full);
  const before = await textIn(close, /\d/);
  await expect(close).not.toHaveText(before);
  await visitor.keyboard.press('Escape');
  await expect(full).toBeHidden();
  await expect(chart.candles).toBeVisible();
});

test('the book and the trades of a crypto market move; forex has hours instead', async ({ visitor }) => {
  const chart = await new ChartPage(visitor).open('BTC-USDT');
  await chart.isShown('BTC-USDT');
  await chart.tab('book').click();
  await expect(chart.book('BTC-USDT')).toHaveCount(16);
  const best = await textIn(chart.book('BTC-USDT').nth(1), /\d/);
  await expect(chart.book('BTC-USDT').nth(1)).not.toHaveText(best);
  await expect(visitor.getByRole('button', { name: 'Modelled book' })).toBeVisible();
  await chart.tab('trades').click();
  await expect.poll(() => chart.trades('BTC-USDT').count()).toBeGreaterThan(5);
  const newest = await textIn(chart.trades('BTC-USDT').nth(1), /\d/);
  await expect(chart.trades('BTC-USDT').nth(1)).not.toHaveText(newest);

  await chart.open('EUR-USD');
  await expect(chart.tab('book')).toHaveCount(0);
  await chart.tab('sessions').click();
  await expect(visitor.getByRole('tabpanel').getByRole('table')).toBeVisible();
});

test('from one market to another on the page: no figure of the first stands under the name of the second', async ({
  visitor,
}) => {
  const chart = await new ChartPage(visitor).open('BTC-USDT');
  await chart.isShown('BTC-USDT');
  await expect.poll(() => chart.candleCount()).toBeGreaterThan(50);
  await chart.watchFigures('XAU/USD');
  await chart.chooseMarket('XAU-USD', 'metal');
  await expect(chart.heading('XAU/USD')).toBeVisible();
  await expect(chart.candles).toHaveAccessibleName(/^XAU\/USD/);
  const close = chart.lastCandle('close');
  const before = await textIn(close, /\d/);
  await expect(close).not.toHaveText(before);
  // An ounce of gold costs thousands, a bitcoin a hundred thousand.
  expect((await chart.seenFigures()).filter((figure) => figure > 20_000)).toEqual([]);
});

// The last of the visit: whatever is drawn beside the candles is drawn again with every price.
test('indicators: each is drawn with its legend, kept over a reload, and its parameters can be changed', async ({ visitor }) => {
  const chart = await new ChartPage(visitor).open('BTC-USDT');
  await chart.isShown('BTC-USDT');
  for (const [kind, line] of [
    ['ma', 'MA\\d+'],
    ['boll', 'UP'],
    ['macd', 'DIF'],
    ['rsi', 'RSI\\d+'],
  ] as const) {
    if ((await chart.indicator(kind).getAttribute('aria-pressed')) === 'false') await chart.indicator(kind).click();
    await expect(chart.indicator(kind)).toHaveAttribute('aria-pressed', 'true');
    await expect(chart.legend(line).first()).toBeVisible();
  }
  await chart.indicator('boll').click();
  await expect(chart.legend('UP')).toHaveCount(0);
  await visitor.reload();
  await expect(chart.legend('DIF').first()).toBeVisible();
  await expect(chart.legend('UP')).toHaveCount(0);

  const settings = await chart.settings();
  await settings.getByRole('region', { name: /^RSI/ }).getByRole('textbox').first().fill('9');
  await settings.getByRole('button', { name: 'Close' }).click();
  await expect(chart.legend('RSI9').first()).toBeVisible();
});

test('a position is a line on the chart with its floating result, and a row of the table, until it is closed', async ({
  member,
  newcomer,
}) => {
  const { token = '' } = newcomer.session;
  const id = await openPosition(token, 'LINK-USDT', '2');
  const chart = await new ChartPage(member).open('LINK-USDT');
  await chart.isShown('LINK-USDT');
  await expect(chart.ownLine('Long 2')).toBeVisible();
  await expect(chart.ownLine('Long 2')).toContainText(/[-+]?\d+\.\d{2}$/);
  const bars = await chart.bars();
  await expect(chart.valueOf('Long 2', bars)).toHaveText(/^[\d.]+$/);
  await bars.getByRole('button', { name: 'Close' }).click();
  await closePosition(token, id);
  await expect(chart.ownLine('Long 2')).toHaveCount(0);
});
