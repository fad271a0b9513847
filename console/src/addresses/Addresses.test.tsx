import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { OperatorRole } from '@tessera/shared/operations';
import { partsFor } from '../parts';
import { useNotice } from '../shell/notice';
import { Addresses } from './Addresses';

const now = Date.UTC(2030, 4, 2, 12);
/** Another one for each test: what is typed is kept by name. */
let name = 0;
const operatorAs = (...roles: OperatorRole[]) => ({ name: `ann ${name}`, roles, endsAtMs: now + 3_600_000 });
const networks = [
  { network: 'ethereum', name: 'Ethereum (ERC-20)', free: 50, unconfirmed: 0, given: 7, isLow: false },
  { network: 'tron', name: 'Tron (TRC-20)', free: 49, unconfirmed: 3, given: 1200, isLow: true },
  { network: 'bitcoin', name: 'Bitcoin', free: 0, unconfirmed: 0, given: 0, isLow: true },
];
const listed = (id: number, more: object = {}) => ({
  id: String(id),
  network: 'tron',
  address: `T${'a'.repeat(30)}${id}`,
  addedBy: 'bob',
  addedAtMs: now - 300_000,
  confirmedBy: null,
  userId: null,
  givenAtMs: null,
  ...more,
});
type Refusal = { readonly refused: string; readonly params?: Record<string, string> };

let asked: [path: string, body: Record<string, unknown>][];
let answers: Record<string, (body: Record<string, unknown>) => object | undefined>;
const entered = () => asked.filter(([path]) => path === 'addresses/add').map(([, body]) => body);

beforeEach(() => {
  name += 1;
  asked = [];
  answers = {
    'addresses/stock': () => ({ networks }),
    'addresses/list': ({ cursor }) =>
      cursor === undefined
        ? {
            items: [
              listed(3),
              listed(2, { confirmedBy: 'cleo' }),
              listed(1, { confirmedBy: 'cleo', userId: '10000001', givenAtMs: now - 60_000 }),
            ],
            next: '1',
          }
        : { items: [], next: null },
    'addresses/add': () => ({ added: 1, confirmed: 1, networks }),
  };
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const path = String(url).replace('api/', '');
    const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
    asked.push([path, body]);
    const message = answers[path]?.(body);
    if (message === undefined) throw new TypeError('no network');
    const headers = { date: new Date(now).toUTCString() };
    if (!('refused' in message)) return Response.json({ type: 'ok', message }, { headers });
    const { refused, params } = message as Refusal;
    return Response.json({ type: 'error', message: refused, params }, { headers });
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

function Told() {
  return <output>{useNotice()}</output>;
}
const open = async (rest: readonly string[], ...roles: OperatorRole[]) => {
  render(
    <>
      <Told />
      <Addresses operator={operatorAs(...roles)} rest={rest} />
    </>,
  );
  await screen.findByText(/1200 given/);
};
const askToEnter = () => fireEvent.click(screen.getByRole('button', { name: 'Enter addresses …' }));
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Addresses/ });
const chosen = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Network' });
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const enter = () => fireEvent.click(screen.getByRole('button', { name: 'Enter them' }));
const problemOf = (element: HTMLElement) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;

test('of each network the stock is told, and marked where it runs out; each leads to its addresses', async () => {
  await open([], 'treasury');
  const rows = within(screen.getByRole('list', { name: 'Networks' })).getAllByRole('link');
  expect(rows.map((row) => [row.textContent, row.getAttribute('href')])).toEqual([
    ['Ethereum (ERC-20)50 free · 7 given · 0 waiting for a second operator', '#/addresses/ethereum'],
    ['Tron (TRC-20)49 free · 1200 given · 3 waiting for a second operatorOnly 49 left: enter more.', '#/addresses/tron'],
    ['Bitcoin0 free · 0 given · 0 waiting for a second operatorNone is free: enter more.', '#/addresses/bitcoin'],
  ]);
});

test('of each address is told who entered it and whose it is, page by page', async () => {
  await open(['tron'], 'treasury');
  await screen.findByText(listed(1).address);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tron (TRC-20)');
  expect(screen.getByText('Only 49 left: enter more.').className).toBe('problem');
  expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    `${listed(3).address}waits for a second operatorentered 5 min ago by bob`,
    `${listed(2).address}freeentered 5 min ago by bob and by cleo`,
    `${listed(1).address}given to 10000001, 1 min agoentered 5 min ago by bob and by cleo`,
  ]);
  expect(screen.getByRole('link', { name: '10000001' }).getAttribute('href')).toBe('#/users/10000001');
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('No address of this network was entered yet.');
  expect(asked.at(-1)).toEqual(['addresses/list', { network: 'tron', cursor: '1' }]);
});

test('several lines go to the chosen network at once, each address once; what came of it is told and nothing stays', async () => {
  await open([], 'treasury');
  askToEnter();
  type(' Ta1 \n\nTb2\nTa1\nTc3\n');
  enter();
  expect([problemOf(chosen()), chosen().getAttribute('aria-invalid')]).toEqual(['Choose the network.', 'true']);
  expect(document.activeElement).toBe(chosen());
  fireEvent.change(chosen(), { target: { value: 'tron' } });
  expect(problemOf(chosen())).toBe('');
  enter();
  await screen.findByText('Tron (TRC-20): 1 new, 1 confirmed, 1 known already.');
  expect(entered()).toEqual([{ network: 'tron', addresses: ['Ta1', 'Tb2', 'Tc3'] }]);
  askToEnter();
  expect([chosen().value, field().value]).toEqual(['', '']);
});

test('a refusal stands at its field and names the line; what was typed stays, also when the dialog was closed', async () => {
  await open(['tron'], 'treasury');
  askToEnter();
  expect(chosen().value).toBe('tron');
  enter();
  expect(problemOf(field())).toBe('Enter at least one address.');
  type(Array.from({ length: 501 }, (_, at) => `T${at}`).join('\n'));
  enter();
  expect(problemOf(field())).toBe('At most 500 at once: these are 501.');
  expect(entered()).toEqual([]);

  const typed = 'Ta1\n\nTb2';
  type(typed);
  answers['addresses/add'] = () => ({ refused: 'PARAMETER_WRONG', params: { field: 'addresses.1' } });
  enter();
  await waitFor(() => expect(problemOf(field())).toBe('Line 3 is not an address of this network: Tb2'));
  expect([document.activeElement, field().value]).toEqual([field(), typed]);

  answers['addresses/add'] = () => undefined;
  enter();
  await screen.findByText('The server does not answer.');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  askToEnter();
  expect(field().value).toBe(typed);
});

test('who may not see the books has no such part; who only sees them enters nothing', async () => {
  const shown = (role: OperatorRole) => partsFor([role]).some(({ path }) => path === 'addresses');
  expect([shown('treasury'), shown('risk'), shown('compliance')]).toEqual([true, true, true]);
  expect([shown('support'), shown('content'), shown('release')]).toEqual([false, false, false]);
  await open([], 'risk');
  expect(screen.queryByRole('button', { name: 'Enter addresses …' })).toBeNull();
});
