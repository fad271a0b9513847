import { describe, expect, test } from '@jest/globals';
import { screen, within, fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BookFrame } from '../../../domain/contract';
import { AppError } from '../../../domain/errors';
import { aBookFrame } from '../../../testkit/builders';
import { renderWithTexts } from '../../../testkit/renderWithTexts';
import type { Loadable } from '../state/Loadable';
import { OrderBook } from './OrderBook';
import type { CompactBookProps } from './OrderBookProps';

const ready = (change: Partial<BookFrame> = {}): Loadable<BookFrame> => ({ state: 'ready', data: aBookFrame(change) });
const sinceMs = new Date(2026, 10, 20, 14, 3, 59).getTime();
const of = { symbol: 'BTC-USDT', base: 'BTC', quote: 'USDT', digits: 2 };
const compact = (props: Partial<CompactBookProps> = {}) => <OrderBook variant="compact" book={ready()} {...of} {...props} />;

describe('compact', () => {
  test('asks above with the best at the bottom, bids below with the best on top, the last price between', async () => {
    await renderWithTexts(compact());
    const [asks, bids] = screen.getAllByRole('list');
    expect(asks).toHaveAccessibleName('Sell orders');
    expect(bids).toHaveAccessibleName('Buy orders');
    expect(
      within(asks as HTMLElement)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['61,234.050.062', '61,231.901.500', '61,230.600.750']);
    expect(
      within(bids as HTMLElement)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['61,230.400.250', '61,229.100.500', '61,227.851.125']);
    expect(screen.getByRole('region', { name: 'Order book of BTC-USDT' })).toHaveTextContent('Last price 61,230.50');
  });

  test('a price from the page stands in place of the newest trade', async () => {
    await renderWithTexts(compact({ lastPrice: <b>live 7</b> }));
    expect(screen.getByText('live 7')).toBeInTheDocument();
    expect(screen.queryByText(/Last price/)).not.toBeInTheDocument();
  });

  test('a tap on a level hands its price on', async () => {
    const picked: unknown[] = [];
    await renderWithTexts(compact({ onPickPrice: (...what) => picked.push(what) }));
    const user = userEvent.setup();
    await user.click(screen.getByRole('option', { name: '61,231.90, quantity 1.500 BTC' }));
    await user.click(screen.getByRole('option', { name: /61,227\.85/ }));
    expect(picked).toEqual([
      ['61231.9', 'ask'],
      ['61227.85', 'bid'],
    ]);
  });

  test('the book moves under the finger: what stood there when it came down is picked', async () => {
    const picked: string[] = [];
    const onPickPrice = (price: string) => picked.push(price);
    const view = await renderWithTexts(compact({ onPickPrice }));
    const level = screen.getByRole('option', { name: /61,230\.60/ });
    fireEvent.pointerDown(level);
    view.rerender(
      compact({
        onPickPrice,
        book: ready({
          asks: [
            ['61240', '1'],
            ['61241', '1'],
            ['61242', '1'],
          ],
        }),
      }),
    );
    fireEvent.click(level);
    expect(picked).toEqual(['61230.6']);
  });

  test('one stop for Tab on each side; arrows follow the screen, Home is the top, Enter and Space pick', async () => {
    const picked: unknown[] = [];
    await renderWithTexts(compact({ onPickPrice: (...what) => picked.push(what) }));
    const user = userEvent.setup();
    const active = () =>
      document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.dataset['price'];
    await user.tab();
    expect(screen.getByRole('listbox', { name: 'Sell orders: choose a price' })).toHaveFocus();
    expect(active()).toBe('61230.6');
    await user.keyboard('{ArrowUp}{Enter}{ArrowDown}{ArrowDown}');
    expect(active()).toBe('61230.6');
    await user.keyboard('{Home}');
    expect(active()).toBe('61234.05');
    await user.tab();
    expect(screen.getByRole('listbox', { name: 'Buy orders: choose a price' })).toHaveFocus();
    await user.keyboard('{ArrowDown} {End}{Enter}');
    expect(picked).toEqual([
      ['61231.9', 'ask'],
      ['61229.1', 'bid'],
      ['61227.85', 'bid'],
    ]);
  });

  test('fewer levels than places: the places stay, with nothing to pick in them', async () => {
    const picked: string[] = [];
    await renderWithTexts(compact({ onPickPrice: (price) => picked.push(price), book: ready({ bids: [['61230.4', '0.25']] }) }));
    const bids = screen.getByRole('listbox', { name: /^Buy/ });
    expect(bids.children).toHaveLength(7);
    expect(within(bids).getAllByRole('option')).toHaveLength(1);
    fireEvent.click(bids.children[4] as HTMLElement);
    expect(picked).toEqual([]);
  });
});

