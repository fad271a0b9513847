/** Leveraged positions on crypto, on the demo account: opened, protected, closed in parts, proven; and what stands in between. */
import { expect, type Locator, type Page, type Route } from 'playwright/test';
import type { LeverageOrder } from '@tessera/shared/contract';
import { seriousFindings } from '../accessibility/seriousFindings';
import { answerOf } from '../fixtures/answerOf';
import { exactSum } from '../fixtures/exactSum';
import { figureIn } from '../fixtures/figureIn';
import { figureOf } from '../fixtures/figureOf';
import { test } from '../fixtures/session';
import { shownFigure, shownProfit } from '../fixtures/shownFigure';
import { walletOf } from '../fixtures/wallet';
import { LeveragePanel } from '../pages/LeveragePanel';
import { OrdersPage } from '../pages/OrdersPage';
import type { PositionsPanel } from '../pages/PositionsPanel';

test.use({ goesOn: true });

const submit = 'lever/submit';
/** The market wanders by chance, some seven dollars in a second: a price twelve dollars off is met within seconds, at times within half a minute. */
const restlessMs = 60_000;

test('long from the ticket to the record: live result, stops by price, part closed, rest closed, every deal proven, money to the last digit', async ({
  member,
  newcomer,
}) => {
  const before = await walletOf(newcomer);
  const panel = await new LeveragePanel(member).open('BTC-USDT');
  await panel.isShown();
  await panel.chooseLeverage(20);
  await expect(panel.leverage).toHaveAccessibleName('Leverage: 20×');
  const sheet = await panel.order('long', '0.004');
  await sheet.isShown();
  await expect(sheet.preview).toContainText('20×');
  expect.soft(await seriousFindings(member), 'order sheet').toEqual([]);
  const accepted = answerOf<LeverageOrder>(member, submit);
  await sheet.place();
  const order = await accepted;
  expect(order).toMatchObject({ symbol: 'BTC-USDT', direction: 'long', lots: '0.004', leverage: 20, marginMode: 'isolated' });
  await sheet.done();

  const { positions } = panel;
  const card = positions.card('BTC-USDT', 'long');
  await expect(card).toHaveCount(1);
  const profit = positions.profit(card);
  const shown = await profit.innerText();
  await expect(profit).not.toHaveText(shown);

  await positions.openStops(card);
  const mark = await figureIn(positions.figure(card, 'mark'));
  await positions.stop('takeProfit').fill(exactSum(mark, '-2000'));
  await expect(positions.stopsSheet.getByRole('button', { name: 'Take-profit must be above the price' })).toBeDisabled();
  await positions.stop('takeProfit').fill(exactSum(mark, '4000'));
  await positions.stop('stopLoss').fill(exactSum(mark, '-2000'));
  await expect(positions.stopsSheet).toContainText(/-[78]\.\d{2,6} dUSDT/);
  expect.soft(await seriousFindings(member), 'stops sheet').toEqual([]);
  await positions.saveStops();
  await expect(positions.figure(card, 'line.takeProfit')).toHaveText(shownFigure(exactSum(mark, '4000'), 2));
  await expect(positions.figure(card, 'line.stopLoss')).toHaveText(shownFigure(exactSum(mark, '-2000'), 2));

  await positions.openClose(card);
  await positions.closeShare(50);
  expect.soft(await seriousFindings(member), 'close sheet').toEqual([]);
  await positions.confirmClose();
  await expect(positions.figure(card, 'lots')).toHaveText('0.002');
  await member.reload();
  await expect(positions.figure(card, 'lots')).toHaveText('0.002');
  await positions.openClose(card);
  await positions.confirmClose();
  await expect(card).toHaveCount(0);

  await positions.show('history');
  const read = answerOf<{ order: LeverageOrder; deals: readonly { kind: string; profit: string | null }[] }>(
    member,
    'lever/order',
  );
  const detail = await positions.openNewest();
  await detail.isShown();
  const { order: closed, deals } = await read;
  expect(closed).toMatchObject({ id: order.id, status: 'closed', closeReason: 'user' });
  expect(deals.map(({ kind }) => kind)).toEqual(['open', 'close', 'close']);
  await expect(detail.figure('result')).toContainText(shownProfit(closed.realizedProfit ?? '', 2));
  expect(exactSum(closed.realizedProfit ?? '', closed.fee, `-${closed.swap}`.replace('--', ''))).toBe(
    exactSum(...deals.map((deal) => deal.profit ?? '0')),
  );
  expect.soft(await seriousFindings(member), 'detail sheet').toEqual([]);
  const proof = await detail.check(2);
  await proof.holds(8);
  expect.soft(await seriousFindings(member), 'proof of a deal').toEqual([]);

  const after = await walletOf(newcomer);
  expect(exactSum(after.contract.balance)).toBe(exactSum(before.contract.balance, closed.realizedProfit ?? ''));
});

