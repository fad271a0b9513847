import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { OperatorRole } from '@tessera/shared/operations';
import { useNotice } from '../shell/notice';
import { Custody } from './Custody';

const now = Date.UTC(2030, 4, 2, 12);
const day = Math.floor(now / 86_400_000) - 1;
const count = (more: object) => ({
  ...{ rail: 'ethereum', asset: 'USDT', day, found: '100', booked: '100', known: '0', difference: '0' },
  ...{ block: 7, addresses: 3, atMs: now, ...more },
});
const own = (more: object) => ({
  ...{ id: '1', rail: 'bank', asset: 'USDT', day, amount: '-5', reason: 'Fees of April', enteredBy: 'bob', confirmedBy: null },
  ...more,
});
const list = {
  newest: [count({}), count({ asset: 'ETH', found: '9', booked: '10', difference: '-1' })],
  toRead: [{ rail: 'bank', asset: 'USDT', day, readBy: ['bob'] }],
  differences: [
    { rail: 'ethereum', asset: 'ETH', day, difference: '-1', done: null },
    { rail: 'bank', asset: 'USDT', day: day - 3, difference: '2', done: { by: 'bob', reason: 'Fees of the bank.', atMs: now } },
  ],
  deposits: [
    {
      ...{ id: '9', rail: 'ethereum', asset: 'USDT', state: 'unmatched', says: 'unmatched 7', why: 'nobody', amount: '12.5' },
      ...{ address: '0xabc', transaction: '0xdef', userId: null, seenAtMs: now - 60_000, done: null },
    },
  ],
  own: [own({}), own({ id: '2', enteredBy: 'ann' }), own({ id: '3', confirmedBy: 'cleo' })],
};

let asked: [path: string, body: Record<string, unknown>][];
let answers: Record<string, (body: Record<string, unknown>) => object>;
beforeEach(() => {
  asked = [];
  answers = {
    'custody/list': () => list,
    'custody/read': () => ({ isCounted: true }),
    'custody/own': () => ({ id: '4' }),
    'custody/own_confirm': () => ({}),
    'alarms/done': () => ({}),
  };
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

function Told() {
  return <output>{useNotice()}</output>;
}
async function open(...roles: OperatorRole[]) {
  render(
    <>
      <Told />
      <Custody operator={{ name: 'ann', roles, endsAtMs: now + 3_600_000 }} rest={[]} />
    </>,
  );
  await screen.findByText(/One balance differs/);
}

test('a difference is named first; who has no right to read off is asked for nothing', async () => {
  await open('risk');
  const counts = within(screen.getByRole('table', { name: 'Last counts' }));
  expect(counts.getByText('-1', { selector: 'strong' })).toBeTruthy();
  expect(screen.getByText(/read by bob/)).toBeTruthy();
  expect(screen.queryAllByRole('button', { name: /Enter|Confirm|Done/ })).toEqual([]);
});

test('a balance is entered as a number only, and it is said whether it counts', async () => {
  await open('treasury');
  fireEvent.click(screen.getByRole('button', { name: 'Enter balance …' }));
  const dialog = within(screen.getByRole('dialog'));
  const enter = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Enter' });
  fireEvent.change(dialog.getByRole('textbox', { name: /Balance/ }), { target: { value: '12,5' } });
  expect(dialog.getByText('Enter a number such as 12.5.')).toBeTruthy();
  expect(enter().disabled).toBe(true);
  fireEvent.change(dialog.getByRole('textbox', { name: /Balance/ }), { target: { value: ' 12.5 ' } });
  fireEvent.click(enter());
  await screen.findByText('Counted.');
  expect(asked).toContainEqual(['custody/read', { rail: 'bank', asset: 'USDT', day, balance: '12.5' }]);
});

test('what another operator entered is confirmed, never one’s own, nor what is confirmed already', async () => {
  await open('treasury');
  const confirms = screen.getAllByRole('button', { name: 'Confirm' });
  expect(confirms).toHaveLength(1);
  fireEvent.click(confirms[0] as HTMLElement);
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('Fees of April')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(asked).toContainEqual(['custody/own_confirm', { id: '1' }]));
  await screen.findByText('Confirmed.');
});

test('a difference, and a payment of nobody, is marked as done with what was found; what was marked says who did and why', async () => {
  await open('treasury');
  expect(screen.getByText(/^Done by bob, .*: Fees of the bank\.$/)).toBeTruthy();
  const mark = async (group: RegExp, reason: string) => {
    fireEvent.click(within(screen.getByRole('group', { name: group })).getByRole('button', { name: 'Done …' }));
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: reason } });
    fireEvent.click(dialog.getByRole('button', { name: 'It is done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await mark(/ETH, ethereum/, 'Swept late.');
  await mark(/12\.5 USDT, ethereum/, 'Sent back.');
  const said = asked.filter(([path]) => path === 'alarms/done').map(([, body]) => body);
  expect(said).toEqual([
    { kind: 'custody', ref: `ethereum ETH ${day}`, seen: '-1', reason: 'Swept late.' },
    { kind: 'deposit', ref: '9', seen: 'unmatched 7', reason: 'Sent back.' },
  ]);
});
