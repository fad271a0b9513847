import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aQuote, signedInDemo, testStartMs } from '@tessera/shared/testing';
import { openMarket, type OpenedMarket } from '../../testing/openMarket';

let opened: OpenedMarket | undefined;
afterEach(() => {
  opened?.close();
});

const alert = { symbol: 'BTC-USDT', direction: 'above', price: '70000', setAtMs: testStartMs } as const;
const waiting = [
  { ...alert, id: '2' },
  { ...alert, id: '1', direction: 'below', price: '50000.5' },
] as const;

describe('price alerts', () => {
  it('lists what waits, takes one away, leads to its market, and reads again when one was reached', async () => {
    opened = openMarket('/pages/alerts/index', {
      session: signedInDemo,
      prepare: ({ api }) => {
        api.respond('alertList', { items: [...waiting], max: 50 });
        api.respond('alertDelete', {});
      },
    });
    const { context } = opened;
    expect(await screen.findByText('At 50,000.5 or below')).toBeVisible();
    act(() => context.quotes.emit(aQuote({ seq: 900, price: '61090.75', atMs: testStartMs })));
    expect(screen.getByRole('button', { name: /^BTC\/USDT At 50,000\.5 or below 61,090\.75/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Remove: BTC/USDT, At 70,000 or above' }));
    await waitFor(() => expect(context.api.callsOf('alertDelete').map(({ request }) => request)).toEqual([{ id: '2' }]));
    const before = context.api.callsOf('alertList').length;
    act(() =>
      context.privateEvents$.next({ type: 'notice', seq: 1, mode: 'real', atMs: testStartMs, messageId: '4', title: 'BTC/USDT' }),
    );
    await waitFor(() => expect(context.api.callsOf('alertList').length).toBeGreaterThan(before));
    await userEvent.click(screen.getByText('At 50,000.5 or below'));
    expect(context.navigation.last).toMatchObject({ path: '/pages/kline/index' });
  });

  it('none: says how to set one', async () => {
    opened = openMarket('/pages/alerts/index', {
      session: signedInDemo,
      prepare: ({ api }) => api.respond('alertList', { items: [], max: 50 }),
    });
    expect(await screen.findByText('No price alerts')).toBeVisible();
  });

  it('are set from the market: the side is seen from the price', async () => {
    opened = openMarket('/pages/kline/index', {
      session: signedInDemo,
      search: '?symbol=BTC-USDT',
      prepare: ({ api }) => {
        api.respond('alertList', { items: [], max: 50 });
        api.respond('alertSet', { ...alert, id: '3' });
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Price alerts for BTC/USDT' }));
    act(() => opened?.context.quotes.emit(aQuote({ seq: 900, price: '61090.75', atMs: testStartMs + 5000 })));
    const sheet = await screen.findByRole('dialog');
    expect(within(sheet).getByRole('button', { name: 'Set alert' })).toBeDisabled();
    await userEvent.type(within(sheet).getByLabelText('Target price'), '999999');
    await userEvent.click(await within(sheet).findByRole('button', { name: 'At 999,999 or above' }));
    const { context } = opened;
    await waitFor(() =>
      expect(context.api.callsOf('alertSet').map(({ request }) => request)).toEqual([
        { symbol: 'BTC-USDT', direction: 'above', price: '999999' },
      ]),
    );
  });
});
