/** A seconds contract on the demo account, from the ticket to a result that the browser itself has checked. */
import { expect, type Page } from 'playwright/test';
import type { SecondsOrder } from '@tessera/shared/contract';
import { seriousFindings } from '../accessibility/seriousFindings';
import { answerOf } from '../fixtures/answerOf';
import { callExchange } from '../fixtures/callExchange';
import { exactSum } from '../fixtures/exactSum';
import { isMarketOpen } from '../fixtures/marketState';
import { registerNewcomer, type Newcomer } from '../fixtures/registerNewcomer';
import { test } from '../fixtures/session';
import { shownFigure, shownProfit } from '../fixtures/shownFigure';
import { availableOf, openAssets, walletOf } from '../fixtures/wallet';
import { ContractPage } from '../pages/ContractPage';
import { OrdersPage } from '../pages/OrdersPage';
import type { Outcome } from '../pages/ResultSheet';
import { TabBar } from '../pages/TabBar';

const seconds = 30;

// A busy machine is late in placing three orders, and waits for the last of them.
test.setTimeout(150_000);

test('ticket, terms, countdown, result in words, every check holds, record and balance agree to the last digit', async ({
  member,
  newcomer,
}) => {
  const before = await walletOf(newcomer);
  const gold = await test.step('meanwhile a long and a short on gold, of which one loses as a rule', () =>
    longAndShortOnGold(member, newcomer));

  const contract = await new ContractPage(member).open('BTC-USDT');
  await contract.isShown();
  await contract.chooseSeconds(seconds);
  const confirm = await contract.order('long', '25');
  await confirm.isShown();
  await expect(confirm.sheet).toContainText('Demo');
  await expect(confirm.figure('stake')).toHaveText('25.00 dUSDT');
  const accepted = answerOf<SecondsOrder>(member, 'microtrade/submit');
  await confirm.place();
  const order = await accepted;
  expect(order).toMatchObject({ symbol: 'BTC-USDT', direction: 'long', stake: '25', mode: 'demo', seconds });

  const card = contract.running.filter({ hasText: 'BTC-USDT' });
  await expect(card).toHaveCount(1);
  const timer = card.getByRole('timer');
  await expect(timer).toHaveText(/^00:(30|[12]\d|0\d)$/);
  const shownTime = await timer.innerText();
  await expect(timer).not.toHaveText(shownTime);
  await expect(card).toContainText(/Winning now|Losing now|Level now/);

  await test.step('after the loss the way to a new order opens a breath later', () => gold?.untilBothEnded());
  const result = await contract.untilSettled(seconds);
  await expect(contract.running).toHaveCount(0);
  const proven = answerOf<{ order: SecondsOrder }>(member, 'microtrade/proof');
  const outcome = await result.outcome();
  expect.soft(await seriousFindings(member), 'result sheet').toEqual([]);
  const profit = await result.profit.innerText();
  const proof = await result.check();
  const { order: settled } = await proven;
  expect(settled).toMatchObject({ id: order.id, status: 'settled', outcome });
  expect(profit).toContain(shownProfit(settled.profit ?? '', 2));

  await proof.isShown();
  await expect(proof.proven).toBeVisible();
  expect.soft(await seriousFindings(member), 'proof').toEqual([]);
  await expect(async () => {
    const states = await proof.states();
    expect(states.filter((state) => state === 'Holds').length).toBeGreaterThan(6);
    expect(states.filter((state) => !['Does not apply', 'Holds', 'Not published yet'].includes(state))).toEqual([]);
  }).toPass({ timeout: 15_000 });

  const orders = await new OrdersPage(member).open();
  await orders.show('closed');
  await expect(orders.closedRows.first()).toContainText('BTC-USDT');
  await expect(orders.closedRows.first()).toContainText(shownProfit(settled.profit ?? '', 2));

  const { assets, wallet: after } = await openAssets(member);
  expect(settled.profit).toBe(exactSum(settled.returned ?? '', `-${order.stake}`, `-${order.fee}`));
  const profits = [settled.profit ?? '', ...((await gold?.profits()) ?? [])];
  expect(exactSum(availableOf(after))).toBe(exactSum(availableOf(before), ...profits));
  await expect(assets.coin('dUSDT')).toContainText(shownFigure(availableOf(after), 2));
});

/** Placed side by side, to end while another contract runs: one wait for all. Nothing where the metal market of this server is closed. */
async function longAndShortOnGold(member: Page, { session }: Newcomer) {
  if (!(await isMarketOpen('XAU-USD'))) return undefined;
  const contract = await new ContractPage(member).open('XAU-USD');
  await contract.isShown();
  await contract.chooseSeconds(seconds);
  for (const direction of ['long', 'short'] as const) await (await contract.order(direction, '10')).place();
  await expect(contract.running).toHaveCount(2);
  const noted = await contract.noteResults();
  const ordersOf = async (status: 'open' | 'closed') => (await callExchange('secondsWhOrders', { status }, session.token)).items;
  const ids = (await ordersOf('open')).map(({ id }) => id);
  return {
    /** After a loss the way to a new order opens a breath later. The other contract's end is shown next. */
    async untilBothEnded(): Promise<void> {
      const outcomes: Outcome[] = [];
      await noted.isShown((seconds + 20) * 1000);
      for (const _order of ids) {
        outcomes.push(await noted.outcome());
        await expect(noted.againButton).toBeEnabled();
        if (outcomes.length < 2) await noted.close(true);
      }
      expect(outcomes).toHaveLength(2);
      const wasHeldBack = await noted.wasHeldBack();
      await noted.close(true);
      // Equal prices give both stakes back; and entered a moment apart, both can win when the last price lies between their first ones.
      if (outcomes.includes('lost')) expect(wasHeldBack.slice(0, 2)).toEqual(outcomes.map((outcome) => outcome === 'lost'));
    },
    profits: async () => (await ordersOf('closed')).filter(({ id }) => ids.includes(id)).map(({ profit }) => profit ?? ''),
  };
}

test('a double tap makes one order; it is still there after a reload, and on the other pages as a count', async ({
  browserOf,
}) => {
  // A person of his own, and a contract that outlives the test: its end would change the money of the worker's other tests.
  const member = await browserOf((await registerNewcomer()).session);
  const contract = await new ContractPage(member).open('ETH-USDT');
  await contract.isShown();
  await contract.chooseMinutes(1);
  const sent: string[] = [];
  member.on('request', (request) => {
    if (request.url().includes('/api/microtrade/submit')) sent.push(request.postData() ?? '');
  });
  const confirm = await contract.order('short', '11');
  await confirm.isShown();
  await confirm.placeButton.dblclick();
  await expect(contract.running).toHaveCount(1);
  expect(new Set(sent.map((body) => (JSON.parse(body) as { clientOrderId: string }).clientOrderId)).size).toBe(1);

  await member.reload();
  await expect(contract.running).toHaveCount(1);
  await expect(contract.running).toContainText('ETH-USDT');
  await expect(contract.timer).toHaveText(/^00:\d\d$/);

  await new TabBar(member).toHome();
  const count = member.getByRole('link', { name: /^1 running order\. Next expires in 00:\d\d$/ });
  await count.click();
  await contract.isShown();
  await expect(contract.running).toHaveCount(1);
});
