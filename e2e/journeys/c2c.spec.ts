/** Coins from a merchant: two operators enter how he is paid, a person orders and pays, an operator releases, and the coins can be traded. */
import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { anOperator } from '../fixtures/anOperator';
import { callExchange } from '../fixtures/callExchange';
import { registerNewcomer } from '../fixtures/registerNewcomer';
import { test } from '../fixtures/session';
import { openPage } from '../pages/openPage';

test.setTimeout(120_000);

const account = '021000021 000000202051';
const currency = 'USD';

test('an order is placed at the price that is shown, said to be paid with a picture, and released', async ({ browserOf }) => {
  const [first, second] = [await anOperator(['treasury']), await anOperator(['treasury'])];
  const name = `Nordic ${randomUUID().slice(0, 6)}`;
  const { merchant } = await first.call('merchantsSave', { name, asset: 'USDT', limit: '1000', state: 'open', reason: 'new' });
  const way = {
    id: merchant.id,
    currency,
    name: 'Wire transfer',
    holder: 'Mia Muster',
    account,
    bank: 'First Bank of Somewhere',
    note: '',
  };
  await first.call('merchantsWay', way);
  await second.call('merchantsWay', way);
  // Far from the market it would wait for the second of them. A USDT is a dollar to the exchange; a drawn rate of another currency can be
  // further from any figure here than it allows.
  const terms = { currency, price: '1.02', min: '20', max: '500', minutes: 15, available: '500', state: 'open' } as const;
  await first.call('merchantsOffer', { id: merchant.id, ...terms });

  const { session } = await registerNewcomer();
  const { token } = await callExchange('switchAccount', { mode: 'real' }, session.token);
  const userInfo = JSON.stringify(await callExchange('userInfo', {}, token));
  const page = await browserOf({ token, userInfo });
  const button = (label: string | RegExp) => page.getByRole('main').getByRole('button', { name: label });
  await openPage(page, '/pages/assets/topup');
  await page.getByRole('radio', { name: 'Person to person' }).click();
  await button('See offers').click();
  await button(`Buy USDT from ${name}`).click();
  await page.getByLabel('Amount', { exact: true }).fill('100');
  await expect(page.getByText('102.00 USD')).toBeVisible();
  await button('Continue').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Place order' }).click();

  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/);
  await expect(page.getByText(account)).toBeVisible();
  const picture = await sharp({ create: { width: 640, height: 400, channels: 3, background: { r: 40, g: 140, b: 90 } } })
    .jpeg()
    .toBuffer();
  await page
    .getByLabel(/Picture 1 of the payment/)
    .first()
    .setInputFiles({ name: 'paid.jpg', mimeType: 'image/jpeg', buffer: picture });
  await button('Send this picture').click();
  await button('I have paid').click();
  await expect(page.getByText('Being checked')).toBeVisible();
  await expect(page.getByText(account)).toBeHidden();

  const { items } = await second.call('merchantsOrders', { merchantId: merchant.id });
  const reviewId = items[0]?.reviewId ?? '';
  const { termsHash } = await second.call('reviewsGet', { id: reviewId });
  await second.call('reviewsDecide', { id: reviewId, verdict: 'approved', termsHash });
  // Live: nobody reloads the page.
  await expect(page.getByText('Released', { exact: true })).toBeVisible();
  const { coin } = await callExchange('walletInfo', { asset: 'USDT' }, token);
  expect(coin.available).toBe('100');
});
