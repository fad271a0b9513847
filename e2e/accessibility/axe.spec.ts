/**
 * Every page of the app in both themes, for a person on the demo account and, where a visitor sees another page, for a visitor: nothing
 * serious in axe's eyes; and for both, what is tapped is 44 pixels or more. The dark theme is the same page in other colours: it is put
 * on where the page stands, and only colours are judged again. Pages that ask a visitor to log in are only judged for a person.
 *
 * Both have a narrow phone and speak a language that nobody speaks, whose words are longer than those of any other: all words are
 * texts, none is cut, and nothing reaches beyond the screen.
 */
import { expect, type Page } from 'playwright/test';
import { pageTable, remoteNames, type RemoteName } from '@tessera/shared/federation';
import { pseudoText } from '../fixtures/pseudoText';
import { rememberedBrowser, type Remembered } from '../fixtures/rememberedBrowser';
import { test } from '../fixtures/session';
import { wordsOf } from '../fixtures/words';
import { ContractPage } from '../pages/ContractPage';
import { LeveragePanel } from '../pages/LeveragePanel';
import { LoginPage } from '../pages/LoginPage';
import { escaped } from '../pages/Screen';
import { SpotPage } from '../pages/SpotPage';
import { betweenPages, openPage } from '../pages/openPage';
import { isAtRest, notOpen, turnTo } from '../pages/turnTo';
import { anatomyOf } from './anatomyOf';
import { beyondTheScreen } from './beyondTheScreen';
import { cutWords } from './cutWords';
import { seriousFindings } from './seriousFindings';
import { smallTargets } from './smallTargets';
import { speakAnother } from './speakAnother';
import { speakPseudo } from './speakPseudo';
import { textFaults } from './textFaults';

test.setTimeout(300_000);
// Colours are judged once what moves has come to its end.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const pseudo = wordsOf('pseudo');

/** As narrow as phones are; high enough that nothing is folded away. */
const narrowPhone = { width: 320, height: 844 };

/** What a page needs in its address to show more than that it was asked for nothing. */
const queries: Readonly<Record<string, string>> = {
  '/pages/kline/index': '?symbol=BTC-USDT',
  '/pages/whdetail/index': '?symbol=EUR-USD',
  '/pages/help/detail': '?id=results',
  '/pages/InterestTreasure/detail': '?id=2',
  '/pages/webview/index': '?url=https://www.geonames.org/',
  // In the sea: cities are called as in no language.
  '/pages/location/open': '?lat=-30&lon=-120',
};

/** Pages that show something else under another address, or asked for nothing, beside their remote. No path follows itself: see turnTo. */
const further: Readonly<Partial<Record<RemoteName, readonly string[]>>> = {
  market: ['/pages/kline/index', '/pages/whdetail/index', '/pages/help/detail'],
  account: ['/pages/webview/index', '/pages/location/open'],
  // Not the projects: their names are operators' own words.
  assets: ['/pages/InterestTreasure/index?product=loans', '/pages/InterestTreasure/order?product=loans'],
  trade: [
    '/pages/contract/index?product=leverage&symbol=BTC-USDT',
    '/pages/contract/info?product=leverage',
    '/pages/contract/index?product=leverage&symbol=EUR-USD',
    '/pages/contract/transactionRecords?product=leverage',
    '/pages/trade/order?tab=history',
  ],
};

/** The buttons of a page that open a sheet on it, as their names begin: each sheet is judged as a page is, for a person. */
const sheets: Readonly<Record<string, readonly string[]>> = {
  '/pages/kline/index?symbol=BTC-USDT': [
    'BTC/USDT',
    pseudo('market:chart.moreFrames'),
    pseudo('market:product.choose'),
    pseudo('market:indicator.settings'),
    pseudo('market:bars.title'),
    pseudo('market:alerts.of', { symbol: 'BTC/USDT' }),
  ],
  '/pages/trade/index': [pseudo('trade:ticket.chooseMarket'), pseudo('common:book.modelled.book')],
  '/pages/contract/index': [pseudo('trade:ticket.chooseMarket')],
  '/pages/user/index': [pseudo('account:centre.logout')],
  '/pages/user/set': [pseudo('account:settings.export')],
  '/pages/user/data': [pseudo('account:statistics.explain')],
  '/pages/user/limits': [pseudo('account:limits.kind.stake'), pseudo('account:limits.break.title')],
  '/pages/user/authenticator': [pseudo('account:oneTimeCodes.begin')],
};

const isOpenToVisitors = (address: string): boolean =>
  pageTable.some(({ path, needsSignIn }) => path === address.split('?')[0] && needsSignIn === false);

