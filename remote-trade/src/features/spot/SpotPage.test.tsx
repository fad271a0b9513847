import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SpotOrder } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import {
  aBookFrame,
  aFilledSpotOrder,
  aLimitsView,
  aQuote,
  aSpotOrder,
  aSpotTerms,
  aSymbol,
  aUserInfo,
  aWalletList,
  at,
  fakeContext,
  signedInDemo,
  testStartMs,
  anEmptyWallet,
  aCoinBalance,
  visitor,
  type FakeContext,
} from '@tessera/shared/testing';
import { mount } from '../../remote';

const path = '/pages/trade/index';
const spot = { spot: true, seconds: true, leverage: false };
const listOf = (items: SpotOrder[]) => ({
  items,
  page: 1,
  pageSize: 100,
  total: items.length,
  totals: { bought: '0', sold: '0', fee: '0' },
});

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

interface Options {
  readonly session?: typeof visitor;
  readonly search?: string;
  readonly open?: SpotOrder[];
  readonly language?: 'de';
  readonly prepare?: (context: FakeContext) => void;
}

async function openTicket({
  session = signedInDemo,
  search = '',
  open = [],
  language,
  prepare,
}: Options = {}): Promise<FakeContext> {
  const context = fakeContext({ remote: 'trade', path, search, session });
  const { api } = context;
  if (language !== undefined) context.preferences.setLanguage(language);
  api.respond('coinList', {
    version: 1,
    symbols: [
      aSymbol({ products: spot }),
      aSymbol({ symbol: 'ETH-USDT', base: 'ETH', products: spot }),
      aSymbol({ symbol: 'LTC-USDT', base: 'LTC' }),
    ],
    assets: [{ asset: 'USDT', scale: 6, shownScale: 2 }],
  });
  api.respond('spotTerms', aSpotTerms());
  api.respond('walletList', aWalletList());
  api.respond('spotOrders', listOf(open));
  api.respond('depth', aBookFrame());
  prepare?.(context);
  context.quotes.emit(aQuote());
  mountAt(context);
  await screen.findAllByRole('textbox');
  act(() => context.quotes.emitBook(aBookFrame()));
  return context;
}

function mountAt(context: FakeContext): void {
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
}

const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
/** In one go: what becomes of single keys is tested where the figures are typed in German. */
const type = async (name: string | RegExp, text: string) => fireEvent.change(field(name), { target: { value: text } });
const tell = (context: FakeContext, order: SpotOrder, seq = 1) =>
  act(() => context.privateEvents$.next({ type: 'spot.updated', seq, mode: 'demo', atMs: testStartMs, order }));
