import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Candle } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import {
  aForexSymbol,
  aLeverageOrder,
  aQuote,
  aSecondsOrder,
  aSymbol,
  signedInDemo,
  someCandles,
  testStartMs,
  type FakeContext,
} from '@tessera/shared/testing';
import { openMarket, type OpenedMarket } from '../../testing/openMarket';

let opened: OpenedMarket | undefined;
// The chart's chunk: its first load takes longer than a test waits for a part to appear.
beforeAll(() => import('@tessera/shared/charts'));
afterEach(() => opened?.close());

const quarter = 900_000;
const someQuarters = (count: number): Candle[] =>
  Array.from({ length: count }, (_, index) => [
    testStartMs - (count - 1 - index) * quarter,
    '61000.10',
    '61050.40',
    '60950.20',
    '61010.30',
    '7.5',
  ]);

const withCandles = (context: FakeContext) => {
  // The price of now is the last candle's: the header and the chart show one price.
  context.api.respond('quotation', {
    serverMs: testStartMs,
    quotes: [aQuote({ price: '61010.30', atMs: testStartMs }), aQuote({ symbol: 'EUR-USD', price: '1.08412' })],
  });
  for (const call of ['timeshare', 'whTimeshare'] as const) {
    context.api.respond(call, ({ symbol, frame }) => ({
      symbol,
      frame,
      candles: frame === '15m' ? someQuarters(40) : someCandles(40),
      hasOlder: false,
      serverMs: testStartMs,
    }));
  }
};

const withSpotTerms = ({ api }: FakeContext) =>
  api.respond('spotTerms', {
    symbol: 'BTC-USDT',
    quantityMin: '0.0001',
    quantityStep: '0.0001',
    quantityMax: '20',
    tickSize: '0.01',
    totalMin: '5',
    feeRate: '0.001',
    priceBand: '0.1',
    slippageCap: '0.005',
    toleratedMove: '30',
    ruleVersion: 1,
  });

