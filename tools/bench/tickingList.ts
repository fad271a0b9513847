/**
 * A list of 200 ticking symbols on a phone four times slower than this machine: main-thread work a second of the market
 * list, against a page that writes the text nodes in view and nothing else. 20 batches a second, every symbol in each.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { openBrowser, openMeasured, type MeasuredPage } from './measuredPage';
import { pairedRatios, report } from './pairedRatios';
import { playMarket } from './playedMarket';
import { carelessList, directList } from './referencePages';
import { upstreamApp } from './upstreamApp';

const count = 200;
const batchesASecond = 20;
const seconds = 4;
const symbols = Array.from({ length: count }, (_, n) => ({ symbol: `B${n}-USDT`, price: '100.00' }));

const app = await upstreamApp();
const market = await playMarket({
  upstream: app.origin,
  symbols,
  pages: { '/bench/direct': directList(count), '/bench/careless': carelessList(count) },
});
const browser = await openBrowser();
try {
  const ours = await openMeasured(browser, `${market.url}/h5/#/pages/market/index`);
  await ours.page.getByText('B0/USDT').first().waitFor({ timeout: 60_000 });
  const direct = await openMeasured(browser, `${market.url}/bench/direct`);
  const careless = await openMeasured(browser, `${market.url}/bench/careless`);
  await pause(3000);
  report(
    'List of 200 ticking symbols, 4x throttle: main-thread work',
    'ms a second',
    await pairedRatios(
      () => workOf(direct),
      () => workOf(ours),
    ),
    '1.15 or less of direct writes to the rows in view',
  );
  report(
    'The same against every row written with every batch',
    'ms a second',
    await pairedRatios(
      () => workOf(careless),
      () => workOf(ours),
      5,
    ),
    '0.25 or less',
  );
  const frames = await longFrames(ours);
  console.log(`  frames over 25 ms in ${seconds} s: ${frames.long} of ${frames.all}`);
} finally {
  await browser.close();
  await market.close();
  await app.stop();
}

async function tick(): Promise<void> {
  for (let batch = 0; batch < seconds * batchesASecond; batch += 1) {
    market.send(symbols.map(({ symbol }) => ({ symbol, price: (90 + Math.random() * 20).toFixed(2) })));
    await pause(1000 / batchesASecond);
  }
}

/** Only the measured page is in front: the others are hidden and get no frames. */
async function workOf(measured: MeasuredPage): Promise<number> {
  await measured.page.bringToFront();
  await pause(300);
  const { taskMs, wallMs } = await measured.work(tick);
  return (taskMs / wallMs) * 1000;
}

async function longFrames({ page }: MeasuredPage): Promise<{ long: number; all: number }> {
  await page.bringToFront();
  const counting = page.evaluate(
    (forMs) =>
      new Promise<{ long: number; all: number }>((resolve) => {
        const found = { long: 0, all: 0 };
        const sinceMs = performance.now();
        let before = sinceMs;
        const frame = (nowMs: number) => {
          found.all += 1;
          if (nowMs - before > 25) found.long += 1;
          before = nowMs;
          if (nowMs - sinceMs < forMs) requestAnimationFrame(frame);
          else resolve(found);
        };
        requestAnimationFrame(frame);
      }),
    seconds * 1000,
  );
  await tick();
  return counting;
}
