/** Long words and other scripts on a phone's width: nothing reaches beyond the screen and no word of a button is cut. */
import { expect, type Page } from 'playwright/test';
import type { Language } from '@tessera/shared/contract';
import { test } from '../fixtures/session';
import { openPage } from '../pages/openPage';

test.describe.configure({ mode: 'parallel' });
test.setTimeout(120_000);

const addresses = [
  '/pages/trade/index?symbol=DOGE-USDT',
  '/pages/trade/order?tab=history',
  '/pages/contract/index?product=seconds&symbol=BTC-USDT',
  '/pages/contract/index?product=leverage&symbol=BTC-USDT',
  '/pages/contract/index?product=leverage&symbol=EUR-USD',
  '/pages/contract/info?product=leverage',
  '/pages/contract/transactionRecords?product=leverage',
  '/pages/kline/index?symbol=BTC-USDT',
  '/pages/whdetail/index?symbol=XAU-USD',
  '/pages/user/data',
];

for (const lang of ['de', 'th', 'zh'] as const satisfies readonly Language[]) {
  test(`trading pages in ${lang}`, async ({ browserOf, newcomer }) => {
    const page = await browserOf({ ...newcomer.session, lang });
    await openPage(page, '/pages/index/index');
    for (const address of addresses) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, address);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeAttached();
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
      expect.soft(await beyondTheScreen(page), address).toEqual([]);
      expect.soft(await cutWords(page), address).toEqual([]);
    }
  });
}

test('the judge can tell: a line that is too wide and a word that is cut are found', async ({ page }) => {
  await page.setContent(
    '<meta name="viewport" content="width=device-width, initial-scale=1"><main><h1>x</h1><p style="width:600px">wide</p><button style="width:30px;overflow:hidden;white-space:nowrap">Auftragsbestätigung</button></main>',
  );
  expect(await beyondTheScreen(page)).toHaveLength(1);
  expect(await cutWords(page)).toHaveLength(1);
});

/** What ends beyond the screen's edge and is not in a row that scrolls sideways on purpose. */
function beyondTheScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isElsewhere = (element: Element): boolean => {
      for (let at = element.parentElement; at !== null && at.tagName !== 'MAIN'; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at);
        // A drawing, a row that is scrolled, or words for screen readers alone.
        if (at.tagName === 'svg' || overflowX === 'auto' || overflowX === 'scroll' || at.clientWidth === 1) return true;
      }
      return false;
    };
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const { left, right, width: own, height } = element.getBoundingClientRect();
      if (
        own <= 1 ||
        height <= 1 ||
        (right <= width + 1 && left >= -1) ||
        !element.checkVisibility() ||
        element.children.length > 0 ||
        isElsewhere(element)
      )
        return [];
      return [`${element.tagName} ${Math.round(left)}..${Math.round(right)} ${(element.textContent ?? '').trim().slice(0, 60)}`];
    });
  });
}

/** Buttons, labels and headings whose words are wider than their place. */
function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main label, main h1, main h2, main h3, main dt, main th')].flatMap(
      (element) => {
        const box = element.getBoundingClientRect();
        const words = document.createRange();
        words.selectNodeContents(element);
        const needed = words.getBoundingClientRect();
        if (!element.checkVisibility() || box.width <= 1 || (needed.left >= box.left - 2 && needed.right <= box.right + 2))
          return [];
        return [
          `${element.tagName} ${Math.round(box.width)}<${Math.round(needed.width)} ${element.innerText.trim().slice(0, 60)}`,
        ];
      },
    ),
  );
}
