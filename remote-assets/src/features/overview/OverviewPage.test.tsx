import { act, screen, waitFor, within } from '@testing-library/react';
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
  availableMargin: '3400.75',
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
    expect(await figure('Available margin')).toHaveTextContent('3,400.75');
  });

  it('an open position: the total is that of the accounts as they are shown, at the same prices', async () => {
    const context = open({ crypto: listOf(long) });
    context.api.respond('walletList', aWalletList({ contract: summary, coinTotal: '1000', total: '6000.75' }));
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
    expect(await figure('Available margin')).toHaveTextContent('3,336.48');
    // (3,400.75 + 100 - 64.267353) ÷ 100.
    expect(await figure('Margin level')).toHaveTextContent('3,436.48%');
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

it('a coin that is partly frozen says how much', async () => {
  open();
  expect(await screen.findByText('Frozen 33.25')).toBeVisible();
});
