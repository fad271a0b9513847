import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SecondsOrder } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { genesisHash, recordHash, sha256 } from '@tessera/shared/fairness';
import type { RemoteHandle, SessionState } from '@tessera/shared/federation';
import {
  aCoinBalance,
  aDuration,
  aLimitsView,
  aQuote,
  aSecondsOrder,
  aSecondsQuote,
  aSettledSecondsOrder,
  anEmptyWallet,
  aSymbol,
  fakeContext,
  signedInDemo,
  testStartMs,
  visitor,
  type FakeContext,
} from '@tessera/shared/testing';
import { mount } from '../../remote';

const emptyList = {
  items: [],
  page: 1,
  pageSize: 100,
  total: 0,
  totals: { stake: '0', fee: '0', profit: '0', won: 0, lost: 0, returned: 0 },
};

const emptyLeverageList = {
  items: [],
  page: 1,
  pageSize: 100,
  total: 0,
  totals: { margin: '0', fee: '0', swap: '0', realizedProfit: '0' },
};

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

async function openTicket({
  isVisitor = false,
  isReal = false,
  available = '1000',
  breakEndsMs = null as number | null,
  wallet = anEmptyWallet(),
} = {}): Promise<FakeContext> {
  const member: SessionState = { ...signedInDemo, mode: isReal ? 'real' : 'demo' };
  const context = fakeContext({ remote: 'trade', path: '/pages/contract/index', session: isVisitor ? visitor : member });
  const { api } = context;
  api.respond('coinList', { version: 1, symbols: [aSymbol()], assets: [{ asset: 'USDT', scale: 6, shownScale: 2 }] });
  api.respond('durations', {
    asset: 'USDT',
    ruleVersion: 1,
    durations: [aDuration(), aDuration({ seconds: 60, payoutRate: '0.9' })],
  });
  api.respond('payableCurrencies', { mode: member.mode, items: [{ asset: 'USDT', available }] });
  api.respond('walletList', wallet);
  if (breakEndsMs !== null) api.respond('limits', aLimitsView({ break: { kind: 'cool_off', untilMs: breakEndsMs } }));
  api.respond('secondsOrders', emptyList);
  api.respond('secondsWhOrders', emptyList);
  api.respond('leverageOrders', emptyLeverageList);
  api.respond('leverageWhOrders', emptyLeverageList);
  api.respond('recentTicks', { symbol: 'BTC-USDT', ticks: [] });
  api.respond('secondsTerms', aSecondsQuote());
  context.quotes.emit(aQuote());
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  await screen.findByLabelText('Stake');
  return context;
}

async function typeStake(stake: string) {
  const field = screen.getByLabelText('Stake');
  await userEvent.clear(field);
  await userEvent.type(field, stake);
}