test('short with stops by percent beside a long; a price in between decides one of them and says so; all the rest closed at once', async ({
  member,
}) => {
  test.setTimeout(restlessMs + 90_000);
  const panel = await new LeveragePanel(member).open('ETH-USDT');
  await panel.isShown();
  await panel.turnStopsOn();
  await panel.typeStop('takeProfit', 'percent', '90');
  await panel.typeStop('stopLoss', 'percent', '80');
  await openPosition(panel, 'short', '0.05');
  const { positions } = panel;
  const short = positions.card('ETH-USDT', 'short');
  const entry = Number(await figureIn(positions.figure(short, 'line.entry')));
  expect(Number(await figureIn(positions.figure(short, 'line.takeProfit')))).toBeLessThan(entry);
  expect(Number(await figureIn(positions.figure(short, 'line.stopLoss')))).toBeGreaterThan(entry);

  await panel.open('BTC-USDT');
  await panel.isShown();
  await expect(positions.cards).toHaveCount(1);
  await openPosition(panel, 'long', '0.002');
  await expect(positions.cards).toHaveCount(2);
  await expect(positions.total).toHaveText(/^[-+]?[\d,]+\.\d{2}\s*dUSDT$/);

  const long = positions.card('BTC-USDT', 'long');
  await positions.openStops(long);
  await saveStopsBeside(positions, long, '12');
  const ended = member.getByRole('dialog', { name: 'Position ended' });
  await expect(ended).toBeVisible({ timeout: restlessMs });
  await expect(ended).toContainText(/Take-profit reached|Stop-loss reached/);
  await expect(ended).toContainText(/decided by price [\d,.]+, number \d+/);
  expect.soft(await seriousFindings(member), 'ended sheet').toEqual([]);
  await ended.getByRole('button', { name: 'Done' }).click();
  await expect(long).toHaveCount(0);

  await openPosition(panel, 'short', '0.001');
  await panel.answersWith('Closing 2 positions', () => positions.closeAll());
  await expect(positions.cards).toHaveCount(0);
});

test('a limit order waits, is seen as waiting, and is cancelled; its money is back and the record says who ended it', async ({
  member,
  newcomer,
}) => {
  const before = await walletOf(newcomer);
  const panel = await new LeveragePanel(member).open('SOL-USDT');
  await panel.isShown();
  await panel.entrustment('limit');
  const limit = (Number(await figureIn(panel.limit)) * 0.8).toFixed(2);
  await panel.limit.fill(limit);
  const sheet = await panel.order('long', '1');
  await sheet.place();
  await expect(sheet.confirmed).toContainText('Your order waits at');
  await sheet.done();
  const { positions } = panel;
  await positions.show('orders');
  const card = positions.card('SOL-USDT', 'long');
  await expect(positions.figure(card, 'line.limit')).toHaveText(shownFigure(limit, 3));
  await positions.cancel(card);
  await expect(card).toHaveCount(0);

  const records = await new OrdersPage(member).openRecords('leverage');
  await expect(records.closedRows.first()).toContainText('SOL-USDT');
  await expect(records.closedRows.first()).toContainText('Cancelled by you');
  const file = await records.saveCsv();
  expect(file).toContain('SOL-USDT');
  expect(file.split(/\r?\n/)[0]).toContain('Order number');
  await expect(records.total('fees')).toContainText('dUSDT');
  const after = await walletOf(newcomer);
  expect(exactSum(after.contract.balance)).toBe(exactSum(before.contract.balance));
});

