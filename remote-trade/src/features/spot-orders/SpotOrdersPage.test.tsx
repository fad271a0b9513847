import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SpotOrder } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import {
  aFilledSpotOrder,
  aSpotOrder,
  aSymbol,
  fakeContext,
  signedInDemo,
  testStartMs,
  visitor,
  type FakeContext,
} from '@tessera/shared/testing';
import { mount } from '../../remote';

const dayMs = 86_400_000;
const totals = { bought: '1224.606', sold: '88.5', fee: '1.313106' };
const pageOf = (all: readonly SpotOrder[], page = 1, pageSize = 30) => ({
  items: all.slice((page - 1) * pageSize, page * pageSize),
  page,
  pageSize,
  total: all.length,
  totals,
});
const history = (count: number): SpotOrder[] =>
  Array.from({ length: count }, (_, index) =>
    aFilledSpotOrder({ id: String(900 - index), acceptedAtMs: testStartMs - Math.floor(index / 40) * dayMs }),
  );

let handle: RemoteHandle | undefined;
let saved: string[] = [];
beforeEach(() => {
  saved = [];
  // jsdom has neither: what would be saved is kept here.
  URL.createObjectURL = (file) => {
    void (file as Blob).text().then((text) => saved.push(text));
    return 'blob:saved';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = () => undefined;
});
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

interface Options {
  readonly search?: string;
  readonly session?: typeof visitor;
  readonly open?: readonly SpotOrder[];
  readonly ended?: readonly SpotOrder[];
  readonly prepare?: (context: FakeContext) => void;
}

function openRecords({
  search = '?tab=history',
  session = signedInDemo,
  open = [],
  ended = [],
  prepare,
}: Options = {}): FakeContext {
  const context = fakeContext({ remote: 'trade', path: '/pages/trade/order', search, session });
  context.api.respond('coinList', {
    version: 1,
    symbols: [aSymbol({ products: { spot: true, seconds: true, leverage: false } })],
    assets: [{ asset: 'USDT', scale: 6, shownScale: 2 }],
  });
  context.api.respond('spotOrders', ({ status, page, pageSize }) =>
    status === 'open' ? pageOf(open, 1, 100) : pageOf(ended, page, Number(pageSize)),
  );
  prepare?.(context);
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}
const historyCalls = (context: FakeContext) =>
  context.api
    .callsOf('spotOrders')
    .filter(({ request }) => request['status'] === 'history')
    .map(({ request }) => request);

describe('the history', () => {
  it('stands by day, with the sums over everything', async () => {
    openRecords({ ended: [aFilledSpotOrder(), aFilledSpotOrder({ id: '70', side: 'sell', acceptedAtMs: testStartMs - dayMs })] });
    expect(await screen.findByRole('heading', { name: 'Jun 2, 2025' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Jun 1, 2025' })).toBeVisible();
    expect(screen.getByText('1,224.606')).toBeVisible();
    expect(screen.getByText('88.50')).toBeVisible();
    expect(screen.getByText('Orders').nextElementSibling).toHaveTextContent('2');
    expect(screen.getByText('Bought').nextElementSibling).toHaveTextContent(/^1,224.606dUSDT$/);
  });

  it('reads on as its end is reached, and shows an order that slid onto the next page once', async () => {
    const context = openRecords({ ended: history(45) });
    await userEvent.click(await screen.findByRole('button', { name: 'Show older orders' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show older orders' })).not.toBeInTheDocument());
    expect(screen.getAllByRole('button', { name: /BTC-USDT/ })).toHaveLength(45);
    expect(historyCalls(context).map(({ page }) => page)).toEqual([undefined, 2]);
  });

  it('is narrowed by pair, side and time', async () => {
    const context = openRecords({ ended: history(2) });
    await screen.findByText('Bought');
    await userEvent.selectOptions(screen.getByLabelText('Pair'), 'BTC-USDT');
    await userEvent.selectOptions(screen.getByLabelText('Side'), 'Sell');
    await userEvent.click(screen.getByRole('radio', { name: 'Yesterday' }));
    const midnight = new Date(2025, 5, 2).getTime();
    await waitFor(() =>
      expect(historyCalls(context).at(-1)).toMatchObject({
        symbol: 'BTC-USDT',
        side: 'sell',
        fromMs: new Date(2025, 5, 1).getTime(),
        toMs: midnight - 1,
      }),
    );
  });

  it('is saved whole under its filter: every page, quoted, in UTC', async () => {
    const context = openRecords({ ended: [...history(130), aSpotOrder({ id: '1', status: 'cancelled', endReason: 'user' })] });
    await userEvent.click(await screen.findByRole('button', { name: 'Save as CSV' }));
    await waitFor(() => expect(context.dialogs.toasts.at(-1)?.text).toBe('131 orders saved'));
    await waitFor(() => expect(saved).toHaveLength(1));
    const lines = saved[0]?.replace('\ufeff', '').trimEnd().split('\r\n') ?? [];
    expect(lines).toHaveLength(132);
    expect(lines[0]).toMatch(/^Order,Accepted \(UTC\),/);
    expect(lines[1]).toBe(
      '900,2025-06-02 12:00:00.000,2025-06-02 12:00:00.300,BTC-USDT,Buy,Limit,61000,0.01,,0.01,61230.30,612.303,0.612303,dUSDT,Filled,,1',
    );
    expect(lines.at(-1)).toContain('Cancelled,You cancelled it.,0');
    expect(
      historyCalls(context)
        .filter(({ pageSize }) => pageSize === 100)
        .map(({ page, toMs }) => [page, toMs]),
    ).toEqual([
      [undefined, testStartMs],
      [2, testStartMs],
    ]);
  });

  it('nothing in this time, and a failure with a way to try again', async () => {
    const context = openRecords();
    expect(await screen.findByText('No ended orders in this time')).toBeVisible();
    context.api.respond('spotOrders', new AppError('REQUEST_EXCEPTION'));
    await userEvent.click(screen.getByRole('radio', { name: '90 days' }));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('days the wrong way round are told, and nothing is asked for them', async () => {
    const context = openRecords({ ended: history(1) });
    await screen.findByText('Bought');
    await userEvent.click(screen.getByRole('radio', { name: 'Own dates' }));
    await userEvent.type(screen.getByLabelText('From'), '2025-06-02');
    await waitFor(() => expect(historyCalls(context).at(-1)).toMatchObject({ fromMs: new Date(2025, 5, 2).getTime() }));
    const asked = historyCalls(context).length;
    await userEvent.type(screen.getByLabelText('To'), '2025-06-01');
    expect(await screen.findByText('The first day must not be after the last')).toBeVisible();
    expect(historyCalls(context)).toHaveLength(asked);
  });
});

describe('one order', () => {
  it('opens with its fills, and each fill leads to its check', async () => {
    const context = openRecords({ ended: [aFilledSpotOrder()] });
    await userEvent.click(await screen.findByRole('button', { name: /BTC-USDT/ }));
    const sheet = await screen.findByRole('dialog', { name: 'Order 71' });
    expect(within(sheet).getByText('1 fill')).toBeVisible();
    expect(within(sheet).getByText(/number 1003 at/)).toBeVisible();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Check this result' }));
    expect(context.navigation.last).toMatchObject({
      path: '/pages/contract/proof',
      query: { product: 'spot', order: '71', deal: 'fill-1' },
    });
  });

  it('a message leads to it by its own id, wherever it stands', async () => {
    const { clientOrderId } = aSpotOrder();
    const context = openRecords({
      search: `?order=${clientOrderId}`,
      prepare: ({ api }) => api.respond('spotFind', { order: aSpotOrder({ status: 'rejected', endReason: 'no_tick' }) }),
    });
    const sheet = await screen.findByRole('dialog', { name: 'Order 71' });
    expect(within(sheet).getByText(/No price came within 5 s/)).toBeVisible();
    expect(within(sheet).getByText('Nothing was filled.')).toBeVisible();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(context.api.callsOf('spotFind')[0]?.request).toMatchObject({ clientOrderId });
  });

  it('an open one can be cancelled from its details, and shows its end', async () => {
    const context = openRecords({ search: '', open: [aSpotOrder()] });
    await userEvent.click(await screen.findByRole('button', { name: /at 61,000.00/ }));
    context.api.respond('spotCancel', aSpotOrder({ status: 'cancelling' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel this order' }));
    await waitFor(() => expect(context.api.callsOf('spotCancel')).toHaveLength(1));
    act(() =>
      context.privateEvents$.next({
        type: 'spot.updated',
        seq: 1,
        mode: 'demo',
        atMs: testStartMs,
        order: aSpotOrder({ status: 'cancelled', endReason: 'user' }),
      }),
    );
    expect(await within(screen.getByRole('dialog')).findByText('Cancelled')).toBeVisible();
  });

  it('an event of the other account changes nothing', async () => {
    const context = openRecords({ search: '', open: [aSpotOrder()] });
    await screen.findByRole('article', { name: 'BTC-USDT Buy' });
    act(() =>
      context.privateEvents$.next({ type: 'spot.updated', seq: 1, mode: 'real', atMs: testStartMs, order: aFilledSpotOrder() }),
    );
    expect(screen.getByRole('article', { name: 'BTC-USDT Buy' })).toBeVisible();
    expect(context.dialogs.toasts).toHaveLength(0);
  });
});

it('a visitor is asked to log in, and nothing is read', async () => {
  const context = openRecords({ session: visitor });
  await userEvent.click(await screen.findByRole('button', { name: 'Log in to trade' }));
  expect(context.session.loginRequests).toBe(1);
  expect(context.api.callsOf('spotOrders')).toHaveLength(0);
});
