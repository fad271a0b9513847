/** Money in by bank card, on the page of a gateway: paid it is there, declined it is not, and nobody reloads. */
import { expect, type Page } from 'playwright/test';
import { callExchange } from '../fixtures/callExchange';
import { registerNewcomer } from '../fixtures/registerNewcomer';
import { test } from '../fixtures/session';
import { openPage } from '../pages/openPage';
import { turnTo } from '../pages/turnTo';

/** Through the form to the gateway's page, and its button. */
async function payAt(page: Page, amount: string, press: 'Pay' | 'Decline'): Promise<Page> {
  await page.getByRole('radio', { name: 'Bank card' }).click();
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByRole('main').getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start payment' }).click();
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: /^Pay at 127\.0\.0\.1/ }).click();
  const gateway = await opening;
  await expect(gateway.getByRole('heading', { name: `Pay ${amount} USDT` })).toBeVisible();
  // It cannot reach back into the app.
  expect(await gateway.evaluate(() => window.opener === null && document.referrer === '')).toBe(true);
  await gateway.getByRole('button', { name: press }).click();
  await expect(gateway.getByRole('heading', { name: 'Callback answered with 200' })).toBeVisible();
  return gateway;
}

test('paid on the gateway’s page it is credited; declined it fails with the reason; the way back leads to it', async ({
  browserOf,
}) => {
  const { session } = await registerNewcomer();
  const { token } = await callExchange('switchAccount', { mode: 'real' }, session.token);
  const page = await browserOf({ token, userInfo: JSON.stringify(await callExchange('userInfo', {}, token)) });
  await openPage(page, '/pages/assets/topup');
  const gateway = await payAt(page, '150', 'Pay');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('Success', { exact: true })).toBeVisible();
  await expect(sheet.getByRole('button', { name: /^Pay at/ })).toHaveCount(0);
  expect((await callExchange('walletInfo', { asset: 'USDT' }, token)).coin.available).toBe('150');

  await gateway.getByRole('link', { name: 'Back to the shop' }).click();
  await expect(gateway.getByRole('dialog').getByText('Success', { exact: true })).toBeVisible();
  await gateway.close();

  await sheet.getByRole('button', { name: /Close/ }).click();
  await turnTo(page, '/pages/assets/topup');
  await payAt(page, '60', 'Decline');
  await expect(sheet.getByText('The card was declined.')).toBeVisible();
  expect((await callExchange('walletInfo', { asset: 'USDT' }, token)).coin.available).toBe('150');
});
