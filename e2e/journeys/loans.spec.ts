/** A loan against a coin, on the demo account: from the form to the last cent of it, balances by the exchange. */
import { expect } from 'playwright/test';
import { seriousFindings } from '../accessibility/seriousFindings';
import { callExchange } from '../fixtures/callExchange';
import { exactSum } from '../fixtures/exactSum';
import { test } from '../fixtures/session';
import { availableOf, walletOf } from '../fixtures/wallet';
import { ExchangePage } from '../pages/ExchangePage';
import { LoansPage } from '../pages/LoansPage';

test('borrowed against Bitcoin and repaid: the coin is locked meanwhile, and all of it comes back', async ({
  member,
  newcomer,
}) => {
  const exchange = await new ExchangePage(member).open();
  await exchange.amount.fill('400');
  await exchange.review();
  await exchange.confirm();
  const before = await walletOf(newcomer);

  const loans = await new LoansPage(member).open();
  await loans.lock('dBTC');
  await loans.amount.fill('100');
  await expect(loans.levels.last()).toContainText('75.0%');
  await loans.agree();
  expect.soft(await seriousFindings(member), 'form of a loan').toEqual([]);
  await expect(await loans.review()).toContainText('100 dUSDT');
  expect.soft(await seriousFindings(member), 'review of a loan').toEqual([]);
  await loans.confirm(newcomer.password);
  const { items } = await callExchange('loanOrders', { status: 'open' }, newcomer.session.token);
  expect(items).toEqual([expect.objectContaining({ principal: '100', asset: 'USDT' })]);
  expect.soft(await seriousFindings(member), 'a loan').toEqual([]);
  const meanwhile = await walletOf(newcomer);
  expect(exactSum(availableOf(meanwhile))).toBe(exactSum(availableOf(before), '100'));
  expect(meanwhile.coin.find(({ asset }) => asset === 'BTC')).toMatchObject({
    available: '0',
    collateral: availableOf(before, 'BTC'),
  });

  await loans.repayAll();
  await expect(loans.sheet.getByText(loans.words('loans:status.repaid'), { exact: true }).first()).toBeVisible();
  const after = await walletOf(newcomer);
  expect(availableOf(after, 'BTC')).toBe(availableOf(before, 'BTC'));
  expect(exactSum(availableOf(after))).toBe(exactSum(availableOf(before), `-${items[0]?.interest ?? ''}`));
});
