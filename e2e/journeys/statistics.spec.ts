/** A trader's own figures: they grow by what was traded, and each says how it is counted. */
import { expect } from 'playwright/test';
import type { SpotOrder, Statistics } from '@tessera/shared/contract';
import { answerOf } from '../fixtures/answerOf';
import { test } from '../fixtures/session';
import { shownFigure } from '../fixtures/shownFigure';
import { LeveragePanel } from '../pages/LeveragePanel';
import { SpotPage } from '../pages/SpotPage';
import { StatisticsPage } from '../pages/StatisticsPage';

test('a purchase and a closed position are counted, and the page shows what the exchange counted', async ({ member }) => {
  const read = async () => {
    const answer = answerOf<Statistics>(member, 'user/datastatistics');
    await new StatisticsPage(member).open();
    return answer;
  };
  const before = await read();

  const spot = await new SpotPage(member).open('XRP-USDT', 'buy');
  await spot.isShown();
  await spot.entrustment('market');
  await spot.amount.fill('20');
  const bought = answerOf<SpotOrder>(member, 'coin/trade');
  await (await spot.order()).place();
  await expect(spot.told('filled', (await bought).id)).toBeVisible();
  const panel = await new LeveragePanel(member).open('XRP-USDT');
  await panel.isShown();
  const sheet = await panel.order('long', '10');
  await sheet.place();
  await sheet.done();
  const card = panel.positions.card('XRP-USDT', 'long');
  await panel.positions.openClose(card);
  await panel.positions.confirmClose();
  await expect(card).toHaveCount(0);

  const after = await read();
  expect(after.products.spot.bought).toBe(before.products.spot.bought + 1);
  expect(after.totalOrders).toBe(before.totalOrders + 1);
  const statistics = new StatisticsPage(member);
  await statistics.isShown();
  await expect(statistics.figure('volume')).toContainText(shownFigure(after.volume, 2));
  await expect(statistics.product('spot')).toContainText(shownFigure(after.products.spot.volume, 2));
  await expect(statistics.product('spot')).toContainText(`${after.products.spot.bought} bought`);
  await expect(member.getByText('XRP-USDT', { exact: true })).toBeVisible();

  const sheetOfFormulas = await statistics.explain();
  await expect(sheetOfFormulas).toContainText('Profit orders divided by profit orders plus loss orders.');
});
