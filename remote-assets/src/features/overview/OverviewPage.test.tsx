import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LeverageOrder } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import {
  aContractSummary,
  aForexSymbol,
  aLeverageOrder,
  aQuote,
  aSymbol,
  aWalletList,
  aWalletRecord,
  fakeContext,
  signedInDemo,
  testStartMs,
} from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

/** 0.5 BTC long at 61,230.9, isolated, with a spread of 0.4 to each side. */
const long = aLeverageOrder({
  direction: 'long',
  lots: '0.5',
  openLots: '0.5',
  contractSize: '1',
  openPrice: '61230.9',
  margin: '1500',
  marginMode: 'isolated',
  spreadBelow: '0.4',
  spreadAbove: '0.4',
});
/** A tenth of a lot of USD-JPY short at 154.6, cross, without a spread. */
const yen = aLeverageOrder({
  id: 'position-2',
  symbol: 'USD-JPY',
  assetClass: 'forex',
  direction: 'short',
  lots: '0.1',
  openLots: '0.1',
  contractSize: '100000',
  openPrice: '154.6',
  margin: '100',
  marginMode: 'cross',
  spreadBelow: '0',
  spreadAbove: '0',
});
const listOf = (...items: LeverageOrder[]) => ({
  items,
  page: 1,
  pageSize: 100,
  total: items.length,
  totals: { margin: '0', fee: '0', swap: '0', realizedProfit: '0' },
});
const summary = aContractSummary({
  balance: '5000.75',
  usedMargin: '1600',
  availableMargin: '3298.75',
  netEquity: '5000.75',
  frozen: '102',
});

function open({ crypto = listOf(), forex = listOf() } = {}) {
  const context = fakeContext({ remote: 'assets', path: '/pages/assets/index', session: signedInDemo });
  context.api.respond('coinList', {
    version: 1,
    symbols: [aSymbol(), aForexSymbol({ symbol: 'USD-JPY', base: 'USD', quote: 'JPY', digits: 3 })],
    assets: [
      { asset: 'USDT', scale: 6, shownScale: 2 },
      { asset: 'BTC', scale: 8, shownScale: 6 },
    ],
  });
  context.api.respond('walletList', aWalletList({ contract: summary }));
  context.api.respond('walletHistory', { mode: 'demo', asOfMs: testStartMs, dayStartMs: testStartMs, movedIn: '0', days: [] });
  context.api.respond('leverageOrders', crypto);
  context.api.respond('leverageWhOrders', forex);
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}
async function figure(label: string): Promise<HTMLElement> {
  const account = (await screen.findByRole('heading', { name: 'Contract account' })).closest('section');
  if (account === null) throw new Error('the heading stands in the account’s section');
  const value = within(account).getByText(label).nextElementSibling;
  if (!(value instanceof HTMLElement)) throw new Error(`${label} has a value`);
  return value;
}

