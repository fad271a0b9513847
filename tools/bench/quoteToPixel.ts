/**
 * From a quote's sending to the frame that shows it, on a phone four times slower than this machine: the market list with
 * 200 symbols, against a page that writes the text nodes in view and nothing else. 5 batches a second, as the server sends.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { openBrowser, openMeasured, type MeasuredPage } from './measuredPage';
import { pairedRatios, quantile, report } from './pairedRatios';
import { playMarket } from './playedMarket';
import { directList } from './referencePages';
import { upstreamApp } from './upstreamApp';

const count = 200;
const batches = 40;
const symbols = Array.from({ length: count }, (_, n) => ({ symbol: `B${n}-USDT`, price: '100.00' }));
const probed = 'B1-USDT';

const app = await upstreamApp();
const market = await playMarket({ upstream: app.origin, symbols, pages: { '/bench/direct': directList(count) } });
const browser = await openBrowser();
try {
  const ours = await openMeasured(browser, `${market.url}/h5/#/pages/market/index`);
  await ours.page.getByText('B1/USDT').first().waitFor({ timeout: 60_000 });
  const direct = await openMeasured(browser, `${market.url}/bench/direct`);
  await pause(3000);
  const all: number[] = [];
  const delayOf = async (measured: MeasuredPage, kept?: number[]): Promise<number> => {
    const delays = await delaysOf(measured);
    kept?.push(...delays);
    return quantile(delays, 0.5);
  };
  report(
    'Quote to pixel, 4x throttle, 200 symbols',
    'ms (median)',
    await pairedRatios(
      () => delayOf(direct),
      () => delayOf(ours, all),
    ),
    '1.05 or less of direct writes',
  );
  console.log(`  99 % of ${all.length} quotes within ${quantile(all, 0.99).toFixed(0)} ms; target 40 ms`);
} finally {
  await browser.close();
  await market.close();
  await app.stop();
}

async function delaysOf({ page }: MeasuredPage): Promise<number[]> {
  await page.bringToFront();
  await pause(300);
  // A figure is noticed by its text; the frame after the next has been painted with it.
  await page.evaluate(() => {
    const seen: Record<string, number> = {};
    Object.assign(window, { seenPrices: seen });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const text = target.textContent?.replace(/,/g, '') ?? '';
        if (!/^\d+\.\d\d$/.test(text) || text in seen) continue;
        seen[text] = 0;
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => (seen[text] = Date.now());
          port2.postMessage(null);
        });
      }
    }).observe(document.body, { subtree: true, characterData: true, childList: true });
  });
  const sent = new Map<string, number>();
  for (let batch = 0; batch < batches; batch += 1) {
    const price = (1000 + Math.random() * 8000).toFixed(2);
    market.send(
      symbols.map(({ symbol }) => ({ symbol, price: symbol === probed ? price : (90 + Math.random() * 20).toFixed(2) })),
    );
    sent.set(price, Date.now());
    await pause(200);
  }
  const seen = await page.evaluate(() => (window as unknown as { seenPrices: Record<string, number> }).seenPrices);
  const delays = [...sent].flatMap(([price, atMs]) => ((seen[price] ?? 0) > 0 ? [(seen[price] as number) - atMs] : []));
  // A page that is too slow shows the next quote instead: that is by design, but then there is nothing to measure.
  if (delays.length < batches / 2)
    throw new Error(`only ${delays.length} of ${batches} quotes were seen on the page: the machine is too busy`);
  return delays;
}
