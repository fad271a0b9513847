import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '../../../domain/errors';
import { renderWithTexts } from '../../../testkit/renderWithTexts';
import { EmptyState } from './EmptyState';
import { mapLoadable, type Loadable } from './Loadable';
import { LoadablePanel } from './LoadablePanel';

const error = new AppError('NETWORK_TIMEOUT', { isRetryable: true });
const sinceMs = new Date(2026, 10, 20, 14, 3, 59).getTime();
let retries = 0;

const show = (loadable: Loadable<readonly string[]>) =>
  renderWithTexts(
    <LoadablePanel
      loadable={loadable}
      onRetry={() => {
        retries += 1;
      }}
      idle="not asked"
      empty={<EmptyState title="No orders" />}
    >
      {(orders) => (
        <ul>
          {orders.map((order) => (
            <li key={order}>{order}</li>
          ))}
        </ul>
      )}
    </LoadablePanel>,
  );

beforeEach(() => {
  retries = 0;
});

test('idle: what stands there before anyone asked', async () => {
  await show({ state: 'idle' });
  expect(screen.getByText('not asked')).toBeInTheDocument();
});

test('loading: busy, announced, no data and no zero', async () => {
  await show({ state: 'loading' });
  expect(screen.getByRole('status', { name: 'Loading' })).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByText(/0/)).not.toBeInTheDocument();
});

test('ready: the data', async () => {
  await show({ state: 'ready', data: ['order 7'] });
  expect(screen.getByText('order 7')).toBeInTheDocument();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test('ready with nothing in it: the empty state', async () => {
  await show({ state: 'ready', data: [] });
  expect(screen.getByText('No orders')).toBeInTheDocument();
});

test('stale: the data, and since when it is old', async () => {
  await show({ state: 'stale', data: ['order 7'], sinceMs });
  expect(screen.getByText('order 7')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('Updated 14:03:59');
});

test('failed with data: the data stays, the failure is said, one can try again', async () => {
  await show({ state: 'failed', error, data: ['order 7'], sinceMs });
  expect(screen.getByText('order 7')).toBeInTheDocument();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(retries).toBe(1);
});

test('failed without data: what failed, its code, and a way to try again', async () => {
  await show({ state: 'failed', error });
  expect(screen.getByRole('alert')).toHaveTextContent('NETWORK_TIMEOUT');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(retries).toBe(1);
});

test('mapping keeps the state around the data', () => {
  const double = (value: number) => value * 2;
  expect(mapLoadable({ state: 'stale', data: 4, sinceMs }, double)).toEqual({ state: 'stale', data: 8, sinceMs });
  expect(mapLoadable({ state: 'failed', error }, double)).toEqual({ state: 'failed', error, data: undefined });
  expect(mapLoadable({ state: 'loading' }, double)).toEqual({ state: 'loading' });
});
