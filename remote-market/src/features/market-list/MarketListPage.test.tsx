import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '@tessera/shared/errors';
import { aForexSymbol, aQuote, aSymbol } from '@tessera/shared/testing';
import { openMarket, someSymbols, type OpenedMarket } from '../../testing/openMarket';

let opened: OpenedMarket | undefined;
afterEach(() => opened?.close());

const path = '/pages/market/index';
const names = () =>
  screen.getAllByRole('listitem').map(
    (row) =>
      within(row)
        .getByRole('button', { name: /favourites/ })
        .getAttribute('aria-label')
        ?.match(/\S+\/\S+/)?.[0],
  );
const row = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) });

describe('market list', () => {
  test('of two hundred markets only those in sight are watched, each once', async () => {
    opened = openMarket(path, { symbols: someSymbols(200) });
    await row('C000');
    const watched = [...opened.context.quotes.watchers];
    expect(watched.length).toBe(screen.getAllByRole('listitem').length);
    expect(watched.length).toBeLessThan(40);
    // The price and the change of a row share the page's one subscription to its symbol.
    expect(new Set(watched.map(([, count]) => count))).toEqual(new Set([2]));
  });

  test('another tab: the rows of the one before are watched no more', async () => {
    opened = openMarket(path, { symbols: [aSymbol(), aForexSymbol()] });
    await row('BTC');
    expect([...opened.context.quotes.watchers.keys()]).toEqual(['BTC-USDT']);
    await userEvent.click(screen.getByRole('tab', { name: 'Forex' }));
    expect([...opened.context.quotes.watchers.keys()]).toEqual(['EUR-USD']);
    act(() => opened?.handle.unmount());
    expect(opened.context.quotes.watchers.size).toBe(0);
  });

  test('a price that changes is written into its row', async () => {
    opened = openMarket(path);
    await screen.findByText('100.00');
    act(() => opened?.context.quotes.emit(aQuote({ symbol: 'BTC-USDT', seq: 900, price: '101.25' })));
    expect(screen.getByText('101.25')).toBeInTheDocument();
  });

  test('a halted market is marked, by the catalogue and as soon as the socket tells; resumed, it is not', async () => {
    opened = openMarket(path, { symbols: [aSymbol({ market: { state: 'trading', nextChangeAtMs: null, isHalted: true } })] });
    expect(await screen.findByText('Halted')).toBeInTheDocument();
    const tell = (...symbols: readonly string[]) => act(() => opened?.context.quotes.halted.next(symbols));
    tell();
    expect(screen.queryByText('Halted')).toBeNull();
    tell('BTC-USDT');
    expect(screen.getByText('Halted')).toBeInTheDocument();
  });

  test('sorted by price: the largest first, then the smallest, and the choice outlives the page', async () => {
    opened = openMarket(path, { symbols: someSymbols(3) });
    await row('C000');
    await userEvent.click(screen.getByRole('button', { name: 'Price' }));
    expect(names()).toEqual(['C002/USDT', 'C001/USDT', 'C000/USDT']);
    await userEvent.click(screen.getByRole('button', { name: /^Price/ }));
    expect(names()).toEqual(['C000/USDT', 'C001/USDT', 'C002/USDT']);
    expect(opened.context.storage.read('list-sort')).toBe('price up');
  });

  test('the star adds to the favourites, says so, and Undo takes it back', async () => {
    opened = openMarket(path);
    await userEvent.click(await screen.findByRole('button', { name: 'Add BTC/USDT to favourites' }));
    expect(opened.context.storage.read('favourites')).toBe('BTC-USDT');
    const [toast] = opened.context.dialogs.toasts;
    expect(toast?.text).toBe('BTC/USDT added to favourites');
    expect(screen.getByRole('button', { name: 'Remove BTC/USDT from favourites' })).toHaveAttribute('aria-pressed', 'true');
    act(() => toast?.options.action?.onSelect());
    expect(opened.context.storage.read('favourites')).toBeUndefined();
    expect(screen.getByRole('button', { name: 'Add BTC/USDT to favourites' })).toBeInTheDocument();
  });

  test('no favourites yet: says what to do, and leads to the markets', async () => {
    opened = openMarket(path);
    await userEvent.click(await screen.findByRole('tab', { name: 'Favourites' }));
    expect(screen.getByText('No favourites')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Choose markets' }));
    expect(names()).toEqual(['BTC/USDT']);
  });

  test('a search without a hit repeats what was typed', async () => {
    opened = openMarket(path);
    await userEvent.type(await screen.findByRole('searchbox'), 'zzz');
    expect(screen.getByText('Nothing found for “zzz”')).toBeInTheDocument();
  });

  test('a row opens the chart of its class', async () => {
    opened = openMarket(path);
    await userEvent.click(await screen.findByRole('tab', { name: 'Forex' }));
    await userEvent.click(await row('EUR'));
    expect(opened.context.navigation.last).toEqual({
      verb: 'navigate',
      path: '/pages/whdetail/index',
      query: { symbol: 'EUR-USD' },
    });
  });

  test('a closed market says so and shows when its last price was made', async () => {
    opened = openMarket(path, {
      symbols: [aForexSymbol({ market: { state: 'closed', nextChangeAtMs: null } })],
      prepare: ({ api, clock }) =>
        api.respond('quotation', {
          serverMs: clock.now(),
          quotes: [aQuote({ symbol: 'EUR-USD', state: 'closed', price: '1.08412' })],
        }),
    });
    await userEvent.click(await screen.findByRole('tab', { name: 'Forex' }));
    expect(screen.getByText('Closed')).toBeInTheDocument();
    expect(screen.getByText(/Mon \d\d:\d\d/)).toBeInTheDocument();
  });

  test('the catalogue cannot be had: says what failed and asks again on request', async () => {
    opened = openMarket(path, { prepare: ({ api }) => api.respond('coinList', new AppError('NETWORK_UNREACHABLE')) });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    opened.context.api.respond('coinList', { version: 1, symbols: [aSymbol()], assets: [] });
    await userEvent.click(retry);
    await waitFor(() => expect(names()).toEqual(['BTC/USDT']));
  });

  test('a living socket brings the prices: they are asked for only without it', async () => {
    jest.useFakeTimers();
    try {
      opened = openMarket(path);
      const { api, quotes } = opened.context;
      const asked = () => api.callsOf('quotation').length;
      await act(() => jest.advanceTimersByTimeAsync(185_000));
      expect(asked()).toBe(1);
      act(() => quotes.connection.next('reconnecting'));
      await act(() => jest.advanceTimersByTimeAsync(31_000));
      expect(asked()).toBeGreaterThanOrEqual(3);
    } finally {
      jest.useRealTimers();
    }
  });

  test('rows out of sight are brought by the socket too: some at a time, for a moment, each in its turn', async () => {
    jest.useFakeTimers();
    try {
      const symbols = someSymbols(70);
      opened = openMarket(path, { symbols });
      const { watchers } = opened.context.quotes;
      await row('C000');
      const inSight = watchers.size;
      const glanced = new Set<string>();
      for (const afterMs of [20_500, 20_000, 20_000]) {
        await act(() => jest.advanceTimersByTimeAsync(afterMs));
        expect(watchers.size - inSight).toBeLessThanOrEqual(30);
        for (const symbol of watchers.keys()) glanced.add(symbol);
      }
      expect(glanced.size).toBe(70);
      await act(() => jest.advanceTimersByTimeAsync(3000));
      expect(watchers.size).toBe(inSight);
    } finally {
      jest.useRealTimers();
    }
  });

  test('prices cannot be had: the rows stay, marked as not updated', async () => {
    opened = openMarket(path, { prepare: ({ api }) => api.respond('quotation', new AppError('NETWORK_UNREACHABLE')) });
    await row('BTC');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
    expect(names()).toEqual(['BTC/USDT']);
  });
});
