/** Money from a chain, up to money that can be traded: an address that the page has checked, a true payment, its blocks, the balance. */
import { expect } from 'playwright/test';
import { callExchange } from '../fixtures/callExchange';
import { mine, sendCoin } from '../fixtures/localChain';
import { registerNewcomer } from '../fixtures/registerNewcomer';
import { test } from '../fixtures/session';
import { openPage } from '../pages/openPage';

test('an address is shown and checked, a payment goes live through its confirmations, and its coins are there', async ({
  browserOf,
}) => {
  test.skip(process.env['TESSERA_CHAIN_URL'] === undefined, 'the server that is named reads no chain of ours');
  const { session } = await registerNewcomer();
  const { token } = await callExchange('switchAccount', { mode: 'real' }, session.token);
  const userInfo = JSON.stringify(await callExchange('userInfo', {}, token));
  const page = await browserOf({ token, userInfo });
  await openPage(page, '/pages/assets/topup?asset=ETH');
  await page.getByLabel('Network').selectOption('ethereum');
  await expect(page.getByText(/^Checked on this device/)).toBeVisible();
  const address = (await page.getByRole('group', { name: 'Address on Ethereum (ERC-20)' }).textContent()) ?? '';
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  await expect(page.getByLabel('Amount paid')).toHaveCount(0);
  await page.getByRole('button', { name: 'See my top-ups' }).click();
  await expect(page.getByText('No top-ups')).toBeVisible();

  await sendCoin(address, 250_000_000_000_000_000n);
  await mine(1);
  const row = page.getByRole('button', { name: /^Crypto/ });
  // Nobody reloads.
  await expect(row).toContainText('Callback in progress');
  await expect(row).toContainText('0 of 12');
  await mine(5);
  await expect(row).toContainText('5 of 12');
  await mine(7);
  await expect(row).toContainText('Success');
  await expect(row).toContainText('0.25');
  await row.click();
  await expect(page.getByRole('dialog').getByText('12 of 12')).toBeVisible();
  const { coin } = await callExchange('walletList', {}, token);
  expect(coin.find(({ asset }) => asset === 'ETH')?.available).toBe('0.25');
});