describe('full', () => {
  const full = <OrderBook variant="full" book={ready()} {...of} levels={3} />;

  test('a table of bids and asks side by side, best first, with the spread', async () => {
    await renderWithTexts(full);
    const [heads, best, , worst] = within(screen.getByRole('table', { name: 'Order book of BTC-USDT' })).getAllByRole('row');
    expect(
      within(heads as HTMLElement)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Quantity BTC', 'Bid', 'Ask', 'Quantity BTC']);
    const cells = (row: HTMLElement | undefined) =>
      within(row as HTMLElement)
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    expect(cells(best)).toEqual(['0.2500', '61,230.40', '61,230.60', '0.7500']);
    expect(cells(worst)).toEqual(['1.1250', '61,227.85', '61,234.05', '0.0625']);
    expect(screen.getByText('0.20')).toBeInTheDocument();
  });

  test('shows the running sums on request', async () => {
    await renderWithTexts(full);
    await userEvent.setup().click(screen.getByRole('radio', { name: 'Total' }));
    const rows = screen.getAllByRole('row');
    expect(
      within(rows[3] as HTMLElement)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['1.8750', '61,227.85', '61,234.05', '2.3125']);
    expect(screen.getAllByRole('columnheader')[0]).toHaveTextContent('Total BTC');
  });
});

describe('states', () => {
  test.each(['compact', 'full'] as const)('%s, loading: busy, no figures', async (variant) => {
    await renderWithTexts(<OrderBook variant={variant} book={{ state: 'loading' }} {...of} />);
    expect(screen.getByRole('status', { name: 'Loading' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('region')).not.toHaveTextContent(/\d/);
  });

  test('before the first tick: said, not shown as zeros', async () => {
    await renderWithTexts(compact({ book: ready({ seq: 0, bids: [], asks: [], trades: [] }) }));
    expect(screen.getByText('No order book yet')).toBeInTheDocument();
  });

  test('failed with nothing known: the error and a way to try again', async () => {
    let retries = 0;
    await renderWithTexts(
      compact({
        book: { state: 'failed', error: new AppError('NETWORK_TIMEOUT', { isRetryable: true }) },
        onRetry: () => {
          retries += 1;
        },
      }),
    );
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    expect(retries).toBe(1);
  });

  test('stale: the levels stay in their places, marked as old, and the note says since when', async () => {
    await renderWithTexts(compact({ book: { state: 'stale', data: aBookFrame(), sinceMs } }));
    expect(screen.getByRole('status')).toHaveTextContent('Not live · 14:03:59');
    expect(screen.getByRole('region')).toHaveAttribute('data-old');
    expect(screen.getAllByRole('listitem')).toHaveLength(6);
    expect(screen.queryByRole('button', { name: 'Modelled book' })).not.toBeInTheDocument();
  });

  test('every state has the same least height', async () => {
    const heights: (string | undefined)[] = [];
    for (const book of [
      ready(),
      { state: 'loading' } as const,
      { state: 'stale', data: aBookFrame(), sinceMs } as const,
      ready({ bids: [], asks: [] }),
    ]) {
      const view = await renderWithTexts(compact({ book }));
      const first = view.container.querySelector<HTMLElement>('section > :first-child');
      heights.push(first?.style.minHeight);
      view.unmount();
    }
    expect(new Set(heights)).toEqual(new Set(['26.25rem']));
  });
});

test('a modelled book says so and explains itself; a real one has no such note', async () => {
  const view = await renderWithTexts(compact());
  await userEvent.setup().click(screen.getByRole('button', { name: 'Modelled book' }));
  expect(screen.getByRole('dialog', { name: 'Modelled book' })).toHaveTextContent(/published formula/);
  view.unmount();
  await renderWithTexts(compact({ book: ready({ isModelled: false }) }));
  expect(screen.queryByRole('button', { name: 'Modelled book' })).not.toBeInTheDocument();
});
