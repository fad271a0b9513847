/**
 * Pictures of the app as a person sees it, for `npm run screenshots` (or `npx tsx tools/screenshots.ts <url of /h5/> <folder>`). Registers a newcomer of its own,
 * lets orders of every product run and end on the demo account, and takes each screen in light and dark, some in other languages.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect as impatient, type Page } from 'playwright/test';
import type { Language } from '@tessera/shared/contract';
import { aDocument } from '../e2e/fixtures/aDocument';
import { anOperator } from '../e2e/fixtures/anOperator';
import { applyInWords, applyWithPictures } from '../e2e/fixtures/applyForIdentity';
import { browserLaunch } from '../e2e/fixtures/browserLaunch';
import { callExchange } from '../e2e/fixtures/callExchange';
import { injectWallet } from '../e2e/fixtures/injectedWallet';
import { exchangeNowMs } from '../e2e/fixtures/marketState';
import { phone } from '../e2e/fixtures/phone';
import { registerNewcomer } from '../e2e/fixtures/registerNewcomer';
import { rememberedBrowser, type Remembered } from '../e2e/fixtures/rememberedBrowser';
import { wordsOf } from '../e2e/fixtures/words';
import { AuthenticatorPage } from '../e2e/pages/AuthenticatorPage';
import { ChartPage } from '../e2e/pages/ChartPage';
import { ConsolePage } from '../e2e/pages/ConsolePage';
import { ContractPage } from '../e2e/pages/ContractPage';
import { LeveragePanel } from '../e2e/pages/LeveragePanel';
import { LoansPage } from '../e2e/pages/LoansPage';
import { LoginPage } from '../e2e/pages/LoginPage';
import { SpotOrdersPage } from '../e2e/pages/SpotOrdersPage';
import { SpotPage } from '../e2e/pages/SpotPage';
import { RegisterPage } from '../e2e/pages/RegisterPage';
import { TransferPage } from '../e2e/pages/TransferPage';
import { TreasurePages } from '../e2e/pages/TreasurePages';
import { VerificationPages } from '../e2e/pages/VerificationPages';
import { openPage } from '../e2e/pages/openPage';

type Theme = 'light' | 'dark';

/** Nothing here is judged by its speed: pictures are also taken on a machine that does other things. */
const expect = impatient.configure({ timeout: 30_000 });

const [url, folder = 'screenshots'] = process.argv.slice(2);
if (url === undefined) throw new Error('usage: npx tsx tools/screenshots.ts <url> <folder>');
process.env['TESSERA_URL'] = url;
mkdirSync(folder, { recursive: true });

