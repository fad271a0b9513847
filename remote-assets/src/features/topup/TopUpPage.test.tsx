import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EndpointResponse, TopUp } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import { fakeContext, signedInDemo, testStartMs, visitor, type FakeContext } from '@tessera/shared/testing';
import { mount } from '../../remote';
import { paymentPage } from './paymentPage';

const mockLost = { addresses: false };
jest.mock('@tessera/shared/addresses', () => {
  if (mockLost.addresses) throw new Error('Loading chunk addresses failed.');
  return jest.requireActual('@tessera/shared/addresses');
});

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

const tron = { network: 'tron', name: 'Tron (TRC-20)', min: '10', confirmations: 20, minutes: 3 };
const ethereum = { network: 'ethereum', name: 'Ethereum (ERC-20)', min: '20', confirmations: 12, minutes: 5 };
const terms: EndpointResponse<'topUpTerms'> = {
  methods: [
    { method: 'crypto', assets: [{ asset: 'USDT', min: '10', max: '5000', turnoverFactor: '1.5', networks: [ethereum, tron] }] },
    { method: 'manual', assets: [{ asset: 'USDT', min: '100', max: '900', turnoverFactor: '0', networks: [] }] },
  ],
};
const aTopUp = (more: Partial<TopUp> = {}): TopUp => ({
  id: 'ABCDEFGH23',
  asset: 'USDT',
  amount: '100',
  method: 'crypto',
  network: { network: 'tron', name: 'Tron (TRC-20)', address: 'TQ1a2b3c4d5e6f7g8h9i0jkLmNoPqRsTuV' },
  status: 'under_review',
  atMs: testStartMs,
  decidedAtMs: null,
  reason: null,
  isReversed: false,
  turnoverNeed: '150',
  pictures: [],
  ...more,
});
const address = 'TQ1a2b3c4d5e6f7g8h9i0jkLmNoPqRsTuV';
const signedIn = { ...signedInDemo, mode: 'real' as const };

