import { afterEach, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { ReviewPage } from './ReviewPage';

const now = Date.UTC(2030, 4, 2, 12);
const id = 'a'.repeat(22);
const seen = {
  review: {
    id,
    kind: 'withdrawal',
    ref: 'withdrawal:1',
    userId: '10000001',
    account: 'anna@example.com',
    amount: '10',
    asset: 'USDT',
    approvalsNeeded: 1,
    approvedBy: ['bob'],
    openedAtMs: now - 60_000,
    expiresAtMs: null,
    state: 'approved',
    endedAtMs: now,
  },
  terms: {},
  termsHash: 'b'.repeat(64),
  decisions: [],
  details: {},
  papers: [],
};
afterEach(() => {
  jest.restoreAllMocks();
});

const open = async (isReversible: boolean, name = 'ann') => {
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () =>
      Response.json({ type: 'ok', message: { ...seen, isReversible } }, { headers: { date: new Date(now).toUTCString() } }),
    );
  render(<ReviewPage id={id} operator={{ name, roles: ['treasury'], endsAtMs: now + 3_600_000 }} />);
  await screen.findByText('anna@example.com');
};
const takeBack = () => screen.queryByRole('button', { name: 'Take back' });

test('an approval is taken back by who did not give it, and only where its kind knows a way back', async () => {
  await open(true);
  expect(takeBack()).toBeTruthy();
  document.body.replaceChildren();
  await open(true, 'bob');
  expect(takeBack()).toBeNull();
  document.body.replaceChildren();
  await open(false);
  expect(takeBack()).toBeNull();
});
