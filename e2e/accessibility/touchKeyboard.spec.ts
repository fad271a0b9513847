/** For hands, keyboards and people whom movement makes ill: targets in sheets (those of pages: axe.spec), focus, reduced motion. */
import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures/session';
import { ChartPage } from '../pages/ChartPage';
import { ContractPage } from '../pages/ContractPage';
import { HomePage } from '../pages/HomePage';
import { LeveragePanel } from '../pages/LeveragePanel';
import { LoginPage } from '../pages/LoginPage';
import { SpotPage } from '../pages/SpotPage';
import { smallTargets } from './smallTargets';

test.use({ goesOn: true });

test('trading: what is tapped is 44 pixels or more, in the sheets and with stops turned on', async ({ member }) => {
  const spot = await new SpotPage(member).open('BTC-USDT', 'buy');
  await spot.isShown();
  await spot.amount.fill('0.0005');
  await (await spot.order()).isShown();
  expect.soft(await smallTargets(member, 'dialog[open]'), 'spot confirm').toEqual([]);

  const panel = await new LeveragePanel(member).open('BTC-USDT');
  await panel.isShown();
  await panel.turnStopsOn();
  expect.soft(await smallTargets(member), 'leverage').toEqual([]);
  await panel.leverage.click();
  await expect(panel.leverageSheet).toBeVisible();
  expect.soft(await smallTargets(member, 'dialog[open]'), 'leverage sheet').toEqual([]);
  await member.keyboard.press('Escape');
  await (await panel.order('long', '0.001')).isShown();
  expect.soft(await smallTargets(member, 'dialog[open]'), 'leverage order').toEqual([]);

  const chart = await new ChartPage(member).open('BTC-USDT');
  await chart.isShown('BTC-USDT');
  await chart.settings();
  expect.soft(await smallTargets(member, 'dialog[open]'), 'chart settings').toEqual([]);
});

test('trading, by Tab alone: the focus is seen wherever it is, and a level of the book is picked with the keys', async ({
  member,
}) => {
  const spot = await new SpotPage(member).open('ETH-USDT', 'buy');
  await spot.isShown();
  expect.soft(await unseenFocus(member, 26), 'spot').toEqual([]);
  await spot.price.fill('1');
  await member.getByRole('listbox').last().focus();
  await member.keyboard.press('ArrowDown');
  await member.keyboard.press('Enter');
  await expect(spot.price).toHaveValue(/^\d{3,}\.\d{2}$/);

  const panel = await new LeveragePanel(member).open('ETH-USDT');
  await panel.isShown();
  expect.soft(await unseenFocus(member, 26), 'leverage').toEqual([]);
  const sheet = await panel.order('long', '0.01');
  await sheet.isShown();
  expect.soft(await unseenFocus(member, 4), 'leverage order').toEqual([]);
  await member.keyboard.press('Escape');
  await expect(sheet.preview).toBeHidden();
  await expect(panel.direction('long')).toBeFocused();

  await (await new ChartPage(member).open('ETH-USDT')).isShown('ETH-USDT');
  expect.soft(await unseenFocus(member, 26), 'chart').toEqual([]);
});

test('login and ticket, by Tab alone: the focus is seen wherever it is', async ({ member, visitor }) => {
  await new LoginPage(visitor).open();
  await new LoginPage(visitor).isShown();
  expect(await unseenFocus(visitor, 8)).toEqual([]);
  await (await new ContractPage(member).open()).isShown();
  expect(await unseenFocus(member, 16)).toEqual([]);
});

test('trading: who wants less motion has none, on the ticket, in its sheet and on the chart', async ({ member }) => {
  await member.emulateMedia({ reducedMotion: 'reduce' });
  const spot = await new SpotPage(member).open('BTC-USDT', 'buy');
  await spot.isShown();
  await spot.amount.fill('0.0005');
  expect(await mostMoving(member, 2000)).toBe(0);
  await (await spot.order()).isShown();
  expect(await mostMoving(member, 1000)).toBe(0);

  await (await new ChartPage(member).open('BTC-USDT')).isShown('BTC-USDT');
  // Of each bar of the book one, however short, is work for the whole page.
  expect(await transitionsWithin(member, 1500)).toBe(0);
});

test('home: prices flash; for who wants less motion nothing moves', async ({ visitor }) => {
  await visitor.emulateMedia({ reducedMotion: 'no-preference' });
  const home = await new HomePage(visitor).open();
  await home.isShown();
  await expect.poll(() => movingThings(visitor), { intervals: [50] }).toBeGreaterThan(0);

  await visitor.emulateMedia({ reducedMotion: 'reduce' });
  await visitor.reload();
  await home.isShown();
  expect(await mostMoving(visitor, 4000)).toBe(0);
});

/** Goes through `stops` stops of the Tab key and answers those at which nothing shows the focus. */
async function unseenFocus(page: Page, stops: number): Promise<string[]> {
  const unseen: string[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    const place = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return undefined;
      const shows = (element: Element | null): boolean => {
        if (element === null) return false;
        const style = getComputedStyle(element);
        return (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2) || style.boxShadow.includes('inset');
      };
      // A field's ring is its box's, around the buttons in it.
      if (shows(focused) || shows(focused.parentElement) || shows(focused.parentElement?.parentElement ?? null)) return undefined;
      return focused.outerHTML.slice(0, 160);
    });
    if (place !== undefined) unseen.push(place);
  }
  return unseen;
}

/** Animations and transitions that run right now and last long enough to be seen. */
function movingThings(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration ?? 0) > 20)
        .length,
  );
}

/** How many transitions begin within that time, those included that nobody could see. */
function transitionsWithin(page: Page, forMs: number): Promise<number> {
  return page.evaluate(
    (ms) =>
      new Promise<number>((resolve) => {
        let begun = 0;
        const count = () => (begun += 1);
        document.addEventListener('transitionrun', count);
        setTimeout(() => {
          document.removeEventListener('transitionrun', count);
          resolve(begun);
        }, ms);
      }),
    forMs,
  );
}

/** The most that moved at once while one looked. */
async function mostMoving(page: Page, forMs: number): Promise<number> {
  const seen: number[] = [];
  const until = performance.now() + forMs;
  await expect
    .poll(
      async () => {
        seen.push(await movingThings(page));
        return performance.now() > until;
      },
      { intervals: [50] },
    )
    .toBe(true);
  return Math.max(...seen);
}
