/** Buying and selling coins on the demo account: ticket, book, fills with their check, open orders, and what is refused. */
import { expect } from 'playwright/test';
import type { SpotOrder } from '@tessera/shared/contract';
import { seriousFindings } from '../accessibility/seriousFindings';
import { answerOf } from '../fixtures/answerOf';
import { exactSum } from '../fixtures/exactSum';
import { figureIn } from '../fixtures/figureIn';
import { test } from '../fixtures/session';
import { shownFigure } from '../fixtures/shownFigure';
import { availableOf, walletOf } from '../fixtures/wallet';
import { SpotOrdersPage } from '../pages/SpotOrdersPage';
import { SpotPage } from '../pages/SpotPage';

test.use({ goesOn: true });

test('a market purchase by total: the fill, its check, the record as a file, and the balances to the last digit', async ({
  member,
  newcomer,
}) => {
  const before = await walletOf(newcomer);
  const spot = await new SpotPage(member).open('BTC-USDT', 'buy');
  await spot.isShown();
  await spot.entrustment('market');
  await spot.amount.fill('150');
  await expect(spot.figure('youGet')).toContainText('BTC');
  await expect(spot.figure('fee')).toContainText('0.15');
  const confirm = await spot.order();
  await confirm.isShown();
  await expect(confirm.sheet).toContainText('Demo');
  await expect(confirm.sheet).toContainText('150.00 dUSDT');
  expect.soft(await seriousFindings(member), 'confirm sheet').toEqual([]);
  const accepted = answerOf<SpotOrder>(member, 'coin/trade');
  await confirm.place();
  const order = await accepted;
  expect(order).toMatchObject({ symbol: 'BTC-USDT', side: 'buy', entrustment: 'market', total: '150', quantity: null });
  await expect(spot.told('filled', order.id)).toBeVisible();

  const orders = await new SpotOrdersPage(member).open('history');
  await orders.isShown();
  await expect(orders.rows.first()).toContainText('BTC-USDT');
  await orders.rows.first().click();
  await expect(orders.sheet).toContainText(order.id);
  expect.soft(await seriousFindings(member), 'order sheet').toEqual([]);
  const proven = answerOf<{ order: SpotOrder }>(member, 'coin/proof');
  const proof = await orders.check();
  await proof.holds(8);
  expect.soft(await seriousFindings(member), 'proof of a fill').toEqual([]);
  const { order: filled } = await proven;
  expect(filled).toMatchObject({ id: order.id, status: 'filled' });

  await orders.open('history');
  const file = await orders.saveCsv();
  expect(file.split(/\r?\n/).find((line) => line.includes(order.id))).toContain(filled.filled);

  const after = await walletOf(newcomer);
  expect(exactSum(availableOf(after))).toBe(exactSum(availableOf(before), `-${filled.filledTotal}`, `-${filled.fee}`));
  expect(exactSum(availableOf(after, 'BTC'))).toBe(exactSum(availableOf(before, 'BTC'), filled.filled));
});

test('a limit purchase at what is asked is filled; a sale above the market waits, is cancelled, and the coins are back', async ({
  member,
}) => {
  const spot = await new SpotPage(member).open('ETH-USDT', 'buy');
  await spot.isShown();
  const limit = await spot.tapLevel('ask', 6);
  // The field may write the same price with a last nought.
  await expect.poll(async () => Number(await spot.price.inputValue())).toBe(Number(limit));
  // Well above what is asked: whatever the next ticks offer is better than that.
  await spot.price.fill(exactSum(limit, '10'));
  await spot.amount.fill('0.05');
  await expect(spot.figure('total')).toContainText('dUSDT');
  const bought = answerOf<SpotOrder>(member, 'coin/trade');
  await (await spot.order()).place();
  const purchase = await bought;
  expect(purchase).toMatchObject({ side: 'buy', entrustment: 'limit', quantity: '0.05', frozenAsset: 'USDT' });
  await expect(spot.told('filled', purchase.id)).toBeVisible();

  await spot.side('sell');
  await expect(spot.figure('available')).toContainText('dETH');
  const held = await figureIn(spot.figure('available'));
  await spot.price.fill(exactSum(limit, '100'));
  await spot.amount.fill('0.05');
  const sold = answerOf<SpotOrder>(member, 'coin/trade');
  await (await spot.order()).place();
  const sale = await sold;
  await expect(spot.openOrders).toHaveCount(1);
  await expect(spot.openOrders).toContainText(shownFigure(exactSum(limit, '100'), 2));
  await expect(spot.figure('available')).not.toContainText(held);
  await member.reload();
  await expect(spot.openOrders).toHaveCount(1);
  await spot.cancel(spot.openOrders);
  await expect(spot.told('cancelled', sale.id)).toBeVisible();
  await expect(spot.openOrders).toHaveCount(0);
  await spot.side('sell');
  await expect(spot.figure('available')).toContainText(held);

  const orders = await spot.toOrders();
  await orders.isShown();
  await expect(orders.openOrders).toHaveCount(0);
});

test('percent and Max spend what there is and no more; the amount can be counted in either asset', async ({ member }) => {
  const spot = await new SpotPage(member).open('SOL-USDT', 'buy');
  await spot.isShown();
  await spot.entrustment('market');
  const available = await figureIn(spot.figure('available'));
  await spot.max();
  const most = await figureIn(spot.amount);
  // The fee comes on top: all but a thousandth of what there is.
  expect(Number(most)).toBeLessThan(Number(available));
  expect(Number(most)).toBeGreaterThan(Number(available) * 0.998);
  await expect(spot.submit).toBeEnabled();
  await spot.share(25);
  await expect.poll(async () => Number(await figureIn(spot.amount)) / Number(most)).toBeCloseTo(0.25, 3);
  await spot.countIn('dSOL');
  await expect(spot.figure('total')).toContainText('dUSDT');
  await expect.poll(async () => Number(await figureIn(spot.figure('total'))) / Number(most)).toBeCloseTo(0.25, 1);
});

test('refused before it is sent: too little, between steps, a sale below the price, more than there is', async ({ member }) => {
  const spot = await new SpotPage(member).open('BTC-USDT', 'buy');
  await spot.isShown();
  await spot.amount.fill('0.00005');
  await expect(spot.submit).toHaveText('Min 10 dUSDT');
  await expect(spot.submit).toBeDisabled();
  await spot.amount.fill('0.00001');
  await expect(spot.submit).toHaveText('Min 0.00002 dBTC');
  await spot.amount.fill('0.000101');
  await expect(spot.ticket.getByRole('alert').first()).toHaveText('At most 5 digits after the decimal separator');
  await expect(spot.submit).toBeDisabled();

  await spot.amount.fill('40');
  await expect(spot.submit).toHaveText(/^Not enough: [\d,.]+ needed$/);
  await expect(spot.submit).toBeDisabled();
  await spot.side('sell');
  const below = exactSum(await figureIn(spot.price), '-500');
  await spot.price.fill(below);
  await spot.amount.fill('0.001');
  await expect(spot.submit).toHaveText(/^Sell limit may not be below [\d,.]+ \(current price\)$/);
  await spot.side('buy');
  await spot.moreMoney.click();
  await spot.isAt('/pages/assets/transfer');
});