test('refused before it is sent: lots, a stop on the wrong side, too little margin; every leverage step in its sheet', async ({
  member,
}) => {
  const panel = await new LeveragePanel(member).open('BTC-USDT');
  await panel.isShown();
  await panel.lots.fill('0.0005');
  await expect(panel.ticket.getByRole('alert').first()).toBeVisible();
  await expect(panel.direction('long')).toHaveCount(0);
  await panel.lots.fill('0');
  await expect(panel.refusal('The quantity must be greater than 0.')).toBeDisabled();
  await panel.lots.fill('5');
  await expect(panel.refusal(/^Margin and fee exceed [\d,.]+/)).toBeDisabled();
  await expect(panel.button('Transfer now')).toBeVisible();

  await panel.lots.fill('0.001');
  await panel.turnStopsOn();
  const price = await panel.openingPrice('long');
  await panel.typeStop('takeProfit', 'price', exactSum(price, '500'));
  await expect(panel.direction('long')).toBeEnabled();
  await expect(panel.direction('short')).toBeDisabled();
  await expect(panel.direction('short')).toContainText('Take-profit must be below the price');

  await panel.leverage.click();
  await expect(panel.leverageSheet.getByRole('radio')).toHaveCount(8);
  expect.soft(await seriousFindings(member), 'leverage sheet').toEqual([]);
  await panel.leverageSheet.getByRole('slider').press('End');
  await panel.button('Use 100×', panel.leverageSheet).click();
  await expect(panel.leverage).toHaveAccessibleName('Leverage: 100×');
});

test('the price moved: both are shown, nothing is ordered until the new one is accepted', async ({ member }) => {
  const panel = await new LeveragePanel(member).open('ETH-USDT');
  await panel.isShown();
  const sent: { readonly clientOrderId: string; readonly seenPrice: string }[] = [];
  await once(member, submit, async (route) => {
    const request = route.request().postDataJSON() as { clientOrderId: string; seenPrice: string };
    sent.push(request);
    const params = { old: request.seenPrice, new: exactSum(request.seenPrice, '0.4') };
    await route.fulfill({ json: { type: 'error', message: 'ORDER_PRICE_MOVED', params } });
  });
  const sheet = await panel.order('long', '0.01');
  await sheet.placeButton.click();
  await expect(sheet.acceptButton).toBeVisible();
  const [first = { clientOrderId: '', seenPrice: '' }] = sent;
  await expect(sheet.moved).toContainText(shownFigure(first.seenPrice, 2));
  await expect(sheet.acceptButton).toHaveText(`Accept ${shownFigure(exactSum(first.seenPrice, '0.4'), 2)}`);
  await expect(panel.positions.cards).toHaveCount(0);
  // The next yes goes to the exchange with the price that was accepted; another yes has an id of its own.
  const second = member.waitForRequest((request) => request.url().endsWith(`/api/${submit}`));
  await sheet.place();
  const body = (await second).postDataJSON() as { clientOrderId: string };
  expect(body.clientOrderId).not.toBe(first.clientOrderId);
});

test('an answer that is lost: the order is unknown, never failed, and is found by asking; it exists once', async ({ member }) => {
  const panel = await new LeveragePanel(member).open('ETH-USDT');
  await panel.isShown();
  // No answer ever comes, also not when the same is sent again under its key.
  await member.route(`**/api/${submit}`, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  let isAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await member.route('**/api/lever/find*', async (route) => {
    isAsked();
    await held;
    await route.continue();
  });
  const sheet = await panel.order('short', '0.02');
  await sheet.placeButton.click();
  await asked;
  await expect(sheet.unknown).toBeVisible();
  expect.soft(await seriousFindings(member), 'unknown').toEqual([]);
  letThrough();
  await sheet.done();
  const { positions } = panel;
  const card = positions.card('ETH-USDT', 'short');
  await expect(card).toHaveCount(1);
  await positions.openClose(card);
  await positions.confirmClose();
  await expect(card).toHaveCount(0);
});

/** On both sides so near that one of them is met within moments. The price may run past one while both are typed: then again. */
async function saveStopsBeside(positions: PositionsPanel, card: Locator, distance: string): Promise<void> {
  await expect(async () => {
    if (!(await positions.stopsSheet.isVisible())) return;
    const prices = [positions.figure(card, 'mark'), positions.figure(card, 'line.entry')];
    const texts = await Promise.all(prices.map((price) => price.innerText({ timeout: 2_000 })));
    const [low = '', high = ''] = texts.map(figureOf).sort((a, b) => Number(a) - Number(b));
    await positions.stop('takeProfit').fill(exactSum(high, distance), { timeout: 2_000 });
    await positions.stop('stopLoss').fill(exactSum(low, `-${distance}`), { timeout: 2_000 });
    await positions.saveStops(2_000);
  }).toPass({ timeout: restlessMs });
}

async function openPosition(panel: LeveragePanel, direction: 'long' | 'short', lots: string): Promise<void> {
  const sheet = await panel.order(direction, lots);
  await sheet.place();
  await sheet.done();
}

async function once(page: Page, path: string, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route(`**/api/${path}`, answer, { times: 1 });
}
