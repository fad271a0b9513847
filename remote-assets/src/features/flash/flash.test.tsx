import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FlashOrder, FlashQuote } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import {
  aCoinBalance,
  aWalletList,
  fakeContext,
  signedInDemo,
  testStartMs,
  visitor,
  type FakeContext,
} from '@tessera/shared/testing';
import { mount } from '../../remote';
import { shownRate } from './RateLine';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
  sessionStorage.clear();
});

const assets = ['USDT', 'BTC', 'ETH'].map((asset) => ({
  ...{ asset, min: asset === 'USDT' ? '10' : '0.001', max: '50000', spread: '0.001', feeRate: '0.001' },
  scale: asset === 'USDT' ? 6 : 8,
}));
let quotes = 0;
const aQuote = (more: Partial<FlashQuote> = {}): FlashQuote => ({
  ...{ quoteId: `quote-${(quotes += 1)}`, from: 'USDT', to: 'BTC', given: '100', received: '0.000998', rate: '0.00000999' },
  ...{ fee: '0.000001', feeRate: '0.001', fromSpread: '0', toSpread: '0.001' },
  fromTick: null,
  toTick: { symbol: 'BTC-USDT', seq: 7, atMs: testStartMs, price: '100000' },
  ...{ quotedAtMs: Date.now(), expiresAtMs: Date.now() + 10_000, ruleVersion: 1, catalogVersion: 1 },
  ...more,
});
const anOrder = (more: Partial<FlashOrder> = {}): FlashOrder => ({ ...aQuote(), id: '42', atMs: testStartMs, ...more });

async function open(prepare: (context: FakeContext) => void = () => undefined, session: typeof signedInDemo = signedInDemo) {
  const context = fakeContext({ remote: 'assets', path: '/pages/assets/exchange', session });
  context.api.respond('walletList', aWalletList({ coin: [aCoinBalance({ asset: 'USDT', available: '120.5' })] }));
  context.api.respond('flashList', ({ from, to, amount }) => ({
    assets,
    quote:
      from === undefined || to === undefined || amount === undefined
        ? null
        : aQuote({ from, to, given: amount, quotedAtMs: context.clock.now(), expiresAtMs: context.clock.now() + 10_000 }),
  }));
  context.api.respond('flashHistory', { items: [], page: 1, pageSize: 20, next: null });
  prepare(context);
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}
const typeAmount = async (text: string) => userEvent.type(await screen.findByLabelText('You give'), text);
const asked = (context: FakeContext) => context.api.callsOf('flashList').filter(({ request }) => request.amount !== undefined);

