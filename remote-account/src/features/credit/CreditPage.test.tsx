import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import { fakeContext, testStartMs } from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

const credit = {
  score: 55,
  most: 300,
  asOfMs: testStartMs,
  events: [
    { kind: 'locked', points: -50, atMs: testStartMs },
    { kind: 'orders', points: 5, count: 10, atMs: testStartMs - 1000 },
    { kind: 'registered', points: 100, atMs: testStartMs - 2000 },
  ],
  rules: [
    { kind: 'registered', points: 100, times: 1 },
    { kind: 'month', points: 3, times: 10 },
    { kind: 'orders', points: 5, count: 10, times: 1 },
    { kind: 'locked', points: -50, days: 365 },
  ],
};

function open(answer: object) {
  const context = fakeContext({ remote: 'account', path: '/pages/user/credit' });
  context.api.respond('credit', answer as never);
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}

describe('credit score', () => {
  it('the score, every event with its points, and the formula', async () => {
    open(credit);
    expect(await screen.findByText('55')).toBeVisible();
    expect(screen.getByText('of 300 points')).toBeVisible();
    const events = within(screen.getByRole('group', { name: 'Events' }));
    for (const points of ['-50', '+5', '+100']) expect(events.getByText(points)).toBeVisible();
    expect(events.getByText('Settled orders, real account: 10')).toBeVisible();
    expect(screen.getByText('+3 each, 10 times at most')).toBeVisible();
    expect(screen.getByText('-50 for 365 days')).toBeVisible();
  });

  it('a score that cannot be read is no score of 0, and is asked for again', async () => {
    const context = open(new AppError('REQUEST_EXCEPTION'));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByText('0')).toBeNull();
    context.api.respond('credit', credit as never);
    await userEvent.click(retry);
    expect(await screen.findByText('55')).toBeVisible();
  });
});