const visitorPages = {
  home: '/pages/index/index',
  market: '/pages/market/index',
  chart: '/pages/kline/index?symbol=BTC-USDT',
  login: '/pages/login/index',
  register: '/pages/register/index',
  about: '/pages/user/about',
  search: '/pages/search/index',
  article: '/pages/help/detail?id=results',
  notices: '/pages/help/index?category=notice',
  incidents: '/pages/contract/incidents',
};
const memberPages = {
  ticket: '/pages/contract/index',
  assets: '/pages/assets/index',
  records: '/pages/assets/records',
  statement: '/pages/assets/statement',
  exchange: '/pages/assets/exchange',
  loans: '/pages/InterestTreasure/index?product=loans',
  loanOrders: '/pages/InterestTreasure/order?product=loans',
  liabilities: '/pages/assets/liabilities',
  treasure: '/pages/InterestTreasure/index',
  treasureOrders: '/pages/InterestTreasure/order',
  projects: '/pages/InterestTreasure/index?product=projects',
  projectOrders: '/pages/InterestTreasure/order?product=projects',
  topUp: '/pages/assets/topup',
  topUps: '/pages/assets/topupOrder',
  merchants: '/pages/assets/c2c',
  withdrawal: '/pages/assets/withdraw',
  withdrawals: '/pages/assets/withdrawOrder',
  payees: '/pages/bankcard/index',
  addWallet: '/pages/bankcard/add',
  addCard: '/pages/bankcard/addbank',
  orders: '/pages/contract/orderRecond',
  spot: '/pages/trade/index?symbol=BTC-USDT',
  spotOrders: '/pages/trade/order?tab=history',
  leverage: '/pages/contract/index?product=leverage&symbol=EUR-USD',
  leverageRecords: '/pages/contract/transactionRecords?product=leverage',
  statistics: '/pages/user/data',
  rules: '/pages/contract/info?product=leverage',
  centre: '/pages/user/index',
  settings: '/pages/user/set',
  verification: '/pages/user/primaryAuth',
  devices: '/pages/user/devices',
  limits: '/pages/user/limits',
  credit: '/pages/user/credit',
  invite: '/pages/user/invite',
  place: '/pages/location/choose',
  map: '/pages/location/open?lat=47.37&lon=8.55',
  webView: '/pages/webview/index?url=https://www.geonames.org/',
  authenticator: AuthenticatorPage.path,
  paymentPassword: '/pages/user/editPaypwd',
  loginPassword: '/pages/user/editLoginpwd',
  phone: '/pages/user/editPhone',
  email: '/pages/user/editEmail',
  language: '/pages/user/language',
  switch: '/pages/user/switchAccount',
  help: '/pages/help/index',
  notifications: '/pages/notification/index',
  alerts: '/pages/alerts/index',
  service: '/pages/service/index',
  kefu: '/pages/kefu/index',
};
const spokenVisitorPages = {
  home: visitorPages.home,
  register: visitorPages.register,
  search: visitorPages.search,
  article: visitorPages.article,
  about: visitorPages.about,
  incidents: visitorPages.incidents,
};
const spokenMemberPages = {
  ticket: memberPages.ticket,
  spot: memberPages.spot,
  leverage: memberPages.leverage,
  statistics: memberPages.statistics,
  assets: memberPages.assets,
  verification: memberPages.verification,
  authenticator: memberPages.authenticator,
  paymentPassword: memberPages.paymentPassword,
  phone: memberPages.phone,
  limits: memberPages.limits,
  kefu: memberPages.kefu,
  loans: memberPages.loans,
  treasure: memberPages.treasure,
  projects: memberPages.projects,
  credit: memberPages.credit,
  invite: memberPages.invite,
  place: memberPages.place,
  map: memberPages.map,
  webView: memberPages.webView,
  notifications: memberPages.notifications,
  alerts: memberPages.alerts,
  help: memberPages.help,
  service: memberPages.service,
};

const browser = await chromium.launch(browserLaunch);
try {
  const { session, password } = await registerNewcomer();
  await content();
  await somethingToRead(session);
  const { quote } = await callExchange('flashList', { from: 'USDT', to: 'BTC', amount: '400' }, session.token);
  await callExchange('flash', { quoteId: quote?.quoteId ?? '' }, session.token);
  const { items: messages } = await callExchange('userMessages', { pageSize: 1 }, session.token);
  const ownPages = {
    ...memberPages,
    project: `/pages/InterestTreasure/detail?project=${await aProject()}`,
    message: `/pages/notification/detail?id=${messages[0]?.id ?? ''}`,
  };
  for (const theme of ['light', 'dark'] as const) {
    await notice(theme);
    await series({ theme }, visitorPages, theme);
    await puzzle(theme);
    await orderFromTapToProof({ ...session, theme }, theme);
    await spotFromTapToProof({ ...session, theme }, theme);
    await positionFromTapToProof({ ...session, theme }, theme);
    await chartParts({ ...session, theme }, theme);
    await series({ ...session, theme }, ownPages, theme);
    await transfer({ ...session, theme }, theme);
    await earning({ ...session, theme }, theme);
    await protection({ ...session, theme }, password, theme);
    await walletSignIn(theme);
    await verification(theme);
  }
  await desktop(session);
  await operatorsConsole();
  for (const lang of ['de', 'th', 'zh'] satisfies Language[]) {
    await series({ theme: 'light', lang }, spokenVisitorPages, lang);
    await series({ ...session, theme: 'light', lang }, spokenMemberPages, lang);
  }
} finally {
  await browser.close();
}

/** What operators would have written: slides and news, once for an exchange. */
async function content(): Promise<void> {
  const title = 'Price alerts are here';
  const { items } = await callExchange('newsList', { category: 'news' });
  if (items.some((article) => article.title === title)) return;
  const operator = await anOperator(['content']);
  const words = { summary: 'Set a price, and a notification tells you when a market meets it.', reason: 'for pictures' };
  const link = '/pages/alerts/index';
  await operator.call('contentCreate', { ...words, category: 'banner', title: 'Wait for a price', body: '', link });
  await operator.call('contentCreate', { ...words, category: 'news', title, body: 'Open a market and tap its bell.' });
}

