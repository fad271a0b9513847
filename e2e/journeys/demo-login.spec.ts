/**
 * The login of ready.json, on its demo account; and with its real one, which holds money, the limits that a person sets and the proof
 * that it is counted. In one file: it is one person, and where he was last is where his next login leads.
 */
import { expect } from 'playwright/test';
import type { LiabilityProof } from '@tessera/shared/contract';
import { demoLogin } from '../fixtures/appUrl';
import { callExchange } from '../fixtures/callExchange';
import { test } from '../fixtures/session';
import { ContractPage } from '../pages/ContractPage';
import { Frame } from '../pages/Frame';
import { HomePage } from '../pages/HomePage';
import { LimitsPage } from '../pages/LimitsPage';
import { SwitchAccountPage } from '../pages/SwitchAccountPage';
import { turnTo } from '../pages/turnTo';

test.setTimeout(120_000);
// One visit: he is logged in once.
test.use({ goesOn: true });
test.describe.configure({ mode: 'serial' });

test('the demo login of ready.json, the puzzle dragged: in the app, on the demo account', async ({ visitor }) => {
  const home = await new HomePage(visitor).open();
  const login = await home.toLogin();
  await login.isShown();
  await login.logIn(demoLogin());
  await home.isShown();
  await expect(new Frame(visitor).demoRibbon).toBeVisible();
  await expect(visitor).toHaveTitle(/^DEMO · /);
});

test('a stake limit: set, shown in the ticket, the order beyond it is refused in words and stays typed; the balance is proven', async ({
  visitor: page,
}) => {
  await (await new SwitchAccountPage(page).open()).use('real');
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

  await test.step('his balance is counted in what the exchange owes; a forged answer is said to be wrong', async () => {
    await turnTo(page, '/pages/assets/liabilities');
    const checked = async (verdict: 'counted' | 'wrong') => {
      await page.getByRole('button', { name: /^Check my balance of / }).click();
      await expect(page.getByText(words(`liabilities:verdict.${verdict}`), { exact: true })).toBeVisible({ timeout: 5_000 });
    };
    // The seal over the publication is there within a minute.
    await expect(() => checked('counted')).toPass({ timeout: 90_000 });

    await page.route('**/api/wallet/liability_proof*', async (route) => {
      const answer = (await (await route.fetch()).json()) as { readonly message: LiabilityProof };
      const accounts = answer.message.accounts.map((one) => ({ ...one, balance: '25' }));
      await route.fulfill({ json: { ...answer, message: { ...answer.message, accounts } } });
    });
    await checked('wrong');
  });
  // For who logs in next.
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  await callExchange('switchAccount', { mode: 'demo' }, token);
});
