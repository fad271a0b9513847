/** Where money may go: an address is bound with a code, waits a day by the exchange's clock, and is unbound. */
import { expect } from 'playwright/test';
import { callExchange } from '../fixtures/callExchange';
import { codeSentTo } from '../fixtures/codeSentTo';
import { registerNewcomer } from '../fixtures/registerNewcomer';
import { test } from '../fixtures/session';
import { openPage } from '../pages/openPage';

const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

test('an address is compared, confirmed by a code and the password, counted down, and unbound', async ({ browserOf }) => {
  const person = await registerNewcomer();
  const { token } = await callExchange('switchAccount', { mode: 'real' }, person.session.token);
  const userInfo = JSON.stringify(await callExchange('userInfo', {}, token));
  const page = await browserOf({ token, userInfo });
  const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name });
  const confirm = async () => {
    const sheet = page.getByRole('dialog', { name: 'Confirm it is you' });
    await sheet.getByLabel('Login password', { exact: true }).fill(person.password);
    await sheet.getByRole('button', { name: 'Confirm', exact: true }).click();
  };
  await openPage(page, '/pages/bankcard/index');
  await expect(page.getByText('No card or wallet yet')).toBeVisible();
  await button('Add a wallet address').click();
  await page.getByLabel('Currency').selectOption('USDT');
  await page.getByLabel('Network').selectOption('tron');
  await page.getByLabel('Wallet address').fill(address.replace('TJR', 'TJS'));
  await button('Continue').click();
  await expect(page.getByText('This is not the address of a wallet on Tron (TRC-20)')).toBeVisible();
  await page.getByLabel('Wallet address').fill(address);
  await button('Continue').click();
  await expect(page.getByText('Check before you save')).toBeVisible();
  await button('Send code').click();
  await expect(page.getByText('A code is on its way.')).toBeVisible();
  await page.getByLabel('6-digit code').fill(await codeSentTo(person.account));
  await button('Save').click();
  await confirm();

  const row = button(/TJRabP…jpRTv8/);
  await expect(row).toContainText(/Usable in (24:00|23:59):\d\d/);
  await row.click();
  const sheet = page.getByRole('dialog', { name: 'Tron (TRC-20)' });
  await sheet.getByRole('button', { name: 'Unbind' }).click();
  await page
    .getByRole('dialog', { name: /^Unbind TJR/ })
    .getByRole('button', { name: 'Unbind', exact: true })
    .click();
  await confirm();
  await expect(page.getByText('No card or wallet yet')).toBeVisible();
});