/** One visit each: to load the app and to learn which colours are in order costs more than most pages. */
let person: Page;
let visitor: Page;
test.beforeAll(async ({ browser, newcomer }) => {
  const visitOf = async (kept: Remembered) => {
    const storageState = rememberedBrowser({ ...kept, theme: 'light' });
    const page = await browser.newPage({ storageState, viewport: narrowPhone, reducedMotion: 'no-preference' });
    await speakPseudo(page);
    await openPage(page, betweenPages);
    await isAtRest(page);
    return page;
  };
  [person, visitor] = [await visitOf(newcomer.session), await visitOf({})];
});
test.afterAll(() => Promise.all([person, visitor].map((page) => page?.context().close())));

for (const remote of remoteNames) {
  test(`${remote}: every page, in both themes, and what is tapped is 44 pixels or more`, async () => {
    const table = pageTable.filter((row) => row.remote === remote).map(({ path }) => `${path}${queries[path] ?? ''}`);
    for (const address of [...table, ...(further[remote] ?? [])]) {
      await comesTo(person, address);
      await judge(person, address);
      if (isOpenToVisitors(address)) {
        await comesTo(visitor, address);
        // The same elements in the same classes are the same to axe.
        if ((await anatomyOf(visitor)) !== (await anatomyOf(person))) await judge(visitor, `${address}, visitor`);
        await measure(visitor, `${address}, visitor`);
      }
      await measure(person, address);
      for (const button of sheets[address] ?? []) {
        await openSheet(person, button);
        await judge(person, `${address}, ${button}`);
        await measure(person, `${address}, ${button}`, 'dialog[open]');
        await closeSheet(person);
      }
    }
  });
}

test('the look at a session', async ({ browserOf, newcomer }) => {
  const user = { ...(JSON.parse(newcomer.session.userInfo ?? '') as object), mode: 'real' };
  const page = await browserOf({ ...newcomer.session, userInfo: JSON.stringify(user) });
  const nowMs = Date.now();
  const sitting = { startedAtMs: nowMs - 1_860_000, nowMs, result: '-12.5', asset: 'USDT', isCheckDue: true, timeLeftMs: null };
  await page.route('**/api/user/info*', (route) => route.fulfill({ json: { type: 'ok', message: user } }));
  await page.route('**/api/user/sitting', (route) => route.fulfill({ json: { type: 'ok', message: sitting } }));
  await page.clock.install();
  await speakPseudo(page);
  await page.setViewportSize(narrowPhone);
  await openPage(page, betweenPages);
  await isAtRest(page);
  await page.clock.fastForward(20_000);
  await expect(page.getByRole('dialog', { name: pseudo('host:reality.title') })).toBeVisible();
  await judge(page, 'session');
  await measure(page, 'session', 'dialog[open]');
});

/** Sheets that take more than a tap to come to: their colours are those of every language, and pages are found by the words of a true one. */
const chinese = wordsOf('zh');

test('the sheets: the puzzle, the terms of an order', async () => {
  for (const page of [visitor, person]) await speakAnother(page, 'zh');
  const login = await new LoginPage(visitor, chinese).open();
  await (await login.enter({ account: 'nobody@mail.example', password: 'three-red-stones' })).isShown();
  expect.soft(await seriousFindings(visitor), 'puzzle').toEqual([]);

  const contract = await new ContractPage(person, chinese).open('BTC-USDT');
  await contract.isShown();
  await (await contract.order('long')).isShown();
  expect.soft(await seriousFindings(person), 'terms').toEqual([]);
});

test('the sheets of trading, dark', async () => {
  await speakAnother(person, 'zh');
  const judge = async (name: string) => {
    expect(await person.locator('html').getAttribute('data-theme')).toBe('dark');
    expect.soft(await seriousFindings(person, 'colours'), name).toEqual([]);
  };
  const spot = await new SpotPage(person, chinese).open('BTC-USDT', 'buy');
  await spot.isShown();
  await wear(person, 'dark');
  await spot.amount.fill('0.001');
  await (await spot.order()).isShown();
  await judge('spot confirm');

  const panel = await new LeveragePanel(person, chinese).open('BTC-USDT');
  await panel.isShown();
  await panel.turnStopsOn();
  await judge('leverage ticket with stops');
  await panel.leverage.click();
  await expect(panel.leverageSheet).toBeVisible();
  await judge('leverage');
  await person.keyboard.press('Escape');
  const order = await panel.order('short', '0.001');
  await order.isShown();
  await judge('leverage order');
  await order.place();
  await expect(order.confirmed).toBeVisible();
  await judge('order confirmed');
  await order.done();
  const { positions } = panel;
  const card = positions.card('BTC-USDT', 'short');
  await positions.openStops(card);
  await judge('stops');
  await person.keyboard.press('Escape');
  await positions.openClose(card);
  await judge('close');
  await positions.confirmClose();
  await expect(card).toHaveCount(0);
  await positions.show('history');
  await (await positions.openNewest()).isShown();
  await judge('order with its deals');
  await wear(person, 'light');
});

