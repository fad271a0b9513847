/** Money moved by its owner: between the accounts, and from one asset into another; balances by the exchange and as shown. */
import { expect } from 'playwright/test';
import type { FlashOrder } from '@tessera/shared/contract';
import { seriousFindings } from '../accessibility/seriousFindings';
import { answerOf } from '../fixtures/answerOf';
import { exactSum } from '../fixtures/exactSum';
import { test } from '../fixtures/session';
import { shownFigure } from '../fixtures/shownFigure';
import { availableOf, openAssets, walletOf } from '../fixtures/wallet';
import { ExchangePage } from '../pages/ExchangePage';
import { LanguagePage } from '../pages/LanguagePage';
import { TransferPage } from '../pages/TransferPage';

test.use({ goesOn: true });

test('there and back: each account changes by exactly the amount, and the record says so', async ({ member }) => {
  const { assets, wallet: start } = await openAssets(member);
  const transfer = await assets.toTransfer();
  await transfer.isShown();
  await transfer.transfer('120.37');
  await expect(transfer.done('120.37', 'dUSDT')).toBeVisible();
  const records = await transfer.viewRecord();
  await records.isShown();
  await expect(records.rows('transfer').first()).toContainText('-120.37');

  const { wallet: there } = await openAssets(member);
  expect(exactSum(availableOf(there))).toBe(exactSum(availableOf(start), '-120.37'));
  expect(exactSum(there.contract.balance)).toBe(exactSum(start.contract.balance, '120.37'));
  await expect(assets.coin('dUSDT')).toContainText(shownFigure(availableOf(there), 2));
  await expect(assets.availableMargin).toHaveText(shownFigure(there.contract.availableMargin, 2));

  await assets.toTransfer();
  await transfer.isShown();
  await transfer.swap();
  await transfer.transfer('120.37');
  await expect(transfer.done('120.37', 'dUSDT')).toBeVisible();
  const { wallet: back } = await openAssets(member);
  expect([exactSum(availableOf(back)), exactSum(back.contract.balance)]).toEqual([
    exactSum(availableOf(start)),
    exactSum(start.contract.balance),
  ]);
});

test('more than there is: the button says how much there is, and nothing can be sent', async ({ member, newcomer }) => {
  const wallet = await walletOf(newcomer);
  const transfer = await new TransferPage(member).open();
  await transfer.isShown();
  await transfer.amount.fill(exactSum(availableOf(wallet), '0.01'));
  await expect(transfer.submit).toBeDisabled();
  await expect(transfer.submit).toContainText('is available');
});

test('typed in German: a comma is a decimal comma, and exactly that amount is sent', async ({ member: page }) => {
  const german = await (await new LanguagePage(page).open()).speak('de');
  const { words } = german;
  const transfer = await new TransferPage(page, words).open();
  await transfer.isShown();
  await transfer.amount.fill('1.234,56');
  await expect(transfer.understood('1.234,56', 'dUSDT')).toBeVisible();
  await transfer.amount.fill('2,5');
  await expect(transfer.understood('2,5', 'dUSDT')).toBeVisible();
  const sent = page.waitForRequest('**/api/wallet/transfer');
  await transfer.submit.click();
  expect((await sent).postDataJSON()).toMatchObject({ from: 'coin', to: 'contract', asset: 'USDT', amount: '2.5' });
  await expect(transfer.done('2,50', 'dUSDT')).toBeVisible();
  await (await new LanguagePage(page, words).open()).speak('en');
});

test('an exchange: quote, review, the sums to the last digit, and its check in the browser', async ({ member, newcomer }) => {
  const before = await walletOf(newcomer);
  const exchange = await new ExchangePage(member).open();
  await exchange.isShown();
  await exchange.amount.fill('9');
  await expect(exchange.submit).toHaveText('At least 10 dUSDT');
  await exchange.amount.fill('150');
  await expect(exchange.submit).toBeEnabled();
  expect.soft(await seriousFindings(member), 'form with a quote').toEqual([]);
  await expect(await exchange.review()).toContainText('150 dUSDT');
  const taken = answerOf<FlashOrder>(member, 'wallet/flashAgainst');
  await exchange.confirm();
  const order = await taken;
  expect(order).toMatchObject({ from: 'USDT', to: 'BTC', given: '150' });
  expect.soft(await seriousFindings(member), 'result').toEqual([]);
  const after = await walletOf(newcomer);
  expect(exactSum(availableOf(after))).toBe(exactSum(availableOf(before), '-150'));
  expect(exactSum(availableOf(after, 'BTC'))).toBe(exactSum(availableOf(before, 'BTC'), order.received));
  const proof = await exchange.check();
  await proof.holds(8);
  expect.soft(await seriousFindings(member), 'proof of an exchange').toEqual([]);
});
