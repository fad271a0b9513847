import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RemoteHandle } from '@tessera/shared/federation';
import {
  aForexSymbol,
  aLeverageDeal,
  aLeverageOrder,
  aQuote,
  aSecondsOrder,
  aSettledSecondsOrder,
  aSymbol,
  fakeContext,
  signedInDemo,
  testStartMs,
  type FakeContext,
} from '@tessera/shared/testing';
import { mount } from '../../remote';

const dayMs = 86_400_000;
const both = { spot: false, seconds: true, leverage: true };
const leverageTotals = { margin: '0', fee: '18.3', swap: '-1.25', realizedProfit: '387.2' };
const ended = (change: Parameters<typeof aLeverageOrder>[0] = {}) =>
  aLeverageOrder({
    status: 'closed',
    openLots: '0',
    closeReason: 'take_profit',
    closePrice: '63000',
    realizedProfit: '387.2',
    closedAtMs: testStartMs,
    ...change,
  });

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

async function openRecords(path: string, search = ''): Promise<FakeContext> {
  const context = fakeContext({ remote: 'trade', path, search, session: signedInDemo });
  const { api } = context;
  api.respond('coinList', {
    version: 1,
    symbols: [aSymbol({ products: both }), aForexSymbol({ products: both })],
    assets: [{ asset: 'USDT', scale: 6, shownScale: 2 }],
  });
  const seconds = { page: 1, pageSize: 30, totals: { stake: '200', fee: '4', profit: '-19', won: 1, lost: 1, returned: 0 } };
  api.respond('secondsOrders', ({ status }) =>
    status === 'open'
      ? { ...seconds, items: [aSecondsOrder()], total: 1 }
      : {
          ...seconds,
          total: 2,
          items: [
            aSettledSecondsOrder({ settledAtMs: testStartMs }),
            aSettledSecondsOrder({
              id: 'order-2',
              outcome: 'lost',
              profit: '-102',
              returned: '0',
              settledAtMs: testStartMs - dayMs,
            }),
          ],
        },
  );
  api.respond('secondsWhOrders', { ...seconds, items: [], total: 0 });
  api.respond('leverageOrders', ({ status, page = 1 }) => {
    if (status !== 'history')
      return {
        items: status === 'open' ? [aLeverageOrder()] : [],
        page,
        pageSize: 100,
        total: status === 'open' ? 1 : 0,
        totals: leverageTotals,
      };
    return {
      items: [ended({ id: `ended-${page}`, closedAtMs: testStartMs - (Number(page) - 1) * dayMs })],
      page: Number(page),
      pageSize: 1,
      total: 2,
      totals: leverageTotals,
    };
  });
  api.respond('leverageWhOrders', { items: [], page: 1, pageSize: 100, total: 0, totals: leverageTotals });
  api.respond('leverageDetail', {
    order: ended({ id: 'ended-1' }),
    deals: [
      aLeverageDeal({ orderId: 'ended-1' }),
      aLeverageDeal({ id: 'deal-2', orderId: 'ended-1', kind: 'close', reason: 'take_profit', price: '63000', profit: '400' }),
    ],
  });
  context.quotes.emit(aQuote());
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  await screen.findByRole('tab', { name: 'Open' });
  return context;
}

it('open: seconds orders and positions stand on one page', async () => {
  await openRecords('/pages/contract/orderRecond');
  await waitFor(() => expect(screen.getAllByRole('article', { name: 'BTC-USDT Long' })).toHaveLength(2));
  expect(screen.getByRole('tab', { name: 'Positions 1' })).toBeVisible();
  expect(screen.queryByRole('tab', { name: 'History' })).toBeNull();
});

