/** Money in: an address of the operators' list, a picture of the payment, an operator's word, and coins can be bought for it. */
import { createHash, randomBytes } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { anOperator } from '../fixtures/anOperator';
import { certify } from '../fixtures/applyForIdentity';
import { callExchange } from '../fixtures/callExchange';
import { registerNewcomer } from '../fixtures/registerNewcomer';
import { test } from '../fixtures/session';
import { wordsOf } from '../fixtures/words';
import { AssetsPage } from '../pages/AssetsPage';
import { SpotPage } from '../pages/SpotPage';
import { openPage } from '../pages/openPage';
import { turnTo } from '../pages/turnTo';

test.setTimeout(180_000);

const words = wordsOf('en');

const base58 = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());
const tronAddress = () => base58.encode(Uint8Array.from([0x41, ...randomBytes(20)]));

test('paid in by a picture, credited without a reload when an operator approves, and ready to be traded', async ({
  browserOf,
}) => {
  const { session } = await registerNewcomer();
  const { token, userId } = await callExchange('switchAccount', { mode: 'real' }, session.token);
  const [operator, other] = await Promise.all([anOperator(['identity', 'treasury']), anOperator(['treasury'])]);
  await certify(token, () => operator.approve(userId));
  // Payments on this chain nobody reads: operators look. An address counts when two have entered it.
  const addresses = Array.from({ length: 3 }, tronAddress);
  for (const one of [operator, other]) await one.call('addressesAdd', { network: 'tron', addresses });

  const userInfo = JSON.stringify(await callExchange('userInfo', {}, token));
  const page = await browserOf({ token, userInfo });
  const main = page.getByRole('main');
  await openPage(page, '/pages/assets/topup?asset=USDT');
  await main.getByLabel(words('topup:network')).selectOption('tron');
  await expect(main.getByRole('img', { name: words('topup:qr') })).toBeVisible();
  await main.getByLabel(words('topup:amount')).fill('500');
  const picture = await sharp({ create: { width: 600, height: 900, channels: 3, background: { r: 30, g: 90, b: 160 } } })
    .jpeg()
    .toBuffer();
  const field = `${words('topup:picture', { n: '1' })} ${words('pictures:album')}`;
  await main.getByRole('button', { name: field }).setInputFiles({ name: 'paid.jpg', mimeType: 'image/jpeg', buffer: picture });
  await main.getByRole('button', { name: words('pictures:send') }).click();
  await expect(main.getByText(words('pictures:sent'), { exact: true })).toBeVisible();
  await main.getByRole('button', { name: words('topup:submit'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('topup:confirm') })
    .click();
  await expect(main.getByText(words('topup:status.under_review')).filter({ visible: true }).first()).toBeVisible();

  await turnTo(page, AssetsPage.path);
  const assets = new AssetsPage(page);
  await assets.isShown();
  await expect(assets.coin('USDT')).toContainText('0.00');
  await operator.approve(userId);
  // Nobody reloads: the message of the credit does it.
  await expect(assets.coin('USDT')).toContainText('500.00');

  const spot = await new SpotPage(page).open('BTC-USDT', 'buy');
  await spot.isShown();
  await spot.entrustment('market');
  await spot.amount.fill('150');
  const confirm = await spot.order();
  // What is said once, before the first order with real money.
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('trade:risk.accept') })
    .click();
  // It can be traded with: the same order is placed in spot.spec.ts.
  await confirm.isShown();
  await expect(confirm.sheet).toContainText('150.00 USDT');
});
