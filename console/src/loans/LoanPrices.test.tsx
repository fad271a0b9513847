import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { OperatorRole } from '@tessera/shared/operations';
import { LoanPrices } from './LoanPrices';

const now = Date.UTC(2030, 4, 2, 12);
const alarm = {
  ...{ id: '7', symbol: 'ETH-USDT', lastAtMs: now - 400_000, toldAtMs: now - 60_000, endedAtMs: null as number | null, loans: 3 },
  done: null as object | null,
};
let shown: (typeof alarm)[];
let asked: [path: string, body: Record<string, unknown>][];
beforeEach(() => {
  [shown, asked] = [[alarm], []];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const path = String(url).replace('api/', '');
    const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
    asked.push([path, body]);
    if (path === 'alarms/done') shown = shown.map((one) => ({ ...one, done: { by: 'ann', reason: body['reason'], atMs: now } }));
    const items = shown.filter(({ done }) => done === null || body['state'] === 'any');
    const message = path === 'loans/alarms' ? { items, next: null } : {};
    return Response.json({ type: 'ok', message }, { headers: { date: new Date(now).toUTCString() } });
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});
const open = (...roles: OperatorRole[]) =>
  render(<LoanPrices operator={{ name: 'ann', roles, endsAtMs: now + 3_600_000 }} rest={[]} />);

test('each names its market, since when, of how many loans; one that was looked into is marked, of so many as were seen, and can still be read', async () => {
  open('treasury');
  const card = (await screen.findByRole('heading', { name: 'ETH-USDT has no deciding prices' })).closest('section');
  for (const text of ['ongoing', 'Loans with real money', '3']) expect(card?.textContent).toContain(text);
  fireEvent.click(screen.getByRole('button', { name: 'Done …' }));
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: 'The source is back.' } });
  fireEvent.click(dialog.getByRole('button', { name: 'It is done' }));
  await waitFor(() =>
    expect(asked).toContainEqual(['alarms/done', { kind: 'loan_price', ref: '7', seen: '3', reason: 'The source is back.' }]),
  );
  expect(await screen.findByText('Nothing is open.')).toBeTruthy();
  fireEvent.change(screen.getByRole('combobox', { name: 'Show' }), { target: { value: 'any' } });
  expect(await screen.findByText(/^Done by ann, .*: The source is back\.$/)).toBeTruthy();
});

test('who may only look marks nothing; one that is over says when, one without any price that there was none', async () => {
  shown = [{ ...alarm, endedAtMs: now - 1000, lastAtMs: null as never }];
  open('risk');
  expect(await screen.findByText(/^ended /)).toBeTruthy();
  expect(screen.getByText('none for a week')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Done …' })).toBeNull();
});
