/**
 * Other scripts on a phone's width, large letters, small screens: nothing reaches beyond the screen and no word of a button is cut. Words
 * that are longer than those of any language are judged on every page by axe.spec.ts.
 */
import { expect, type Page } from 'playwright/test';
import type { Language } from '@tessera/shared/contract';
import { rememberedBrowser } from '../fixtures/rememberedBrowser';
import { moneyAtWork } from '../fixtures/moneyAtWork';
import { phone } from '../fixtures/phone';
import { registerNewcomer } from '../fixtures/registerNewcomer';
import { test } from '../fixtures/session';
import { wordsOf, type Words } from '../fixtures/words';
import { betweenPages, openPage } from '../pages/openPage';
import { isAtRest, turnTo } from '../pages/turnTo';
import { beyondTheScreen } from './beyondTheScreen';
import { cutWords } from './cutWords';
import { largerThanTheirLine } from './largerThanTheirLine';
import { speakAnother } from './speakAnother';
import { wordsInPieces } from './wordsInPieces';

test.setTimeout(240_000);

/** One visit for all: to load the app costs more than five pages of it. */
let page: Page;
test.beforeAll(async ({ browser }) => {
  const person = await registerNewcomer();
  await moneyAtWork(person);
  page = await browser.newPage({ storageState: rememberedBrowser(person.session) });
  await openPage(page, '/pages/index/index');
  await isAtRest(page);
});
test.afterAll(() => page.context().close());

// No path follows itself: see turnTo.
const addresses = [
  '/pages/trade/index?symbol=DOGE-USDT',
  '/pages/contract/index?product=seconds&symbol=BTC-USDT',
  '/pages/trade/order?tab=history',
  '/pages/contract/index?product=leverage&symbol=BTC-USDT',
  '/pages/contract/info?product=leverage',
  '/pages/contract/index?product=leverage&symbol=EUR-USD',
  '/pages/contract/transactionRecords?product=leverage',
  '/pages/kline/index?symbol=BTC-USDT',
  '/pages/whdetail/index?symbol=XAU-USD',
  '/pages/contract/incidents',
  '/pages/fairness/index',
  '/pages/alerts/index',
  '/pages/notification/index',
  '/pages/user/data',
  '/pages/user/primaryAuth',
  '/pages/user/seniorAuth',
  '/pages/user/editPhone',
  '/pages/user/devices',
  '/pages/user/limits',
  '/pages/kefu/index',
  '/pages/user/credit',
  '/pages/user/invite',
  '/pages/location/choose',
  '/pages/location/open?lat=47.37&lon=8.55',
  '/pages/webview/index?url=https://www.geonames.org/',
];

/** Letters that only the one of them has. */
const scripts = { th: /\p{Script=Thai}/u, zh: /\p{Script=Han}/u } as const satisfies Partial<Record<Language, RegExp>>;

test('trading pages in th and zh', async () => {
  await page.setViewportSize(phone.viewport);
  let [shown, other]: readonly [keyof typeof scripts, keyof typeof scripts] = ['th', 'zh'];
  await speakAnother(page, shown);
  for (const address of [...addresses, ...moneyPages]) {
    await turnTo(page, address);
    await fits(`${address}, ${shown}`);
    // The page stays and speaks the other one.
    await speakAnother(page, other);
    const words = () => page.getByRole('main').innerText();
    await expect.poll(words).toMatch(scripts[other]);
    if (scripts[shown].test(await words())) {
      // What the exchange wrote comes in the other one when it is asked for again.
      await turnTo(page, betweenPages);
      await turnTo(page, address);
    }
    expect(await words(), address).not.toMatch(scripts[shown]);
    await fits(`${address}, ${other}`);
    [shown, other] = [other, shown];
  }
});

async function fits(what: string): Promise<void> {
  expect.soft(await beyondTheScreen(page), what).toEqual([]);
  expect.soft(await cutWords(page), what).toEqual([]);
}

/** Money in and out, and the pages around the trade. */
const moneyPages = [
  '/pages/assets/exchange',
  '/pages/InterestTreasure/index?product=loans',
  '/pages/assets/liabilities',
  '/pages/InterestTreasure/order?product=loans',
  '/pages/assets/statement',
  '/pages/bankcard/index',
  '/pages/assets/withdraw',
  '/pages/bankcard/add',
  '/pages/assets/topup',
  '/pages/bankcard/addbank',
  '/pages/assets/withdrawOrder',
  '/pages/assets/topupOrder',
  '/pages/assets/c2c',
  '/pages/InterestTreasure/index',
  '/pages/InterestTreasure/detail?id=2',
  '/pages/InterestTreasure/order',
];
const aroundTheTrade = [
  '/pages/user/credit',
  '/pages/user/invite',
  '/pages/service/index',
  '/pages/kefu/index',
  '/pages/alerts/index',
  '/pages/notification/index',
  '/pages/help/index',
  '/pages/search/index',
  '/pages/location/choose',
];

