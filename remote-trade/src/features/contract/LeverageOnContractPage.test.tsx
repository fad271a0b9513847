import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LeverageOrder } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import {
  aForexLeverageTerms,
  aForexPosition,
  aForexSymbol,
  aLeverageDeal,
  aLeverageOrder,
  aLeverageTerms,
  aLimitsView,
  anEmptyWallet,
  aContractSummary,
  aQuote,
  aSymbol,
  at,
  fakeContext,
  signedInDemo,
  signingExchange,
  someCandles,
  testStartMs,
  visitor,
  type FakeContext,
} from '@tessera/shared/testing';
import { mount } from '../../remote';

const noSeconds = {
  items: [],
  page: 1,
  pageSize: 100,
  total: 0,
  totals: { stake: '0', fee: '0', profit: '0', won: 0, lost: 0, returned: 0 },
};
const listOf = (items: LeverageOrder[]) => ({
  items,
  page: 1,
  pageSize: 100,
  total: items.length,
  totals: { margin: '0', fee: '0', swap: '0', realizedProfit: '0' },
});
const both = { spot: false, seconds: true, leverage: true };
const euro = aQuote({ symbol: 'EUR-USD', price: '1.08500', bid: '1.08496', ask: '1.08504' });

// The test page has no layout to scroll.
const scrolledTo = jest.fn();
beforeEach(() => {
  scrolledTo.mockClear();
  Element.prototype.scrollIntoView = scrolledTo;
});

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
  sessionStorage.clear();
});

interface Scene {
  readonly symbol?: string;
  readonly open?: LeverageOrder[];
  readonly pending?: LeverageOrder[];
  readonly market?: { readonly state: 'trading' | 'closed'; readonly nextChangeAtMs: number | null };
  readonly isVisitor?: boolean;
  readonly isReal?: boolean;
  /** Before the page is there. */
  readonly prepare?: (api: FakeContext['api']) => void;
}

async function openPage({
  symbol = 'BTC-USDT',
  open = [],
  pending = [],
  market = { state: 'trading', nextChangeAtMs: null },
  isVisitor = false,
  isReal = false,
  prepare,
}: Scene = {}): Promise<FakeContext> {
  const context = fakeContext({
    remote: 'trade',
    path: '/pages/contract/index',
    search: `?product=leverage&symbol=${symbol}`,
    session: isVisitor ? visitor : { ...signedInDemo, mode: isReal ? 'real' : 'demo' },
  });
  const { api } = context;
  api.respond('coinList', {
    version: 1,
    symbols: [aSymbol({ products: both, lotStep: '0.001' }), aForexSymbol({ products: both, lotStep: '0.01', market })],
    assets: [{ asset: 'USDT', scale: 6, shownScale: 2 }],
  });
  api.respond('secondsOrders', noSeconds);
  api.respond('secondsWhOrders', noSeconds);
  const ofFamily =
    (isCrypto: boolean) =>
    ({ status }: { status: string }) =>
      listOf(
        (status === 'open' ? open : status === 'pending' ? pending : []).filter(
          ({ assetClass }) => (assetClass === 'crypto') === isCrypto,
        ),
      );
  api.respond('leverageOrders', ofFamily(true));
  api.respond('leverageWhOrders', ofFamily(false));
  api.respond('leverageTerms', ({ symbol: of }) => (of === 'EUR-USD' ? aForexLeverageTerms() : aLeverageTerms()));
  const candles = { symbol, frame: '5m' as const, candles: someCandles(3), hasOlder: false, serverMs: testStartMs };
  api.respond('timeshare', candles);
  api.respond('whTimeshare', candles);
  context.quotes.emit(aQuote(), euro);
  prepare?.(api);
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  if (!isVisitor) await screen.findByLabelText('Lots');
  return context;
}