/** One that takes participants: proposed by one operator, approved by another. */
async function aProject(): Promise<string> {
  const [one, other] = await Promise.all([anOperator(['treasury']), anOperator(['treasury'])]);
  const dayMs = 86_400_000;
  const nowMs = await exchangeNowMs();
  const { id, proposal } = await one.call('projectsPropose', {
    ...{ asset: 'USDT', min: '10', max: '1000', maxParticipants: 25, capacity: '10000' },
    ...{ closesAtMs: nowMs + 14 * dayMs, endsAtMs: nowMs + 60 * dayMs },
    texts: [{ language: 'en', name: 'Quiet grid', about: 'Buys low and sells high in narrow bands, without leverage.' }],
    reason: 'for pictures',
  });
  const proposalId = proposal?.id ?? '';
  const { seen } = await other.call('projectsApprove', { proposalId, preview: true });
  await other.call('projectsApprove', { proposalId, seen });
  return id;
}

/** Two prices to wait for, and a question that customer service answered. */
async function somethingToRead({ token = '' }: Remembered): Promise<void> {
  await callExchange('alertSet', { symbol: 'BTC-USDT', direction: 'above', price: '250000' }, token);
  await callExchange('alertSet', { symbol: 'EUR-USD', direction: 'below', price: '1.05' }, token);
  await callExchange('serviceSend', { clientId: randomUUID(), text: 'Which markets are open at the weekend?' }, token);
  const [operator, { userId }] = await Promise.all([anOperator(['support']), callExchange('userInfo', {}, token)]);
  const text = 'All crypto markets. Forex and metals open again on Sunday evening.';
  await operator.call('conversationsAnswer', { userId, clientId: randomUUID(), text });
}

async function withPage(
  kept: Remembered | undefined,
  look: (page: Page) => Promise<void>,
  colorScheme: Theme = 'light',
): Promise<void> {
  const context = await browser.newContext({
    ...phone,
    reducedMotion: 'reduce',
    colorScheme,
    ...(kept === undefined ? {} : { storageState: rememberedBrowser(kept) }),
  });
  await look(await context.newPage());
  await context.close();
}

/** A wide window: the chart and the ticket of its market. */
async function desktop(session: Remembered): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    locale: phone.locale,
    timezoneId: phone.timezoneId,
    storageState: rememberedBrowser({ ...session, theme: 'light' }),
  });
  const page = await context.newPage();
  await page.goto(new URL(`/pc/#${visitorPages.chart}`, url).href);
  await expect(page.getByRole('slider')).toBeVisible();
  await expect(page.getByRole('complementary').getByRole('heading', { level: 1 })).toBeVisible();
  await take(page, 'desktop-light');
  await context.close();
}

/** What operators see: an identity with its documents, then the other parts, wide and narrow. */
async function operatorsConsole(): Promise<void> {
  const [operator, { session }] = await Promise.all([
    anOperator(['support', 'identity', 'risk', 'content', 'release', 'trading']),
    registerNewcomer(),
  ]);
  const { token = '' } = session;
  const { userId } = await callExchange('userInfo', {}, token);
  await applyInWords(token);
  await operator.approve(userId);
  await applyWithPictures(token);
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    locale: phone.locale,
    timezoneId: phone.timezoneId,
  });
  const page = await context.newPage();
  const console = await new ConsolePage(page).open('reviews');
  await console.signIn(operator, await operator.code());
  await expect(console.title).toHaveText('Reviews');
  await console.openReviewOf(userId);
  await expect(page.getByRole('img').first()).toBeVisible();
  const review = new URL(page.url()).hash.slice('#/'.length);
  const parts = await console.parts.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href')?.slice('#/'.length) ?? ''),
  );
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const [name, viewport] of [
      ['console', { width: 1280, height: 800 }],
      ['consoleNarrow', phone.viewport],
    ] as const) {
      await page.setViewportSize(viewport);
      for (const part of [review, ...parts]) {
        await console.turnTo(part);
        await expect(page.getByText(/^As of /)).toBeVisible();
        await take(page, part === review ? `${name}-${theme}` : `${name}-${part}-${theme}`);
      }
    }
  }
  await context.close();
}

async function take(page: Page, name: string): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  // Figures first, pictures of them afterwards: prices need a moment to arrive.
  await expect(page.getByText('–', { exact: true }))
    .toHaveCount(0, { timeout: 3000 })
    .catch(() => undefined);
  // One pixel per point: they are kept in the repository.
  await page.screenshot({ path: join(folder, `${name}.png`), scale: 'css' });
}

