import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import {
  aCoinBalance,
  aContractSummary,
  aWalletList,
  fakeContext,
  signedInDemo,
  testStartMs,
  type FakeContext,
} from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
  sessionStorage.clear();
});

async function openTransfer(prepare: (api: FakeContext['api']) => void = () => undefined) {
  const context = fakeContext({ remote: 'assets', path: '/pages/assets/transfer', session: signedInDemo });
  context.api.respond('coinList', { version: 1, symbols: [], assets: [{ asset: 'USDT', scale: 6, shownScale: 2 }] });
  context.api.respond(
    'walletList',
    aWalletList({
      coin: [aCoinBalance({ asset: 'USDT', available: '120.5' })],
      contract: aContractSummary({ availableMargin: '69' }),
    }),
  );
  prepare(context.api);
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return { context, field: await screen.findByLabelText('Amount') };
}

describe('the transfer ticket', () => {
  it('nothing typed: the button says what is missing and cannot be pressed', async () => {
    await openTransfer();
    expect(screen.getByRole('button', { name: 'Enter an amount' })).toBeDisabled();
  });

  it('more than there is: says how much there is', async () => {
    const { field } = await openTransfer();
    await userEvent.type(field, '120.51');
    expect(screen.getByRole('button', { name: 'Only 120.5 dUSDT is available' })).toBeDisabled();
  });

  it('no answer: called unknown, and asking again carries the same key until it is known', async () => {
    const { context, field } = await openTransfer();
    context.api.respond('transfer', new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true, isRetryable: true }));
    await userEvent.type(field, '20');
    await userEvent.click(screen.getByRole('button', { name: 'Transfer' }));
    expect(await screen.findByText(/Your money is safe/)).toBeVisible();
    expect(handle?.canRelease()).toEqual({ reason: 'Transferring' });
    await waitFor(() => expect(context.api.callsOf('transfer').length).toBeGreaterThan(1));
    context.api.respond('transfer', ({ amount }) => ({
      id: 'transfer-1',
      from: 'coin',
      to: 'contract',
      asset: 'USDT',
      amount,
      fromBalance: '100.5',
      toBalance: '89',
      atMs: testStartMs,
    }));
    await waitFor(() => expect(field).toHaveValue(''));
    const keys = context.api.callsOf('transfer').map(({ options }) => options.idempotencyKey);
    expect(new Set(keys)).toEqual(new Set([keys[0]]));
    expect(context.dialogs.toasts.at(-1)?.text).toMatch(/20/);
    await waitFor(() => expect(handle?.canRelease()).toBe(true));
  });

  it('unanswered, and the page was left: coming back asks on under the same key, and the form is not open for another', async () => {
    const { context, field } = await openTransfer();
    context.api.respond('transfer', new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true, isRetryable: true }));
    await userEvent.type(field, '20');
    await userEvent.click(screen.getByRole('button', { name: 'Transfer' }));
    expect(await screen.findByText(/Your money is safe/)).toBeVisible();
    const key = context.api.callsOf('transfer')[0]?.options.idempotencyKey;
    act(() => handle?.unmount());
    const { context: again, field: shown } = await openTransfer((api) =>
      api.respond('transfer', new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true, isRetryable: true })),
    );
    expect(shown).toHaveValue('20');
    expect(shown).toBeDisabled();
    expect(screen.getByText(/Your money is safe/)).toBeVisible();
    again.api.respond('transfer', ({ amount }) => ({
      id: 'transfer-1',
      from: 'coin',
      to: 'contract',
      asset: 'USDT',
      amount,
      fromBalance: '100.5',
      toBalance: '89',
      atMs: testStartMs,
    }));
    await waitFor(() => expect(shown).toHaveValue(''));
    expect(new Set(again.api.callsOf('transfer').map(({ options }) => options.idempotencyKey))).toEqual(new Set([key]));
    expect(shown).toBeEnabled();
  });

  it('offline: the button is off at once and says so', async () => {
    const { context, field } = await openTransfer();
    await userEvent.type(field, '20');
    act(() => context.quotes.connection.next('offline'));
    expect(screen.getByRole('button', { name: 'You are offline' })).toBeDisabled();
  });

  it('swapped accounts: only free margin may leave the contract account', async () => {
    const { field } = await openTransfer();
    await userEvent.click(screen.getByRole('button', { name: 'Swap accounts' }));
    await userEvent.click(screen.getByRole('button', { name: 'Max' }));
    expect(field).toHaveValue('69');
  });
});