function open(path: string, prepare: (api: FakeContext['api']) => void = () => undefined, session: unknown = signedIn) {
  const context = fakeContext({ remote: 'assets', path, session: session as typeof signedInDemo });
  context.api.respond('topUpTerms', terms);
  context.api.respond('topUpAddress', ({ network }) => ({
    asset: 'USDT',
    networks: [ethereum, tron].map((one) => ({ ...one, address: one.network === network ? address : null })),
  }));
  context.api.respond('topUp', aTopUp());
  context.api.respond('upload', ({ field }) => ({ id: `up-${field}`, bytes: 1, width: 400, height: 300, address: '/x' }));
  context.api.respond('topUpLog', { items: [], next: null });
  prepare(context.api);
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}
async function give(n = '1') {
  fireEvent.change(await screen.findByLabelText(new RegExp(`Picture ${n} of the payment Choose`)), {
    target: { files: [new File(['photo'], 'a.jpg', { type: 'image/jpeg' })] },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Send this picture' }));
}

describe('the top-up page', () => {
  // The first: what has been loaded once is kept.
  it('the part that checks an address does not come: the host is told under the remote’s own name', async () => {
    mockLost.addresses = true;
    const origin = { recordSeq: 3, tweak: '0'.repeat(64) };
    const context = open('/pages/assets/topup', (api) =>
      api.respond('topUpAddress', { asset: 'USDT', networks: [{ ...tron, address, origin }] }),
    );
    const told = jest.spyOn(context.reports, 'report');
    await userEvent.selectOptions(await screen.findByLabelText('Network'), 'tron');
    expect(await screen.findByText(/^This part of the app could not be loaded/)).toBeVisible();
    expect(told.mock.calls).toEqual([[new Error('Loading chunk addresses failed.'), { where: 'assets' }]]);
    mockLost.addresses = false;
  });

  it('by crypto: network, address with its terms, amount, picture, confirmation, and on to the request', async () => {
    const context = open('/pages/assets/topup');
    expect(await screen.findByLabelText('Network')).toHaveValue('');
    expect(context.api.callsOf('topUpAddress')).toEqual([]);
    await userEvent.selectOptions(screen.getByLabelText('Network'), 'tron');
    expect(await screen.findByText(/Send USDT over Tron \(TRC-20\) only/)).toBeVisible();
    const shown = screen.getByLabelText('Address on Tron (TRC-20)');
    expect(shown).toHaveTextContent(address);
    expect(within(shown).getByText('TQ1a2b').tagName).toBe('STRONG');
    expect(within(shown).getByText('RsTuV'.padStart(6, 'q')).tagName).toBe('STRONG');
    expect(screen.getByText('about 3 min')).toBeVisible();
    expect(screen.getByText(/1.5 times/)).toBeVisible();
    const submit = () => screen.getByRole('button', { name: /Enter|minimum|maximum|Send a picture|Continue/ });
    expect(submit()).toHaveAccessibleName('Enter the amount you paid');
    await userEvent.type(screen.getByLabelText('Amount paid'), '9');
    expect(submit()).toHaveAccessibleName('The minimum is 10 USDT');
    await userEvent.type(screen.getByLabelText('Amount paid'), '9');
    expect(submit()).toHaveAccessibleName('Send a picture of the payment');
    await give();
    await waitFor(() => expect(submit()).toHaveAccessibleName('Continue'));
    await userEvent.click(submit());
    await userEvent.click(await screen.findByRole('button', { name: 'Send request' }));
    await waitFor(() => expect(context.navigation.last).toMatchObject({ path: '/pages/assets/topupOrder' }));
    const [call] = context.api.callsOf('topUp');
    expect(call?.request).toEqual({
      method: 'crypto',
      asset: 'USDT',
      network: 'tron',
      amount: '99',
      uploadIds: ['up-payment-1'],
    });
    expect(call?.options.idempotencyKey).toBeDefined();
  });

  it('an address is asked for anew each time, and one that is not there is told with a way to ask again', async () => {
    const context = open('/pages/assets/topup', (api) => api.respond('topUpAddress', new AppError('TOPUP_ADDRESSES_USED_UP')));
    await userEvent.selectOptions(await screen.findByLabelText('Network'), 'tron');
    expect(await screen.findByText(/no free address on this network/)).toBeVisible();
    expect(screen.queryByLabelText('Amount paid')).toBeNull();
    context.api.respond('topUpAddress', { asset: 'USDT', networks: [{ ...tron, address }] });
    await userEvent.click(screen.getByRole('button', { name: 'Ask again' }));
    expect(await screen.findByLabelText('Amount paid')).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText('Network'), 'ethereum');
    await userEvent.selectOptions(screen.getByLabelText('Network'), 'tron');
    await waitFor(() => expect(context.api.callsOf('topUpAddress')).toHaveLength(4));
  });

  it('a picture can be removed and another sent; a refusal keeps what was typed', async () => {
    const context = open('/pages/assets/topup', (api) =>
      api.respond('topUp', new AppError('TOPUP_TOO_MANY', { params: { max: '5' } })),
    );
    await userEvent.selectOptions(await screen.findByLabelText('Network'), 'tron');
    await userEvent.type(await screen.findByLabelText('Amount paid'), '50');
    await give();
    await userEvent.click(await screen.findByRole('button', { name: 'Add another picture' }));
    await give('2');
    await userEvent.click(screen.getByRole('button', { name: 'Remove picture 1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send request' }));
    expect(await screen.findByText(/5 of your top-ups are being looked at/)).toBeVisible();
    expect(context.api.callsOf('topUp')[0]?.request).toMatchObject({ uploadIds: ['up-payment-2'] });
    expect(screen.getByLabelText('Amount paid')).toHaveValue('50');
  });

  it('with customer service: no network and no picture are needed', async () => {
    const context = open('/pages/assets/topup');
    await userEvent.click(await screen.findByRole('radio', { name: 'Customer service' }));
    expect(screen.queryByLabelText('Network')).toBeNull();
    await userEvent.type(screen.getByLabelText('Amount paid'), '901');
    expect(screen.getByRole('button', { name: 'The maximum is 900 USDT' })).toBeDisabled();
    await userEvent.clear(screen.getByLabelText('Amount paid'));
    await userEvent.type(screen.getByLabelText('Amount paid'), '100');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send request' }));
    await waitFor(() =>
      expect(context.api.callsOf('topUp')[0]?.request).toEqual({ method: 'manual', asset: 'USDT', amount: '100', uploadIds: [] }),
    );
  });

  it('demo money and a visitor: the reason, and where to go', async () => {
    const context = open('/pages/assets/topup', undefined, signedInDemo);
    await userEvent.click(await screen.findByRole('button', { name: 'Switch account' }));
    expect(context.navigation.last).toMatchObject({ path: '/pages/user/switchAccount' });
    expect(context.api.callsOf('topUpTerms')).toEqual([]);
    act(() => handle?.unmount());
    document.body.replaceChildren();
    open('/pages/assets/topup', undefined, visitor);
    expect(await screen.findByRole('button', { name: /[Ll]og in/ })).toBeVisible();
  });
});

describe('a network that is watched', () => {
  // Of the phrase "test test test test test test test test test test test junk".
  const published = '03b93015e4ada498248da1ed7041e749ccb07a4489e2e33b38405f5c93d44703e9';
  const own = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const origin = { recordSeq: 7, tweak: 'cee5aa6a29024cb060a38bc91bc48c850daa46948cf32d26c30542e22b7db51c' };
  const entry = {
    seq: 7,
    atMs: testStartMs,
    kind: 'deposit_key',
    body: `{"fingerprint":"f","network":"ethereum","publicKey":"${published}"}`,
    previousHash: 'b'.repeat(64),
    hash: 'a'.repeat(64),
  };
  const watched = { ...ethereum, isWatched: true };
  const [crypto] = terms.methods;
  const watchedTerms = {
    methods: [{ ...crypto, assets: crypto?.assets.map((one) => ({ ...one, networks: [watched] })) }],
  } as EndpointResponse<'topUpTerms'>;
  const openWatched = (answer: object, entries = [entry]) =>
    open('/pages/assets/topup', (api) => {
      api.respond('topUpTerms', watchedTerms);
      api.respond('topUpAddress', { asset: 'USDT', networks: [{ ...watched, address: own, origin, ...answer }] });
      api.respond('publicRecord', { entries, hasMore: false });
    });

  it('shows an address once it is the published key’s, and asks for no request', async () => {
    const context = openWatched({});
    await userEvent.selectOptions(await screen.findByLabelText('Network'), 'ethereum');
    expect(await screen.findByText(/Checked on this device/)).toBeVisible();
    expect(screen.getByLabelText('Address on Ethereum (ERC-20)')).toHaveTextContent(own);
    expect(screen.getByText(/credited after 12 confirmations/)).toBeVisible();
    expect(screen.queryByLabelText('Amount paid')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'See my top-ups' }));
    expect(context.navigation.last).toMatchObject({ path: '/pages/assets/topupOrder' });
  });

  it.each([
    ['another address', { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }, [entry]],
    ['another number', { origin: { ...origin, tweak: '1'.repeat(64) } }, [entry]],
    ['an entry of another network', {}, [{ ...entry, body: entry.body.replace('ethereum', 'other') }]],
    ['no such entry', {}, []],
  ])('shows none where there is %s', async (_, answer, entries) => {
    openWatched(answer, entries);
    await userEvent.selectOptions(await screen.findByLabelText('Network'), 'ethereum');
    expect(await screen.findByText(/does not belong/)).toBeVisible();
    expect(screen.queryByLabelText('Address on Ethereum (ERC-20)')).toBeNull();
  });

  it('believes what the device has kept before what is shown now', async () => {
    const context = openWatched({ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' });
    context.evidence.kept.entries.push({ ...entry, keptAtMs: testStartMs });
    await userEvent.selectOptions(await screen.findByLabelText('Network'), 'ethereum');
    expect(await screen.findByText(/does not belong/)).toBeVisible();
    expect(context.api.callsOf('publicRecord')).toEqual([]);
  });

  it('shows how far a payment is, and why it waits', async () => {
    const onChain = { transaction: '0xabc', confirmations: 3, needed: 12, isGone: true, waitsFor: { have: '4', min: '20' } };
    const seen = aTopUp({ status: 'callback_in_progress', onChain });
    open('/pages/assets/topupOrder', (api) => api.respond('topUpLog', { items: [seen], next: null }));
    await userEvent.click(await screen.findByRole('button', { name: /3 of 12/ }));
    const sheet = await screen.findByRole('dialog');
    expect(await within(sheet).findByText(/was replaced by another/)).toBeVisible();
    expect(within(sheet).getByText(/4 of at least 20 USDT have come/)).toBeVisible();
    expect(within(sheet).getByText('0xabc')).toBeVisible();
  });
});

describe('by bank card', () => {
  const asset = { asset: 'USDT', min: '20', max: '9000', turnoverFactor: '1', scale: 2, reviewFrom: '2000', networks: [] };
  const page = 'https://pay.example/pay/1';
  const waiting = (more: Partial<TopUp> = {}) =>
    aTopUp({
      method: 'bank_card',
      network: null,
      status: 'callback_in_progress',
      payment: { page: null, untilMs: testStartMs + 1_800_000 },
      ...more,
    });

  it('an amount in the asset’s own digits, no picture, and then the way to the gateway’s page once there is one', async () => {
    const opened = jest.spyOn(window, 'open').mockReturnValue(null);
    const context = open('/pages/assets/topup', (api) => {
      api.respond('topUpTerms', { methods: [...terms.methods, { method: 'bank_card', assets: [asset] }] });
      api.respond('topUp', waiting());
    });
    await userEvent.click(await screen.findByRole('radio', { name: 'Bank card' }));
    expect(screen.getByText(/Your card number never reaches us.*From 2,000 USDT on/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Enter the amount' })).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Amount'), '50.123');
    expect(screen.getByRole('button', { name: 'Enter the amount' })).toBeDisabled();
    await userEvent.clear(screen.getByLabelText('Amount'));
    await userEvent.type(screen.getByLabelText('Amount'), '50.12');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Start payment' }));
    await waitFor(() =>
      expect(context.api.callsOf('topUp')[0]?.request).toEqual({
        method: 'bank_card',
        asset: 'USDT',
        amount: '50.12',
        uploadIds: [],
      }),
    );
    act(() => handle?.unmount());
    document.body.replaceChildren();
    const list = open('/pages/assets/topupOrder', (api) => api.respond('topUpLog', { items: [waiting()], next: null }));
    await userEvent.click(await screen.findByRole('button', { name: /Bank card/ }));
    expect(await screen.findByText(/The payment page is being prepared/)).toBeVisible();
    list.api.respond('topUpLog', { items: [waiting({ payment: { page, untilMs: testStartMs } })], next: null });
    await userEvent.click(await screen.findByRole('button', { name: 'Pay at pay.example' }, { timeout: 8000 }));
    expect(opened).toHaveBeenCalledWith(page, '_blank', 'noopener,noreferrer');
  }, 20_000);

  it.each(['javascript:alert(1)', 'http://pay.example/', 'https://a:b@pay.example/', 'data:text/html,x', 'pay.example'])(
    'no address but one of the web is opened: %s',
    (address) => expect(paymentPage(address)).toBeUndefined(),
  );
});

describe('the list of top-ups', () => {
  it('by state; one opens with reason and pictures', async () => {
    const failed = aTopUp({
      status: 'failure',
      reason: 'It was 90, not 100.',
      decidedAtMs: testStartMs,
      pictures: [{ address: '/api/picture', width: 30, height: 40 }],
    });
    const context = open('/pages/assets/topupOrder', (api) => api.respond('topUpLog', { items: [failed], next: null }));
    await userEvent.click(await screen.findByRole('button', { name: /Crypto/ }));
    const sheet = await screen.findByRole('dialog');
    expect(await within(sheet).findByText('It was 90, not 100.')).toBeVisible();
    expect(within(sheet).getByRole('img', { name: 'Picture 1 of the payment' })).toHaveAttribute('src', '/api/picture');
    expect(context.api.callsOf('topUpLog').at(-1)?.request).toEqual({ id: 'ABCDEFGH23' });
    await userEvent.click(within(sheet).getByRole('button', { name: /Close/ }));
    context.api.respond('topUpLog', { items: [], next: null });
    await userEvent.selectOptions(screen.getByLabelText('State'), 'success');
    expect(await screen.findByText('No top-ups')).toBeVisible();
    expect(context.api.callsOf('topUpLog').at(-1)?.request).toMatchObject({ status: 'success' });
  });
});
