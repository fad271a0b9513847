/** A seconds contract on the demo account, from the ticket to a result that the browser itself has checked. */
import { expect } from 'playwright/test';
import type { SecondsOrder } from '@tessera/shared/contract';
import { seriousFindings } from '../accessibility/seriousFindings';
import { answerOf } from '../fixtures/answerOf';
import { exactSum } from '../fixtures/exactSum';
import { isMarketOpen } from '../fixtures/marketState';
import { registerNewcomer } from '../fixtures/registerNewcomer';
import { test } from '../fixtures/session';
import { shownFigure, shownProfit } from '../fixtures/shownFigure';
import { availableOf, openAssets, walletOf } from '../fixtures/wallet';
import { ContractPage } from '../pages/ContractPage';
import { OrdersPage } from '../pages/OrdersPage';
import type { Outcome } from '../pages/ResultSheet';
import { TabBar } from '../pages/TabBar';

const seconds = 30;

// Two of these wait for a contract to end: each may have a worker of its own.
test.describe.configure({ mode: 'parallel' });

test('ticket, terms, countdown, result in words, every check holds, record and balance agree to the last digit', async ({
  member,
  newcomer,
}) => {
  const before = await walletOf(newcomer);

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
  await expect(contract.timer).toHaveText(/^00:(30|[12]\d|0\d)$/);
  const shownTime = await contract.timer.innerText();
  await expect(contract.timer).not.toHaveText(shownTime);
  await expect(card).toContainText(/Winning now|Losing now|Level now/);

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
  expect(exactSum(availableOf(after))).toBe(exactSum(availableOf(before), settled.profit ?? ''));
  await expect(assets.coin('dUSDT')).toContainText(shownFigure(availableOf(after), 2));
});

test('a long and a short on gold, of which one loses as a rule: after the loss the way to a new order opens a breath later', async ({
  member,
}) => {
  test.skip(!(await isMarketOpen('XAU-USD')), 'the metal market of this server is closed');
  const contract = await new ContractPage(member).open('XAU-USD');
  await contract.isShown();
  await contract.chooseSeconds(seconds);
  for (const direction of ['long', 'short'] as const) await (await contract.order(direction, '10')).place();
  await expect(contract.running).toHaveCount(2);
  const result = await contract.untilSettledNoting(seconds);
  const outcomes: Outcome[] = [];
  for (const left of [1, 0]) {
    const outcome = await result.outcome();
    outcomes.push(outcome);
    await expect(result.againButton).toBeEnabled();
    await result.close(left > 0);
  }
  await expect(contract.running).toHaveCount(0);
  // Equal prices give both stakes back; and entered a moment apart, both can win when the last price lies between their first ones.
  if (!outcomes.includes('lost')) return;
  expect(await result.wasHeldBack()).toEqual(outcomes.map((outcome) => outcome === 'lost'));
});

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

test('a visitor sees the terms, and is led to the login when he wants to trade', async ({ visitor }) => {
  const contract = await new ContractPage(visitor).open();
  await contract.isShown();
  await expect(visitor.getByText(/^You need to be right in [\d.]+% of trades to come out even\./)).toBeVisible();
  await contract.logInButton.click();
  await contract.isAt('/pages/login/index');
});