describe('the contract account', () => {
  it('no position: floating profit and margin level are dashes, the rest is what the server says', async () => {
    open();
    expect(await figure('Floating profit')).toHaveTextContent('–');
    expect(await figure('Margin level')).toHaveTextContent('–');
    expect(await figure('Net equity')).toHaveTextContent('5,000.75');
    expect(await figure('Frozen')).toHaveTextContent('102.00');
  });

  it('an open position: its worth follows the quotes', async () => {
    const context = open({ crypto: listOf(long) });
    await screen.findByRole('heading', { name: 'Contract account' });
    // Closes at the bid: (61,330.9 - 0.4 - 61,230.9) × 0.5.
    act(() => context.quotes.emit(aQuote({ price: '61330.9' })));
    await waitFor(async () => expect(await figure('Floating profit')).toHaveTextContent('+49.80'));
    expect(await figure('Net equity')).toHaveTextContent('5,050.55');
    expect(await figure('Margin level')).toHaveTextContent('–');
    act(() => context.quotes.emit(aQuote({ price: '61130.9', seq: 1002 })));
    await waitFor(async () => expect(await figure('Floating profit')).toHaveTextContent('-50.20'));
    // 102 are held for an order that waits.
    expect(await figure('Available margin')).toHaveTextContent('3,298.75');
  });

  it('an open position: the total is that of the accounts as they are shown, at the same prices', async () => {
    const context = open({ crypto: listOf(long) });
    const coin = [{ asset: 'USDT', available: '1000', frozen: '0' }];
    context.api.respond('walletList', aWalletList({ contract: summary, coin, coinTotal: '1000', total: '6000.75' }));
    const total = (await screen.findByText(/^Total value/)).closest('section');
    act(() => context.quotes.emit(aQuote({ price: '61330.9' })));
    await waitFor(async () => expect(await figure('Net equity')).toHaveTextContent('5,050.55'));
    expect(total).toHaveTextContent('6,050.55');
  });

  it('a cross position: converted from its currency, its loss is not available, and it has a margin level', async () => {
    const context = open({ crypto: listOf(long), forex: listOf(yen) });
    await screen.findByRole('heading', { name: 'Contract account' });
    act(() => {
      context.quotes.emit(aQuote({ price: '61230.9' }));
      context.quotes.emit(aQuote({ symbol: 'USD-JPY', price: '155.6', bid: '155.6', ask: '155.6' }));
    });
    // (154.6 - 155.6) × 10,000 ÷ 155.6 = -64.267352…, up: -64.267353; and (-0.4) × 0.5.
    await waitFor(async () => expect(await figure('Floating profit')).toHaveTextContent('-64.46'));
    expect(await figure('Available margin')).toHaveTextContent('3,234.48');
    // (3,298.75 + 100 - 64.267353) ÷ 100.
    expect(await figure('Margin level')).toHaveTextContent('3,334.48%');
  });

  it('a position without a price: dashes, not a total with a hole', async () => {
    const context = open({ crypto: listOf(long), forex: listOf(yen) });
    await screen.findByRole('heading', { name: 'Contract account' });
    act(() => context.quotes.emit(aQuote({ price: '61230.9' })));
    await waitFor(async () => expect(await figure('Net equity')).toHaveTextContent('–'));
    expect(await figure('Balance')).toHaveTextContent('5,000.75');
  });

  it('a price that has grown old values nothing', async () => {
    const context = open({ crypto: listOf(long) });
    await screen.findByRole('heading', { name: 'Contract account' });
    act(() => context.quotes.emit(aQuote({ price: '61330.9' })));
    await waitFor(async () => expect(await figure('Floating profit')).toHaveTextContent('+49.80'));
    act(() => context.clock.advance(3100));
    await waitFor(async () => expect(await figure('Floating profit')).toHaveTextContent('–'));
  });

  it('the positions cannot be read: what the server said last', async () => {
    const context = fakeContext({ remote: 'assets', path: '/pages/assets/index', session: signedInDemo });
    context.api.respond('coinList', { version: 1, symbols: [], assets: [{ asset: 'USDT', scale: 6, shownScale: 2 }] });
    context.api.respond(
      'walletList',
      aWalletList({ contract: { ...summary, floatingProfit: '-12.5', netEquity: '4988.25', marginLevel: '1.75' } }),
    );
    context.api.respond('leverageOrders', new AppError('FEATURE_NOT_OPEN'));
    context.api.respond('leverageWhOrders', new AppError('FEATURE_NOT_OPEN'));
    const element = document.body.appendChild(document.createElement('div'));
    act(() => {
      handle = mount(element, context);
    });
    expect(await figure('Floating profit')).toHaveTextContent('-12.50');
    expect(await figure('Margin level')).toHaveTextContent('175.00%');
  });

  it('a position opened elsewhere: read anew', async () => {
    const context = open();
    expect(await figure('Floating profit')).toHaveTextContent('–');
    act(() => context.quotes.emit(aQuote({ price: '61330.9' })));
    context.api.respond('leverageOrders', listOf(long));
    act(() =>
      context.privateEvents$.next({ seq: 1, mode: 'demo', atMs: testStartMs, type: 'leverage.updated', order: long, deals: [] }),
    );
    await waitFor(async () => expect(await figure('Floating profit')).toHaveTextContent('+49.80'));
  });

  it('leads to the positions', async () => {
    const context = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Positions' }));
    expect(context.navigation.last).toMatchObject({ path: '/pages/contract/orderRecond', query: { product: 'leverage' } });
  });
});

