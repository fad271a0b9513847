/** The operators' console in a browser: who gets in, an identity decided with the keyboard, a conversation with a person, every part in both themes and sizes, and what is changed there. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import { seriousFindings } from '../accessibility/seriousFindings';
import { aDocument } from '../fixtures/aDocument';
import { anOperator, type Operator } from '../fixtures/anOperator';
import { applyInWords, applyWithPictures } from '../fixtures/applyForIdentity';
import { callExchange } from '../fixtures/callExchange';
import { pseudoText } from '../fixtures/pseudoText';
import { registerNewcomer, type Newcomer } from '../fixtures/registerNewcomer';
import { test } from '../fixtures/session';
import { ConsolePage } from '../pages/ConsolePage';
import { HomePage } from '../pages/HomePage';
import { KefuPage } from '../pages/KefuPage';

test.setTimeout(240_000);
// One operator and one page for all of it: to make an operator costs seconds, and each sign-in a code that was not used yet.
test.describe.configure({ mode: 'serial' });

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };
/** The narrowest that a page has to be read on without scrolling sideways. */
const narrow = { width: 320, height: 640 };
const everyRole = ['support', 'identity', 'treasury', 'risk', 'content', 'release', 'trading', 'compliance'] as const;

let operator: Operator;
let newcomer: Pick<Newcomer, 'account' | 'session'> & { readonly token: string; readonly userId: string };
let page: Page;
let console: ConsolePage;

test.beforeAll(async ({ browser }) => {
  const [made, { account, session }] = await Promise.all([anOperator(everyRole), registerNewcomer()]);
  const { token } = session as { readonly token: string };
  const { userId } = await callExchange('userInfo', {}, token);
  operator = made;
  newcomer = { account, session, token, userId };
  page = await browser.newPage({ viewport: desk, reducedMotion: 'reduce', colorScheme: 'light' });
  theme = 'light';
  console = new ConsolePage(page);
});
test.afterAll(() => page.close());

