/** Leverage on forex and metals: cross margin, a converted currency, stops in pips; and what a person sees of a closed market. */
import { expect } from 'playwright/test';
import type { LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
import { answerOf } from '../fixtures/answerOf';
import { exactSum } from '../fixtures/exactSum';
import { figureIn } from '../fixtures/figureIn';
import { exchangeNowMs, isMarketOpen } from '../fixtures/marketState';
import { test } from '../fixtures/session';
import { shownFigure } from '../fixtures/shownFigure';
import { walletOf } from '../fixtures/wallet';
import { LeveragePanel } from '../pages/LeveragePanel';
import { OrdersPage } from '../pages/OrdersPage';

test.use({ goesOn: true });

test('a long in euro and a short in yen: one margin for both, stops in pips, a deal proven with its conversion, all closed', async ({
  member,
  newcomer,
}) => {
  test.skip(!(await isMarketOpen('EUR-USD')), 'the forex market of this server is closed');
  const before = await walletOf(newcomer);
  const panel = await new LeveragePanel(member).open('EUR-USD');
  await panel.isShown();
  await expect(panel.ticket).toContainText('Cross margin');
  const sheet = await panel.order('long', '0.02');
  await expect(sheet.preview).toContainText('Margin level');
  await sheet.place();
  await sheet.done();
  const { positions } = panel;
  const euro = positions.card('EUR-USD', 'long');
  await expect(euro).toContainText('Cross margin');
  const entry = await figureIn(positions.figure(euro, 'line.entry'));
  await positions.openStops(euro);
  await positions.stopUnit('stopLoss', 'pips');
  await positions.stop('stopLoss').fill('50');
  await positions.saveStops();
  await expect(positions.figure(euro, 'line.stopLoss')).toHaveText(shownFigure(exactSum(entry, '-0.005'), 5));

  await panel.open('USD-JPY');
  await panel.isShown();
  const accepted = answerOf<LeverageOrder>(member, 'lever/whsubmit');
  const second = await panel.order('short', '0.01');
  await second.place();
  const yen = await accepted;
  await second.done();
  await expect(positions.cards).toHaveCount(2);
  await expect(positions.profit(positions.card('USD-JPY', 'short'))).toBeVisible();
  await positions.closeAll();
  await expect(positions.cards).toHaveCount(0);

  const records = await new OrdersPage(member).openRecords('leverage');
  await records.family('forex');
  const row = records.closedRows.filter({ hasText: 'USD-JPY' }).first();
  await expect(row).toContainText('Closed by you');
  const read = answerOf<{ order: LeverageOrder }>(member, 'lever/order');
  const detail = await records.openDetail(row);
  await detail.isShown();
  expect((await read).order.id).toBe(yen.id);
  await (await detail.check(1)).holds(8);

  const after = await walletOf(newcomer);
  expect(after.contract.balance).not.toBe(before.contract.balance);
  expect(exactSum(after.contract.balance)).toBe(exactSum(after.contract.availableMargin));
});

test('gold, long and short beside each other: what one wins the other loses, and the costs are seen', async ({ member }) => {
  test.skip(!(await isMarketOpen('XAU-USD')), 'the metal market of this server is closed');
  const panel = await new LeveragePanel(member).open('XAU-USD');
  await panel.isShown();
  for (const direction of ['long', 'short'] as const) {
    const sheet = await panel.order(direction, '0.01');
    await sheet.place();
    await sheet.done();
  }
  const { positions } = panel;
  await expect(positions.cards).toHaveCount(2);
  // Both pay the spread: together they are below zero whatever the price does.
  await expect(positions.total).toHaveText(/^-\d/);
  await positions.closeAll();
  await expect(positions.cards).toHaveCount(0);
});

test('a market that the exchange calls closed: its tag, when it opens, and no way to order', async ({ member }) => {
  await member.route('**/api/coin/list*', async (route) => {
    const response = await route.fetch();
    const envelope = (await response.json()) as { message: { symbols: SymbolInfo[] } };
    const opensAtMs = (await exchangeNowMs()) + 3 * 3_600_000;
    envelope.message.symbols = envelope.message.symbols.map((info) =>
      info.assetClass === 'forex' ? { ...info, market: { state: 'closed', nextChangeAtMs: opensAtMs } } : info,
    );
    await route.fulfill({ response, json: envelope });
  });
  const panel = await new LeveragePanel(member).open('EUR-USD');
  await panel.isShown();
  await expect(panel.market.getByText('Closed')).toBeVisible();
  await expect(panel.market).toContainText(/opens .*\d:\d\d/);
  await expect(panel.refusal(/^Opens in \d/)).toBeDisabled();
  await expect(panel.direction('long')).toHaveCount(0);
});