const sentOrder = (context: FakeContext, index = 0) => context.api.callsOf('spotSubmit')[index]?.request;
async function buyLimit(amount = '0.01') {
  await type('Price in USDT', '61000');
  await type('Amount', amount);
  await userEvent.click(screen.getByRole('button', { name: 'Buy dBTC' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Buy dBTC' }));
}
async function buyMarket(total = '500') {
  await userEvent.click(screen.getByRole('radio', { name: 'Market' }));
  await type('Amount', total);
  await userEvent.click(screen.getByRole('button', { name: 'Buy dBTC' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Buy dBTC' }));
}

it('a halt is pushed: the button says so, and comes back when it is resumed', async () => {
  const context = await openTicket();
  act(() => context.quotes.halted.next(['BTC-USDT']));
  expect(screen.getByRole('button', { name: /Trading is halted/ })).toBeDisabled();
  expect(screen.getByText('Halted')).toBeVisible();
  act(() => context.quotes.halted.next([]));
  expect(screen.queryByText(/halted/i)).toBeNull();
});

describe('the ticket', () => {
  it('says what is missing first, then what the order comes to, with the fee and its base', async () => {
    await openTicket();
    expect(await screen.findByRole('button', { name: 'Enter an amount' })).toBeDisabled();
    await type('Price in USDT', '61000');
    await type('Amount', '0.01');
    expect(await screen.findByText('610.00')).toBeVisible();
    expect(screen.getByText('0.10% of the total, on top')).toBeVisible();
    expect(screen.getByText('0.61')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Buy dBTC' })).toBeEnabled();
  });

  it('on a break: no purchase, but its end and practice; a sale stays', async () => {
    await openTicket({
      session: { ...signedInDemo, mode: 'real' },
      prepare: ({ api }) =>
        api.respond('limits', aLimitsView({ break: { kind: 'exclusion', untilMs: testStartMs + 86_400_000 } })),
    });
    expect(await screen.findByText(/^Your break ends on /)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Practise on demo' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Buy BTC' })).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Sell' }));
    await type('Amount', '0.1');
    expect(await screen.findByRole('button', { name: 'Sell BTC' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Practise on demo' })).toBeNull();
  });

  it("the first unmet rule is the button's text", async () => {
    await openTicket();
    await type('Amount', '0.00005');
    expect(screen.getByRole('button', { name: 'Min 0.0001 dBTC' })).toBeDisabled();
    await type('Amount', '0.5');
    expect(screen.getByRole('button', { name: /^Not enough/ })).toBeDisabled();
    await userEvent.click(screen.getByRole('radio', { name: 'Sell' }));
    await type('Price in USDT', '61000');
    expect(screen.getByRole('button', { name: 'Sell limit may not be below 61,230.50 (current price)' })).toBeDisabled();
  });

  it('a level of the book fills the limit', async () => {
    await openTicket();
    await userEvent.click(screen.getByRole('radio', { name: 'Market' }));
    fireEvent.click(await screen.findByText('61,231.90'));
    expect(screen.getByRole('radio', { name: 'Limit' })).toBeChecked();
    expect(field('Price in USDT')).toHaveValue('61231.90');
  });

  it('a step is a tick, and a share of what is there is a whole number of steps that can be paid', async () => {
    await openTicket();
    await type('Price in USDT', '61000');
    await userEvent.click(screen.getByRole('button', { name: 'Price in USDT: More' }));
    expect(field('Price in USDT')).toHaveValue('61000.01');
    await userEvent.click(screen.getByRole('button', { name: 'Max' }));
    expect(field('Amount')).toHaveValue('0.0133');
    expect(screen.getByRole('button', { name: 'Buy dBTC' })).toBeEnabled();
    await userEvent.click(screen.getByRole('button', { name: 'Share of what is available: 50%' }));
    expect(field('Amount')).toHaveValue('0.00665');
  });

  it('counts in either asset, and says that it is about', async () => {
    const context = await openTicket();
    await type('Price in USDT', '61000');
    await type('Amount', '0.01');
    await userEvent.click(screen.getByRole('button', { name: 'Enter the amount in dUSDT' }));
    expect(field('Amount ≈')).toHaveValue('610');
    context.api.respond('spotSubmit', ({ clientOrderId }) => aSpotOrder({ clientOrderId }));
    await userEvent.click(screen.getByRole('button', { name: 'Buy dBTC' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Buy dBTC' }));
    await waitFor(() =>
      expect(sentOrder(context)).toMatchObject({ side: 'buy', entrustment: 'limit', price: '61000', quantity: '0.01' }),
    );
  });

  it('an old price waits: nothing can be ordered at it', async () => {
    const context = await openTicket();
    await type('Amount', '0.01');
    act(() => context.clock.advance(16_000));
    expect(await screen.findByRole('button', { name: 'Waiting for live price' })).toBeDisabled();
  });

  it('a visitor fills in the form, is asked to log in, and finds it again', async () => {
    const context = await openTicket({ session: visitor, search: '?side=sell' });
    expect(screen.getByRole('radio', { name: 'Sell' })).toBeChecked();
    await type('Price in USDT', '62000');
    await type('Amount', '0.02');
    await userEvent.click(
      within(screen.getByRole('region', { name: 'Order ticket' })).getByRole('button', { name: 'Log in to trade' }),
    );
    expect(context.session.loginRequests).toBe(1);
    expect(context.api.callsOf('spotSubmit')).toHaveLength(0);
    act(() => handle?.unmount());
    context.session.set({ isSignedIn: true, userId: 'user-1' });
    mountAt(context);
    expect(await screen.findByLabelText('Amount')).toHaveValue('0.02');
    expect(field('Price in USDT')).toHaveValue('62000');
    expect(screen.getByRole('radio', { name: 'Sell' })).toBeChecked();
  });

  it('German figures: a comma is a comma, and the dot of thousands is understood where it can mean nothing else', async () => {
    const context = await openTicket({ language: 'de' });
    context.api.respond('spotSubmit', ({ clientOrderId }) => aSpotOrder({ clientOrderId }));
    const [priceField, amountField] = screen.getAllByRole('textbox');
    expect(priceField).toHaveValue('61230,50');
    const submit = () => priceField?.closest('form')?.querySelector<HTMLButtonElement>('[type=submit]');
    await userEvent.clear(priceField!);
    await userEvent.type(priceField!, '61.000');
    await userEvent.type(amountField!, '0,01');
    // As the app prints it; a price of two decimals can mean nothing else, and the field says what it understood.
    expect(screen.getByText(/= 61\.000$/)).toBeVisible();
    expect(submit()).toBeEnabled();
    await userEvent.type(priceField!, ',5');
    await userEvent.click(submit()!);
    await userEvent.click(
      within(await screen.findByRole('dialog'))
        .getAllByRole('button')
        .at(-1)!,
    );
    await waitFor(() => expect(sentOrder(context)).toMatchObject({ price: '61000.5', quantity: '0.01' }));
  });

  it('another pair by its own address; the tab comes back to the pair looked at last', async () => {
    const context = await openTicket({ search: '?symbol=ETH-USDT' });
    expect(screen.getByRole('button', { name: 'Choose a market: ETH-USDT' })).toBeVisible();
    act(() => handle?.update(at(context, path)));
    expect(await screen.findByRole('button', { name: 'Choose a market: ETH-USDT' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Choose a market: ETH-USDT' }));
    const sheet = await screen.findByRole('dialog', { name: 'Choose a market' });
    expect(within(sheet).queryByText('LTC-USDT')).not.toBeInTheDocument();
    await userEvent.type(within(sheet).getByRole('searchbox'), 'btc');
    await userEvent.click(within(sheet).getByRole('button', { name: /BTC-USDT/ }));
    expect(context.navigation.last).toMatchObject({ path, query: { symbol: 'BTC-USDT' } });
  });

  it('no pair is open: the tab says so and leads on', async () => {
    const context = fakeContext({ remote: 'trade', path, session: signedInDemo });
    context.api.respond('coinList', { version: 1, symbols: [aSymbol()], assets: [] });
    mountAt(context);
    await userEvent.click(await screen.findByRole('button', { name: 'Look at the markets' }));
    expect(context.navigation.last).toMatchObject({ path: '/pages/market/index' });
  });
});

describe('placing', () => {
  it('a limit order: previewed, placed under one id and key, open below, and the form is ready for the next', async () => {
    const context = await openTicket();
    context.api.respond('spotSubmit', ({ clientOrderId }) => aSpotOrder({ clientOrderId }));
    await type('Price in USDT', '61000');
    await type('Amount', '0.01');
    await userEvent.click(screen.getByRole('button', { name: 'Buy dBTC' }));
    const sheet = await screen.findByRole('dialog', { name: 'Confirm your order' });
    expect(within(sheet).getByText('610.00 dUSDT')).toBeVisible();
    expect(within(sheet).getByText('0.61 dUSDT', { exact: false })).toBeVisible();
    expect(within(sheet).getByText(/Every price after we accept decides/)).toBeVisible();
    expect(handle?.canRelease()).not.toBe(true);
    await userEvent.click(within(sheet).getByRole('button', { name: 'Buy dBTC' }));
    const card = await screen.findByRole('article', { name: 'BTC-USDT Buy' });
    expect(within(card).getByText('0 / 0.01 dBTC')).toBeVisible();
    expect(context.dialogs.toasts.at(-1)?.text).toBe('Accepted: Buy 0.01 dBTC, BTC-USDT. Order 71.');
    expect(field('Amount')).toHaveValue('');
    expect(field('Price in USDT')).toHaveValue('61000');
    const sent = context.api.callsOf('spotSubmit');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.options.idempotencyKey).toBe(sent[0]?.request['clientOrderId']);
    await waitFor(() => expect(handle?.canRelease()).toBe(true));
  });

  it('a market purchase: by total, at the price seen; its outcome comes by itself, with its number and a way to it', async () => {
    const context = await openTicket();
    const market = { entrustment: 'market', price: null, quantity: null, total: '500', frozen: '500.5' } as const;
    let clientOrderId = '';
    context.api.respond('spotSubmit', (request) => {
      clientOrderId = request.clientOrderId;
      return aSpotOrder({ ...market, clientOrderId });
    });
    await buyMarket();
    await waitFor(() =>
      expect(sentOrder(context)).toMatchObject({ side: 'buy', entrustment: 'market', total: '500', seenPrice: '61230.5' }),
    );
    expect(sentOrder(context)).not.toHaveProperty('quantity');
    expect(await screen.findByText('Your order takes the next price.')).toBeVisible();
    expect(context.dialogs.toasts).toHaveLength(0);
    tell(context, aFilledSpotOrder({ ...market, clientOrderId, filled: '0.00816', filledTotal: '499.64', frozen: '0' }));
    await waitFor(() =>
      expect(context.dialogs.toasts.at(-1)).toMatchObject({
        text: 'Filled: Buy 499.64 / 500.00 dUSDT, BTC-USDT. Order 71.',
        options: { tone: 'success' },
      }),
    );
    expect(screen.queryByRole('article', { name: 'BTC-USDT Buy' })).not.toBeInTheDocument();
    act(() => context.dialogs.toasts.at(-1)?.options.action?.onSelect());
    expect(context.navigation.last).toMatchObject({ path: '/pages/trade/order', query: { order: clientOrderId } });
  });

  it.each([
    ['price_moved', /Not executed.*The price moved too far.*Nothing was traded/],
    ['no_tick', /Not executed.*No price came within 5 s/],
  ] as const)('a market order that ended as %s is told as that', async (endReason, text) => {
    const context = await openTicket();
    context.api.respond('spotSubmit', ({ clientOrderId }) =>
      aSpotOrder({ clientOrderId, entrustment: 'market', price: null, quantity: null, total: '500' }),
    );
    await buyMarket();
    await screen.findByText('Your order takes the next price.');
    tell(
      context,
      aSpotOrder({ entrustment: 'market', price: null, quantity: null, total: '500', status: 'rejected', endReason }),
    );
    await waitFor(() =>
      expect(context.dialogs.toasts.at(-1)).toMatchObject({ text: expect.stringMatching(text), options: { tone: 'error' } }),
    );
  });

  it('an event that comes before the answer is not undone by it', async () => {
    const context = await openTicket();
    const answer = context.api.hold('spotSubmit');
    await buyLimit();
    tell(context, aFilledSpotOrder());
    await act(async () => answer(aSpotOrder()));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.queryByRole('article', { name: 'BTC-USDT Buy' })).not.toBeInTheDocument();
  });

  it('no answer: unknown, asked by its own id, found; the host may not swap the remote meanwhile', async () => {
    const context = await openTicket();
    context.api.respond('spotSubmit', new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true, isRetryable: true }));
    const answer = context.api.hold('spotFind');
    await buyLimit();
    expect(await screen.findByText(/We are asking the exchange/)).toBeVisible();
    expect(handle?.canRelease()).not.toBe(true);
    const asked = context.api.callsOf('spotFind')[0]?.request['clientOrderId'];
    expect(asked).toBe(sentOrder(context)?.['clientOrderId']);
    await act(async () => answer({ order: aSpotOrder({ clientOrderId: String(asked) }) }));
    expect(await screen.findByRole('article', { name: 'BTC-USDT Buy' })).toBeVisible();
    expect(context.api.callsOf('spotSubmit')).toHaveLength(1);
  });

  it('no answer and never found: nothing typed is lost, and the next try is the same order', async () => {
    const context = await openTicket();
    context.api.respond('spotSubmit', new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true, isRetryable: true }));
    context.api.respond('spotFind', () => {
      context.clock.advance(31_000);
      return { order: null };
    });
    await buyLimit();
    expect(await screen.findByText(/did not reach the exchange/)).toBeVisible();
    expect(field('Amount')).toHaveValue('0.01');
    context.api.respond('spotSubmit', ({ clientOrderId }) => aSpotOrder({ clientOrderId }));
    act(() => context.quotes.emit(aQuote({ seq: 1002 })));
    await userEvent.click(await screen.findByRole('button', { name: 'Buy dBTC' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Buy dBTC' }));
    await waitFor(() => expect(context.api.callsOf('spotSubmit')).toHaveLength(2));
    expect(sentOrder(context, 1)?.['clientOrderId']).toBe(sentOrder(context, 0)?.['clientOrderId']);
  });

  it('the price moved: old and new are shown, and only the person accepts', async () => {
    const context = await openTicket();
    context.api.respond('spotSubmit', new AppError('ORDER_PRICE_MOVED', { params: { old: '61230.50', new: '61410.25' } }));
    await buyMarket();
    expect(await screen.findByText(/from 61,230.50 to 61,410.25/)).toBeVisible();
    expect(context.api.callsOf('spotSubmit')).toHaveLength(1);
    context.api.respond('spotSubmit', ({ clientOrderId }) =>
      aSpotOrder({ clientOrderId, entrustment: 'market', price: null, quantity: null, total: '500' }),
    );
    const accept = screen.getByRole('button', { name: 'Accept the new price' });
    // A button that just changed is no answer to what it said before.
    expect(accept).toBeDisabled();
    act(() => context.clock.advance(1000));
    await waitFor(() => expect(accept).toBeEnabled());
    await userEvent.click(accept);
    await waitFor(() => expect(sentOrder(context, 1)).toMatchObject({ seenPrice: '61410.25', total: '500' }));
  });

  it('refused: the reason stands in the ticket, with everything that was typed', async () => {
    const context = await openTicket();
    context.api.respond('spotSubmit', new AppError('WALLET_BALANCE_INSUFFICIENT'));
    await buyLimit();
    expect(await screen.findByText(/balance/i, { selector: '[role=alert] *' })).toBeVisible();
    expect(field('Amount')).toHaveValue('0.01');
    expect(field('Price in USDT')).toHaveValue('61000');
  });

  it('small orders go without asking once the person said so, and can be asked for again', async () => {
    const context = await openTicket();
    context.api.respond('spotSubmit', ({ clientOrderId }) => aSpotOrder({ clientOrderId, quantity: '0.001' }));
    await type('Price in USDT', '61000');
    await type('Amount', '0.001');
    await userEvent.click(screen.getByRole('button', { name: 'Buy dBTC' }));
    const sheet = await screen.findByRole('dialog');
    await userEvent.click(within(sheet).getByRole('checkbox', { name: /ask again for orders under 100 USDT/ }));
    await userEvent.click(within(sheet).getByRole('button', { name: 'Buy dBTC' }));
    await waitFor(() => expect(field('Amount')).toHaveValue(''));
    await type('Amount', '0.001');
    await userEvent.click(screen.getByRole('button', { name: 'Buy dBTC' }));
    await waitFor(() => expect(context.api.callsOf('spotSubmit')).toHaveLength(2));
    expect(sentOrder(context, 1)?.['clientOrderId']).not.toBe(sentOrder(context, 0)?.['clientOrderId']);
    await waitFor(() => expect(field('Amount')).toHaveValue(''));
    await type('Amount', '0.01');
    await userEvent.click(screen.getByRole('button', { name: 'Buy dBTC' }));
    expect(await screen.findByRole('dialog', { name: 'Confirm your order' })).toBeVisible();
    expect(context.api.callsOf('spotSubmit')).toHaveLength(2);
  });

  it('before the first order with real money the risk is told', async () => {
    const context = await openTicket({ session: { ...signedInDemo, mode: 'real' } });
    await type('Price in USDT', '61000');
    await type('Amount', '0.01');
    await userEvent.click(screen.getByRole('button', { name: 'Buy BTC' }));
    const sheet = await screen.findByRole('dialog', { name: 'Before your first real order' });
    expect(context.api.callsOf('spotSubmit')).toHaveLength(0);
    await userEvent.click(within(sheet).getByRole('button', { name: 'I understand' }));
    expect(await screen.findByRole('dialog', { name: 'Confirm your order' })).toBeVisible();
  });
});

describe('who may trade with real money', () => {
  const real = { ...signedInDemo, mode: 'real' } as const;

  it('money in the contract account only: the account is not called empty, a transfer is offered', async () => {
    const context = await openTicket({
      session: real,
      prepare: ({ api }) => api.respond('walletList', anEmptyWallet({ contract: '250' })),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Transfer now' }));
    expect(context.navigation.last).toMatchObject({ path: '/pages/assets/transfer', query: { from: 'contract' } });
    expect(screen.queryByText(/real account is empty/)).toBeNull();
  });

  it('coins to sell, and nothing to buy with: the account is not called empty', async () => {
    const coins = { ...anEmptyWallet(), coin: [aCoinBalance({ asset: 'BTC', available: '0.5', frozen: '0' })] };
    await openTicket({ session: real, prepare: ({ api }) => api.respond('walletList', coins) });
    expect(screen.queryByText(/real account is empty/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Transfer now' })).toBeNull();
  });

  it('no money at all: practice and a deposit are offered', async () => {
    await openTicket({ session: real, prepare: ({ api }) => api.respond('walletList', anEmptyWallet()) });
    expect(await screen.findByText(/^Your real account is empty\./)).toBeVisible();
  });

  const missing = { mode: 'real', needsIdentity: { trade: 'primary', withdraw: 'advanced' } } as const;

  it('is asked to verify before anything is typed; once certified the buttons are there', async () => {
    const context = await openTicket({
      session: real,
      prepare: ({ api }) => api.respond('userInfo', aUserInfo(missing)),
    });
    await type('Price in USDT', '61000');
    await type('Amount', '0.01');
    await userEvent.click(await screen.findByRole('button', { name: 'Verify now' }));
    expect(context.navigation.last).toMatchObject({ verb: 'navigate', path: '/pages/user/primaryAuth' });
    expect(screen.getByText('Trading with real money needs your primary verification.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Buy BTC' })).toBeNull();
    const notice = { type: 'notice', seq: 1, mode: 'real', atMs: testStartMs, messageId: '1', title: 'Submitted' } as const;
    context.api.respond('userInfo', aUserInfo({ ...missing, primary: 'under_review' }));
    act(() => context.privateEvents$.next(notice));
    expect(await screen.findByText(/^Your verification is under review/)).toBeVisible();
    context.api.respond('userInfo', aUserInfo({ mode: 'real', primary: 'certified' }));
    act(() => context.privateEvents$.next({ ...notice, seq: 2 }));
    expect(await screen.findByRole('button', { name: 'Buy BTC' })).toBeEnabled();
  });

  it('a refusal of the exchange leads to verification', async () => {
    const context = await openTicket({ prepare: ({ api }) => api.respond('spotSubmit', new AppError('IDENTITY_REJECTED')) });
    await buyLimit();
    expect(await screen.findByText(/^Your identity could not be verified/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Verify now' }));
    expect(context.navigation.last).toMatchObject({ path: '/pages/user/primaryAuth' });
  });
});

describe('what is open', () => {
  it('cancelling asks once more, and the row shows it until it is known', async () => {
    const context = await openTicket({ open: [aSpotOrder({ status: 'partial', filled: '0.004' })] });
    context.dialogs.answer(false);
    const cancel = await screen.findByRole('button', { name: 'Cancel BTC-USDT Buy' });
    await userEvent.click(cancel);
    expect(context.dialogs.questions).toHaveLength(1);
    expect(context.api.callsOf('spotCancel')).toHaveLength(0);
    context.dialogs.answer(true);
    context.api.respond('spotCancel', aSpotOrder({ status: 'cancelling', filled: '0.004' }));
    await userEvent.click(cancel);
    expect(await screen.findByText('Being cancelled', { exact: false })).toBeVisible();
    tell(context, aSpotOrder({ status: 'cancelled', endReason: 'user', filled: '0.004' }));
    expect(await screen.findByText('No open orders')).toBeVisible();
    expect(context.dialogs.toasts.at(-1)?.text).toMatch(/^Cancelled: Buy 0.004 \/ 0.01 dBTC/);
  });

  it('without a network an order cannot be cancelled, and says why', async () => {
    const context = await openTicket({ open: [aSpotOrder()] });
    const order = within(await screen.findByRole('article', { name: 'BTC-USDT Buy' }));
    act(() => context.quotes.connection.next('offline'));
    expect(order.getByRole('button', { name: 'You are offline' })).toBeDisabled();
  });

  it('no answer to a cancellation: the order itself is asked', async () => {
    const context = await openTicket({ open: [aSpotOrder()] });
    context.api.respond('spotCancel', new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true }));
    context.api.respond('spotFind', { order: aSpotOrder({ status: 'cancelled', endReason: 'user' }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel BTC-USDT Buy' }));
    expect(await screen.findByText('No open orders')).toBeVisible();
    expect(context.api.callsOf('spotCancel')).toHaveLength(1);
  });

  it('an order that is gone from the list is asked for by its id', async () => {
    const context = await openTicket({ open: [aSpotOrder()] });
    await screen.findByRole('article', { name: 'BTC-USDT Buy' });
    context.api.respond('spotOrders', listOf([]));
    context.api.respond('spotFind', { order: aFilledSpotOrder() });
    act(() => context.privateEvents$.next({ type: 'resync' }));
    expect(await screen.findByText('No open orders')).toBeVisible();
    expect(context.dialogs.toasts.at(-1)?.text).toMatch(/^Filled/);
  });

  it('assets with what is frozen; a failed reading can be tried again', async () => {
    const context = await openTicket({ prepare: ({ api }) => api.respond('spotOrders', new AppError('REQUEST_EXCEPTION')) });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(context.api.callsOf('spotOrders')).toHaveLength(2));
    await userEvent.click(screen.getByRole('tab', { name: 'Assets' }));
    const assets = await screen.findByRole('group', { name: 'Assets' });
    expect(within(assets).getByText('dBTC')).toBeVisible();
    expect(within(assets).getByText('33.25')).toBeVisible();
  });

  it('its details, with every fill and the way to its check', async () => {
    const context = await openTicket({
      open: [aSpotOrder({ status: 'partial', filled: '0.004', fills: aFilledSpotOrder().fills })],
    });
    await userEvent.click(await screen.findByRole('button', { name: /at 61,000.00/ }));
    const sheet = await screen.findByRole('dialog', { name: 'Order 71' });
    await userEvent.click(within(sheet).getByRole('button', { name: 'Check this result' }));
    expect(context.navigation.last).toMatchObject({
      path: '/pages/contract/proof',
      query: { product: 'spot', order: '71', deal: 'fill-1' },
    });
  });
});
