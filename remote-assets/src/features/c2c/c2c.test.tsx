import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { C2cOffer, C2cOrder, EndpointResponse } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import { fakeContext, signedInDemo, testStartMs, type FakeContext } from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
  sessionStorage.clear();
  jest.restoreAllMocks();
});
/** The device's own drawing is stood in for. */
beforeEach(() => {
  Object.assign(globalThis, { createImageBitmap: async () => ({ width: 400, height: 300, close: () => undefined }) });
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect: jest.fn(), drawImage: jest.fn() } as never);
  jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['x'], { type: 'image/jpeg' })));
});

const offer: C2cOffer = {
  id: '7',
  version: 3,
  merchant: { name: 'Nordic Coins', completed: 12, completionRate: '0.9231' },
  asset: 'USDT',
  currency: 'EUR',
  price: '0.95',
  min: '20',
  max: '500',
  minutes: 15,
  ways: [{ id: '4', name: 'SEPA transfer' }],
};
const offers = (more: Partial<EndpointResponse<'c2cOffers'>> = {}): EndpointResponse<'c2cOffers'> => ({
  items: [offer],
  currencies: ['EUR'],
  turnoverFactor: '1',
  slowedUntilMs: null,
  ...more,
});
const order = (more: Partial<C2cOrder> = {}): C2cOrder => ({
  id: 'ABCDEFGH23',
  merchant: 'Nordic Coins',
  asset: 'USDT',
  amount: '100',
  currency: 'EUR',
  price: '0.95',
  fiatAmount: '95.00',
  way: 'SEPA transfer',
  status: 'reserved',
  atMs: testStartMs,
  payByMs: testStartMs + 900_000,
  paidAtMs: null,
  dispute: null,
  endedAtMs: null,
  reason: null,
  turnoverNeed: '100',
  payTo: { holder: 'Mia Muster', account: 'DE02120300000000202051', bank: 'DKB', note: '' },
  ...more,
});

function open(query: Readonly<Record<string, string>>, prepare: (api: FakeContext['api']) => void = () => undefined) {
  const session = { ...signedInDemo, mode: 'real' } as unknown as typeof signedInDemo;
  const context = fakeContext({
    remote: 'assets',
    path: '/pages/assets/c2c',
    search: `?${new URLSearchParams(query).toString()}`,
    session,
  });
  context.api.respond('c2cOffers', offers());
  context.api.respond('c2cOrders', ({ id }) => ({ items: id === undefined ? [] : [order()], next: null }));
  context.api.respond('upload', ({ field }) => ({ id: `up-${field}`, bytes: 1, width: 400, height: 300, address: '/x' }));
  prepare(context.api);
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}

it('offers: price, bounds, what the merchant has done, and on to the order; none is told', async () => {
  const context = open({});
  const list = await screen.findByRole('list', { name: 'Offers' });
  expect(list).toHaveTextContent('0.95 EUR');
  expect(list).toHaveTextContent('12 completed orders · 92.3%');
  expect(list).toHaveTextContent('From 20 to 500 USDT');
  await userEvent.click(screen.getByRole('button', { name: 'Buy USDT from Nordic Coins' }));
  expect(context.navigation.last).toMatchObject({ path: '/pages/assets/c2c', query: { asset: 'USDT', offer: '7' } });
});

