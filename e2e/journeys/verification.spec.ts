/** Who trades with real money shows who he is: in words, then with pictures of the document; an operator decides. */
import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { anOperator } from '../fixtures/anOperator';
import { callExchange } from '../fixtures/callExchange';
import { registerNewcomer } from '../fixtures/registerNewcomer';
import { test } from '../fixtures/session';
import { VerificationPages } from '../pages/VerificationPages';
import { openPage } from '../pages/openPage';
import { turnTo } from '../pages/turnTo';

test.setTimeout(180_000);

const ticket = '/pages/contract/index?product=seconds&symbol=BTC-USDT';
const aPicture = (red: number): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: { r: red, g: 140, b: 90 } } })
    .jpeg()
    .toBuffer();

test('real money asks for it: refused, corrected, reviewed, certified in both steps, and the ticket is open', async ({
  browserOf,
}) => {
  const { session } = await registerNewcomer();
  const { token, userId } = await callExchange('switchAccount', { mode: 'real' }, session.token);
  const userInfo = JSON.stringify(await callExchange('userInfo', {}, token));
  const page = await browserOf({ token, userInfo });
  const pages = new VerificationPages(page);
  await openPage(page, ticket);
  await pages.button(pages.words('trade:ticket.verifyNow')).click();

  await expect(pages.submit).toBeVisible();
  await pages.fillPrimary('x-1');
  await pages.submit.click();
  await expect(page.getByText(pages.words('account:problem.idNumberShort'))).toBeVisible();
  await pages.field('idNumber').fill(`x-${randomUUID().slice(0, 12)}`);
  await pages.submit.click();
  await expect(pages.underReview).toBeVisible();

  const operator = await anOperator();
  await operator.approve(userId);
  // Nobody reloads: the message of the decision does it.
  await expect(pages.done).toBeVisible();

  await pages.toAdvanced();
  await pages.givePicture('front', await aPicture(40));
  await pages.givePicture('back', await aPicture(200));
  await pages.submit.click();
  await expect(pages.underReview).toBeVisible();
  await operator.approve(userId);
  await expect(pages.done).toBeVisible();

  await turnTo(page, ticket);
  await expect(page.getByText(pages.words('trade:ticket.emptyAccount'))).toBeVisible();
  await expect(pages.button(pages.words('trade:ticket.verifyNow'))).toHaveCount(0);
});