it('a coin that is partly frozen says how much; with its worth stands the whole of it', async () => {
  open();
  expect(await screen.findByText('Frozen 33.25')).toBeVisible();
  act(() => handle?.unmount());
  const context = openReal();
  act(() => context.quotes.emit(aQuote({ price: '61000' })));
  expect(await screen.findByRole('button', { name: /^BTC.*0\.500000.*30,500\.00/ })).toBeVisible();
});

const midnight = Date.UTC(2026, 10, 18);
const dayMs = 86_400_000;
/** Real money: 1,000 USDT, 0.5 BTC of which a fifth is held, and the contract account above. */
function openReal(
  more: { readonly wallet?: Parameters<typeof aWalletList>[0]; readonly days?: { endMs: number; value: string }[] } = {},
) {
  const context = fakeContext({
    remote: 'assets',
    path: '/pages/assets/index',
    session: { isSignedIn: true, userId: 'user-1', mode: 'real', generation: 0 },
  });
  context.clock.set(midnight + 14 * 3_600_000);
  context.api.respond('coinList', {
    version: 1,
    symbols: [aSymbol(), aForexSymbol(), aForexSymbol({ symbol: 'USD-JPY', base: 'USD', quote: 'JPY', digits: 3 })],
    assets: [
      { asset: 'USDT', scale: 6, shownScale: 2 },
      { asset: 'BTC', scale: 8, shownScale: 6 },
    ],
  });
  context.api.respond(
    'walletList',
    aWalletList({
      mode: 'real',
      coin: [
        { asset: 'USDT', available: '1000', frozen: '0', balance: '1000', heldBy: [] },
        { asset: 'BTC', available: '0.4', frozen: '0.1', balance: '0.5', heldBy: [{ by: 'orders', amount: '0.1' }] },
        { asset: 'ETH', available: '0', frozen: '0', balance: '0', heldBy: [] },
      ],
      coinTotal: '31000',
      contract: { ...summary, usedMargin: '0', availableMargin: '5000.75' },
      total: '36000.75',
      ...more.wallet,
    }),
  );
  context.api.respond('walletHistory', {
    mode: 'real',
    asOfMs: context.clock.now(),
    dayStartMs: midnight,
    movedIn: '250',
    days: more.days ?? [
      { endMs: midnight - 3 * dayMs, value: '12345.67' },
      { endMs: midnight, value: '35000.75' },
    ],
  });
  context.api.respond('leverageOrders', listOf());
  context.api.respond('leverageWhOrders', listOf());
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}
const totalCard = async () => (await screen.findByText(/^Total value/)).closest('section') as HTMLElement;
/** What is read or spoken anywhere: text, names, titles and descriptions; ids are neither. */
const allSaid = () =>
  [
    document.body.textContent,
    document.title,
    ...[...document.body.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].flatMap(({ name, value }) =>
        /^(aria-(?!labelledby|describedby|controls)|title$|alt$|value$|style$)/.test(name) ? [value] : [],
      ),
    ),
  ].join('\n');