async function series(kept: Remembered, shown: Readonly<Record<string, string>>, suffix: string): Promise<void> {
  await withPage(kept, async (page) => {
    for (const [name, path] of Object.entries(shown)) {
      await openPage(page, path);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeAttached();
      if (name === 'chart') await expect(page.getByRole('slider')).toBeVisible();
      if (name === 'ticket') await expect(page.getByRole('main').getByRole('img', { name: /BTC-USDT/ })).toBeVisible();
      if (name === 'orders') await page.getByRole('tab').nth(1).click();
      await take(page, `${name}-${suffix}`);
    }
  });
}

async function notice(theme: Theme): Promise<void> {
  await withPage(
    undefined,
    async (page) => {
      await openPage(page, visitorPages.home);
      await expect(page.getByRole('dialog')).toBeVisible();
      await take(page, `notice-${theme}`);
    },
    theme,
  );
}

async function puzzle(theme: Theme): Promise<void> {
  await withPage({ theme }, async (page) => {
    const login = await new LoginPage(page).open();
    await (await login.enter({ account: 'somebody@mail.example', password: 'three-red-stones' })).isShown();
    await take(page, `puzzle-${theme}`);
  });
}

async function orderFromTapToProof(kept: Remembered, theme: Theme): Promise<void> {
  await withPage(kept, async (page) => {
    const contract = await new ContractPage(page).open('BTC-USDT');
    await contract.isShown();
    await contract.chooseSeconds(30);
    const confirm = await contract.order('long', '25');
    await confirm.isShown();
    await take(page, `confirm-${theme}`);
    await confirm.place();
    await expect(contract.running).toContainText(/now/);
    await contract.running.scrollIntoViewIfNeeded();
    await take(page, `running-${theme}`);
    const result = await contract.untilSettled(30);
    await take(page, `result-${theme}`);
    const proof = await result.check();
    await proof.isShown();
    await take(page, `proof-${theme}`);
    await proof.checks.last().scrollIntoViewIfNeeded();
    await take(page, `proof-checks-${theme}`);
  });
}

async function spotFromTapToProof(kept: Remembered, theme: Theme): Promise<void> {
  await withPage(kept, async (page) => {
    const spot = await new SpotPage(page).open('BTC-USDT', 'buy');
    await spot.isShown();
    const tapped = await spot.tapLevel('ask', 6);
    // A little above the book: the order is filled whatever the price does until it arrives.
    await spot.price.fill((Number(tapped) * 1.002).toFixed(2));
    await spot.amount.fill('0.002');
    await take(page, `spot-ticket-${theme}`);
    const confirm = await spot.order();
    await confirm.isShown();
    await take(page, `spot-confirm-${theme}`);
    await confirm.place();
    await expect(spot.toast(/^Filled/)).toBeVisible();
    await take(page, `spot-filled-${theme}`);
    const orders = await new SpotOrdersPage(page).open('history');
    await orders.rows.first().click();
    await take(page, `spot-order-${theme}`);
    await (await orders.check()).isShown();
    await take(page, `spot-proof-${theme}`);
  });
}

async function positionFromTapToProof(kept: Remembered, theme: Theme): Promise<void> {
  await withPage(kept, async (page) => {
    const panel = await new LeveragePanel(page).open('BTC-USDT');
    await panel.isShown();
    await take(page, `leverage-ticket-${theme}`);
    const order = await panel.order('long', '0.01');
    await order.isShown();
    await take(page, `leverage-order-${theme}`);
    await order.place();
    await order.done();
    const { positions } = panel;
    const card = positions.card('BTC-USDT', 'long');
    await positions.panel.scrollIntoViewIfNeeded();
    await take(page, `positions-${theme}`);
    await positions.openStops(card);
    await positions.stopUnit('takeProfit', 'percent');
    await positions.stop('takeProfit').fill('40');
    await take(page, `stops-${theme}`);
    await page.keyboard.press('Escape');
    await positions.openClose(card);
    await positions.closeShare(50);
    await take(page, `close-${theme}`);
    await positions.confirmClose();
    const chart = await new ChartPage(page).open('BTC-USDT');
    await chart.isShown('BTC-USDT');
    await expect(chart.ownLine('Long 0.005')).toBeVisible();
    await take(page, `chart-position-${theme}`);
    await panel.open('BTC-USDT');
    await positions.openClose(card);
    await positions.confirmClose();
    await expect(card).toHaveCount(0);
    await positions.show('history');
    const detail = await positions.openNewest();
    await detail.isShown();
    await take(page, `deals-${theme}`);
    await (await detail.check(1)).isShown();
    await take(page, `deal-proof-${theme}`);
  });
}

