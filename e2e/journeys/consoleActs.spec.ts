/** What an operator changes from the console is answered to everybody by the calls of the app: a fee, a closed market, a person, a text. */
import { expect, test, type Page } from 'playwright/test';
import { seriousFindings } from '../accessibility/seriousFindings';
import { anOperator, consoleUrl } from '../fixtures/anOperator';
import { callExchange } from '../fixtures/callExchange';
import { registerNewcomer } from '../fixtures/registerNewcomer';

test.setTimeout(180_000);

/** A market that no other journey trades in. */
const symbol = 'TRX-USDT';

test('a fee, a closed market, a frozen person and a text are previewed, done for a reason, and hold in the app', async ({
  page,
}) => {
  const [operator, { account, session }] = await Promise.all([anOperator(['risk', 'content', 'support']), registerNewcomer()]);
  const { token } = session as { readonly token: string };
  const dialog = page.getByRole('dialog');
  const open = (part: string) => page.evaluate((to) => (window.location.hash = `#/${to}`), part);
  const told = (text: RegExp) => page.getByRole('status').filter({ hasText: text });

  await page.goto(await consoleUrl());
  await page.getByLabel('Name').fill(operator.name);
  await page.getByLabel('Password').fill(operator.password);
  await page.getByLabel('One-time code').fill(await operator.code());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation')).toBeVisible();

  await test.step('a fee', async () => {
    await open(`catalogue/spot/${symbol}`);
    await page.getByLabel('Fee rate').fill('0.0013');
    await page.getByRole('button', { name: 'Show what would change' }).click();
    await expect(dialog.getByRole('insertion')).toHaveText('0.0013');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(/^Say why/);
    await everybodyCanRead(page);
    await dialog.getByLabel('Reason').fill('calm weeks');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(told(/published/)).toBeVisible();
    await expect.poll(async () => (await callExchange('spotTerms', { symbol })).feeRate).toBe('0.0013');
  });

  await test.step('a market closed and opened', async () => {
    const products = async () => (await callExchange('coinList', {})).symbols.find((one) => one.symbol === symbol)?.products;
    const before = await products();
    await open(`catalogue/symbol/${symbol}`);
    for (const verb of ['Close', 'Open']) {
      await page.getByRole('button', { name: `${verb} the market` }).click();
      await dialog.getByLabel('Reason').fill('maintenance');
      await dialog.getByRole('button', { name: `${verb} the market` }).click();
      await expect(told(/published/)).toBeVisible();
      await expect.poll(products).toEqual(verb === 'Open' ? before : { spot: false, seconds: false, leverage: false });
    }
  });

  await test.step('a person found, frozen and thawed', async () => {
    await open('users');
    await page.getByLabel('Search').fill(account);
    await page.getByRole('main').getByRole('link').filter({ hasText: account }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(account);
    await page.getByRole('button', { name: 'Freeze' }).click();
    await dialog.getByLabel('Reason').fill('asked by himself');
    await dialog.getByRole('button', { name: 'Freeze' }).click();
    await expect(told(/is frozen/)).toBeVisible();
    await expect.poll(() => callExchange('userInfo', {}, token).catch(({ message }: Error) => message)).toContain('AUTH_');
    await everybodyCanRead(page);
    await page.getByRole('button', { name: 'Thaw' }).click();
    await dialog.getByLabel('Reason').fill('checked');
    await dialog.getByRole('button', { name: 'Thaw' }).click();
    await expect(page.getByRole('button', { name: 'Freeze' })).toBeVisible();
  });

  await test.step('a text in one language', async () => {
    await open('content/about/pt');
    await page.getByLabel('Title').fill('Sobre a Tessera, agora');
    await page.getByRole('button', { name: 'Show what would change' }).click();
    await expect(dialog.getByRole('insertion')).toHaveText('Sobre a Tessera, agora');
    await dialog.getByLabel('Reason').fill('clearer');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(told(/is saved/)).toBeVisible();
    await expect
      .poll(async () => (await callExchange('newsDetail', { id: 'about', lang: 'pt' } as { id: string })).title)
      .toBe('Sobre a Tessera, agora');
  });

  await test.step('every screen of them is for everybody', async () => {
    for (const part of [
      'users',
      'catalogue/leverage',
      `catalogue/leverage/${symbol}`,
      'content',
      'content/about/pt',
      'incidents',
    ]) {
      await open(part);
      await expect(page.getByText(/^As of /).first()).toBeVisible();
      await everybodyCanRead(page);
    }
  });
});

/** No serious barrier, colours of both themes, and as narrow as 320 points it scrolls down only. */
async function everybodyCanRead(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 390, height: 844 };
  expect(await seriousFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await seriousFindings(page, 'colours')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize(size);
}
