import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { MerchantEntry, MerchantOffer, MerchantShown, OperationResponse } from '@tessera/shared/operations';
import { useNotice } from '../shell/notice';
import { Merchants } from './Merchants';

const now = Date.UTC(2030, 4, 2, 12);
const merchant: MerchantShown = {
  ...{ id: '7', name: 'Mia', asset: 'USDT', limit: '1000', owed: '300', held: '0', completed: 3, completionRate: '1' },
  state: 'open',
};
const offer: MerchantOffer = {
  ...{ id: '4', currency: 'EUR', version: 2, price: '0.95', min: '10', max: '500', minutes: 15, available: '800' },
  state: 'open',
};
const entry = (id: string, enteredBy: string, what: MerchantEntry['what']): MerchantEntry => ({
  ...{ id, merchantId: '7', merchant: 'Mia', asset: 'USDT', what, enteredBy },
  ...{ enteredAtMs: now - 3_600_000, untilMs: now + 6 * 86_400_000 },
});
const settlement = entry('1', 'bob', { is: 'settlement', amount: '150', network: 'tron', transactionEnd: 'c0ffee' });
const price = entry('2', 'bob', { is: 'price', offerId: '4', currency: 'EUR', price: '0.8' });
const limit = entry('3', 'ann', { is: 'limit', limit: '5000' });
const whole: OperationResponse<'merchantsGet'> = { merchant, ways: [], offers: [offer], entries: [settlement, price, limit] };

let asked: [path: string, body: Record<string, unknown>][];
let answers: Record<string, object>;
beforeEach(() => {
  asked = [];
  answers = {
    'merchants/list': { items: [merchant], entries: [settlement] },
    'merchants/get': whole,
    'merchants/orders': { items: [], next: null },
    'merchants/settle': { ...whole, waits: false },
    'merchants/offer': { ...whole, waits: true },
    'merchants/entry_withdraw': whole,
  };
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const path = String(url).replace('api/', '');
    asked.push([path, JSON.parse(String(init?.body)) as Record<string, unknown>]);
    const message = answers[path];
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
const open = (rest: readonly string[], role: 'treasury' | 'risk' = 'treasury') =>
  render(
    <>
      <Told />
      <Merchants operator={{ name: 'ann', roles: [role], endsAtMs: now + 3_600_000 }} rest={rest} />
    </>,
  );
const actsOf = async (name: RegExp) => within(await screen.findByRole('group', { name }));
const type = (dialog: ReturnType<typeof within>, name: RegExp, value: string) =>
  fireEvent.change(dialog.getByRole('textbox', { name }), { target: { value } });

test('the list says what waits for a second operator, of which merchant, who entered it and until when', async () => {
  open([]);
  const waits = within(await screen.findByRole('region', { name: 'Waits for a second operator' }));
  expect(waits.getByText(/Delivered: 150 USDT, tron, transaction …c0ffee/)).toBeTruthy();
  expect(waits.getByText(/^entered by bob, .*; lapses on /)).toBeTruthy();
  expect(waits.getByRole('link', { name: 'Mia' }).getAttribute('href')).toBe('#/merchants/7');
  expect(waits.queryByRole('button')).toBeNull();
});

test('what another one entered is confirmed by typing its figures; one’s own is only withdrawn; who has no right does neither', async () => {
  const { unmount } = open(['7']);
  expect((await actsOf(/Higher limit: 5000 USDT/)).queryByRole('button', { name: 'Confirm …' })).toBeNull();
  fireEvent.click((await actsOf(/Delivered: 150/)).getByRole('button', { name: 'Confirm …' }));
  const dialog = within(screen.getByRole('dialog'));
  const confirm = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Confirm' });
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Transaction' }).value).toBe('');
  expect(confirm().disabled).toBe(true);
  type(dialog, /Amount/, '150');
  type(dialog, /Transaction/, '0xc0ffee');
  fireEvent.click(confirm());
  await screen.findByText('Saved.');
  expect(asked).toContainEqual(['merchants/settle', { id: '7', amount: '150', network: 'tron', transaction: '0xc0ffee' }]);
  unmount();
  open(['7'], 'risk');
  await screen.findByText(/Delivered: 150/);
  expect(screen.queryByRole('button', { name: /Confirm|Withdraw/ })).toBeNull();
});

test('a price that is not what the other one entered goes on waiting, and that is told', async () => {
  open(['7']);
  fireEvent.click((await actsOf(/New price: 0.8 EUR/)).getByRole('button', { name: 'Confirm …' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Price of one unit' }).value).toBe('');
  type(dialog, /Price/, '0.81');
  fireEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
  await screen.findByText(/nothing has changed yet/);
  expect(asked).toContainEqual([
    'merchants/offer',
    {
      ...{ id: '7', offerId: '4', seenAvailable: '800', currency: 'EUR', price: '0.81', min: '10', max: '500', minutes: 15 },
      ...{ available: '800', state: 'open' },
    },
  ]);
});

test('an entry is withdrawn with a reason', async () => {
  open(['7']);
  fireEvent.click((await actsOf(/Higher limit/)).getByRole('button', { name: 'Withdraw …' }));
  const dialog = within(screen.getByRole('dialog'));
  type(dialog, /Reason/, 'Mistyped.');
  fireEvent.click(dialog.getByRole('button', { name: 'Withdraw it' }));
  await waitFor(() => expect(asked).toContainEqual(['merchants/entry_withdraw', { id: '7', entryId: '3', reason: 'Mistyped.' }]));
  await screen.findByText('Withdrawn.');
});