describe('chart page', () => {
  test('a known symbol: price, chart and facts, and both directions lead to the ticket', async () => {
    opened = openMarket('/pages/kline/index', { search: '?symbol=BTC-USDT', prepare: withCandles });
    expect(await screen.findByRole('slider', { name: /BTC\/USDT, 15 minutes/ })).toBeInTheDocument();
    expect((await screen.findAllByText('61,010.30')).length).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole('button', { name: 'Long' }));
    expect(opened.context.navigation.last).toEqual({
      verb: 'navigate',
      path: '/pages/contract/index',
      query: { product: 'seconds', symbol: 'BTC-USDT', direction: 'long' },
    });
  });

  test('a quote moves the running candle, without another question to the server', async () => {
    opened = openMarket('/pages/kline/index', { search: '?symbol=BTC-USDT', prepare: withCandles });
    await screen.findAllByText('61,010.30');
    act(() => opened?.context.quotes.emit(aQuote({ seq: 900, price: '61090.75', atMs: testStartMs + 5000 })));
    await waitFor(() => expect(screen.getAllByText('61,090.75').length).toBeGreaterThan(1));
    expect(opened.context.api.callsOf('timeshare')).toHaveLength(1);
  });

  test('an answer of another instant: the chart ends at the price that the header shows', async () => {
    opened = openMarket('/pages/kline/index', { search: '?symbol=BTC-USDT', prepare: withCandles });
    await screen.findByRole('slider');
    act(() => opened?.context.quotes.emit(aQuote({ seq: 900, price: '61090.75', atMs: testStartMs + 5000 })));
    await waitFor(() => expect(screen.getAllByText('61,090.75').length).toBeGreaterThan(1));
    const shown = screen.getAllByText('61,090.75').length;
    act(() => opened?.context.quotes.connection.next('reconnecting'));
    act(() => opened?.context.quotes.connection.next('live'));
    await waitFor(() => expect(opened?.context.api.callsOf('timeshare')).toHaveLength(2));
    await act(() => new Promise((painted) => requestAnimationFrame(painted)));
    expect(screen.getAllByText('61,090.75')).toHaveLength(shown);
    expect(screen.queryByText('61,010.30')).not.toBeInTheDocument();
  });

  test('a candle closed, or the connection came back: the server is asked again', async () => {
    opened = openMarket('/pages/kline/index', { search: '?symbol=BTC-USDT', prepare: withCandles });
    await screen.findAllByText('61,010.30');
    act(() => opened?.context.quotes.emit(aQuote({ seq: 900, price: '61020.75', atMs: testStartMs + quarter })));
    await waitFor(() => expect(opened?.context.api.callsOf('timeshare')).toHaveLength(2));
    act(() => opened?.context.quotes.connection.next('reconnecting'));
    act(() => opened?.context.quotes.connection.next('live'));
    await waitFor(() => expect(opened?.context.api.callsOf('timeshare')).toHaveLength(3));
  });

  test('the price of now has all its digits beside a price alert', async () => {
    opened = openMarket('/pages/kline/index', {
      search: '?symbol=BTC-USDT',
      session: signedInDemo,
      prepare: (context) => {
        withCandles(context);
        context.api.respond('alertList', { items: [], max: 20 });
      },
    });
    await screen.findAllByText('61,010.30');
    await userEvent.click(screen.getByRole('button', { name: 'Price alerts for BTC/USDT' }));
    act(() => opened?.context.quotes.emit(aQuote({ seq: 900, price: '61090.5', atMs: testStartMs + 5000 })));
    expect(await screen.findByText('Now 61,090.50')).toBeVisible();
  });

  test('another timeframe is asked for and remembered', async () => {
    opened = openMarket('/pages/kline/index', { search: '?symbol=BTC-USDT', prepare: withCandles });
    await screen.findAllByText('61,010.30');
    await userEvent.click(screen.getByRole('button', { name: '1 minute' }));
    expect(await screen.findByRole('slider', { name: /BTC\/USDT, 1 minute/ })).toBeInTheDocument();
    expect(opened.context.api.callsOf('timeshare').at(-1)?.request).toMatchObject({ symbol: 'BTC-USDT', frame: '1m' });
    expect(opened.context.storage.read('timeframe')).toBe('1m');
  });

  test('candles cannot be had: the price stays, the chart says what failed, and another try brings it', async () => {
    opened = openMarket('/pages/kline/index', {
      search: '?symbol=BTC-USDT',
      prepare: ({ api }) => api.respond('timeshare', new AppError('ANSWER_UNREADABLE')),
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('100.00')).toBeInTheDocument();
    withCandles(opened.context);
    await userEvent.click(retry);
    expect(await screen.findByRole('slider')).toBeInTheDocument();
  });

  test('older candles: asked for by themselves; a refusal is said and asked again by hand; the newest stays in view', async () => {
    let isRefused = true;
    opened = openMarket('/pages/kline/index', {
      search: '?symbol=BTC-USDT',
      prepare: ({ api }) =>
        api.respond('timeshare', ({ symbol, frame, before }) => {
          if (before === undefined) return { symbol, frame, candles: someQuarters(40), hasOlder: true, serverMs: testStartMs };
          if (isRefused) return new AppError('NETWORK_TIMEOUT', { isRetryable: true });
          const older = someQuarters(70).slice(0, 30);
          return { symbol, frame, candles: older, hasOlder: false, serverMs: testStartMs };
        }),
    });
    const slider = await screen.findByRole('slider');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(opened.context.api.callsOf('timeshare').at(-1)?.request).toMatchObject({ before: testStartMs - 39 * quarter });
    isRefused = false;
    await userEvent.click(retry);
    await waitFor(() => expect(slider).toHaveAttribute('aria-valuemax', '69'));
    expect(slider).toHaveAttribute('aria-valuenow', '69');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  test('an unknown symbol: says so and leads to the markets', async () => {
    opened = openMarket('/pages/kline/index', { search: '?symbol=NOPE-USDT', prepare: withCandles });
    expect(await screen.findByText('No market called NOPE/USDT')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Long' })).not.toBeInTheDocument();
  });

  test('a halt is said with what can still be done, and goes when trading is resumed', async () => {
    opened = openMarket('/pages/kline/index', { search: '?symbol=BTC-USDT', prepare: withCandles });
    await screen.findByRole('slider');
    act(() => opened?.context.quotes.halted.next(['BTC-USDT']));
    expect(screen.getByText(/halted for everybody\. You can still close and cancel/)).toBeInTheDocument();
    act(() => opened?.context.quotes.halted.next([]));
    expect(screen.queryByText(/halted/i)).toBeNull();
  });

  test('forex asks its own call and tells when it opens', async () => {
    opened = openMarket('/pages/whdetail/index', {
      search: '?symbol=EUR-USD',
      symbols: [aSymbol(), aForexSymbol({ market: { state: 'closed', nextChangeAtMs: testStartMs + 7_200_000 } })],
      prepare: withCandles,
    });
    await userEvent.click(await screen.findByRole('tab', { name: 'Sessions' }));
    expect(screen.getByText('Opens')).toBeInTheDocument();
    expect(screen.getByRole('timer')).toHaveTextContent('in 2:00:00');
    await waitFor(() => expect(opened?.context.api.callsOf('whTimeshare')).toHaveLength(1));
    expect(opened.context.api.callsOf('timeshare')).toHaveLength(0);
  });

  test('indicators: on with one tap, remembered, with parameters that a person may change within limits', async () => {
    opened = openMarket('/pages/kline/index', { search: '?symbol=BTC-USDT', prepare: withCandles });
    await screen.findByRole('slider');
    await userEvent.click(screen.getByRole('button', { name: /^MA –/ }));
    expect(await screen.findByText(/^MA7/, { selector: 'span' })).toBeInTheDocument();
    expect(opened.context.storage.read('indicators')).toBe('ma vol|');
    await userEvent.click(screen.getByRole('button', { name: 'Chart settings' }));
    const period = screen.getByRole('textbox', { name: 'Period 1' });
    await userEvent.clear(period);
    await userEvent.type(period, '500');
    expect(screen.getByText('Between 2 and 200')).toBeInTheDocument();
    expect(opened.context.storage.read('indicators')).toMatch(/^ma vol\|ma=50\.25\.99$/);
    await userEvent.clear(period);
    await userEvent.type(period, '5');
    await waitFor(() => expect(screen.getByText(/^MA5$/, { selector: 'span' })).toBeInTheDocument());
  });

  test('the book and the trades of a crypto market are live', async () => {
    opened = openMarket('/pages/kline/index', { search: '?symbol=BTC-USDT', prepare: withCandles });
    await screen.findByRole('slider');
    const emit = () =>
      act(() =>
        opened?.context.quotes.emitBook({
          symbol: 'BTC-USDT',
          seq: 9,
          atMs: testStartMs,
          bids: [['61009.90', '0.35']],
          asks: [['61010.70', '0.45']],
          isModelled: true,
          trades: [{ seq: 9, atMs: testStartMs, price: '61010.45', quantity: '0.125', side: 'buy' }],
        }),
      );
    emit();
    expect(await screen.findByText('61,009.90')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('tab', { name: 'Trades' }));
    emit();
    expect(await screen.findByText('61,010.45')).toBeInTheDocument();
  });

  test('only open products are offered; the one that was chosen is remembered', async () => {
    const symbols = [aSymbol({ products: { spot: true, seconds: true, leverage: false } })];
    opened = openMarket('/pages/kline/index', {
      search: '?symbol=BTC-USDT',
      symbols,
      prepare: (context) => {
        withCandles(context);
        withSpotTerms(context);
      },
    });
    expect(await screen.findByRole('button', { name: 'Trade as: Spot trading' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Sell' }));
    expect(opened.context.navigation.last).toEqual({
      verb: 'navigate',
      path: '/pages/trade/index',
      query: { symbol: 'BTC-USDT', side: 'sell' },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Trade as: Spot trading' }));
    expect(screen.queryByRole('radio', { name: 'Leveraged contract' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: 'Seconds contract' }));
    await userEvent.click(screen.getByRole('button', { name: 'Short' }));
    expect(opened.context.navigation.last).toMatchObject({ query: { product: 'seconds', direction: 'short' } });
    expect(opened.context.storage.read('product')).toBe('seconds');
  });

  test('nothing open: the button says so', async () => {
    opened = openMarket('/pages/kline/index', {
      search: '?symbol=BTC-USDT',
      symbols: [aSymbol({ products: { spot: false, seconds: false, leverage: false } })],
      prepare: withCandles,
    });
    const [button] = await screen.findAllByRole('button', { name: 'Not open yet' });
    expect(button).toBeDisabled();
  });

  test('what is in sight is told in words, and as a table on demand', async () => {
    opened = openMarket('/pages/kline/index', { search: '?symbol=BTC-USDT', prepare: withCandles });
    await screen.findByRole('slider');
    expect(
      await screen.findByText(
        /40 bars in view, .* Highest 61,050\.40, lowest 60,950\.20, change \+0\.02%\. Last price 61,010\.30\./,
      ),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Bars as a table' }));
    expect(screen.getAllByRole('row')).toHaveLength(31);
    expect(screen.getByRole('columnheader', { name: 'Close' })).toBeInTheDocument();
  });

  test('the whole screen: the chart moves into a dialog, turned on a phone held upright, and comes back', async () => {
    window.matchMedia = (() => Object.assign(new EventTarget(), { matches: true })) as never;
    opened = openMarket('/pages/kline/index', { search: '?symbol=BTC-USDT', prepare: withCandles });
    await screen.findByRole('slider');
    await userEvent.click(screen.getByRole('button', { name: 'Chart on the whole screen' }));
    const dialog = screen.getByRole('dialog', { name: 'BTC/USDT, chart on the whole screen' });
    expect(dialog).toHaveAttribute('data-turned');
    expect(await within(dialog).findByRole('slider')).toBeInTheDocument();
    expect(screen.getAllByRole('slider')).toHaveLength(1);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Leave the whole screen' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await screen.findByRole('slider')).toBeInTheDocument();
  });
});

describe('own positions on the chart', () => {
  const leveraged = aSymbol({ products: { spot: false, seconds: true, leverage: true } });
  const page = <Item,>(items: readonly Item[]) => ({ items: [...items], page: 1, pageSize: 100, total: items.length });
  const withOwn = (context: FakeContext) => {
    withCandles(context);
    context.api.respond('coinList', { version: 1, symbols: [leveraged], assets: [{ asset: 'USDT', scale: 6, shownScale: 2 }] });
    context.api.respond('leverageOrders', ({ status }) => ({
      ...page(status === 'open' ? [aLeverageOrder({ stopLoss: '60980' })] : []),
      totals: { margin: '610', fee: '6.1', swap: '0', realizedProfit: '0' },
    }));
    context.api.respond('secondsOrders', {
      ...page([aSecondsOrder()]),
      totals: { stake: '100', fee: '2', profit: '0', won: 0, lost: 0, returned: 0 },
    });
  };
  const openSignedIn = async () => {
    opened = openMarket('/pages/kline/index', {
      search: '?symbol=BTC-USDT',
      symbols: [leveraged],
      session: signedInDemo,
      prepare: withOwn,
    });
    await screen.findByRole('slider');
    return opened.context;
  };

  test('entry with the live profit, stop and liquidation, the entry of a running seconds order', async () => {
    const context = await openSignedIn();
    const label = await screen.findByText('Long 0.2');
    expect(screen.getByText('SL 60,980.00')).toBeInTheDocument();
    expect(screen.getByText('Liq. 58,255.00')).toBeInTheDocument();
    expect(screen.getByText('Long 30 sec')).toBeInTheDocument();
    // (61,090.75 - 0.4 - 61,000) × 0.2
    act(() => context.quotes.emit(aQuote({ seq: 900, price: '61090.75', atMs: testStartMs })));
    await waitFor(() => expect(label).toHaveTextContent('Long 0.2+18.07'));
  });

  test('an event moves the lines at once; a closed position leaves', async () => {
    const context = await openSignedIn();
    await screen.findByText('SL 60,980.00');
    context.api.hold('leverageOrders');
    const event = { seq: 4, mode: 'demo' as const, atMs: testStartMs, type: 'leverage.updated' as const, deals: [] };
    act(() => context.privateEvents$.next({ ...event, order: aLeverageOrder({ stopLoss: '60990' }) }));
    expect(screen.getByText('SL 60,990.00')).toBeInTheDocument();
    act(() =>
      context.privateEvents$.next({ ...event, seq: 5, order: aLeverageOrder({ status: 'closed', closeReason: 'stop_loss' }) }),
    );
    expect(screen.queryByText('Long 0.2')).not.toBeInTheDocument();
  });

  test('switched off: nothing is drawn and nothing is asked; it stays off', async () => {
    const context = await openSignedIn();
    await screen.findByText('Long 0.2');
    await userEvent.click(screen.getByRole('button', { name: 'Chart settings' }));
    await userEvent.click(screen.getByRole('switch', { name: /^My positions and orders/ }));
    expect(screen.queryByText('Long 0.2')).not.toBeInTheDocument();
    expect(context.storage.read('chart-lines')).toBe('off');
  });

  test('a visitor is asked for nothing', async () => {
    opened = openMarket('/pages/kline/index', { search: '?symbol=BTC-USDT', symbols: [leveraged], prepare: withCandles });
    await screen.findByRole('slider');
    expect(opened.context.api.callsOf('leverageOrders')).toHaveLength(0);
    expect(opened.context.api.callsOf('secondsOrders')).toHaveLength(0);
  });
});