async function confirmLong() {
  await userEvent.click(await screen.findByRole('button', { name: /^Long/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Place order' }));
}

it('a halt is pushed: the buttons say so, and come back when it is resumed', async () => {
  const context = await openTicket();
  act(() => context.quotes.halted.next(['BTC-USDT']));
  for (const button of screen.getAllByRole('button', { name: /Trading is halted/ })) expect(button).toBeDisabled();
  expect(screen.getByText('Halted')).toBeVisible();
  act(() => context.quotes.halted.next([]));
  expect(screen.queryByText(/halted/i)).toBeNull();
});

describe('the seconds ticket', () => {
  test('an empty real account: practice and a deposit are offered, and nothing is red or refused before a touch', async () => {
    const { navigation, session } = await openTicket({ isReal: true, available: '0' });
    const practise = await screen.findByRole('button', { name: 'Practise on demo' });
    expect(screen.getByText(/^Your real account is empty\./)).toBeVisible();
    for (const region of screen.queryAllByRole('alert')) expect(region).toBeEmptyDOMElement();
    expect(screen.getByLabelText('Stake')).not.toBeInvalid();
    expect(screen.queryByRole('button', { name: /^Long/ })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Top up' }));
    expect(navigation.last).toMatchObject({ verb: 'navigate', path: '/pages/assets/topup' });
    await userEvent.click(practise);
    await waitFor(() => expect(session.state.value.mode).toBe('demo'));
  });

  test('real money in the contract account only: the account is not called empty, a transfer is offered', async () => {
    const wallet = anEmptyWallet({ contract: '250' });
    const { navigation } = await openTicket({ isReal: true, available: '0', wallet });
    await userEvent.click(await screen.findByRole('button', { name: 'Transfer now' }));
    expect(navigation.last).toMatchObject({ verb: 'navigate', path: '/pages/assets/transfer', query: { from: 'contract' } });
    expect(screen.getByText(/^This is paid from your coin account/)).toBeVisible();
    expect(screen.queryByText(/real account is empty/)).toBeNull();
  });

  test('what stands in stakes is not nothing: the buttons say how little is free', async () => {
    const wallet = { ...anEmptyWallet(), coin: [aCoinBalance({ available: '0', frozen: '40' })] };
    await openTicket({ isReal: true, available: '0', wallet });
    expect(await screen.findAllByRole('button', { name: /exceeds|enough|0/ })).not.toHaveLength(0);
    expect(screen.queryByText(/real account is empty/)).toBeNull();
  });

  it('on a break: its end and practice in place of the buttons; they are back when it is over', async () => {
    const { clock, session } = await openTicket({ isReal: true, breakEndsMs: testStartMs + 86_400_000 });
    expect(await screen.findByText(/^Your break ends on .*\. Until then you can close and sell/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^(Long|Short)/ })).toBeNull();
    act(() => clock.set(testStartMs + 86_400_000));
    expect(await screen.findByRole('button', { name: /^Long/ })).toBeVisible();
    act(() => clock.set(testStartMs));
    await userEvent.click(await screen.findByRole('button', { name: 'Practise on demo' }));
    await waitFor(() => expect(session.state.value.mode).toBe('demo'));
    expect(await screen.findByRole('button', { name: /^Long/ })).toBeVisible();
  });

  it('says what a right and a wrong order come to, and the odds', async () => {
    await openTicket();
    await typeStake('100');
    expect(screen.getByText(/You need to be right in 55.14/)).toBeVisible();
    expect(await screen.findByRole('button', { name: /Long.*Get 185.00/ })).toBeEnabled();
  });

  it('money with more digits than usual is said whole, from the ticket to the result', async () => {
    const context = await openTicket();
    await typeStake('125.91');
    await userEvent.click(await screen.findByRole('button', { name: /^Long.*Get 232.9335$/ }));
    const review = await screen.findByRole('dialog', { name: 'Confirm your order' });
    for (const figure of ['125.91', '2.5182', '128.4282', '232.9335'])
      expect(await within(review).findByText(`${figure} dUSDT`)).toBeVisible();
    const told = (order: SecondsOrder, seq: number) =>
      act(() => context.privateEvents$.next({ type: 'order.updated', seq, mode: 'demo', atMs: testStartMs, order }));
    const money = { stake: '125.919', fee: '2.51838' };
    told(aSecondsOrder(money), 1);
    const card = await screen.findByRole('article', { name: 'BTC-USDT Long' });
    expect(within(card).getByText('125.919 dUSDT')).toBeVisible();
    await userEvent.click(within(review).getByRole('button', { name: 'Close' }));
    told(aSettledSecondsOrder({ ...money, returned: '232.95015', profit: '104.51277' }), 2);
    const result = await screen.findByRole('dialog', { name: 'Result' });
    for (const figure of ['125.919', '2.51838', '232.95015', '+104.51277'])
      expect(within(result).getByText(figure)).toBeVisible();
  });

  it('stake and fee above what is there: the button says so and offers a transfer', async () => {
    await openTicket({ available: '101.5' });
    await typeStake('100');
    expect(screen.getByRole('button', { name: 'Stake and fee exceed 101.50 dUSDT' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Transfer now' })).toBeEnabled();
  });

  it('a visitor keeps the form and is asked to log in', async () => {
    const context = await openTicket({ isVisitor: true });
    await userEvent.click(screen.getByRole('button', { name: 'Log in to trade' }));
    expect(context.api.callsOf('secondsTerms')).toHaveLength(0);
  });

  it('placed, running, settled: the result stands in words and figures, and leads to its check', async () => {
    const context = await openTicket();
    context.api.respond('secondsSubmit', ({ clientOrderId }) =>
      aSecondsOrder({ clientOrderId, status: 'accepted', entry: null }),
    );
    await typeStake('100');
    await confirmLong();
    const card = await screen.findByRole('article', { name: 'BTC-USDT Long' });
    expect(within(card).getByText('Waiting for the first price')).toBeVisible();
    expect(context.running.orders.map(({ id }) => id)).toEqual(['order-1']);

    act(() =>
      context.privateEvents$.next({ type: 'order.updated', seq: 1, mode: 'demo', atMs: testStartMs, order: aSecondsOrder() }),
    );
    expect(await within(card).findByText('61,231.00')).toBeVisible();
    act(() =>
      context.privateEvents$.next({
        type: 'order.updated',
        seq: 2,
        mode: 'demo',
        atMs: testStartMs,
        order: aSettledSecondsOrder(),
      }),
    );
    const sheet = await screen.findByRole('dialog', { name: 'Result' });
    expect(within(sheet).getByText('Won')).toBeVisible();
    expect(within(sheet).getByText('61,244.70')).toBeVisible();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Check this result' }));
    expect(context.navigation.last).toMatchObject({ path: '/pages/contract/proof', query: { order: 'order-1' } });
  });

  it('an acceptance without the receipt that is owed is not believed: it says so, and gives the evidence to save', async () => {
    const context = await openTicket();
    const key = {
      algorithm: 'Ed25519',
      handover: null,
      keyId: '21fe31dfa154a261',
      previous: null,
      publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    };
    const entry = { seq: 1, atMs: testStartMs - 1, kind: 'key', body: JSON.stringify(key) };
    const hash = recordHash(genesisHash, entry, sha256);
    context.api.respond('publicRecord', { entries: [{ ...entry, previousHash: genesisHash, hash }], hasMore: false });
    context.api.respond('secondsSubmit', ({ clientOrderId }) =>
      aSecondsOrder({ clientOrderId, status: 'accepted', entry: null }),
    );
    await typeStake('100');
    await confirmLong();
    expect(await screen.findByText(/does not believe the acceptance/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save as file' })).toBeEnabled();
    expect(screen.queryByRole('article', { name: 'BTC-USDT Long' })).not.toBeInTheDocument();
  });

  it('no answer: unknown, asked by its own id, found and shown as running; the host may not swap the remote meanwhile', async () => {
    const context = await openTicket();
    context.api.respond('secondsSubmit', new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true, isRetryable: true }));
    const answer = context.api.hold('secondsFind');
    await typeStake('100');
    await confirmLong();
    expect(await screen.findByText(/We are asking the exchange/)).toBeVisible();
    expect(handle?.canRelease()).not.toBe(true);
    const asked = context.api.callsOf('secondsFind')[0]?.request['clientOrderId'];
    expect(asked).toBe(context.api.callsOf('secondsSubmit')[0]?.request['clientOrderId']);
    await act(async () => answer({ order: aSecondsOrder({ clientOrderId: String(asked) }) }));
    expect(await screen.findByRole('article', { name: 'BTC-USDT Long' })).toBeVisible();
    await waitFor(() => expect(handle?.canRelease()).toBe(true));
  });

  it('the price moved: both prices are shown with new terms, and nothing is placed until the person says so', async () => {
    const context = await openTicket();
    context.api.respond('secondsSubmit', new AppError('ORDER_PRICE_MOVED', { params: { old: '61230.50', new: '61310.25' } }));
    await typeStake('100');
    await userEvent.click(await screen.findByRole('button', { name: /^Long/ }));
    const place = await screen.findByRole('button', { name: 'Place order' });
    context.api.respond('secondsTerms', aSecondsQuote({ price: '61310.25' }));
    await userEvent.click(place);
    expect(await screen.findByText(/from 61,230.50 to 61,310.25/)).toBeVisible();
    // A button that just changed is no answer to what it said before.
    expect(await screen.findByRole('button', { name: 'Place order' })).toBeDisabled();
    act(() => context.clock.advance(1000));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Place order' })).toBeEnabled());
    expect(context.api.callsOf('secondsSubmit')).toHaveLength(1);
  });

  it('after a loss the way to a new order opens a breath later', async () => {
    const context = await openTicket();
    act(() =>
      context.privateEvents$.next({ type: 'order.updated', seq: 1, mode: 'demo', atMs: testStartMs, order: aSecondsOrder() }),
    );
    act(() =>
      context.privateEvents$.next({
        type: 'order.updated',
        seq: 2,
        mode: 'demo',
        atMs: testStartMs,
        order: aSettledSecondsOrder({ outcome: 'lost', returned: '0', profit: '-102' }),
      }),
    );
    const sheet = await screen.findByRole('dialog', { name: 'Result' });
    expect(within(sheet).getByRole('button', { name: 'New order' })).toBeDisabled();
    expect(within(sheet).getByRole('button', { name: 'Done' })).toBeEnabled();
  });
});
