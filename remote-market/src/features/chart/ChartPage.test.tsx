import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Candle } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { aForexSymbol, aQuote, aSymbol, someCandles, testStartMs, type FakeContext } from '@tessera/shared/testing';
import { openMarket, type OpenedMarket } from '../../testing/openMarket';

let opened: OpenedMarket | undefined;
// The chart's chunk: its first load takes longer than a test waits for a part to appear.
beforeAll(() => import('@tessera/shared/charts'));
afterEach(() => opened?.close());

const quarter = 900_000;
const someQuarters = (count: number): Candle[] =>
  Array.from({ length: count }, (_, place) => [testStartMs - (count - 1 - place) * quarter, '61000.10', '61050.40', '60950.20', '61010.30', '7.5']);

const withCandles = (context: FakeContext) => {
  for (const call of ['timeshare', 'whTimeshare'] as const) {
    context.api.respond(call, ({ symbol, frame }) => ({ symbol, frame, candles: frame === '15m' ? someQuarters(40) : someCandles(40), hasOlder: false, serverMs: testStartMs }));
  }
};

describe('chart page', () => {
  test('a known symbol: price, chart and facts, and both directions lead to the ticket', async () => {
    opened = openMarket('/pages/kline/index', { search: '?symbol=BTC-USDT', prepare: withCandles });
    expect(await screen.findByRole('slider', { name: /BTC\/USDT, 15 minutes/ }, { timeout: 5000 })).toBeInTheDocument();
    expect((await screen.findAllByText('61,010.30')).length).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole('button', { name: 'Long' }));
    expect(opened.context.navigation.last).toEqual({ verb: 'navigate', path: '/pages/contract/index', query: { symbol: 'BTC-USDT', direction: 'long' } });
  });

  test('a quote moves the running candle, without another question to the server', async () => {
    opened = openMarket('/pages/kline/index', { search: '?symbol=BTC-USDT', prepare: withCandles });
    await screen.findAllByText('61,010.30');
    act(() => opened?.context.quotes.emit(aQuote({ seq: 900, price: '61090.75', atMs: testStartMs + 5000 })));
    await waitFor(() => expect(screen.getAllByText('61,090.75').length).toBeGreaterThan(1));
    expect(opened.context.api.callsOf('timeshare')).toHaveLength(1);
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

  test('another timeframe is asked for and remembered', async () => {
    opened = openMarket('/pages/kline/index', { search: '?symbol=BTC-USDT', prepare: withCandles });
    await screen.findAllByText('61,010.30');
    await userEvent.click(screen.getByRole('button', { name: '1 minute' }));
    expect(await screen.findByRole('slider', { name: /BTC\/USDT, 1 minute/ })).toBeInTheDocument();
    expect(opened.context.api.callsOf('timeshare').at(-1)?.request).toMatchObject({ symbol: 'BTC-USDT', frame: '1m' });
    expect(opened.context.storage.read('timeframe')).toBe('1m');
  });

  test('candles cannot be had: the price stays, the chart says what failed, and another try brings it', async () => {
    opened = openMarket('/pages/kline/index', { search: '?symbol=BTC-USDT', prepare: ({ api }) => api.respond('timeshare', new AppError('ANSWER_UNREADABLE')) });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('100.00')).toBeInTheDocument();
    withCandles(opened.context);
    await userEvent.click(retry);
    expect(await screen.findByRole('slider')).toBeInTheDocument();
  });

  test('an unknown symbol: says so and leads to the markets', async () => {
    opened = openMarket('/pages/kline/index', { search: '?symbol=NOPE-USDT', prepare: withCandles });
    expect(await screen.findByText('No market called NOPE/USDT')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Long' })).not.toBeInTheDocument();
  });

  test('forex asks its own call and tells when it opens', async () => {
    opened = openMarket('/pages/whdetail/index', {
      search: '?symbol=EUR-USD',
      symbols: [aSymbol(), aForexSymbol({ market: { state: 'closed', nextChangeAtMs: testStartMs + 7_200_000 } })],
      prepare: withCandles,
    });
    await userEvent.click(await screen.findByRole('tab', { name: 'Sessions' }));
    expect(screen.getByText('Opens')).toBeInTheDocument();
    expect(screen.getByText('in 2 hr.')).toBeInTheDocument();
    await waitFor(() => expect(opened?.context.api.callsOf('whTimeshare')).toHaveLength(1));
    expect(opened.context.api.callsOf('timeshare')).toHaveLength(0);
  });
});
