/** A limit that a person sets: the ticket says what is left of it, and the order beyond it is refused in words. */
import { expect } from 'playwright/test';
import { demoLogin } from '../fixtures/appUrl';
import { test } from '../fixtures/session';
import { ContractPage } from '../pages/ContractPage';
import { LoginPage } from '../pages/LoginPage';
import { SwitchAccountPage } from '../pages/SwitchAccountPage';
import { turnTo } from '../pages/turnTo';

test.setTimeout(120_000);

test('a stake limit of the real account is set, shown in the ticket, and kept', async ({ visitor }) => {
  await (await new LoginPage(visitor).open()).logIn(demoLogin());
  await turnTo(visitor, SwitchAccountPage.path);
  await new SwitchAccountPage(visitor).use('real');

  const contract = new ContractPage(visitor);
  const { words } = contract;
  await turnTo(visitor, '/pages/user/limits');
  await contract.button(new RegExp(`^${words('account:limits.kind.stake')}`)).click();
  await visitor.getByRole('textbox', { name: words('account:limits.money', { asset: 'USDT' }) }).fill('30');
  await contract.button(words('account:limits.save')).click();
  await expect(contract.toast(words('account:limits.saved'))).toBeVisible();

  await turnTo(visitor, `${ContractPage.path}?product=seconds&symbol=BTC-USDT`);
  await expect(visitor.getByText(words('trade:ticket.limit.stake', { left: '30', most: '30', asset: 'USDT' }))).toBeVisible();
  await contract.stake.fill('31');
  await contract.direction('long').click();
  // Before the first order with real money the risk is read.
  await contract.button(words('trade:risk.accept')).click();
  await contract.button(words('trade:confirm.place')).click();
  await expect(visitor.getByText(words('errors:LIMIT_STAKE_REACHED', { left: '30', max: '30', asset: 'USDT' }))).toBeVisible();
});