it('settled seconds orders under their dates, with totals; a row leads to its check', async () => {
  const context = await openRecords('/pages/contract/transactionRecords');
  const records = await screen.findByRole('group', { name: 'Closed' });
  expect(
    within(records)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent),
  ).toHaveLength(2);
  expect(screen.getByText('1 won, 1 lost, 0 returned')).toBeVisible();
  await userEvent.click(within(records).getAllByRole('button')[0]!);
  expect(context.navigation.last).toMatchObject({ path: '/pages/contract/proof', query: { order: 'order-1' } });
});

it('a filter is asked of the server: period, market', async () => {
  const context = await openRecords('/pages/contract/transactionRecords');
  await screen.findByRole('group', { name: 'Closed' });
  await userEvent.click(screen.getByText('90 days'));
  await userEvent.selectOptions(screen.getByLabelText('Market'), 'BTC-USDT');
  await waitFor(() => {
    const request = context.api.callsOf('secondsOrders').at(-1)?.request;
    expect(request).toMatchObject({ status: 'closed', symbol: 'BTC-USDT' });
    expect(testStartMs - Number(request?.['fromMs'])).toBeGreaterThan(88 * dayMs);
  });
});

it('own dates: the wrong way round is said, and nothing is asked by them', async () => {
  const context = await openRecords('/pages/contract/transactionRecords');
  await screen.findByRole('group', { name: 'Closed' });
  await userEvent.click(screen.getByText('Own dates'));
  await userEvent.type(screen.getByLabelText('From'), '2025-05-20');
  await userEvent.type(screen.getByLabelText('To'), '2025-05-01');
  expect(screen.getByText('The first day must not be after the last')).toBeVisible();
  const from = new Date(2025, 4, 20).getTime();
  expect(
    context.api.callsOf('secondsOrders').some(({ request }) => request['fromMs'] === from && request['toMs'] !== undefined),
  ).toBe(false);
});

it('leverage: figures that come to one another are whole, to their last digit', async () => {
  const context = await openRecords('/pages/contract/transactionRecords', '?product=leverage');
  const order = ended({ id: 'ended-1', fee: '0.356037', realizedProfit: '-0.361037' });
  const close = { id: 'deal-2', kind: 'close', reason: 'user', profit: '-0.005', fee: '0.178017' } as const;
  context.api.respond('leverageDetail', { order, deals: [aLeverageDeal({ fee: '0.17802' }), aLeverageDeal(close)] });
  await userEvent.click(within(await screen.findByRole('group', { name: 'Closed' })).getAllByRole('button')[0]!);
  const sheet = await screen.findByRole('dialog', { name: 'Order' });
  await within(sheet).findAllByRole('button', { name: 'Check this result' });
  for (const said of ['-0.361037', '0.356037', '0.17802', '0.178017', '-0.005', '-0.183017'])
    expect(sheet).toHaveTextContent(said);
});

it('leverage: direction is a filter, older pages come on request, a row opens the order with its deals and their checks', async () => {
  const context = await openRecords('/pages/contract/transactionRecords', '?product=leverage');
  const records = await screen.findByRole('group', { name: 'Closed' });
  expect(screen.getByText('Swaps').parentElement).toHaveTextContent('-1.25');
  await userEvent.click(screen.getByRole('button', { name: 'Show older orders' }));
  await waitFor(() => expect(within(records).getAllByRole('button')).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Show older orders' })).toBeNull();
  await userEvent.click(within(records).getAllByRole('button')[0]!);
  const sheet = await screen.findByRole('dialog', { name: 'Order' });
  const checks = await within(sheet).findAllByRole('button', { name: 'Check this result' });
  expect(checks).toHaveLength(2);
  await userEvent.click(checks[1]!);
  expect(context.navigation.last?.query).toEqual({ product: 'leverage', order: 'ended-1', deal: 'deal-2' });
  await userEvent.selectOptions(screen.getByLabelText('Direction'), 'short');
  await waitFor(() =>
    expect(context.api.callsOf('leverageOrders').at(-1)?.request).toMatchObject({ status: 'history', direction: 'short' }),
  );
});
