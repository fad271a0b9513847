import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import { fakeContext, signedInDemo, testStartMs, visitor } from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

const incident = {
  id: '7',
  symbol: 'BTC-USDT',
  fromMs: testStartMs - 300_000,
  toMs: testStartMs - 240_000,
  reason: 'the source stood still',
  publishedAtMs: testStartMs - 60_000,
};
const sum = { asset: 'USDT', orders: 2, running: 1, paid: '204', won: '83', lost: '0' };
const sums = [
  { ...sum, mode: 'real' as const, side: 'long' as const, returnedBefore: '185', refunded: '102', returnedAfter: '287' },
  {
    ...sum,
    mode: 'demo' as const,
    side: 'short' as const,
    running: 0,
    returnedBefore: '0',
    refunded: '51',
    setOff: '7',
    returnedAfter: '51',
  },
];

function open(session = visitor) {
  const context = fakeContext({ remote: 'trade', path: '/pages/contract/incidents', search: '', session });
  const element = document.body.appendChild(document.createElement('div'));
  return {
    context,
    show: () =>
      act(() => {
        handle = mount(element, context);
      }),
  };
}

it('anybody reads what did not count, why, which roles agreed, and both sides before and after', async () => {
  const { context, show } = open();
  context.api.respond('incidents', { incidents: [{ ...incident, proposedBy: 'risk', confirmedBy: 'compliance', sums }] });
  show();
  expect(await screen.findByRole('heading', { name: 'BTC-USDT' })).toBeVisible();
  expect(screen.getByText('the source stood still')).toBeVisible();
  expect(screen.getByText('Proposed by Risk control, confirmed by Compliance')).toBeVisible();
  const long = within(screen.getByRole('group', { name: 'Long · Real account' }));
  expect(long.getByText('Paid back before').nextElementSibling).toHaveTextContent('185 USDT');
  expect(long.getByText('Refunded by the incident').nextElementSibling).toHaveTextContent('102 USDT');
  expect(long.getByText('Paid back in all').nextElementSibling).toHaveTextContent('287 USDT');
  expect(long.getByText('still running: 1')).toBeVisible();
  expect(long.queryByText('Not refunded: set off against gains')).toBeNull();
  const short = within(screen.getByRole('group', { name: 'Short · Demo account' }));
  expect(short.getByText('Not refunded: set off against gains').nextElementSibling).toHaveTextContent('7 dUSDT');
  expect(short.getByText('Paid back in all').nextElementSibling).toHaveTextContent('51 dUSDT');
});

it('one of before says so; one that met no contract says so', async () => {
  const { context, show } = open(signedInDemo);
  context.api.respond('incidents', {
    incidents: [incident, { ...incident, id: '8', symbol: 'ETH-USDT', proposedBy: 'risk', confirmedBy: 'risk', sums: [] }],
  });
  show();
  expect(await screen.findByText('One person, before two were required')).toBeVisible();
  expect(screen.getByText('No contract touches this time.')).toBeVisible();
});

it('none so far is said, a failure can be tried again', async () => {
  const { context, show } = open();
  let isDown = true;
  context.api.respond('incidents', () => {
    if (isDown) throw new AppError('REQUEST_EXCEPTION');
    return { incidents: [] };
  });
  show();
  const retry = await screen.findByRole('button', { name: /again/i });
  isDown = false;
  await userEvent.click(retry);
  expect(await screen.findByText('No incident so far')).toBeVisible();
});