const endedOrders = ['/pages/trade/order?tab=history', '/pages/contract/transactionRecords?product=leverage'];

const tickets = [
  '/pages/contract/index?product=seconds&symbol=BTC-USDT',
  '/pages/trade/index?symbol=BTC-USDT',
  '/pages/contract/index?product=leverage&symbol=BTC-USDT',
  '/pages/kline/index?symbol=BTC-USDT',
  '/pages/contract/index?product=leverage&symbol=EUR-USD',
  '/pages/whdetail/index?symbol=EUR-USD',
];
const screens = [
  { name: 'the smallest phone', viewport: { width: 320, height: 568 }, textSize: '100%' },
  { name: 'letters of twice the size', viewport: { width: 390, height: 844 }, textSize: '200%' },
] as const;

test('where orders are placed, on the smallest phone and with letters of twice the size', async () => {
  // Its words on the buttons are the longest.
  await speakAnother(page, 'pt');
  for (const { name, viewport, textSize } of screens) {
    await page.setViewportSize(viewport);
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), textSize);
    for (const address of tickets) {
      await turnTo(page, address);
      expect.soft(await wordsInPieces(page), `${address}, ${name}`).toEqual([]);
      expect.soft(await halfCovered(page), `${address}, ${name}`).toEqual([]);
      for (const field of await page.locator('main form input[inputmode=decimal]:visible:enabled').all()) {
        await field.fill('1609.64');
        await field.blur();
      }
      expect.soft(await cutFigures(page), `${address}, ${name}`).toEqual([]);
      expect.soft(await focusedUnderBars(page), `${address}, ${name}`).toEqual([]);
    }
  }
});

test('pages in German with letters of twice the size, on the smallest phone', async () => {
  await speakAnother(page, 'de');
  await page.setViewportSize({ width: 320, height: 568 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const ofTheAccount = ['index', 'data', 'limits', 'primaryAuth', 'editEmail', 'editPhone', 'set'].map(
    (name) => `/pages/user/${name}`,
  );
  for (const address of [
    '/pages/login/index',
    '/pages/register/index',
    '/pages/index/index',
    ...ofTheAccount,
    '/pages/assets/index',
    ...moneyPages,
    '/pages/assets/transfer',
    '/pages/fairness/index',
    '/pages/market/index',
    ...aroundTheTrade,
    ...tickets,
    ...endedOrders,
  ]) {
    await turnTo(page, address);
    await isWhole(address, 'de');
  }
  await turnTo(page, '/pages/assets/exchange');
  await page.locator('main form input[inputmode=decimal]').first().fill('123.45');
  await nothingIsCut('an exchange');
  expect.soft(await cutFigures(page)).toEqual([]);
});

test('the total of all positions stays in sight under the header', async () => {
  // Short enough that the page is scrolled under its header.
  await page.setViewportSize({ width: 390, height: 400 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '100%'));
  await speakAnother(page, 'de');
  await turnTo(page, '/pages/contract/orderRecond');
  const card = page.getByRole('article').last();
  await card.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  const total = page.getByText(wordsOf('de')('trade:positions.floating'), { exact: true });
  await expect(total).toBeInViewport({ ratio: 1 });
  const isOnTop = (element: Element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + 2, y)));
  };
  expect(await total.evaluate(isOnTop)).toBe(true);
});

test('orders and money on the smallest phone, in languages of long words', async () => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '100%'));
  for (const language of ['it', 'pt', 'de'] as const) {
    await speakAnother(page, language);
    for (const address of [...endedOrders, ...tickets, '/pages/assets/index', '/pages/assets/statement', '/pages/user/index']) {
      await turnTo(page, address);
      await isWhole(address, language);
    }
  }
});

/** What opens a sheet of a page: the first of ended orders, settings, a question. */
const openers: Readonly<Record<string, (words: Words) => string | RegExp>> = {
  ...Object.fromEntries(endedOrders.map((address) => [address, () => /-USDT.*USDT/s])),
  '/pages/kline/index?symbol=BTC-USDT': (words) => words('market:indicator.settings'),
  '/pages/assets/index': (words) => words('assets:action.refill'),
  '/pages/user/index': (words) => words('account:centre.logout'),
};

