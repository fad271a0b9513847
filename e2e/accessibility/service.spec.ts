/** Customer service never covers an amount or an action: on tickets, charts, forms and lists, on small and large screens. */
import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures/session';
import { wordsOf } from '../fixtures/words';
import { openPage } from '../pages/openPage';
import { isAtRest, turnTo } from '../pages/turnTo';

test.setTimeout(120_000);

const service = wordsOf('en')('host:service.open');
/** A page is turned to once for those that stand together. A chart that is laid on its side meanwhile takes the whole screen. */
const sizes = [
  [
    { width: 320, height: 568 },
    { width: 390, height: 844 },
  ],
  [{ width: 844, height: 390 }],
] as const;
// No path follows itself: see turnTo.
const memberPages = [
  '/pages/index/index',
  '/pages/contract/index?product=seconds',
  '/pages/trade/index?symbol=BTC-USDT',
  '/pages/contract/index?product=leverage',
  '/pages/kline/index?symbol=BTC-USDT',
  '/pages/market/index',
  '/pages/assets/index',
  '/pages/assets/transfer',
];
const visitorPages = ['/pages/login/index', '/pages/register/index'];

test('a member: nothing lies under the button', ({ member }) => nothingLiesUnder(member, memberPages));
test('a visitor: nothing lies under the button', ({ visitor }) => nothingLiesUnder(visitor, visitorPages));

/** On each of these pages, on a screen of each size. */
async function nothingLiesUnder(page: Page, addresses: readonly string[]): Promise<void> {
  await openPage(page, '/pages/user/about');
  await isAtRest(page);
  for (const together of sizes) {
    await page.setViewportSize(together[0]);
    for (const address of addresses) {
      await turnTo(page, address);
      for (const { width, height } of together) {
        await page.setViewportSize({ width, height });
        await expect(page.getByRole('button', { name: service })).toHaveCount(1);
        // The button finds its place after the page has come.
        const message = `${address}, ${width}x${height}`;
        await expect.soft.poll(() => covered(page), { message, timeout: 5000 }).toEqual([]);
      }
    }
  }
}

test('the judge can tell: a button that floats over an amount is found', async ({ page }) => {
  await page.setContent(
    `<main><p>12,345.67</p><button>Long</button></main><button aria-label="${service}" style="position:fixed;inset:0;width:300px;height:300px"></button>`,
  );
  expect(await covered(page)).toHaveLength(2);
});

/** Controls and amounts whose box meets that of the service button, without it being inside of them or they of it. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate((name) => {
    const button = document.querySelector(`button[aria-label="${name}"]`);
    if (button === null) return ['there is no service button'];
    const at = button.getBoundingClientRect();
    const meets = (box: DOMRect) =>
      box.width > 1 &&
      box.height > 1 &&
      box.left < at.right - 1 &&
      box.right > at.left + 1 &&
      box.top < at.bottom - 1 &&
      box.bottom > at.top + 1;
    const isAmount = (element: Element) => element.children.length === 0 && /\d[\d.,]*\d/.test(element.textContent ?? '');
    return [...document.querySelectorAll('main *')].flatMap((element) => {
      const counts = element.matches('button, a[href], input, select, label, [role=tab]') || isAmount(element);
      if (!counts || element === button || button.contains(element) || !element.checkVisibility()) return [];
      return meets(element.getBoundingClientRect())
        ? [`${element.tagName} ${(element.textContent ?? '').trim().slice(0, 40)}`]
        : [];
    });
  }, service);
}