describe('the exchange form', () => {
  it('what cannot be exchanged is said before anybody is asked', async () => {
    const context = await open();
    expect(await screen.findByRole('button', { name: 'Enter an amount' })).toBeDisabled();
    await typeAmount('9');
    expect(screen.getByRole('button', { name: 'At least 10 dUSDT' })).toBeDisabled();
    await typeAmount('99');
    expect(screen.getByRole('button', { name: 'Only 120.5 dUSDT is available' })).toBeDisabled();
    await userEvent.selectOptions(screen.getByLabelText('To'), 'dUSDT');
    expect(screen.getByRole('button', { name: 'Choose two different assets' })).toBeDisabled();
    expect(asked(context)).toEqual([]);
  });

  it('one quote for what was typed, after a pause; the rate can be turned round', async () => {
    const context = await open();
    await typeAmount('100');
    expect(await screen.findByText('0.000998 dBTC')).toBeVisible();
    expect(asked(context).map(({ request }) => request.amount)).toEqual(['100']);
    expect(screen.getByText('1 dBTC = 100,100.1 dUSDT')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Turn the rate round' }));
    expect(screen.getByText('1 dUSDT = 0.00000999 dBTC')).toBeVisible();
    expect(screen.getByText(/Terms valid for \d+ s/)).toBeVisible();
  });

  it('the review keeps its quote; what is sent is that quote, once, and the result leads to its check', async () => {
    const context = await open();
    context.api.respond('flash', ({ quoteId }) => anOrder({ quoteId }));
    await typeAmount('100');
    await userEvent.click(await screen.findByRole('button', { name: 'Review' }));
    const review = within(await screen.findByRole('dialog'));
    expect(review.getByText('0.000998 dBTC')).toBeVisible();
    const offered = asked(context).length;
    await userEvent.click(review.getByRole('button', { name: 'Exchange' }));
    const result = within(await screen.findByRole('dialog', { name: 'Exchanged' }));
    expect(result.getByText('42')).toBeVisible();
    expect(context.api.callsOf('flash')).toHaveLength(1);
    expect(context.api.callsOf('flash')[0]?.options.idempotencyKey).toMatch(/-/);
    // Nobody asked for another price after the yes.
    expect(asked(context)).toHaveLength(offered);
    await userEvent.click(result.getByRole('button', { name: 'Check this result' }));
    expect(context.navigation.calls.at(-1)).toMatchObject({
      path: '/pages/contract/proof',
      query: { product: 'flash', deal: '42' },
    });
  });

  it('the network goes: the form and the review are off at once and say so', async () => {
    const context = await open();
    await typeAmount('100');
    await userEvent.click(await screen.findByRole('button', { name: 'Review' }));
    const review = within(await screen.findByRole('dialog'));
    act(() => context.quotes.connection.next('offline'));
    for (const button of screen.getAllByText('You are offline')) expect(button.closest('button')).toBeDisabled();
    expect(review.getByRole('button', { name: 'You are offline' })).toBeDisabled();
  });

  it('a quote that is over is not taken: another one is asked for, and its price has to be agreed to anew', async () => {
    let received = '0.000998';
    const context = await open(({ api, clock }) =>
      api.respond('flashList', ({ from, to, amount }) => ({
        assets,
        quote:
          from === undefined || to === undefined || amount === undefined
            ? null
            : aQuote({ from, to, given: amount, received, expiresAtMs: clock.now() + 10_000 }),
      })),
    );
    await typeAmount('100');
    await userEvent.click(await screen.findByRole('button', { name: 'Review' }));
    const review = within(await screen.findByRole('dialog'));
    received = '0.0009';
    act(() => context.clock.advance(10_000));
    await userEvent.click(await review.findByRole('button', { name: 'Refresh terms' }));
    expect(await review.findByText('The price has changed: 0.0009 dBTC instead of 0.000998')).toBeVisible();
    expect(review.getByRole('button', { name: 'Exchange' })).toBeDisabled();
    act(() => context.clock.advance(1000));
    await waitFor(() => expect(review.getByRole('button', { name: 'Exchange' })).toBeEnabled());
    expect(context.api.callsOf('flash')).toEqual([]);
  });

  it('no quote: the reason, and the way to ask again', async () => {
    const context = await open(({ api }) =>
      api.respond('flashList', ({ amount }) =>
        amount === undefined ? { assets, quote: null } : new AppError('ORDER_PRICE_STALE', { isRetryable: true }),
      ),
    );
    await typeAmount('100');
    const again = await screen.findByRole('button', { name: 'Refresh quote' });
    expect(asked(context)).toHaveLength(1);
    await userEvent.click(again);
    await waitFor(() => expect(asked(context)).toHaveLength(2));
  });

  it('no answer: called unknown, and asking again carries the same quote and key until it is known', async () => {
    const context = await open();
    context.api.respond('flash', new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true, isRetryable: true }));
    await typeAmount('100');
    await userEvent.click(await screen.findByRole('button', { name: 'Review' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Exchange' }));
    expect((await screen.findAllByText(/Your money is safe/))[0]).toBeVisible();
    await waitFor(() => expect(context.api.callsOf('flash').length).toBeGreaterThan(1), { timeout: 4000 });
    context.api.respond('flash', ({ quoteId }) => anOrder({ quoteId }));
    expect(await screen.findByRole('dialog', { name: 'Exchanged' }, { timeout: 4000 })).toBeVisible();
    const sent = context.api.callsOf('flash').map(({ request, options }) => `${request.quoteId} ${options.idempotencyKey}`);
    expect(new Set(sent).size).toBe(1);
  });
});

describe('the list of exchanges', () => {
  it('empty, and with what was exchanged', async () => {
    const context = await open();
    expect(await screen.findByText('No exchanges yet')).toBeVisible();
    context.api.respond('flashHistory', { items: [anOrder({ given: '77' })], page: 1, pageSize: 20, next: null });
    act(() => handle?.unmount());
    document.body.replaceChildren();
    await open(({ api }) =>
      api.respond('flashHistory', { items: [anOrder({ given: '77' })], page: 1, pageSize: 20, next: null }),
    );
    await userEvent.click(await screen.findByText('dUSDT into dBTC'));
    expect(within(await screen.findByRole('dialog', { name: 'Exchange' })).getByText('77 dUSDT')).toBeVisible();
  });

  it('an error with a way to try again', async () => {
    await open(({ api }) => api.respond('flashHistory', new AppError('REQUEST_EXCEPTION', { params: { trace: 'x' } })));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('a visitor is asked to log in', async () => {
    await open(() => undefined, visitor as unknown as typeof signedInDemo);
    expect(await screen.findByText('Log in to exchange')).toBeVisible();
  });
});

test('a rate is cut to the digits that say something', () => {
  expect(['0.000010124999898750', '98666.664569999999', '0.5', '17', '0.000000000000000000'].map(shownRate)).toEqual([
    '0.000010124999',
    '98666.664',
    '0.5',
    '17',
    '0',
  ]);
});