test('the judge can tell: a button without a name and pale text are found', async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>x</title><main><h1>x</h1><button></button><p style="color:#ccc;background:#fff">pale</p></main></html>',
  );
  const found = (await seriousFindings(page)).map((line) => line.split(' ')[1]);
  expect(found.sort()).toEqual(['button-name', 'color-contrast']);
});

test('the judge can tell: what was in order once is found in another colour, on another ground, over another layer, in another theme', async ({
  page,
}) => {
  const text = '<p>dark</p>';
  await page.setContent(
    `<html lang="en"><title>x</title><style>body { background: #fff; color: #222 } div { position: relative }
     i { position: absolute; inset: 0; z-index: -1; background: #333 }</style><main><h1>x</h1>${text}<section></section></main></html>`,
  );
  const findings = async () => (await seriousFindings(page, 'colours')).map((line) => line.split(' ').slice(1, 4).join(' '));
  expect(await findings()).toEqual([]);
  const put = (html: string) => page.evaluate((inner) => (document.querySelector('section')!.innerHTML = inner), html);
  await put(text);
  expect(await findings()).toEqual([]);
  for (const poor of [
    '<p style="color: #ddd">pale</p>',
    `<b style="background: #333">${text}</b>`,
    `<b style="opacity: 0.3">${text}</b>`,
    `<div><i></i>${text}</div>`,
  ]) {
    await put(`${text}${poor}`);
    expect(await findings(), poor).toHaveLength(1);
    // Not forgotten.
    expect(await findings(), poor).toHaveLength(1);
  }
  await put(text);
  await page.evaluate(() => (document.body.style.background = '#333'));
  expect(await findings()).toHaveLength(2);
});

test('the pseudo language: longer words with accents in brackets; what is filled in stays', () => {
  expect(pseudoText('Log in')).toBe('[Ļóóğ ííñ]');
  expect(pseudoText('{{count}} lots at {{price}}')).toBe('[{{count}} ļóóťšš ááť {{price}}]');
  const word = 'Leverage';
  expect(pseudoText(word).length - '[]'.length).toBeGreaterThanOrEqual(word.length * 1.35);
  expect(pseudoText('The quick brown fox jumps over the lazy dog. WALTZ, BAD NYMPH, FOR QUICK JIGS VEX.')).not.toMatch(/[a-z]/i);
});

test('the judge can tell: a word that is no text, a sentence from pieces, a text that is cut by the code or on the screen', async ({
  page,
}) => {
  await page.setContent(
    `<main><p>Confirm</p><p>CGPVUXZK</p><p>[Ļóóğ íín] BTC-USDT 7 sec. ago</p><p><b>[Ļóóğ]</b> [íín]</p><p>[Ļóóğ.] [Íín]</p><p>[Ļóó…</p>
     <button aria-label="Close">×</button><p style="width:40px;overflow:hidden;white-space:nowrap">[Ļóóğ ííñ ááğááííñ]</p>
     <svg class="highcharts-root" width="40" height="20"><text x="-9" y="12">11:59:45</text></svg></main>`,
  );
  expect((await textFaults(page)).map((fault) => fault.split(/[,:]/)[0]).toSorted()).toEqual([
    'cut by the code',
    'cut on the screen',
    'not translated',
    'not translated',
    'put together',
  ]);
});

/** Every page of the table is open. */
async function comesTo(page: Page, address: string): Promise<void> {
  await turnTo(page, address);
  expect(new URL(page.url()).hash, 'the page that was asked for').toContain(`#${address.split('?')[0] ?? ''}`);
  expect(await notOpen(page).count(), `${address} says that it is not open`).toBe(0);
}

/** Its words and its targets. */
async function measure(page: Page, what: string, within = 'body'): Promise<void> {
  expect.soft(await textFaults(page), what).toEqual([]);
  expect.soft(await beyondTheScreen(page), what).toEqual([]);
  expect.soft(await cutWords(page), what).toEqual([]);
  expect.soft(await smallTargets(page, within), what).toEqual([]);
}

async function openSheet(page: Page, button: string): Promise<void> {
  // Up to what is filled in.
  const [name = ''] = button.split('{{');
  await page
    .getByRole('button', { name: new RegExp(`^${escaped(name)}`) })
    .first()
    .click();
  await expect(page.locator('dialog[open]')).toBeVisible();
  await expect(page.locator('dialog[open] [aria-busy=true]')).toHaveCount(0);
}

async function closeSheet(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
}

async function judge(page: Page, what: string): Promise<void> {
  expect.soft(await seriousFindings(page), what).toEqual([]);
  await wear(page, 'dark');
  expect.soft(await seriousFindings(page, 'colours'), `${what}, dark`).toEqual([]);
  await wear(page, 'light');
}

/** Puts the theme on where the page stands. */
const wear = (page: Page, theme: 'light' | 'dark'): Promise<void> =>
  page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name;
  }, theme);