test('a code lets in, a verdict is given without a mouse, what others decide is told, and each part is for everybody', async () => {
  const { token, userId } = newcomer;
  await applyInWords(token);
  await console.open('reviews');

  await test.step('a wrong code lets nobody in, and the right one leads to where one wanted to go', async () => {
    await expect(console.isSignedOut).toBeVisible();
    await everybodyCanRead(page);
    await console.signIn(operator, '000000');
    await expect(page.getByRole('alert')).toHaveText(/Name, password or code is not right/);
    await expect(page.getByLabel('Password')).toHaveValue(operator.password);
    await console.enter(operator);
    await expect(console.title).toHaveText('Reviews');
    await expect(console.title).toBeFocused();
  });

  await test.step('what somebody else decided meanwhile is told, and nothing is left to decide', async () => {
    await console.openReviewOf(userId);
    await expect(page.getByText('Meyer').first()).toBeVisible();
    const { id, termsHash } = await waitingOf(userId);
    await page.keyboard.press('a');
    await expect(console.dialog).toBeVisible();
    const reason = 'Which Meyer?';
    await console.call('reviewsDecide', { id, termsHash, verdict: 'rejected', reason, fields: ['firstName'] });
    await expect(console.dialog.getByRole('alert')).toHaveText(`Decided meanwhile: rejected by ${operator.name}.`);
    await expect(console.dialog.getByRole('button', { name: 'Approve now' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(console.dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Approve (a)' })).toHaveCount(0);
  });

  await test.step('approved with three keys, on a phone too', async () => {
    await applyInWords(token);
    await page.setViewportSize(phone);
    await console.openReviewOf(userId);
    await everybodyCanRead(page);
    await page.keyboard.press('a');
    await expect(console.dialog.getByRole('button', { name: 'Approve now' })).toBeFocused();
    const decided = page.url();
    await page.keyboard.press('Enter');
    await expect(console.notice(/approved/)).toBeVisible();
    // The page goes on to what waits next.
    await expect(page).not.toHaveURL(decided);
    await expect.poll(async () => (await callExchange('realInfo', {}, token)).primary).toBe('certified');
  });

  await test.step('documents side by side, larger and turned; rejected for a picked reason with what to do again', async () => {
    await applyWithPictures(token);
    await page.setViewportSize(desk);
    await console.openReviewOf(userId);
    const front = page.getByRole('img', { name: 'Document: Front' });
    await expect.poll(() => loadedWidth(front)).toBe(640);
    await expect.poll(() => loadedWidth(page.getByRole('img', { name: 'Document: Back' }))).toBe(640);
    const before = await front.boundingBox();
    const tools = page.getByRole('group', { name: 'Document: Front' });
    await tools.getByRole('button', { name: 'Larger' }).click();
    await expect.poll(async () => (await front.boundingBox())?.width).toBeGreaterThan((before?.width ?? 0) * 1.4);
    await tools.getByRole('button', { name: 'Turn' }).click();
    await everybodyCanRead(page);
    await page.keyboard.press('r');
    await console.dialog.getByLabel('Reason to pick').selectOption({ label: 'The back of the document is missing.' });
    await expect(console.dialog.getByLabel('Picture of the back')).toBeChecked();
    await everybodyCanRead(page);
    const decided = page.url();
    await console.dialog.getByRole('button', { name: 'Reject now' }).click();
    await expect(console.notice(/rejected/)).toBeVisible();
    await expect(page).not.toHaveURL(decided);
    await expect
      .poll(async () => (await callExchange('realInfo', {}, token)).rejection)
      .toEqual({ step: 'advanced', reason: 'The back of the document is missing.', fields: ['backUploadId'] });
  });

  await test.step('the person stands beside what he asked, and what he asked beside him', async () => {
    await console.turnTo('reviews');
    await page.getByLabel('Show').selectOption('rejected');
    await page.getByLabel('Of the person').fill(userId);
    await expect(console.rows).toHaveCount(2);
    await console.rows.first().click();
    await expect(console.title).toHaveText(/^Identity/);
    await page.getByRole('link', { name: userId, exact: true }).click();
    await expect(page.getByRole('heading', { name: /^Limits/ })).toBeVisible();
    const reviews = page.getByRole('list', { name: 'Reviews' });
    await expect(reviews.getByRole('link')).toHaveCount(3);
    await everybodyCanRead(page);
    await reviews.getByRole('link', { name: /approved/ }).click();
    await expect(console.title).toHaveText(/^Identity/);
  });

  await test.step('every part is for everybody: both themes, and no scrolling sideways at 320 points', async () => {
    const parts = await console.parts.evaluateAll((links) =>
      links.map((link) => ({ title: link.textContent ?? '', path: link.getAttribute('href')?.slice('#/'.length) ?? '' })),
    );
    expect(parts.map(({ title }) => title)).toEqual(expect.arrayContaining(['Books', 'Exposure', 'Operators', 'Signing keys']));
    await page.setViewportSize(narrow);
    for (const { title, path } of parts) {
      await console.turnTo(path);
      await expect(console.title).toHaveText(title);
      await expect(page.getByText(/^As of /).first()).toBeVisible();
      await everybodyCanRead(page);
    }
    await page.setViewportSize(desk);
    await page.keyboard.press('?');
    await expect(console.dialog).toContainText('these keys');
    await page.keyboard.press('Escape');
  });

  await test.step('what stops all money and what makes a key says what it does, and asks why', async () => {
    await console.turnTo('books');
    await page.getByRole('button', { name: 'Stop money' }).click();
    await expect(console.dialog).toContainText('No order is accepted');
    await console.dialog.getByRole('button', { name: 'Stop money' }).click();
    await expect(console.dialog.getByRole('alert')).toHaveText(/^Say why/);
    await page.keyboard.press('Escape');
    await console.turnTo('operators');
    await expect(page.getByRole('listitem').filter({ hasText: operator.name })).toContainText('(you)');
    await console.turnTo('keys');
    await page.getByRole('button', { name: 'Make the next key' }).click();
    await expect(console.dialog.getByRole('insertion')).toHaveText(/^a new one/);
    await everybodyCanRead(page);
    await page.keyboard.press('Escape');
    await expect(console.dialog).toHaveCount(0);
  });

  await test.step('a session that died leads to the sign-in, and from there to where one was', async () => {
    await console.turnTo('audit');
    await expect(console.title).toHaveText('Audit');
    await console.call('sessionEnd', {});
    await expect(page.getByText(/^Your session is over/)).toBeVisible();
    await console.enter(operator);
    await expect(console.title).toHaveText('Audit');
  });

  async function waitingOf(person: string) {
    const { items } = await console.call('reviewsList', { state: 'pending', userId: person });
    return console.call('reviewsGet', { id: items[0]?.id ?? '' }).then(({ review: { id }, termsHash }) => ({ id, termsHash }));
  }
});

test('a person and customer service write to each other: words and pictures, live, and each side knows what the other has not seen', async ({
  browserOf,
}) => {
  const { account, session, userId } = newcomer;
  const person = await browserOf(session);
  const kefu = await new KefuPage(person).open();
  const service = (unread: number) =>
    kefu.button(unread === 0 ? 'Customer service' : `Customer service, ${unread} unread`, person.getByRole('main'));
  const entries = page.getByRole('list', { name: 'What was said' }).getByRole('listitem');

  await test.step('the person writes and shows a picture; the operator finds both unread, and they are read', async () => {
    await kefu.write('Where is my top-up?');
    await kefu.send(await aDocument());
    await expect.poll(() => loadedWidth(kefu.picture('ownPicture'))).toBe(1280);
    await console.turnTo('conversations');
    await expect(console.rows.filter({ hasText: account })).toContainText('2 unread');
    await everybodyCanRead(page);
    await console.rows.filter({ hasText: account }).click();
    await expect(console.title).toHaveText(account);
    await expect(entries).toHaveCount(2);
    await expect(entries.first()).toContainText('Where is my top-up?');
    await expect.poll(() => loadedWidth(page.getByRole('img', { name: 'Picture from the person' }))).toBe(1280);
    await expect
      .poll(
        async () =>
          (await console.call('conversationsList', { state: 'any' })).items.find((one) => one.userId === userId)?.unread,
      )
      .toBe(0);
    await page.getByRole('link', { name: 'The person’s account' }).click();
    await page.getByRole('link', { name: 'The conversation with this person' }).click();
    await expect(entries).toHaveCount(2);
  });

  await test.step('the operator answers with a picture and words while the person is elsewhere in the app: marked there at once, read live', async () => {
    await new HomePage(person).open();
    await expect(service(0)).toBeVisible();
    await page.getByLabel(/^Picture/).setInputFiles({ name: 'way.png', mimeType: 'image/png', buffer: await aDocument() });
    await expect(page.getByRole('img', { name: 'The picture that will be sent' })).toBeVisible();
    await page.getByRole('textbox', { name: /^Answer/ }).fill('It waits for the bank, as you see.');
    await everybodyCanRead(page);
    await page.keyboard.press('Control+Enter');
    await expect(entries).toHaveCount(4);
    await expect(page.getByText('Nothing waits.')).toBeVisible();
    await service(2).click();
    await expect.poll(() => loadedWidth(kefu.picture('theirPicture'))).toBe(1280);
    await expect(kefu.said.last()).toContainText('It waits for the bank, as you see.');
    await expect(entries.last()).toContainText('seen');
    await page.getByRole('textbox', { name: /^Answer/ }).fill('Tomorrow at the latest.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(kefu.said.last()).toContainText('Tomorrow at the latest.');
    await new HomePage(person).open();
    await expect(service(0)).toBeVisible();
  });

  await test.step('loaded again on either side, all of it is there once, and nothing is unread', async () => {
    await kefu.open();
    await expect(kefu.said.filter({ hasText: /top-up|bank|Tomorrow/ })).toHaveCount(3);
    await expect(kefu.said.getByRole('img')).toHaveCount(2);
    await expect(kefu.said.filter({ hasText: /^New$/ })).toHaveCount(0);
    await page.reload();
    await expect(entries).toHaveCount(5);
    const { items, waitingSinceMs } = await console.call('conversationsGet', { userId });
    expect(items.map(({ text }) => text)).toEqual([
      'Tomorrow at the latest.',
      'It waits for the bank, as you see.',
      null,
      null,
      'Where is my top-up?',
    ]);
    expect(waitingSinceMs).toBeNull();
  });
});

/** A market that no other journey trades in. */
const quietSymbol = 'TRX-USDT';

test('a fee, a closed market, a limit, a frozen person and a text are previewed, done for a reason, and hold in the app', async () => {
  const { account, token } = newcomer;
  await console.turnTo(`catalogue/spot/${quietSymbol}`);

  await test.step('a fee', async () => {
    const rate = async () => (await callExchange('spotTerms', { symbol: quietSymbol })).feeRate;
    // Another one than before, also when this is tried again.
    const wanted = (await rate()) === '0.0013' ? '0.0014' : '0.0013';
    await page.getByLabel('Fee rate').fill(wanted);
    await page.getByRole('button', { name: 'Show what would change' }).click();
    await expect(console.dialog.getByRole('insertion')).toHaveText(wanted);
    await console.dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(console.dialog.getByRole('alert')).toHaveText(/^Say why/);
    await everybodyCanRead(page);
    await console.dialog.getByLabel('Reason').fill('calm weeks');
    await console.dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(console.notice(/published/)).toBeVisible();
    await expect.poll(rate).toBe(wanted);
    await everybodyCanRead(page);
  });

  await test.step('a market closed and opened', async () => {
    const products = async () =>
      (await callExchange('coinList', {})).symbols.find(({ symbol }) => symbol === quietSymbol)?.products;
    // Left closed by a try that was cut short.
    if ((await products())?.spot === false)
      await console.call('catalogueClose', { symbol: quietSymbol, open: true, reason: 'tried again' });
    await expect.poll(async () => (await products())?.spot).toBe(true);
    const before = await products();
    await console.turnTo(`catalogue/symbol/${quietSymbol}`);
    for (const verb of ['Close', 'Open']) {
      await page.getByRole('button', { name: `${verb} the market` }).click();
      await console.dialog.getByLabel('Reason').fill('maintenance');
      await console.dialog.getByRole('button', { name: `${verb} the market` }).click();
      await expect(console.dialog).toHaveCount(0);
      await expect.poll(products).toEqual(verb === 'Open' ? before : { spot: false, seconds: false, leverage: false });
    }
  });

  await test.step('a person found; a limit of his lowered, which holds at once', async () => {
    await console.turnTo('users');
    await page.getByLabel('Search').fill(account);
    await console.rows.filter({ hasText: account }).click();
    await expect(console.title).toHaveText(account);
    await page.getByRole('button', { name: 'Change: Stakes' }).click();
    await console.dialog.getByLabel('Most a day').fill('250');
    await console.dialog.getByRole('button', { name: 'Change' }).click();
    await expect(console.dialog.getByRole('alert')).toHaveText(/^Say why/);
    await everybodyCanRead(page);
    await console.dialog.getByLabel('Reason').fill('asked by himself');
    await console.dialog.getByRole('button', { name: 'Change' }).click();
    await expect(console.dialog).toHaveCount(0);
    await expect(page.getByText('250 USDT of 250 USDT left today.')).toBeVisible();
    await expect
      .poll(async () => (await callExchange('limits', {}, token)).limits.find(({ kind }) => kind === 'stake')?.most)
      .toBe('250');
  });

  await test.step('frozen and thawed', async () => {
    await page.getByRole('button', { name: 'Freeze' }).click();
    await console.dialog.getByLabel('Reason').fill('asked by himself');
    await console.dialog.getByRole('button', { name: 'Freeze' }).click();
    await expect(console.notice(/is frozen/)).toBeVisible();
    await expect.poll(() => callExchange('userInfo', {}, token).catch(({ message }: Error) => message)).toContain('AUTH_');
    await everybodyCanRead(page);
    await page.getByRole('button', { name: 'Thaw' }).click();
    await console.dialog.getByLabel('Reason').fill('checked');
    await console.dialog.getByRole('button', { name: 'Thaw' }).click();
    await expect(page.getByRole('button', { name: 'Freeze' })).toBeVisible();
  });

  await test.step('a text in one language', async () => {
    await console.turnTo('content/about/pt');
    const title = `Sobre a Tessera, ${randomUUID().slice(0, 8)}`;
    await page.getByLabel('Title').fill(title);
    await page.getByRole('button', { name: 'Show what would change' }).click();
    await expect(console.dialog.getByRole('insertion')).toHaveText(title);
    await console.dialog.getByLabel('Reason').fill('clearer');
    await console.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(console.notice(/is saved/)).toBeVisible();
    const inPortuguese = { id: 'about', lang: 'pt' } as { id: string };
    await expect.poll(async () => (await callExchange('newsDetail', inPortuguese)).title).toBe(title);
    await everybodyCanRead(page);
  });

  await test.step('a new article: seen as people see it, read, withdrawn', async () => {
    await console.turnTo('content/new');
    // It stands on everybody's home page for a while: in the language that axe.spec speaks there meanwhile.
    const title = `${pseudoText('Maintenance')} ${randomUUID().slice(0, 8)}`;
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Summary').fill(pseudoText('What waits'));
    await page.getByRole('textbox', { name: /^Text/ }).fill('On **Saturday** &amp; Sunday');
    await expect(page.getByRole('region', { name: 'As people see it' })).toContainText('On Saturday & Sunday');
    await everybodyCanRead(page);
    await page.getByRole('button', { name: 'Show what would change' }).click();
    await console.dialog.getByLabel('Reason').fill('planned');
    await console.dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const titles = async () => (await callExchange('newsList', { category: 'news' })).items.map((item) => item.title);
    await expect.poll(titles).toContain(title);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await console.dialog.getByLabel('Reason').fill('over');
    await console.dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect.poll(titles).not.toContain(title);
  });
});

const loadedWidth = (picture: ReturnType<Page['locator']>): Promise<number> =>
  picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);

let theme: 'light' | 'dark' = 'light';

/**
 * Whatever is open: no serious barrier, colours of both themes, and as narrow as 320 points it scrolls down only. The theme stays turned:
 * the next one is judged in it, and turned back.
 */
async function everybodyCanRead(page: Page): Promise<void> {
  const size = page.viewportSize() ?? desk;
  expect(await seriousFindings(page)).toEqual([]);
  theme = theme === 'light' ? 'dark' : 'light';
  await page.emulateMedia({ colorScheme: theme });
  expect(await seriousFindings(page, 'colours')).toEqual([]);
  if (size.width !== narrow.width) await page.setViewportSize(narrow);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrow.width);
  if (size.width !== narrow.width) await page.setViewportSize(size);
}
