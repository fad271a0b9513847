/** A deposit that is bought, paid day by day and comes back at its end; and one that is ended before. Days pass by the exchange's clock. */
import { expect } from 'playwright/test';
import { callExchange } from '../fixtures/callExchange';
import { startMovedExchange, type MovedExchange } from '../fixtures/movedExchange';
import { registerNewcomer } from '../fixtures/registerNewcomer';
import { test } from '../fixtures/session';
import { wordsOf } from '../fixtures/words';
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
  await treasure.open();
  await treasure.buy(30, '1000', password);

  const { items } = await callExchange('treasureOrders', { status: 'in_custody' }, token);
  const [month, week] = [30, 7].map((days) => items.find((one) => one.days === days));
  if (month === undefined || week === undefined) throw new Error('two deposits are in custody');
  const redemption = () => callExchange('treasureRedemption', { orderId: month.id }, token);
  const orderOf = async (id: string) => (await callExchange('treasureOrders', { id }, token)).items[0];

  await exchange.passDays(3);
  await expect.poll(async () => (await redemption()).earned, { timeout: bookedWithinMs }).not.toBe('0');
  await expect.poll(async () => (await orderOf(week.id))?.earned, { timeout: bookedWithinMs }).not.toBe('0');

  await treasure.openOrder(month.id);
  const figures = await redemption();
  expect(Number(figures.penalty)).toBeGreaterThan(0);
  const first = await treasure.endEarly();
  await expect(treasure.valueOf(words('treasure:redeem.earned'), first)).toHaveText(`${figures.earned} dUSDT`);
  await expect(treasure.valueOf(words('treasure:redeem.penalty'), first)).toHaveText(`−${figures.penalty} dUSDT`);
  await expect(first.getByText(`${figures.returned} dUSDT`, { exact: true })).toBeVisible();
  await treasure.endForGood(password);
  await expect(treasure.toast(words('treasure:redeem.doneOf', { amount: figures.returned, asset: 'dUSDT' }))).toBeVisible();
  expect(await orderOf(month.id)).toMatchObject({ end: 'redeemed', penalty: figures.penalty });

  const paid = await callExchange('treasureRecords', { orderId: week.id }, token);
  const sheet = await treasure.openOrder(week.id);
  const rows = sheet.getByRole('group', { name: words('treasure:interest.title') }).getByText('dUSDT');
  await expect(rows).toHaveCount(paid.items.length);
  await expect(sheet.getByText(`+${paid.items[0]?.amount}`).first()).toBeVisible();
  await openPage(page, '/pages/assets/records?kind=treasure');
  await expect(page.getByRole('main').getByText(`+${paid.items[0]?.amount}`).first()).toBeVisible();

  await exchange.passDays(6);
  await expect.poll(async () => (await orderOf(week.id))?.status, { timeout: bookedWithinMs }).toBe('completed');
  const over = await treasure.openOrder(week.id);
  await expect(over.getByText(words('treasure:ended.matured'))).toBeVisible();
  await expect(treasure.valueOf(words('treasure:order.earned'), over)).toHaveText(promised ?? '');
});
