import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { BookFrame } from '../../../domain/contract';
import { AppError } from '../../../domain/errors';
import { aBookFrame } from '../../../testkit/builders';
import { renderWithTexts } from '../../../testkit/renderWithTexts';
import type { Loadable } from '../state/Loadable';
import { TradesList } from './TradesList';

const noonMs = new Date(2026, 10, 20, 12, 0, 1).getTime();
const trades: BookFrame['trades'] = [
  { seq: 12, atMs: noonMs + 1000, price: '61229.1', quantity: '0.5', side: 'sell' },
  { seq: 11, atMs: noonMs, price: '61230.5', quantity: '0.0312', side: 'buy' },
  { seq: 9, atMs: noonMs - 2000, price: '61230', quantity: '2', side: 'buy' },
];
const of = { symbol: 'BTC-USDT', base: 'BTC', quote: 'USDT', digits: 2 };
const ready = (change: Partial<BookFrame> = {}): Loadable<BookFrame> => ({
  state: 'ready',
  data: aBookFrame({ trades, ...change }),
});
const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );

test('newest first, with time, side as a word, price and quantity', async () => {
  await renderWithTexts(<TradesList book={ready()} {...of} />);
  expect(screen.getByRole('table', { name: 'Latest trades of BTC-USDT' })).toBeInTheDocument();
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    'Time',
    'Side',
    'Price USDT',
    'Quantity BTC',
  ]);
  expect(cells()).toEqual([
    ['12:00:02', 'Sell', '61,229.10', '0.5000'],
    ['12:00:01', 'Buy', '61,230.50', '0.0312'],
    ['11:59:59', 'Buy', '61,230.00', '2.0000'],
  ]);
});

test('a new trade comes on top and leaves the rows of the others alone', async () => {
  const view = await renderWithTexts(<TradesList book={ready()} {...of} />);
  const before = screen.getAllByRole('row')[1];
  view.rerender(
    <TradesList
      book={ready({ trades: [{ seq: 13, atMs: noonMs + 2000, price: '61231', quantity: '7', side: 'buy' }, ...trades] })}
      {...of}
    />,
  );
  expect(screen.getAllByRole('row')[2]).toBe(before);
  expect(cells()[0]).toEqual(['12:00:03', 'Buy', '61,231.00', '7.0000']);
});

test('at most as many as asked', async () => {
  await renderWithTexts(<TradesList book={ready()} {...of} count={2} />);
  expect(cells()).toHaveLength(2);
});

test('loading, nothing yet, failed, stale', async () => {
  const view = await renderWithTexts(<TradesList book={{ state: 'loading' }} {...of} />);
  expect(screen.getByRole('status', { name: 'Loading' })).toHaveAttribute('aria-busy', 'true');
  view.rerender(<TradesList book={ready({ trades: [] })} {...of} />);
  expect(screen.getByText('No trades yet')).toBeInTheDocument();
  view.rerender(
    <TradesList book={{ state: 'failed', error: new AppError('NETWORK_TIMEOUT') }} {...of} onRetry={() => undefined} />,
  );
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  view.rerender(<TradesList book={{ state: 'stale', data: aBookFrame({ trades }), sinceMs: noonMs }} {...of} />);
  expect(screen.getByRole('status')).toHaveTextContent('Not live · 12:00:01');
  expect(cells()).toHaveLength(3);
});
