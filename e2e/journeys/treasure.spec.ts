/** What takes days: a deposit that is paid day by day and comes back at its end, one that is ended before, and a loan until its collateral is sold. Days pass by the exchange's clock. */
import { expect } from 'playwright/test';
import { seriousFindings } from '../accessibility/seriousFindings';
import { anOperator } from '../fixtures/anOperator';
import { callExchange } from '../fixtures/callExchange';
import { exactSum } from '../fixtures/exactSum';
import { startMovedExchange, type MovedExchange } from '../fixtures/movedExchange';
import { registerNewcomer } from '../fixtures/registerNewcomer';
import { test } from '../fixtures/session';
import { availableOf, walletOf } from '../fixtures/wallet';
import { borrowFor, depositFor } from '../fixtures/trades';
import { wordsOf } from '../fixtures/words';
import { LoansPage } from '../pages/LoansPage';
import { openPage } from '../pages/openPage';
import { TreasurePages } from '../pages/TreasurePages';

/** Days are booked some seconds after they are over. */
const bookedWithinMs = 60_000;
test.setTimeout(360_000);

let exchange: MovedExchange;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  exchange = await startMovedExchange({ mostDays: 12 });
});
test.afterAll(async () => exchange?.stop());

const words = wordsOf('en');

test('from the purchase to the interest, the statement and the end; and a breach in two steps', async ({ browserOf }) => {
  const { session, password } = await registerNewcomer();
  const { token = '' } = session;
  const page = await browserOf(session);
  const treasure = await new TreasurePages(page).open();
  await treasure.buy(7, '1000', password);
  await treasure.button(words('treasure:buy.done'), treasure.sheet).click();
  // What the calculator promises of another purchase like it.
  await treasure.amount.fill('1000');
  const promised = await treasure.total.textContent();
  const { id: weekId = '' } = (await callExchange('treasureOrders', { status: 'in_custody' }, token)).items[0] ?? {};
  const monthId = await depositFor(30, '1000', { token, password });
  const orderOf = async (id: string) => (await callExchange('treasureOrders', { id }, token)).items[0];

  // In two parts: a session in which nobody does anything for a week is over.
  await exchange.passDays(4);
  await expect.poll(async () => (await orderOf(monthId))?.earned, { timeout: bookedWithinMs }).not.toBe('0');
  await exchange.passDays(4);
  await expect.poll(async () => (await orderOf(weekId))?.status, { timeout: bookedWithinMs }).toBe('completed');

  const paid = await callExchange('treasureRecords', { orderId: weekId }, token);
  await openPage(page, '/pages/assets/records?kind=treasure');
  await expect(page.getByRole('main').getByText(`+${paid.items[0]?.amount}`).first()).toBeVisible();
  const over = await treasure.openOrder(weekId);
  await expect(over.getByText(words('treasure:ended.matured'))).toBeVisible();
  await expect(treasure.valueOf(words('treasure:order.earned'), over)).toHaveText(promised ?? '');
  const rows = over.getByRole('group', { name: words('treasure:interest.title') }).getByText('dUSDT');
  await expect(rows).toHaveCount(7);

  await treasure.turnToOrder(30);
  const figures = await callExchange('treasureRedemption', { orderId: monthId }, token);
  expect(Number(figures.penalty)).toBeGreaterThan(0);
  const first = await treasure.endEarly();
  await expect(treasure.valueOf(words('treasure:redeem.earned'), first)).toHaveText(`${figures.earned} dUSDT`);
  await expect(treasure.valueOf(words('treasure:redeem.penalty'), first)).toHaveText(`-${figures.penalty} dUSDT`);
  await expect(first.getByText(`${figures.returned} dUSDT`, { exact: true })).toBeVisible();
  await treasure.endForGood(password);
  await expect(treasure.toast(words('treasure:redeem.doneOf', { amount: figures.returned, asset: 'dUSDT' }))).toBeVisible();
  expect(await orderOf(monthId)).toMatchObject({ end: 'redeemed', penalty: figures.penalty });
});

test('a loan from the call to the liquidation, by interest alone: what was sold follows from the ticks, in this browser too', async ({
  browserOf,
}) => {
  const [person, risk] = await Promise.all([registerNewcomer(), anOperator(['risk'])]);
  const { token = '' } = person.session;
  // Dearer than anybody would lend, so that days do what takes months.
  const dear = { daily_rate: '0.28', overdue_rate: '0.28' };
  await risk.call('catalogueChange', { name: 'loan', key: ['7'], change: dear, reason: 'for a journey' });
  const { quote } = await callExchange('flashList', { from: 'USDT', to: 'BTC', amount: '2100' }, token);
  await callExchange('flash', { quoteId: quote?.quoteId ?? '' }, token);
  const bought = availableOf(await walletOf(person), 'BTC');
  const termNow = async () => (await callExchange('loanConfig', {}, token)).terms.find(({ days }) => days === 7);
  await expect.poll(async () => (await termNow())?.dailyRate).toBe('0.28');
  // 0.02 BTC is worth 2,000, and one day is owed from the start.
  await borrowFor(7, '1008', { token, password: person.password }, '0.02');
  const [loan] = (await callExchange('loanOrders', {}, token)).items;
  if (loan === undefined) throw new Error('what was lent is listed');
  expect(loan).toMatchObject({ status: 'open', owed: '1290.24', ltv: '0.64512' });
  const loanNow = async () => (await callExchange('loanOrders', { id: loan.id }, token)).items[0];

  await exchange.passDays(3);
  await expect.poll(async () => (await loanNow())?.isCalled, { timeout: bookedWithinMs }).toBe(true);
  expect(await loanNow()).toMatchObject({ owed: '1572.48', ltv: '0.78624' });
  const page = await browserOf(person.session);
  const loans = new LoansPage(page);
  const sheet = await loans.openLoan(loan.id);
  const calledText = words('loans:loan.called', { call: '75%', liquidation: '83%', initial: '65%' });
  await expect(sheet.getByText(calledText)).toBeVisible();
  await expect(loans.valueOf(words('loans:loan.owed'), sheet)).toContainText('1,572.48 dUSDT');

  // The page that stands there tells it by itself.
  await exchange.passDays(1);
  await expect(sheet.getByText(words('loans:loan.liquidated'))).toBeVisible({ timeout: bookedWithinMs });
  await expect(sheet.getByText(calledText)).toHaveCount(0);
  const sold = (await loanNow())?.decisions.at(-1);
  // 1,854.72 ÷ (100,000 × 0.99), up at eight decimals.
  expect(sold).toMatchObject({ kind: 'liquidation', owed: '1854.72', ltv: '0.92736', repaid: '1854.72', insured: '0' });
  expect(sold?.collateral).toMatchObject([{ sold: '0.01873455', returned: '0.00126545', price: { price: '100000' } }]);
  await expect(loans.valueOf(words('loans:decision.sold'), sheet)).toHaveText('0.01873455 dBTC');
  await expect(loans.valueOf(words('loans:decision.returned'), sheet)).toHaveText('0.00126545 dBTC');
  await expect(loans.valueOf(words('loans:loan.price'), sheet).first()).toContainText('Mean of the minute');
  expect.soft(await seriousFindings(page), 'a loan whose collateral was sold').toEqual([]);
  expect(availableOf(await walletOf(person), 'BTC')).toBe(exactSum(bought, '-0.01873455'));

  await (await loans.check()).holds(5);
});
