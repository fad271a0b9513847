/**
 * One update of the last candle, 300 candles loaded, ten a second, on a phone four times slower than this machine: main-
 * thread work of the chart page, against the library's own update and redraw of the same candles.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { openBrowser, openMeasured, type MeasuredPage } from './measuredPage';
import { pairedRatios, report } from './pairedRatios';
import { playMarket } from './playedMarket';
import { ownRedrawChart } from './referencePages';
import { upstreamApp } from './upstreamApp';

const symbol = 'B0-USDT';
const seconds = 4;
const updatesASecond = 10;
const minuteMs = 60_000;
const nowMs = Math.floor(Date.now() / minuteMs) * minuteMs;
const candles = Array.from(
  { length: 300 },
  (_, n) =>
    [
      nowMs - (299 - n) * minuteMs,
      100 + Math.sin(n / 9),
      102 + Math.sin(n / 9),
      98 + Math.sin(n / 9),
      100 + Math.sin((n + 1) / 9),
    ] as const,
);
const wireCandles = candles.map(([atMs, ...figures]) => [atMs, ...figures.map((figure) => figure.toFixed(2)), '1000']);

const app = await upstreamApp();
const market = await playMarket({
  upstream: app.origin,
  symbols: [{ symbol, price: '100.00' }],
  answers: {
    'currency/new_timeshar': (query) => ({
      symbol,
      frame: query.get('frame') ?? '1m',
      candles: query.get('before') === null ? wireCandles : [],
      hasOlder: false,
      serverMs: Date.now(),
    }),
  },
  pages: { '/bench/redraw': ownRedrawChart(candles, symbol) },
});
const browser = await openBrowser();
try {
  const ours = await openMeasured(browser, `${market.url}/h5/#/pages/kline/index?symbol=${symbol}`);
  await ours.page.locator('.highcharts-candlestick-series').first().waitFor({ state: 'attached', timeout: 60_000 });
  const redraw = await openMeasured(browser, `${market.url}/bench/redraw`);
  await pause(4000);
  report(
    'One chart update, 4x throttle',
    'ms',
    await pairedRatios(
      () => workPerUpdate(redraw),
      () => workPerUpdate(ours),
    ),
    "0.6 or less of the library's own redraw",
  );
} finally {
  await browser.close();
  await market.close();
  await app.stop();
}

async function workPerUpdate(measured: MeasuredPage): Promise<number> {
  await measured.page.bringToFront();
  await pause(300);
  const idle = await measured.work(() => pause(2000));
  const busy = await measured.work(async () => {
    for (let update = 0; update < seconds * updatesASecond; update += 1) {
      market.send([{ symbol, price: (99.5 + Math.random()).toFixed(2) }]);
      await pause(1000 / updatesASecond);
    }
  });
  const idleRate = idle.taskMs / idle.wallMs;
  return Math.max(0.01, (busy.taskMs - idleRate * busy.wallMs) / (seconds * updatesASecond));
}
