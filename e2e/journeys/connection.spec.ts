/** A tunnel, or another app in front: the connection is lost and comes back. */
import { expect, type Page } from 'playwright/test';
import { textIn } from '../fixtures/figureIn';
import { test } from '../fixtures/session';
import { LeveragePanel } from '../pages/LeveragePanel';
import { SpotPage } from '../pages/SpotPage';
import { Frame } from '../pages/Frame';
import { MarketListPage } from '../pages/MarketListPage';
import { priceIn, shownPrice } from '../pages/marketRow';

test.use({ goesOn: true });

const tunnelMs = 5000;
const longTunnelMs = 20_000;

test('five seconds without a network: the app says so and prices stand still; then they go on by themselves', async ({
  visitor,
}) => {
  const market = await new MarketListPage(visitor).open();
  await market.isShown();
  const row = market.row('BTC-USDT');
  const start = await priceIn(row);
  await expect.poll(() => shownPrice(row)).not.toBe(start);

  const frame = new Frame(visitor);
  await visitor.context().setOffline(true);
  const backAt = performance.now() + tunnelMs;
  await expect(frame.connectionLost).toBeVisible();
  // What came last may be painted a moment after.
  const still = await settled(() => shownPrice(row));
  await expect.poll(() => performance.now() > backAt).toBe(true);
  expect(await shownPrice(row)).toBe(still);
  await expect(frame.connectionLost).toBeVisible();

  await visitor.context().setOffline(false);
  await expect(frame.connectionLost).toBeHidden();
  await expect.poll(() => shownPrice(row)).not.toBe(still);
});

test('twenty seconds without a network over a ticket: old prices say their age, nothing can be ordered, then it goes on by itself', async ({
  member,
}) => {
  const panel = await new LeveragePanel(member).open('BTC-USDT');
  await panel.isShown();
  await expect(panel.direction('long')).toBeEnabled();
  const frame = new Frame(member);
  await member.context().setOffline(true);
  const backAt = performance.now() + longTunnelMs;
  await expect(frame.connectionLost).toBeVisible();
  await expect(panel.refusal('You are offline')).toBeDisabled();
  await expect(panel.market).toContainText(/\d+ sec old/);
  await expect.poll(() => performance.now() > backAt, { timeout: longTunnelMs + 5000 }).toBe(true);
  await expect(panel.direction('long')).toHaveCount(0);

  await member.context().setOffline(false);
  await expect(frame.connectionLost).toBeHidden();
  await expect(panel.direction('long')).toBeEnabled();
  await expect(panel.market).not.toContainText('old');
  const price = await textIn(panel.direction('long'), /\d/);
  await expect(panel.direction('long')).not.toHaveText(price);
});

test('another app in front: the hidden page asks for no prices; seen again, book and ticket are live at once', async ({
  visitor,
}) => {
  const spot = await new SpotPage(visitor).open('BTC-USDT', 'buy');
  await spot.isShown();
  await hide(visitor, true);
  const still = await settled(() => spot.levels('ask').last().innerText());
  expect(await spot.levels('ask').last().innerText()).toBe(still);
  await hide(visitor, false);
  await expect(spot.levels('ask').last()).not.toHaveText(still ?? '');
  await expect(new Frame(visitor).connectionLost).toBeHidden();
});

/** A browser under test never hides its page, so the page is told so the way a browser tells it. */
async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isHidden ? 'hidden' : 'visible',
  );
}

/** What a value is once it has stood still for three looks, a second apart. */
async function settled<Value>(look: () => Promise<Value>): Promise<Value | undefined> {
  const seen: Value[] = [];
  await expect
    .poll(
      async () => {
        seen.push(await look());
        return new Set(seen.slice(-3)).size === 1 && seen.length >= 3;
      },
      { intervals: [1000] },
    )
    .toBe(true);
  return seen.at(-1);
}
