import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Payee } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle, SessionState } from '@tessera/shared/federation';
import { at, aUserInfo, fakeContext, signedInDemo, testStartMs, visitor } from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

const hourMs = 3_600_000;
const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const aPayee = (change: Partial<Payee> = {}): Payee => ({
  id: 'payee-1',
  kind: 'wallet',
  asset: 'USDT',
  network: 'tron',
  networkName: 'Tron (TRC-20)',
  label: 'My wallet',
  masked: 'TR7NHq…gjLj6t',
  usableFromMs: testStartMs + 3 * hourMs,
  ...change,
});
const networks = [
  { asset: 'BTC', network: 'bitcoin', name: 'Bitcoin' },
  { asset: 'USDT', network: 'ethereum', name: 'Ethereum (ERC-20)' },
  { asset: 'USDT', network: 'tron', name: 'Tron (TRC-20)' },
];

function open(
  path = '/pages/bankcard/index',
  { items = [aPayee()], session = { ...signedInDemo, mode: 'real' } }: { items?: Payee[]; session?: SessionState } = {},
) {
  const context = fakeContext({ remote: 'assets', path, session });
  context.api.respond('coinList', { version: 1, symbols: [], assets: [] });
  context.api.respond('userInfo', aUserInfo({ mode: 'real' }));
  context.api.respond('payeeList', { items, networks });
  context.api.respond('sendEmailCode', { resendAtMs: testStartMs + 60_000, expiresAtMs: testStartMs + 600_000 });
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
/** At once: letter by letter takes long. */
async function put(label: string, text: string) {
  await userEvent.click(await screen.findByLabelText(label));
  await userEvent.paste(text);
}
const proof = () => within(screen.getByRole('dialog', { name: 'Confirm it is you' }));
async function prove() {
  await userEvent.click(await proof().findByLabelText('Login password'));
  await userEvent.paste('mosaic7');
  await userEvent.click(proof().getByRole('button', { name: 'Confirm' }));
}

describe('the list', () => {
  it('says what waits and for how long, masked', async () => {
    const usable = aPayee({ id: 'payee-2', kind: 'bank_card', asset: null, network: null, networkName: null, usableFromMs: 1 });
    open(undefined, { items: [aPayee(), { ...usable, label: 'Bank of Trees', masked: '•••• 4242' }] });
    const [first, second] = (await screen.findAllByRole('button', { name: /•|…/ })).map((row) => row.textContent);
    expect(first).toContain('USDT · Tron (TRC-20)');
    expect(first).toContain('Usable in 3:00:00');
    expect(second).toContain('•••• 4242');
    expect(second).toContain('Can be used');
  });

  it('empty; failed, and asked again', async () => {
    const context = open(undefined, { items: [] });
    expect(await screen.findByText('No card or wallet yet')).toBeVisible();
    act(() => handle?.unmount());
    const failed = open('/pages/bankcard/addbank');
    failed.api.respond('payeeList', new AppError('DATA_NOT_FOUND'));
    act(() => handle?.update(at(failed, '/pages/bankcard/index')));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    failed.api.respond('payeeList', { items: [aPayee()], networks });
    await press('Try again');
    expect(await screen.findByText('TR7NHq…gjLj6t')).toBeVisible();
    expect(context.api.callsOf('payeeList')).toHaveLength(1);
  });

  it('is for the real account of who is signed in', async () => {
    const context = open(undefined, { session: visitor });
    await press('Log in');
    expect(context.api.callsOf('payeeList')).toEqual([]);
    act(() => handle?.unmount());
    const demo = open(undefined, { session: signedInDemo });
    expect(await screen.findByText('Practice money cannot be withdrawn.')).toBeVisible();
    await press('Switch account');
    expect(demo.navigation.last).toMatchObject({ path: '/pages/user/switchAccount' });
    expect(demo.api.callsOf('payeeList')).toEqual([]);
  });

  it('shows the whole of one after the password, until the sheet is closed', async () => {
    const context = open();
    context.api.respond('payeeReveal', { address, cardNumber: null, holderName: null, bankName: null });
    await userEvent.click(await screen.findByRole('button', { name: /My wallet/ }));
    expect(screen.queryByText(address)).toBeNull();
    await press('Show in full');
    await prove();
    expect(await screen.findByText(address)).toBeInTheDocument();
    expect(context.api.callsOf('payeeReveal')[0]?.request).toEqual({ id: 'payee-1', stepUpPassword: 'mosaic7' });
    await press('Close');
    await userEvent.click(await screen.findByRole('button', { name: /My wallet/ }));
    expect(screen.queryByText(address)).toBeNull();
  });

  it('unbinds one after a question and the password; a no changes nothing', async () => {
    const context = open();
    context.api.respond('payeeDelete', (request) =>
      request.stepUpPassword === undefined ? new AppError('AUTH_STEP_UP_REQUIRED') : {},
    );
    await userEvent.click(await screen.findByRole('button', { name: /My wallet/ }));
    context.dialogs.answer(false);
    await press('Unbind');
    expect(context.api.callsOf('payeeDelete')).toEqual([]);
    context.dialogs.answer(true);
    await press('Unbind');
    expect(context.dialogs.questions.at(-1)?.title).toBe('Unbind TR7NHq…gjLj6t?');
    await screen.findByRole('dialog', { name: 'Confirm it is you' });
    context.api.respond('payeeList', { items: [], networks });
    await prove();
    expect(await screen.findByText('No card or wallet yet')).toBeVisible();
    expect(context.dialogs.toasts.at(-1)?.text).toBe('It was unbound');
  });
});

describe('a wallet address', () => {
  async function fill() {
    await userEvent.selectOptions(await screen.findByLabelText('Currency'), 'USDT');
    await userEvent.selectOptions(screen.getByLabelText('Network'), 'tron');
    await put('Wallet address', address);
    await put('Name', 'My wallet');
  }

  it('is checked by the exchange, compared in fours, confirmed by code and password', async () => {
    const context = open('/pages/bankcard/add');
    context.api.respond('payeeCheck', { read: address });
    await screen.findByLabelText('Currency');
    await press('Continue');
    expect(screen.getByText('Choose a currency')).toBeVisible();
    await fill();
    await press('Continue');
    expect(await screen.findByText('Check before you save')).toBeVisible();
    expect(screen.getByText('TR7N')).toBeVisible();
    await press('Send code');
    expect(context.api.callsOf('sendEmailCode')[0]?.request).toEqual({ account: 'de•••@example.com', purpose: 'payee' });
    await press('Save');
    expect(screen.getByText('Enter the 6-digit code')).toBeVisible();
    await put('6-digit code', '123456');
    await press('Save');
    context.api.respond('payeeSave', new AppError('AUTH_WRONG_CODE'));
    await prove();
    expect(await screen.findByText(/^The code is wrong or no longer valid/)).toBeVisible();
    expect(screen.getByLabelText('6-digit code')).toHaveValue('123456');
    context.api.respond('payeeSave', aPayee());
    await press('Save');
    await prove();
    await waitFor(() => expect(context.navigation.last).toMatchObject({ verb: 'back' }));
    expect(context.api.callsOf('payeeSave').at(-1)?.request).toEqual({
      kind: 'wallet',
      asset: 'USDT',
      network: 'tron',
      address,
      label: 'My wallet',
      code: '123456',
      stepUpPassword: 'mosaic7',
    });
    expect(context.dialogs.toasts.at(-1)?.text).toMatch(/^Saved. It can be used from /);
  });

  it('a wrong one is told at its field, and nothing typed is lost on the way back and forth', async () => {
    const context = open('/pages/bankcard/add');
    context.api.respond('payeeCheck', new AppError('WITHDRAWAL_ADDRESS_WRONG', { params: { network: 'Tron (TRC-20)' } }));
    await fill();
    await press('Continue');
    expect(await screen.findByText('This is not the address of a wallet on Tron (TRC-20). Copy it again, whole.')).toBeVisible();
    expect(screen.getByLabelText('Wallet address')).toHaveFocus();
    context.api.respond('payeeCheck', { read: address });
    await press('Continue');
    await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
    expect(screen.getByLabelText('Wallet address')).toHaveValue(address);
    expect(screen.getByLabelText('Network')).toHaveValue('tron');
    expect(screen.getByLabelText('Name')).toHaveValue('My wallet');
  });

  it('is pasted; a browser that keeps the clipboard to itself is told about', async () => {
    const context = open('/pages/bankcard/add');
    // Of one network only: it is chosen with the currency.
    await userEvent.selectOptions(await screen.findByLabelText('Currency'), 'BTC');
    expect(screen.getByLabelText('Network')).toHaveValue('bitcoin');
    const user = userEvent.setup();
    const clipboard = jest.spyOn(navigator.clipboard, 'readText').mockResolvedValue(` ${address}\n`);
    await user.click(screen.getByRole('button', { name: 'Paste' }));
    await waitFor(() => expect(screen.getByLabelText('Wallet address')).toHaveValue(address));
    clipboard.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await user.click(screen.getByRole('button', { name: 'Paste' }));
    await waitFor(() => expect(context.dialogs.toasts.at(-1)?.text).toMatch(/^This page may not read the clipboard/));
  });
});

it('a card: its number in fours as it is typed, then as a wallet', async () => {
  const context = open('/pages/bankcard/addbank');
  context.api.respond('payeeCheck', new AppError('WITHDRAWAL_CARD_WRONG'));
  await put('Card number', '4242-4242 4242 4241');
  expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4241');
  await put('Card holder', 'Anna Arbor');
  await press('Continue');
  expect(screen.getByText('Enter the name of the bank')).toBeVisible();
  await put('Bank', 'Bank of Trees');
  await press('Continue');
  expect(await screen.findByText('The digits of this card number do not fit. Check it.')).toBeVisible();
  context.api.respond('payeeCheck', { read: '4242424242424242' });
  await press('Continue');
  await put('6-digit code', '123456');
  context.api.respond('payeeSave', aPayee());
  await press('Save');
  await prove();
  await waitFor(() => expect(context.navigation.last).toMatchObject({ verb: 'back' }));
  expect(context.api.callsOf('payeeSave')[0]?.request).toEqual({
    kind: 'bank_card',
    cardNumber: '4242424242424242',
    holderName: 'Anna Arbor',
    bankName: 'Bank of Trees',
    code: '123456',
    stepUpPassword: 'mosaic7',
  });
});