async function chartParts(kept: Remembered, theme: Theme): Promise<void> {
  await withPage(kept, async (page) => {
    const chart = await new ChartPage(page).open('BTC-USDT');
    await chart.isShown('BTC-USDT');
    for (const kind of ['ma', 'boll', 'macd', 'rsi'] as const) {
      if ((await chart.indicator(kind).getAttribute('aria-pressed')) === 'false') await chart.indicator(kind).click();
    }
    await expect(chart.legend('DIF').first()).toBeVisible();
    await take(page, `indicators-${theme}`);
    await chart.settings();
    await take(page, `chart-settings-${theme}`);
    await page.keyboard.press('Escape');
    for (const tab of ['book', 'trades'] as const) {
      await chart.tab(tab).click();
      await chart.tab(tab).evaluate((element) => element.scrollIntoView({ block: 'start' }));
      await take(page, `${tab}-${theme}`);
    }
    await chart.toFullScreen('BTC-USDT');
    await take(page, `chart-full-${theme}`);
  });
}

async function transfer(kept: Remembered, theme: Theme): Promise<void> {
  await withPage(kept, async (page) => {
    const form = await new TransferPage(page, wordsOf('en')).open();
    await form.isShown();
    await form.amount.fill('120.5');
    await take(page, `transfer-${theme}`);
  });
}

/** What a deposit brings, and what a loan against a coin would be. */
async function earning(kept: Remembered, theme: Theme): Promise<void> {
  await withPage(kept, async (page) => {
    await openPage(page, `${TreasurePages.detail}?id=2`);
    const treasure = new TreasurePages(page);
    await treasure.amount.fill('500');
    await expect(treasure.total).toContainText('3');
    await take(page, `treasureProduct-${theme}`);
    const loans = await new LoansPage(page).open();
    await loans.lock('dBTC');
    await loans.amount.fill('100');
    await expect(loans.levels.last()).toContainText('75.0%');
    await loans.agree();
    await loans.levels.last().scrollIntoViewIfNeeded();
    await take(page, `loanForm-${theme}`);
  });
}

/** "Confirm it is you", and the key that an authenticator app reads. */
async function protection(kept: Remembered, password: string, theme: Theme): Promise<void> {
  await withPage(kept, async (page) => {
    const authenticator = await new AuthenticatorPage(page).open();
    await authenticator.askToBegin();
    await take(page, `step-up-${theme}`);
    await authenticator.confirm(password);
    await authenticator.isBegun();
    await take(page, `authenticator-key-${theme}`);
  });
}

async function walletSignIn(theme: Theme): Promise<void> {
  await withPage({ theme }, async (page) => {
    await injectWallet(page);
    const register = await new RegisterPage(page).open();
    const sheet = await register.byWallet();
    await expect(sheet.text).toBeVisible();
    await take(page, `wallet-${theme}`);
  });
}

/** Somebody with real money, from the ticket that asks for it to both steps. */
async function verification(theme: Theme): Promise<void> {
  const { session } = await registerNewcomer();
  const { token, userId } = await callExchange('switchAccount', { mode: 'real' }, session.token);
  const userInfo = JSON.stringify(await callExchange('userInfo', {}, token));
  const operator = await anOperator();
  await withPage({ token, userInfo, theme }, async (page) => {
    const pages = new VerificationPages(page);
    for (const [product, path] of Object.entries({ seconds: memberPages.ticket, spot: memberPages.spot })) {
      await openPage(page, path);
      await expect(pages.button(pages.words('trade:ticket.verifyNow'))).toBeVisible();
      await take(page, `ticket-unverified-${product}-${theme}`);
    }
    await openPage(page, memberPages.verification);
    await expect(pages.submit).toBeVisible();
    await take(page, `primary-empty-${theme}`);
    await pages.fillPrimary(`x-${userId}`);
    await take(page, `primary-${theme}`);
    await pages.submit.click();
    await expect(pages.underReview).toBeVisible();
    await take(page, `primary-review-${theme}`);
    await operator.approve(userId);
    await expect(pages.done).toBeVisible();
    await take(page, `primary-certified-${theme}`);
    await pages.toAdvanced();
    await take(page, `advanced-empty-${theme}`);
    await pages.givePicture('front', await aDocument());
    await take(page, `advanced-${theme}`);
  });
}
