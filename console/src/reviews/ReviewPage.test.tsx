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

const open = async (isReversible: boolean, name = 'ann', shown: object = seen) => {
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () =>
      Response.json({ type: 'ok', message: { ...shown, isReversible } }, { headers: { date: new Date(now).toUTCString() } }),
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

test('what was frozen is said in words, and an amount by what becomes of it', async () => {
  const terms = { mode: 'real', amount: '10', dailyRate: '0.0004', collateral: '0.015 BTC' };
  await open(false, 'ann', { ...seen, review: { ...seen.review, kind: 'loan' }, terms });
  expect(screen.getByRole('heading', { name: 'Loan' })).toBeTruthy();
  for (const term of ['Account', 'Lent to the person', 'Interest a day, a share of the loan'])
    expect(screen.getAllByText(term).length).toBeGreaterThan(0);
  for (const raw of [...Object.keys(terms), 'Leaves the account']) expect(screen.queryByText(raw)).toBeNull();
});
