/** A trader's own figures: they grow by what was traded, and each says how it is counted. */
import { expect } from 'playwright/test';
import type { Statistics } from '@tessera/shared/contract';
import { answerOf } from '../fixtures/answerOf';
import { callExchange } from '../fixtures/callExchange';
import { test } from '../fixtures/session';
import { shownFigure } from '../fixtures/shownFigure';
import { closePosition, openPosition, tradeSpot } from '../fixtures/trades';
import { StatisticsPage } from '../pages/StatisticsPage';

test('a purchase and a closed position are counted, and the page shows what the exchange counted', async ({
  member,
  newcomer,
}) => {
  const { token = '' } = newcomer.session;
  const before = await callExchange('statistics', {}, token);
  await tradeSpot(token, 'XRP-USDT', { side: 'buy', total: '20' });
  await closePosition(token, await openPosition(token, 'XRP-USDT', '10'));

  const answer = answerOf<Statistics>(member, 'user/datastatistics');
  const statistics = await new StatisticsPage(member).open();
  const after = await answer;
  expect(after.products.spot.bought).toBe(before.products.spot.bought + 1);
  expect(after.totalOrders).toBe(before.totalOrders + 1);
  await statistics.isShown();
  await expect(statistics.figure('volume')).toContainText(shownFigure(after.volume, 2));
  await expect(statistics.product('spot')).toContainText(shownFigure(after.products.spot.volume, 2));
  await expect(statistics.product('spot')).toContainText(`${after.products.spot.bought} bought`);
  await expect(member.getByText('XRP-USDT', { exact: true })).toBeVisible();

  const sheetOfFormulas = await statistics.explain();
  await expect(sheetOfFormulas).toContainText('Profit orders divided by profit orders plus loss orders.');
});