async function typeInto(label: string, text: string) {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
}
const tell = (
  context: FakeContext,
  order: LeverageOrder,
  deals = order.status === 'open' ? [aLeverageDeal({ orderId: order.id })] : [],
) => act(() => context.privateEvents$.next({ type: 'leverage.updated', seq: 1, mode: 'demo', atMs: testStartMs, order, deals }));
const goOffline = (context: FakeContext) => act(() => context.quotes.connection.next('offline'));
const pendingOrder = (change: Partial<LeverageOrder> = {}) =>
  aLeverageOrder({ status: 'pending', openPrice: null, openedAtMs: null, liquidationPrice: null, ...change });

it('a position in the market of the screen is worth what the price beside it says, in the same moment', async () => {
  const context = await openPage({ open: [aLeverageOrder()] });
  const card = await screen.findByRole('article', { name: /BTC-USDT/ });
  act(() => context.quotes.emit(aQuote({ price: '61300.40', seq: 1002 })));
  // Closes at 61,300.40 - 0.4: (61,300 - 61,000) × 0.2.
  expect(card).toHaveTextContent('61,300.00');
  expect(card).toHaveTextContent('+60.00');
});

describe('the leverage ticket', () => {
  const nothing = aContractSummary({ balance: '0', availableMargin: '0', netEquity: '0', frozen: '0' });
  const withWallet = (wallet: ReturnType<typeof anEmptyWallet>) => (api: FakeContext['api']) => {
    api.respond('leverageTerms', aLeverageTerms({ account: nothing }));
    api.respond('walletList', wallet);
  };

  it('real money in the coin account only: the account is not called empty, a transfer is offered', async () => {
    const { navigation } = await openPage({ isReal: true, prepare: withWallet(anEmptyWallet({ coin: '250' })) });
    await userEvent.click(await screen.findByRole('button', { name: 'Transfer now' }));
    expect(navigation.last).toMatchObject({ verb: 'navigate', path: '/pages/assets/transfer', query: { from: 'coin' } });
    expect(screen.getByText(/^Margin comes from your contract account, which is empty/)).toBeVisible();
    expect(screen.queryByText(/real account is empty/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Practise on demo' })).toBeNull();
  });

  it('no real money at all: practice and a deposit are offered', async () => {
    await openPage({ isReal: true, prepare: withWallet(anEmptyWallet()) });
    expect(await screen.findByText(/^Your real account is empty\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Practise on demo' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Transfer now' })).toBeNull();
  });

  it('on a break: its end and practice in place of the buttons; what is open can be closed', async () => {
    await openPage({
      isReal: true,
      open: [aLeverageOrder()],
      prepare: (api) => api.respond('limits', aLimitsView({ break: { kind: 'cool_off', untilMs: testStartMs + 86_400_000 } })),
    });
    expect(await screen.findByText(/^Your break ends on /)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Practise on demo' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: /^(Long|Short).*lots/ })).toBeNull();
    const position = await screen.findByRole('article', { name: /BTC-USDT/ });
    expect(within(position).getByRole('button', { name: 'Close' })).toBeEnabled();
  });

  it('shows what a long and a short would come to, with the price of each on its button', async () => {
    await openPage();
    await typeInto('Lots', '0.2');
    expect(await screen.findByRole('button', { name: /Long.*0.2 lots · 61,230.90/ })).toBeEnabled();
    expect(screen.getByRole('button', { name: /Short.*0.2 lots · 61,230.10/ })).toBeEnabled();
    const receipt = screen.getByRole('table');
    expect(within(receipt).getByRole('row', { name: /Margin 1,224.61 1,224.60/ })).toBeVisible();
    expect(screen.getByText(/1 lot = 1 BTC = 61,230.90 dUSDT/)).toBeVisible();
  });

  it.each([
    ['0.0005', 'At most 3 digits after the decimal separator', 'Enter the lots'],
    ['51', 'The quantity can be at most 50.', 'The quantity can be at most 50.'],
    ['0', undefined, 'The quantity must be greater than 0.'],
  ])('%s lots: the field and the button say why not', async (lots, field, button) => {
    await openPage();
    await typeInto('Lots', lots);
    if (field !== undefined) expect(screen.getAllByText(field).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: button })).toBeDisabled();
  });

  it('margin and fee above what is available: said, with the way to a transfer', async () => {
    await openPage();
    await typeInto('Lots', '1');
    expect(screen.getByRole('button', { name: 'Margin and fee exceed 5,000.00 dUSDT' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Transfer now' })).toBeEnabled();
  });

  it('Max fills in the most lots that can be paid for', async () => {
    await openPage();
    await userEvent.click(screen.getByRole('button', { name: /^Max / }));
    expect(screen.getByLabelText('Lots')).toHaveValue('0.812');
  });

  it('a take-profit typed as profit is shown as price and share, for both directions; a coin’s price has no pips', async () => {
    await openPage();
    await typeInto('Lots', '0.2');
    await userEvent.click(screen.getByRole('switch'));
    await userEvent.click(within(screen.getByRole('radiogroup', { name: 'Take-profit in' })).getByText('P&L'));
    await typeInto('Take-profit', '100');
    expect(screen.getByText(/61,730.90 · \+100.00 dUSDT · \+8.17% of the margin$/)).toBeVisible();
    expect(screen.getByText(/60,730.10 · \+100.00 dUSDT/)).toBeVisible();
  });

  it('a stop-loss that fits the long only: the short says why, the long goes on', async () => {
    await openPage();
    await typeInto('Lots', '0.2');
    await userEvent.click(screen.getByRole('switch'));
    await typeInto('Stop-loss', '60000');
    expect(screen.getByRole('button', { name: /Short.*Stop-loss must be above the price/ })).toBeDisabled();
    expect(screen.getByRole('button', { name: /Long/ })).toBeEnabled();
    await typeInto('Stop-loss', '50000');
    expect(await screen.findByText(/lies behind the liquidation price/)).toBeVisible();
  });

  it('a visitor is asked to log in', async () => {
    const context = await openPage({ isVisitor: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Log in to trade' }));
    expect(context.session.loginRequests).toBe(1);
  });

  it('a closed market: the button counts down to its opening', async () => {
    await openPage({ symbol: 'EUR-USD', market: { state: 'closed', nextChangeAtMs: testStartMs + 3_725_000 } });
    expect(screen.getByRole('button', { name: 'Opens in 1:02:05' })).toBeDisabled();
    expect(screen.getByText(/opens Mon, .*(UTC|GMT)/)).toBeVisible();
  });

  it('a halt is pushed: the button says so, and takes orders again when it is resumed', async () => {
    const context = await openPage();
    const halt = (...symbols: readonly string[]) => act(() => context.quotes.halted.next(symbols));
    halt('BTC-USDT');
    expect(screen.getByRole('button', { name: 'Trading is halted' })).toBeDisabled();
    expect(screen.getByText('Halted')).toBeVisible();
    halt('ETH-USDT');
    expect(screen.queryByText('Halted')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Trading is halted' })).toBeNull();
  });
});

describe('placing a leveraged order', () => {
  async function previewLong(context: FakeContext) {
    await typeInto('Lots', '0.2');
    await userEvent.click(await screen.findByRole('button', { name: /^Long/ }));
    expect(handle?.canRelease()).not.toBe(true);
    expect(context.api.callsOf('leverageSubmit')).toHaveLength(0);
    return screen.findByRole('dialog', { name: 'Check your order' });
  }

  it('preview, accepted, opened by the next price; the card stands with the others', async () => {
    const context = await openPage();
    context.api.respond('leverageSubmit', ({ clientOrderId }) => pendingOrder({ clientOrderId }));
    const sheet = await previewLong(context);
    expect(within(sheet).getByText('61,230.90')).toBeVisible();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Place order' }));
    expect(await screen.findByText('Accepted. The next price decides.')).toBeVisible();
    const [call] = context.api.callsOf('leverageSubmit');
    expect(call).toMatchObject({
      request: { symbol: 'BTC-USDT', direction: 'long', entrustment: 'market', lots: '0.2', leverage: 10, seenPrice: '61230.9' },
    });
    expect(call?.options.idempotencyKey).toBe(call?.request['clientOrderId']);
    tell(context, aLeverageOrder({ clientOrderId: String(call?.request['clientOrderId']) }));
    expect(await screen.findByText('Opened: 0.2 lots at 61,000.00')).toBeVisible();
    // Told by the sheet, so not by a message as well.
    expect(context.dialogs.toasts).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.getByRole('article', { name: 'BTC-USDT Long' })).toBeVisible();
    expect(scrolledTo).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Show 1 position or order' }));
    expect(scrolledTo).toHaveBeenCalledTimes(2);
    await waitFor(() => expect(handle?.canRelease()).toBe(true));
  });

  it('the price ran away after acceptance: not executed, in words, and the form is as it was', async () => {
    const context = await openPage();
    context.api.respond('leverageSubmit', ({ clientOrderId }) => pendingOrder({ clientOrderId }));
    await userEvent.click(within(await previewLong(context)).getByRole('button', { name: 'Place order' }));
    await screen.findByText('Accepted. The next price decides.');
    tell(
      context,
      pendingOrder({
        status: 'cancelled',
        cancelReason: 'price_moved',
        clientOrderId: String(context.api.callsOf('leverageSubmit')[0]?.request['clientOrderId']),
      }),
    );
    expect(await screen.findByText('The price moved too far')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Back to the ticket' }));
    expect(screen.getByLabelText('Lots')).toHaveValue('0.2');
  });

  it('refused because the price moved: both prices are shown, and only an accepted one is sent', async () => {
    const context = await openPage();
    context.api.respond('leverageSubmit', new AppError('ORDER_PRICE_MOVED', { params: { old: '61230.9', new: '61310.2' } }));
    await userEvent.click(within(await previewLong(context)).getByRole('button', { name: 'Place order' }));
    expect(await screen.findByText(/from 61,230.90 to 61,310.20/)).toBeVisible();
    const accept = screen.getByRole('button', { name: 'Accept 61,310.20' });
    expect(accept).toBeDisabled();
    act(() => context.clock.advance(1000));
    await waitFor(() => expect(accept).toBeEnabled());
    await userEvent.click(accept);
    const calls = context.api.callsOf('leverageSubmit');
    expect(calls.map(({ request }) => request['seenPrice'])).toEqual(['61230.9', '61310.2']);
    // Another price is another yes, and another yes has its own id.
    expect(calls[0]?.request['clientOrderId']).not.toBe(calls[1]?.request['clientOrderId']);
  });

  it('one quote for header, buttons and chart: the price at the top is the chart’s, and lies between the two on the buttons', async () => {
    // A chunk of its own, which takes its time where nothing is loaded yet.
    await import('@tessera/shared/charts');
    const context = await openPage();
    await typeInto('Lots', '0.2');
    const chart = await screen.findByRole('slider', { name: /BTC-USDT/ }, { timeout: 20_000 });
    const [at, half] = [61_000, 0.4];
    for (let step = 1; step <= 5; step += 1) {
      const next = (at + step * 13).toFixed(2);
      act(() => context.quotes.emit(aQuote({ seq: 2000 + step, price: next })));
      // At once, without waiting for a slower clock of the ticket's own.
      const shown = (name: RegExp) =>
        Number(/([\d,]+\.\d\d)$/.exec(screen.getByRole('button', { name }).textContent ?? '')?.[1]?.replaceAll(',', ''));
      expect(shown(/^Long/)).toBeCloseTo(Number(next) + half);
      expect(shown(/^Short/)).toBeCloseTo(Number(next) - half);
      const written = next.replace(/^(\d\d)/, '$1,');
      expect(screen.getByRole('button', { name: /^Choose a market/ })).toHaveTextContent(written);
      expect(chart).toHaveTextContent(written);
    }
  });

  it('the price leaves the tolerance while the preview is read: nothing can be placed before it is accepted', async () => {
    const context = await openPage();
    await previewLong(context);
    act(() => context.quotes.emit(aQuote({ seq: 1002, price: '61270.00' })));
    expect(await screen.findByText(/from 61,230.90 to 61,270.40/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Place order' })).toBeNull();
  });

  it('the network goes while the preview is read: its button is off at once and says so, and is back with the network', async () => {
    const context = await openPage();
    await previewLong(context);
    const sheet = within(screen.getByRole('dialog'));
    expect(sheet.getByRole('button', { name: 'Place order' })).toBeEnabled();
    goOffline(context);
    expect(sheet.getByRole('button', { name: 'You are offline' })).toBeDisabled();
    act(() => context.quotes.connection.next('live'));
    expect(sheet.getByRole('button', { name: 'Place order' })).toBeEnabled();
  });

  it('no answer: unknown, asked by its own id, found', async () => {
    const context = await openPage();
    context.api.respond('leverageSubmit', new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true, isRetryable: true }));
    const answer = context.api.hold('leverageFind');
    await userEvent.click(within(await previewLong(context)).getByRole('button', { name: 'Place order' }));
    expect(await screen.findByText(/We are asking the exchange/)).toBeVisible();
    const asked = String(context.api.callsOf('leverageFind')[0]?.request['clientOrderId']);
    expect(asked).toBe(context.api.callsOf('leverageSubmit')[0]?.request['clientOrderId']);
    await act(async () => answer({ order: aLeverageOrder({ clientOrderId: asked }) }));
    expect(await screen.findByText('Opened: 0.2 lots at 61,000.00')).toBeVisible();
  });

  it('an order under way of the demo account is neither shown in the real one nor blocks its ticket', async () => {
    const context = await openPage();
    context.api.respond('leverageSubmit', new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true, isRetryable: true }));
    context.api.hold('leverageFind');
    await userEvent.click(within(await previewLong(context)).getByRole('button', { name: 'Place order' }));
    expect(await screen.findByText(/We are asking the exchange/)).toBeVisible();
    act(() => context.session.set({ mode: 'real' }));
    expect(screen.queryByText(/We are asking the exchange/)).toBeNull();
    expect(await screen.findByRole('button', { name: /^Long/ })).toBeEnabled();
    act(() => context.session.set({ mode: 'demo' }));
    expect(await screen.findByText(/We are asking the exchange/)).toBeVisible();
  });

  it('another market is chosen while an order is under way: its sheet says what was agreed to', async () => {
    const context = await openPage();
    context.api.respond('leverageSubmit', new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true, isRetryable: true }));
    context.api.hold('leverageFind');
    const review = await previewLong(context);
    const agreed = review.querySelector('dl')?.textContent;
    await userEvent.click(within(review).getByRole('button', { name: 'Place order' }));
    expect(await screen.findByText(/We are asking the exchange/)).toBeVisible();
    act(() => handle?.update(at(context, '/pages/contract/index', '?product=leverage&symbol=EUR-USD')));
    expect(await screen.findByText(/1 lot = 100,000 EUR/)).toBeInTheDocument();
    const sheet = screen.getByRole('dialog', { name: 'Check your order' });
    expect(sheet.querySelector('dl')?.textContent).toBe(agreed);
    expect(agreed).toContain('Margin');
  });

  it('after a reload: no buttons and a word that it is asked for, until the outcome is known', async () => {
    const clientOrderId = crypto.randomUUID();
    const account = `${signedInDemo.userId} demo`;
    sessionStorage.setItem(
      `tessera.sent.trade.${account} leverage`,
      JSON.stringify({ id: clientOrderId, sentAtMs: testStartMs, account }),
    );
    let answer: ((data: { order: LeverageOrder }) => void) | undefined;
    await openPage({ prepare: (api) => void (answer = api.hold('leverageFind')) });
    expect(await screen.findByText(/We are asking the exchange/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Long/ })).toBeNull();
    await act(async () => answer?.({ order: aLeverageOrder({ clientOrderId }) }));
    expect(await screen.findByRole('button', { name: /^Long/ })).toBeVisible();
  });

  it('real money: the risk is read once before the first order', async () => {
    const context = await openPage();
    act(() => context.session.set({ mode: 'real' }));
    await screen.findByLabelText('Lots');
    await userEvent.click(await screen.findByRole('button', { name: /^Long/ }));
    expect(screen.getByRole('dialog', { name: 'Before your first real order' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'I understand' }));
    expect(await screen.findByRole('dialog', { name: 'Check your order' })).toBeVisible();
  });

  it('a forex limit goes to its own call, without a seen price', async () => {
    const context = await openPage({ symbol: 'EUR-USD' });
    context.api.respond('leverageWhSubmit', ({ clientOrderId }) =>
      aForexPosition({ clientOrderId, status: 'pending', entrustment: 'limit', limitPrice: '1.09', openPrice: null }),
    );
    await userEvent.click(screen.getByText('Limit'));
    await typeInto('Limit price', '1.09');
    await userEvent.click(await screen.findByRole('button', { name: /^Short.*1.09000/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Place order' }));
    expect(await screen.findByText('Your order waits at 1.09000')).toBeVisible();
    const request = context.api.callsOf('leverageWhSubmit')[0]?.request;
    expect(request).toMatchObject({ direction: 'short', entrustment: 'limit', limitPrice: '1.09' });
    expect(request).not.toHaveProperty('seenPrice');
  });
});

describe('positions', () => {
  const card = (name: string) => screen.findByRole('article', { name });

  it('are worth what the live price makes of them; an old price makes nothing of them', async () => {
    const context = await openPage({ open: [aLeverageOrder(), aForexPosition()] });
    const long = await card('BTC-USDT Long');
    expect(await within(long).findByText(/\+46.02/)).toBeVisible();
    expect(within(await card('EUR-USD Short')).getByText(/\+4.00/)).toBeVisible();
    expect(screen.getByText('Floating profit or loss of all positions').parentElement).toHaveTextContent('+50.02');
    act(() => context.quotes.emit(aQuote({ seq: 1003, price: '61500' })));
    expect(await within(long).findByText(/\+99.92/)).toBeVisible();
    act(() => context.clock.advance(60_000));
    await waitFor(() => expect(within(long).queryByText(/\+99.92/)).toBeNull());
  });

  it('what a position has cost is shown whole: never lower than it is', async () => {
    await openPage({ open: [aLeverageOrder({ fee: '0.59991', swap: '-0.018' })] });
    const long = within(await card('BTC-USDT Long'));
    expect(long.getByText('Fee').nextSibling).toHaveTextContent('0.59991');
    expect(long.getByText('Swap').nextSibling).toHaveTextContent('-0.018');
  });

  it('a quarter is closed: asked with its lots, closing until the price that decides, then told', async () => {
    const context = await openPage({ open: [aLeverageOrder()] });
    context.api.respond('leverageClose', aLeverageOrder({ status: 'closing' }));
    await userEvent.click(within(await card('BTC-USDT Long')).getByRole('button', { name: 'Close' }));
    const sheet = screen.getByRole('dialog', { name: 'Close position' });
    await userEvent.click(within(sheet).getByText('25%'));
    await userEvent.click(within(sheet).getByRole('button', { name: 'Close 0.05 lots' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(context.api.callsOf('leverageClose')[0]?.request).toEqual({ id: 'lever-1', lots: '0.05' });
    expect(within(await card('BTC-USDT Long')).getAllByText('Closing').length).toBeGreaterThan(0);
    tell(context, aLeverageOrder({ openLots: '0.15', margin: '457.5' }), [
      aLeverageDeal({ kind: 'close', reason: 'user', lots: '0.05', price: '61200', profit: '10' }),
    ]);
    await waitFor(() =>
      expect(context.dialogs.toasts.at(-1)?.text).toBe(
        'BTC-USDT Long closed in part at 61,200.00: +3.90 dUSDT. 0.15 lots are still open.',
      ),
    );
  });

  it('what was left is closed: told with the price and the result of all its parts', async () => {
    const context = await openPage({ open: [aLeverageOrder({ status: 'closing', openLots: '0.15' })] });
    await card('BTC-USDT Long');
    const closed = { status: 'closed', openLots: '0', closeReason: 'user', closePrice: '61350', realizedProfit: '18.5' } as const;
    tell(context, aLeverageOrder({ ...closed, closedAtMs: testStartMs }), [
      aLeverageDeal({ kind: 'close', reason: 'user', lots: '0.05', price: '61200', profit: '10' }),
      aLeverageDeal({ kind: 'close', reason: 'user', lots: '0.15', price: '61400', profit: '9' }),
    ]);
    await waitFor(() =>
      expect(context.dialogs.toasts.at(-1)?.text).toBe('BTC-USDT Long closed at 61,350.00: +18.50 dUSDT. Closed by you.'),
    );
  });

  it('no price came for the close: said, and the position can be closed again', async () => {
    const context = await openPage({ open: [aLeverageOrder({ status: 'closing' })] });
    await card('BTC-USDT Long');
    tell(context, aLeverageOrder(), []);
    const sheet = await screen.findByRole('dialog', { name: 'Not closed' });
    await userEvent.click(within(sheet).getByRole('button', { name: 'Done' }));
    expect(within(await card('BTC-USDT Long')).getByRole('button', { name: 'Close' })).toBeEnabled();
  });

  it('no answer to a close: unknown, the order itself is asked', async () => {
    const context = await openPage({ open: [aLeverageOrder()] });
    context.api.respond('leverageClose', new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true }));
    const answer = context.api.hold('leverageDetail');
    await userEvent.click(within(await card('BTC-USDT Long')).getByRole('button', { name: 'Close' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close 0.2 lots' }));
    expect(await screen.findByText(/what became of it/)).toBeVisible();
    expect(context.api.callsOf('leverageClose')[0]?.request).toEqual({ id: 'lever-1' });
    await act(async () => answer({ order: aLeverageOrder({ status: 'closing' }), deals: [] }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('without a network: the sheets of a position open, and neither closes it, nor saves its stops, nor closes all', async () => {
    const context = await openPage({ open: [aLeverageOrder(), aForexPosition()] });
    const position = within(await card('BTC-USDT Long'));
    goOffline(context);
    for (const [opens, title] of [
      ['Close', 'Close position'],
      ['TP/SL', 'TP/SL'],
    ] as const) {
      await userEvent.click(position.getByRole('button', { name: opens }));
      const sheet = screen.getByRole('dialog', { name: title });
      const buttons = within(sheet).getAllByRole('button', { name: 'You are offline' });
      expect(buttons.map((button) => button.matches(':disabled'))).toEqual([true]);
      await userEvent.keyboard('{Escape}');
    }
    expect(screen.queryByRole('button', { name: 'Close all positions' })).toBeNull();
  });

  it('the network goes while it is asked whether all shall be closed: nothing is sent, and why is said', async () => {
    const context = await openPage({ open: [aLeverageOrder(), aForexPosition()] });
    const asked = jest.spyOn(context.dialogs, 'confirm').mockImplementation(async () => {
      goOffline(context);
      return true;
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Close all positions' }));
    await waitFor(() => expect(context.dialogs.toasts.at(-1)?.text).toBe('You are offline'));
    expect(asked).toHaveBeenCalled();
    expect(context.api.callsOf('leverageCloseAll')).toEqual([]);
  });

  it('stops are set and removed', async () => {
    const context = await openPage({ open: [aForexPosition({ stopLoss: '1.1' })], symbol: 'EUR-USD' });
    context.api.respond('leverageSetStop', aForexPosition({ takeProfit: '1.08' }));
    await userEvent.click(within(await card('EUR-USD Short')).getByRole('button', { name: 'TP/SL' }));
    const sheet = screen.getByRole('dialog', { name: 'TP/SL' });
    await typeInto('Take-profit', '1.2');
    expect(within(sheet).getByRole('button', { name: 'Take-profit must be below the price' })).toBeDisabled();
    await typeInto('Take-profit', '1.08');
    await userEvent.click(within(sheet).getByRole('button', { name: 'Remove stop-loss' }));
    await userEvent.click(within(sheet).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(context.api.callsOf('leverageSetStop')[0]?.request).toEqual({
        id: 'lever-2',
        takeProfit: '1.08',
        stopLoss: null,
        requestId: expect.any(String),
      }),
    );
  });

  it('liquidated: a sheet says so with the tick that decided, and leads to its check', async () => {
    const context = await openPage({ open: [aLeverageOrder()] });
    await card('BTC-USDT Long');
    const order = aLeverageOrder({
      status: 'closed',
      openLots: '0',
      closeReason: 'liquidation',
      closePrice: '58254.6',
      realizedProfit: '-610',
      closedAtMs: testStartMs,
    });
    tell(context, order, [
      aLeverageDeal({
        id: 'deal-9',
        kind: 'close',
        reason: 'liquidation',
        price: '58254.6',
        tickPrice: '58255',
        tickSeq: 1400,
        profit: '-549.08',
      }),
    ]);
    const sheet = await screen.findByRole('dialog', { name: 'Position ended' });
    expect(within(sheet).getByText('Liquidated')).toBeVisible();
    expect(within(sheet).getByText(/decided by price 58,255.00, number 1400/)).toBeVisible();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Check this result' }));
    expect(context.navigation.last).toMatchObject({
      path: '/pages/contract/proof',
      query: { product: 'leverage', order: 'lever-1', deal: 'deal-9' },
    });
  });

  it('an order that is missing from the lists is asked for, and its end is told', async () => {
    const context = await openPage({ open: [aLeverageOrder()] });
    await card('BTC-USDT Long');
    const order = aLeverageOrder({
      status: 'closed',
      openLots: '0',
      closeReason: 'take_profit',
      closePrice: '63000',
      realizedProfit: '387.2',
      closedAtMs: testStartMs,
    });
    context.api.respond('leverageOrders', listOf([]));
    context.api.respond('leverageDetail', {
      order,
      deals: [
        aLeverageDeal(),
        aLeverageDeal({ id: 'deal-2', kind: 'close', reason: 'take_profit', price: '63000', profit: '400' }),
      ],
    });
    act(() => context.privateEvents$.next({ type: 'resync' }));
    expect(await screen.findByText('Take-profit reached')).toBeVisible();
  });

  it('a waiting limit is cancelled after a question', async () => {
    const limit = pendingOrder({ entrustment: 'limit', limitPrice: '60000' });
    const context = await openPage({ pending: [limit] });
    context.api.respond('leverageCancel', { ...limit, status: 'cancelled', cancelReason: 'user' });
    await userEvent.click(await screen.findByRole('tab', { name: /Orders/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel order' }));
    expect(context.dialogs.questions).toHaveLength(1);
    expect(await screen.findByText('No waiting orders')).toBeVisible();
  });

  it('all are closed after a question that names how many', async () => {
    const context = await openPage({ open: [aLeverageOrder(), aForexPosition()] });
    context.api.respond('leverageCloseAll', { count: 2 });
    await userEvent.click(await screen.findByRole('button', { name: 'Close all positions' }));
    await waitFor(() => expect(context.dialogs.toasts.at(-1)?.text).toBe('Closing 2 positions'));
    expect(context.dialogs.questions[0]?.body).toBe('2 positions are closed, each at its next price.');
    expect(context.api.callsOf('leverageCloseAll')[0]?.request).toEqual({ action: 'close' });
  });

  it('all are closed, and one of them without a receipt, though the exchange has a key: that is not believed', async () => {
    const context = await openPage({ open: [aLeverageOrder(), aForexPosition()] });
    context.api.respond('publicRecord', signingExchange('ours').shown);
    context.api.respond('leverageCloseAll', { count: 2 });
    await userEvent.click(await screen.findByRole('button', { name: 'Close all positions' }));
    expect(await screen.findByText(/does not believe/)).toBeVisible();
    expect(context.dialogs.toasts).toEqual([]);
  });
});

it('the product is switched in the address and remembered', async () => {
  const context = await openPage();
  await userEvent.click(within(screen.getByRole('radiogroup', { name: 'Product' })).getByText('Seconds'));
  expect(context.navigation.last).toMatchObject({ verb: 'redirect', query: { product: 'seconds', symbol: 'BTC-USDT' } });
  expect(context.storage.read('contract-product')).toBe('seconds');
});