describe('the whole', () => {
  it('is the sum of its parts at the prices of now, and today’s change is against the value at midnight', async () => {
    const context = openReal();
    const card = await totalCard();
    // The server's word until the first quote is here.
    await waitFor(() => expect(card).toHaveTextContent('36,000.75'));
    act(() => context.quotes.emit(aQuote({ price: '61000' })));
    await waitFor(() => expect(card).toHaveTextContent('36,500.75'));
    expect(card).toHaveTextContent('Today +1,500.00USDT');
    expect(card).toHaveTextContent('+4.29%');
    expect(card).toHaveTextContent('+250.00 USDT of this was paid in or out.');
    const parts = screen.getByRole('heading', { name: 'What it is made of' }).closest('section') as HTMLElement;
    expect(
      within(parts)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['Coin account86.3%31,500.00', 'Contract account13.7%5,000.75']);
    // A price that is old is no price: no figure, and no part of one.
    act(() => context.clock.advance(3100));
    await waitFor(() => expect(card).toHaveTextContent('Not known while a price is missing'));
    expect(card).not.toHaveTextContent('36,');
  });

  it('who owes more than he has owns less than nothing: in the sum, in each day, and today’s change is against that', async () => {
    openReal({
      wallet: {
        coin: [{ asset: 'USDT', available: '100', frozen: '0', balance: '100', heldBy: [] }],
        coinTotal: '100',
        contract: { ...summary, usedMargin: '0', availableMargin: '0', netEquity: '0', floatingProfit: null },
        total: '-240.25',
        parts: [
          { part: 'coin', value: '100' },
          { part: 'contract', value: '0' },
          { part: 'treasure', value: '0' },
          { part: 'loans', value: '-340.25' },
        ],
      },
      days: [
        { endMs: midnight - dayMs, value: '12' },
        { endMs: midnight, value: '-300.5' },
      ],
    });
    const card = await totalCard();
    await waitFor(() => expect(card).toHaveTextContent('-240.25'));
    // What is in projects is counted there.
    expect(screen.getByText('Interest Treasure and projects')).toBeVisible();
    // No percentage: there was nothing that it could be of.
    expect(card).toHaveTextContent('Today +60.25USDT');
    expect(card).not.toHaveTextContent('%');
    const days = within(await screen.findByRole('table', { hidden: true })).getAllByRole('row', { hidden: true });
    expect(days.slice(1, 3).map((row) => row.textContent)).toEqual([
      expect.stringMatching(/-300\.50$/),
      expect.stringMatching(/12\.00$/),
    ]);
  });

  it('in another currency: by the quote that is named; the choice is kept; without a quote there is no figure', async () => {
    const context = openReal();
    const card = await totalCard();
    act(() => context.quotes.emit(aQuote({ price: '60000' }), aQuote({ symbol: 'EUR-USD', price: '1.25' })));
    // 36,000.75 ÷ 1.25.
    await waitFor(() => expect(card).toHaveTextContent('28,800.60EUR'));
    expect(card).toHaveTextContent(/By our own quote EUR-USD 1\.25000 of .* 1 USDT is counted as 1 USD\./);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Also shown in' }), 'JPY');
    expect(card).toHaveTextContent('–JPY');
    act(() => context.quotes.emit(aQuote({ symbol: 'USD-JPY', price: '150.5' })));
    await waitFor(() => expect(card).toHaveTextContent('5,418,112.87JPY'));
    expect(context.storage.read('overview.currency')).toBe('JPY');
    act(() => context.clock.advance(60_000));
    act(() => context.quotes.emit(aQuote({ price: '60000', seq: 1002 })));
    await waitFor(() => expect(card).toHaveTextContent('There is no current price of USD-JPY, so no figure is shown.'));
    expect(card).not.toHaveTextContent('5,418');
  });

  it('the last price of a closed market has its date with it, unless that is today', async () => {
    const context = openReal();
    const card = await totalCard();
    const hourMs = 3_600_000;
    const closedAgo = (ms: number, seq: number) =>
      act(() =>
        context.quotes.emit(
          aQuote({ symbol: 'EUR-USD', price: '1.16898', state: 'closed', atMs: context.clock.now() - ms, seq }),
        ),
      );
    closedAgo(48 * hourMs, 1);
    await waitFor(() => expect(card).toHaveTextContent(/before its market closed \(Nov 1\d, 2026, \d\d:\d\d:\d\d\)/));
    closedAgo(hourMs, 2);
    await waitFor(() => expect(card).toHaveTextContent(/before its market closed \(\d\d:\d\d:\d\d\)/));
  });

  it('the days are a table too, and one that is not known is a gap in it', async () => {
    openReal();
    const table = await screen.findByRole('table', { hidden: true, name: 'Value at the end of each day, in USDT' });
    const rows = [...table.querySelectorAll('tbody tr')].map((row) => row.textContent);
    expect(rows).toHaveLength(30);
    expect(rows.slice(0, 4)).toEqual([
      'Nov 17, 202635,000.75',
      'Nov 16, 2026not known',
      'Nov 15, 2026not known',
      'Nov 14, 202612,345.67',
    ]);
  });

  it('with the eye closed no figure is anywhere, neither to see nor to hear', async () => {
    const context = openReal();
    act(() => context.quotes.emit(aQuote({ price: '61000' }), aQuote({ symbol: 'EUR-USD', price: '1.25' })));
    await screen.findByText('By our own quote', { exact: false });
    expect(allSaid()).toMatch(/\d/);
    await userEvent.click(screen.getByRole('button', { name: 'Hide amounts' }));
    expect(allSaid()).not.toMatch(/\d/);
    context.api.respond('walletDetail', { items: [], page: 1, pageSize: 4, total: 0, next: null });
    await userEvent.click(screen.getByRole('button', { name: /^BTC/ }));
    expect(await screen.findByText('Held by orders')).toBeVisible();
    expect(allSaid()).not.toMatch(/\d/);
  });

  it('a coin’s sheet: what is available, what is held and by what, its worth, its records', async () => {
    const context = openReal();
    context.api.respond('walletDetail', {
      items: [aWalletRecord({ account: 'coin', asset: 'BTC', kind: 'spot', amount: '0.5', balanceAfter: '0.5' })],
      page: 1,
      pageSize: 4,
      total: 1,
      next: null,
    });
    act(() => context.quotes.emit(aQuote({ price: '61000' })));
    await userEvent.click(await screen.findByRole('button', { name: /^BTC/ }));
    const sheet = await screen.findByRole('dialog', { name: 'BTC' });
    for (const said of [
      'Available0.400000',
      'Frozen0.100000',
      'Held by orders0.100000',
      'Balance0.500000',
      'Value in USDT30,500.00',
    ])
      expect(sheet).toHaveTextContent(said);
    expect(await within(sheet).findByText('Spot order')).toBeVisible();
    expect(within(sheet).getByRole('button', { name: 'Withdraw' })).toBeVisible();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Records of BTC' }));
    expect(context.navigation.last).toMatchObject({ path: '/pages/assets/records', query: { account: 'coin', asset: 'BTC' } });
  });

  it('practice money has its own name in a coin’s sheet too', async () => {
    const context = open();
    context.api.respond('walletDetail', { items: [], page: 1, pageSize: 4, total: 0, next: null });
    await userEvent.click(await screen.findByRole('button', { name: /^dBTC/ }));
    const sheet = await screen.findByRole('dialog', { name: 'dBTC' });
    expect(within(sheet).getByRole('button', { name: 'Records of dBTC' })).toBeVisible();
  });

  it('asked again by a pull from the top or by its button; what cannot be read anew stays with its time', async () => {
    const context = openReal();
    const card = await totalCard();
    const pulled = card.closest('[class*="pulled"]') ?? card;
    const asked = () => context.api.callsOf('walletList').length;
    const before = asked();
    fireEvent.touchStart(pulled, { touches: [{ clientY: 10 }] });
    fireEvent.touchMove(pulled, { touches: [{ clientY: 60 }] });
    fireEvent.touchEnd(pulled);
    expect(asked()).toBe(before);
    context.api.respond('walletList', new AppError('PLEASE_RETRY'));
    fireEvent.touchStart(pulled, { touches: [{ clientY: 10 }] });
    fireEvent.touchMove(pulled, { touches: [{ clientY: 100 }] });
    fireEvent.touchEnd(pulled);
    await waitFor(() => expect(asked()).toBeGreaterThan(before));
    expect(await screen.findByText(/Updated/)).toBeVisible();
    expect(card).toHaveTextContent('36,000.75');
    const again = asked();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(asked()).toBeGreaterThan(again));
  });
});