/** The page and a sheet of it. */
async function isWhole(address: string, language: Language): Promise<void> {
  const what = `${address}, ${language}`;
  await nothingIsCut(what);
  const opener = openers[address];
  if (opener === undefined) return;
  await page
    .getByRole('main')
    .getByRole('button', { name: opener(wordsOf(language)) })
    .first()
    .click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('heading').first()).toBeVisible();
  await expect(sheet.locator('[aria-busy=true]')).toHaveCount(0);
  await nothingIsCut(`${what}, a sheet`);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
}

async function nothingIsCut(what: string): Promise<void> {
  await expect.soft.poll(() => beyondTheScreen(page), { message: what, timeout: 5000 }).toEqual([]);
  expect.soft(await wordsInPieces(page), what).toEqual([]);
  expect.soft(await cutWords(page), what).toEqual([]);
  expect.soft(await largerThanTheirLine(page), what).toEqual([]);
}

test('the judge can tell: a line that is too wide or too low and a word that is cut are found', async ({ page }) => {
  await page.setContent(
    '<meta name="viewport" content="width=device-width, initial-scale=1"><main><h1>x</h1><p style="width:600px">wide</p><p style="font-size:20px;line-height:15px">high</p><button style="width:30px;overflow:hidden;white-space:nowrap">Auftragsbestätigung</button></main>',
  );
  expect(await beyondTheScreen(page)).toHaveLength(1);
  expect(await cutWords(page)).toHaveLength(1);
  expect(await largerThanTheirLine(page)).toEqual(['high']);
});

test('the judge can tell: words that are not whole and a field half under a bar are found', async ({ page }) => {
  await page.setContent(
    `<meta name="viewport" content="width=device-width, initial-scale=1"><main><h1>x</h1>
     <button style="width:60px;overflow-wrap:anywhere">Leverage</button>
     <select style="width:80px"><option>A very long choice</option></select>
     <p style="width:40px">One two six ten as we go</p>
     <p style="width:40px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">Shortened</p>
     <p style="width:40px;overflow-wrap:anywhere;hyphens:auto">Verpflichtung <b>BTC-USDT</b></p>
     <label style="position:fixed;bottom:20px;left:0"><input style="height:40px"></label>
     <div style="position:fixed;bottom:0;left:0;height:40px;width:100%;background:#fff"></div></main>`,
  );
  expect(await wordsInPieces(page)).toEqual([
    'Leverage',
    'in 7 lines: One two six ten as we go',
    'shortened: Shortened',
    'USDT',
    'shortened: A very long choice',
  ]);
  expect(await halfCovered(page)).toHaveLength(1);
});

test('the judge can tell: a figure that is longer than its field and a field that the keyboard finds under a bar', async ({
  page,
}) => {
  await page.setContent(
    `<meta name="viewport" content="width=device-width, initial-scale=1"><main><form><h1>x</h1>
     <label style="position:fixed;bottom:0;left:0"><input inputmode="decimal" value="100703.72" style="width:40px"></label>
     <div style="position:fixed;bottom:0;left:0;height:80px;width:100%;background:#fff"></div></form></main>`,
  );
  expect(await cutFigures(page)).toEqual(['100703.72']);
  expect(await focusedUnderBars(page)).toHaveLength(1);
});

/** Fields that lie half under something that stays in its place: to be seen whole or not at all. */
function halfCovered(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('main input:not([type=radio], [type=checkbox])')].flatMap((field) => {
      const { left, top, bottom, width } = field.getBoundingClientRect();
      if (!field.checkVisibility() || width <= 1 || top < 0 || bottom > innerHeight) return [];
      const isSeen = (y: number) => {
        const hit = document.elementFromPoint(left + width / 2, y);
        return hit !== null && (hit === field || hit.contains(field) || field.closest('label')?.contains(hit) === true);
      };
      return isSeen(top + 2) === isSeen(bottom - 2) ? [] : [`${field.labels?.[0]?.innerText ?? field.name} ${top}..${bottom}`];
    }),
  );
}

/** Figures in fields that do not show all their digits. */
function cutFigures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('main input[inputmode=decimal]')].flatMap((field) =>
      field.checkVisibility() && field.scrollWidth > field.clientWidth + 1 ? [field.value] : [],
    ),
  );
}

/** Fields of a ticket that have the keyboard's focus and are hidden under what stays in its place. */
function focusedUnderBars(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('main form input[inputmode=decimal]')].flatMap((field) => {
      if (!field.checkVisibility()) return [];
      field.focus();
      const { left, top, width, height } = field.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit !== null && (hit === field || hit.contains(field))
        ? []
        : [`${field.labels?.[0]?.innerText ?? field.name} ${top}`];
    }),
  );
}
