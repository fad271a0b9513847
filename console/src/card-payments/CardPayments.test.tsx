import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { OperatorRole } from '@tessera/shared/operations';
import { CardPayments } from './CardPayments';

const now = Date.UTC(2030, 4, 2, 12);
const alarm = (id: number, more: object = {}) => ({
  ...{ id: String(id), reason: 'wrong_amount', subject: `ref-${id}`, detail: 'It says 100.01 USDT.', topUp: null, userId: null },
  ...{ times: 1, firstAtMs: now - 3_600_000, lastAtMs: now - 60_000, done: null, ...more },
});

let asked: [path: string, body: Record<string, unknown>][];
let answers: Record<string, (body: Record<string, unknown>) => object>;
beforeEach(() => {
  asked = [];
  answers = { 'gateway/alarms': () => ({ items: [], next: null }), 'alarms/done': () => ({}) };
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const path = String(url).replace('api/', '');
    const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
    asked.push([path, body]);
    const message = answers[path]?.(body);
    if (message === undefined) throw new TypeError('no network');
    return Response.json({ type: 'ok', message }, { headers: { date: new Date(now).toUTCString() } });
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = (...roles: OperatorRole[]) =>
  render(<CardPayments operator={{ name: 'ann', roles, endsAtMs: now + 3_600_000 }} rest={[]} />);

test('each names what was wrong, about which payment or top-up, whose, how often and when', async () => {
  answers['gateway/alarms'] = () => ({
    items: [alarm(2, { reason: 'not_booked', topUp: 'TOPUP00001', userId: '10000001', times: 3 }), alarm(1)],
    next: null,
  });
  open();
  const first = (await screen.findByRole('heading', { name: /a limit of the person refused it/ })).closest('section');
  for (const text of ['TOPUP00001', '10000001', '3 times', 'It says 100.01 USDT.']) expect(first?.textContent).toContain(text);
  expect(screen.getByText('ref-1')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Another amount than was asked for' })).toBeTruthy();
});

test('where there is none, it says so', async () => {
  open();
  expect(await screen.findByText('Nothing is open.')).toBeTruthy();
  fireEvent.change(screen.getByRole('combobox', { name: 'Show' }), { target: { value: 'any' } });
  expect(await screen.findByText('The gateway and the book agree.')).toBeTruthy();
});

test('older ones are on the next page', async () => {
  answers['gateway/alarms'] = ({ cursor }) =>
    cursor === undefined ? { items: [alarm(2)], next: '2' } : { items: [alarm(1)], next: null };
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('ref-1')).toBeTruthy();
  expect(asked.at(-1)).toEqual(['gateway/alarms', { state: 'open', cursor: '2' }]);
});

test('open ones first; one that was dealt with is marked with the reason, of so often as was seen, and can still be read', async () => {
  let done: object | null = null;
  answers['gateway/alarms'] = ({ state }) => ({
    items: done === null || state === 'any' ? [alarm(7, { times: 3, done })] : [],
    next: null,
  });
  answers['alarms/done'] = ({ reason }) => {
    done = { by: 'ann', reason, atMs: now };
    return {};
  };
  open('treasury');
  fireEvent.click(await screen.findByRole('button', { name: 'Done …' }));
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: 'Refunded there.' } });
  fireEvent.click(dialog.getByRole('button', { name: 'It is done' }));
  await waitFor(() =>
    expect(asked).toContainEqual(['alarms/done', { kind: 'gateway', ref: '7', seen: '3', reason: 'Refunded there.' }]),
  );
  expect(await screen.findByText('Nothing is open.')).toBeTruthy();
  fireEvent.change(screen.getByRole('combobox', { name: 'Show' }), { target: { value: 'any' } });
  expect(await screen.findByText(/^Done by ann, .*: Refunded there\.$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Done …' })).toBeNull();
});

test('who may not mark sees no button', async () => {
  answers['gateway/alarms'] = () => ({ items: [alarm(1)], next: null });
  open('risk');
  await screen.findByText('ref-1');
  expect(screen.queryByRole('button', { name: 'Done …' })).toBeNull();
});