it('whoever let too many go sees until when, and cannot order', async () => {
  open({}, (api) => api.respond('c2cOffers', offers({ slowedUntilMs: testStartMs + 3_600_000 })));
  expect(await screen.findByText(/Too many of your orders/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Buy USDT from Nordic Coins' })).toBeDisabled();
});

it('an order says what it costs before it is placed, with the version that was seen, once', async () => {
  const context = open({ asset: 'USDT', offer: '7' }, (api) => api.respond('c2cOrder', order()));
  const submit = () => screen.getByRole('button', { name: /Enter an amount|minimum|maximum|Continue/ });
  await screen.findByText(/account in your own name/);
  expect(submit()).toHaveAccessibleName('Enter an amount');
  await userEvent.type(screen.getByLabelText('Amount'), '19');
  expect(submit()).toHaveAccessibleName('The minimum is 20 USDT');
  await userEvent.clear(screen.getByLabelText('Amount'));
  await userEvent.type(screen.getByLabelText('Amount'), '33.333333');
  expect(screen.getByText('31.67 EUR')).toBeVisible();
  expect(screen.getByText(/1 times the value of this top-up/)).toBeVisible();
  await userEvent.click(submit());
  await userEvent.click(await screen.findByRole('button', { name: 'Place order' }));
  await waitFor(() => expect(context.navigation.last).toMatchObject({ path: '/pages/assets/c2c', query: { id: 'ABCDEFGH23' } }));
  const [call] = context.api.callsOf('c2cOrder');
  expect(call?.request).toEqual({ offerId: '7', version: 3, wayId: '4', amount: '33.333333' });
  expect(call?.options.idempotencyKey).toBeDefined();
});

it('an offer that changed is said, and what was typed stays', async () => {
  open({ asset: 'USDT', offer: '7', amount: '50' }, (api) => api.respond('c2cOrder', new AppError('C2C_OFFER_CHANGED')));
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Place order' }));
  expect((await screen.findAllByText(/This offer has changed/)).length).toBeGreaterThan(0);
  expect(screen.getByLabelText('Amount')).toHaveValue('50');
});

it('an open order: time, where to pay, and paid only with a picture', async () => {
  const context = open({ id: 'ABCDEFGH23' }, (api) => api.respond('c2cPaid', order({ status: 'paid' })));
  expect(await screen.findByRole('timer')).toHaveTextContent('15:00');
  expect(screen.getByText('DE02120300000000202051')).toBeVisible();
  expect(screen.getByText(/Nobody may ask you for a fee/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send a picture of the payment first' })).toBeDisabled();
  fireEvent.change(screen.getByLabelText(/Picture 1 of the payment Choose/), {
    target: { files: [new File(['photo'], 'a.jpg', { type: 'image/jpeg' })] },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Send this picture' }));
  await userEvent.click(await screen.findByRole('button', { name: 'I have paid' }));
  await waitFor(() => expect(context.api.callsOf('c2cPaid')).toHaveLength(1));
  expect(context.api.callsOf('c2cPaid')[0]?.request).toEqual({ id: 'ABCDEFGH23', uploadIds: ['up-payment-1'] });
});

it.each([
  ['paid', { paidAtMs: testStartMs }, /The merchant is checking your payment/],
  ['disputed', { dispute: { by: 'merchant' as const, text: 'No such payment', atMs: testStartMs } }, /No such payment/],
  ['cancelled', { reason: 'Another name' }, /Another name/],
  ['expired', {}, /If you have paid, write to customer service/],
  ['released', {}, /in your coin account/],
] as const)('an order that is %s says so, and shows nobody’s account', async (status, more, says) => {
  open({ id: 'ABCDEFGH23' }, (api) => api.respond('c2cOrders', { items: [order({ status, payTo: null, ...more })], next: null }));
  expect((await screen.findAllByText(says))[0]).toBeInTheDocument();
  expect(screen.queryByRole('timer')).toBeNull();
  expect(screen.getByRole('button', { name: 'Write to customer service' })).toBeVisible();
  // Of what was never credited nothing has to be traded.
  const isOff = status === 'cancelled' || status === 'expired';
  expect(screen.queryAllByText('To trade before you withdraw')).toHaveLength(isOff ? 0 : 1);
});

it('whose merchant’s account cannot be opened is not paid, and can be cancelled', async () => {
  open({ id: 'ABCDEFGH23' }, (api) => api.respond('c2cOrders', { items: [order({ payTo: null })], next: null }));
  expect(await screen.findByText(/account cannot be shown. Do not pay/)).toBeVisible();
  expect(screen.queryByText('Mia Muster')).toBeNull();
  expect(screen.getByRole('button', { name: 'Cancel order' })).toBeEnabled();
});

it('a paid order is disputed in one’s own words', async () => {
  const context = open({ id: 'ABCDEFGH23' }, (api) => {
    api.respond('c2cOrders', { items: [order({ status: 'paid', paidAtMs: testStartMs })], next: null });
    api.respond('c2cDispute', order({ status: 'disputed' }));
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Something is wrong' }));
  const send = screen.getByRole('button', { name: 'Let customer service decide' });
  expect(send).toBeDisabled();
  await userEvent.type(screen.getByLabelText('What happened?'), 'Paid an hour ago');
  await userEvent.click(send);
  await waitFor(() =>
    expect(context.api.callsOf('c2cDispute')[0]?.request).toEqual({ id: 'ABCDEFGH23', text: 'Paid an hour ago' }),
  );
});
