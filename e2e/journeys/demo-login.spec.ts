/**
 * The login of ready.json, on its demo account; and with its real one, which holds money, the limits that a person sets. In one file: it
 * is one person, and where he was last is where his next login leads.
 */
import { expect, type Page } from 'playwright/test';
import { demoLogin } from '../fixtures/appUrl';
import { callExchange } from '../fixtures/callExchange';
import { test } from '../fixtures/session';
import { ContractPage } from '../pages/ContractPage';
import { Frame } from '../pages/Frame';
import { HomePage } from '../pages/HomePage';
import { LimitsPage } from '../pages/LimitsPage';
import { LoginPage } from '../pages/LoginPage';
import { turnTo } from '../pages/turnTo';

test.setTimeout(120_000);

test('the demo login of ready.json, the puzzle dragged: in the app, on the demo account', async ({ visitor }) => {
  const home = await new HomePage(visitor).open();
  const login = await home.toLogin();
  await login.isShown();
  await login.logIn(demoLogin());
  await home.isShown();
  await expect(new Frame(visitor).demoRibbon).toBeVisible();
  await expect(visitor).toHaveTitle(/^DEMO · /);
});

test('a stake limit: set, shown in the ticket, and the order beyond it is refused in words and stays typed', async ({
  visitor,
  browserOf,
}) => {
  await (await new LoginPage(visitor).open()).logIn(demoLogin());
  const kept = await realSessionOf(visitor);
  const page = await browserOf(kept);
  await (await new LimitsPage(page).open()).set('stake', '30');

  await turnTo(page, `${ContractPage.path}?product=seconds&symbol=BTC-USDT`);
  const contract = new ContractPage(page);
  const { words } = contract;
  const figures = { left: '30.00', most: '30.00', asset: 'USDT' };
  await expect(page.getByText(words('trade:ticket.limit.stake', figures))).toBeVisible();
  const sheet = await contract.order('long', '31');
  // Before the first order with real money the risk is read.
  await contract.button(words('trade:risk.accept')).click();
  await sheet.isShown();
  await sheet.place();
  await expect(page.getByText(words('errors:LIMIT_STAKE_REACHED', { left: '30', max: '30', asset: 'USDT' }))).toBeVisible();
  await expect(contract.stake).toHaveValue('31');
  await expect(contract.running).toHaveCount(0);
  // For who logs in next.
  await callExchange('switchAccount', { mode: 'demo' }, kept.token);
});

/** His real account, whichever he was at last. */
async function realSessionOf(page: Page) {
  await expect.poll(() => page.evaluate(() => localStorage.getItem('userInfo'))).not.toBeNull();
  const before = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const { token } = await callExchange('switchAccount', { mode: 'real' }, before);
  return { token, userInfo: JSON.stringify(await callExchange('userInfo', {}, token)) };
}
