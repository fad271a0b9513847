import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Withdrawal, WithdrawalRow } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import { aUserInfo, fakeContext, signedInDemo, testStartMs, type FakeContext } from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
  sessionStorage.clear();
});

const signedInReal = { ...signedInDemo, mode: 'real' as const };
const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const row = (id: WithdrawalRow['id'], more: Partial<WithdrawalRow> = {}): WithdrawalRow => ({
  id,
  isMet: true,
  have: null,
  need: null,
  unit: null,
  href: null,
  ...more,
});
const terms = {
  asset: 'USDT',
  network: 'tron',
  networkName: 'Tron (TRC-20)',
  min: '20',
  max: '500',
  fee: '1',
  available: '1200.5',
  scale: 6,
};
const payee = {
  id: 'payee-1',
  kind: 'wallet' as const,
  asset: 'USDT',
  network: 'tron',
  networkName: 'Tron (TRC-20)',
  label: 'Savings',
  masked: 'TJRabP…jpRTv8',
  usableFromMs: testStartMs,
};
const aWithdrawal = (more: Partial<Withdrawal> = {}): Withdrawal => ({
  id: 'withdrawal-1',
  asset: 'USDT',
  amount: '100',
  fee: '1',
  receives: '99',
  network: 'tron',
  networkName: 'Tron (TRC-20)',
  label: 'Savings',
  address: 'TJRabP…jpRTv8',
  payeeId: 'payee-1',
  status: 'under_review',
  reason: null,
  transaction: null,
  atMs: testStartMs,
  isCancellable: true,
  steps: [{ step: 'requested', atMs: testStartMs }],
  ...more,
});

async function open(
  path: '/pages/assets/withdraw' | '/pages/assets/withdrawOrder',
  prepare: (api: FakeContext['api']) => void = () => undefined,
  query = '',
  session: typeof signedInDemo = signedInReal,
) {
  const context = fakeContext({ remote: 'assets', path, search: query, session });
  context.api.respond('coinList', { version: 1, symbols: [], assets: [{ asset: 'USDT', scale: 6, shownScale: 2 }] });
  context.api.respond('payeeList', { items: [payee], networks: [] });
  context.api.respond('withdrawalCheck', ({ payeeId }) => ({
    rows: [row('identity'), row('payee')],
    address: payeeId === undefined ? null : payee.masked,
    terms: [terms],
  }));
  prepare(context.api);
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}

describe('to a bank card', () => {
  it('shows bank, last four and holder beside the fee and what arrives, and asks with the card', async () => {
    const card = {
      ...payee,
      id: 'card-1',
      kind: 'bank_card' as const,
      asset: null,
      network: null,
      networkName: null,
      label: 'Salary',
    };
    const { network: _, networkName: __, ...cardTerms } = { ...terms, min: '50', fee: '3' };
    const context = await open('/pages/assets/withdraw', (api) => {
      api.respond('payeeList', { items: [{ ...card, masked: '•••• 1111' }], networks: [] });
      api.respond('withdrawalCheck', ({ payeeId }) => ({
        rows: [row('identity')],
        address: null,
        card: payeeId === undefined ? null : { masked: '•••• 1111', holderName: 'A••• M•••', bankName: 'Musterbank' },
        terms: [terms],
        cardTerms: [cardTerms],
      }));
      api.respond('withdraw', aWithdrawal({ network: null, networkName: null, address: '•••• 1111' }));
    });
    await userEvent.type(await screen.findByLabelText('Amount'), '49');
    expect(screen.getByRole('button', { name: 'At least 50 USDT' })).toBeDisabled();
    await userEvent.clear(screen.getByLabelText('Amount'));
    await userEvent.type(screen.getByLabelText('Amount'), '100');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    const sheet = await screen.findByRole('dialog');
    for (const shown of ['Musterbank', '•••• 1111', 'A••• M•••', '97 USDT']) expect(within(sheet).getByText(shown)).toBeVisible();
    expect(within(sheet).queryByText('Network')).toBeNull();
    expect(context.api.callsOf('withdraw')).toEqual([]);
  });
});

describe('what stands in the way', () => {
  it('each row with its numbers, by text too, and a way to where it is mended; the form is not open', async () => {
    const context = await open('/pages/assets/withdraw', (api) =>
      api.respond('withdrawalCheck', {
        rows: [
          row('identity', { isMet: false, have: 'primary', need: 'advanced', unit: 'level', href: '/pages/user/seniorAuth' }),
          row('turnover', { isMet: false, have: '1200', need: '2000', unit: 'usdt', href: '/pages/contract/index' }),
          row('pending'),
        ],
        address,
        terms: [terms],
      }),
    );
    const list = await screen.findByRole('group', { name: 'Before you withdraw' });
    expect(within(list).getByText('1,200 of 2,000 USDT')).toBeVisible();
    expect(within(list).getByText('You have: primary · needed: advanced')).toBeVisible();
    expect(list).toHaveTextContent('No other request waiting: Met');
    expect(screen.getByRole('option', { name: 'Savings · TJRabP…jpRTv8 · USDT · Tron (TRC-20)' })).toBeInTheDocument();
    await userEvent.type(await screen.findByLabelText('Amount'), '100');
    const button = screen.getByRole('button', { name: 'Continue' });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription(/^Not met yet ?Verified identity ?Trading volume$/u);
    await userEvent.click(within(list).getByRole('button', { name: /Verified identity ?: Not met/ }));
    expect(context.navigation.last).toMatchObject({ path: '/pages/user/seniorAuth' });
  });

  it('who cannot be asked is no grey button without a word', async () => {
    let isReached = false;
    await open('/pages/assets/withdraw', (api) =>
      api.respond('withdrawalCheck', ({ payeeId }) => {
        if (payeeId !== undefined && !isReached) throw new AppError('NETWORK_TIMEOUT');
        return { rows: [row('identity')], address: null, terms: [terms] };
      }),
    );
    await userEvent.type(await screen.findByLabelText('Amount'), '100');
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled();
    isReached = true;
    await userEvent.click(again);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled());
  });

  it('the limit of the day: what is used and when some of it is free again; Max and the amount keep to what is left', async () => {
    await open('/pages/assets/withdraw', (api) =>
      api.respond('withdrawalCheck', {
        rows: [row('day_limit', { have: '199600', need: '200000', unit: 'usdt', moreFromMs: testStartMs })],
        address: payee.masked,
        terms: [{ ...terms, left: '400' }],
      }),
    );
    const list = await screen.findByRole('group', { name: 'Before you withdraw' });
    expect(list).toHaveTextContent(/199,600 of 200,000 USDT used in 24 hours · some of it is free again from \S+/);
    await userEvent.click(await screen.findByRole('button', { name: 'Max' }));
    expect(screen.getByLabelText('Amount')).toHaveValue('400');
    await userEvent.type(screen.getByLabelText('Amount'), '.01');
    expect(screen.getByRole('button', { name: 'Only 400 USDT is left of the limit of the day' })).toBeDisabled();
  });

  it('practice money: says that it cannot be withdrawn, and asks nothing', async () => {
    const context = await open('/pages/assets/withdraw', undefined, '', signedInDemo);
    expect(await screen.findByText('Practice money cannot be withdrawn')).toBeVisible();
    expect(context.api.callsOf('withdrawalCheck')).toEqual([]);
  });
});

describe('the form', () => {
  it.each([
    ['19', 'At least 20 USDT'],
    ['501', 'At most 500 USDT'],
    ['1200.51', 'Only 1,200.5 USDT is available'],
  ])('%s: %s', async (typed, said) => {
    await open('/pages/assets/withdraw');
    await userEvent.type(await screen.findByLabelText('Amount'), typed);
    expect(screen.getByRole('button', { name: said })).toBeDisabled();
  });

  it('Max is what one request may ask for; fee and what arrives stand below', async () => {
    await open('/pages/assets/withdraw');
    await userEvent.click(await screen.findByRole('button', { name: 'Max' }));
    expect(screen.getByLabelText('Amount')).toHaveValue('500');
    expect(screen.getByText('499 USDT')).toBeVisible();
  });

  it('confirm: the ends of the address, in fours after a proof, the payment password, again after a wrong one, then the request with its timeline', async () => {
    const context = await open('/pages/assets/withdraw', (api) => {
      api.respond('userInfo', aUserInfo({ hasPaymentPassword: true }));
      api.respond('payeeReveal', ({ stepUpPassword }) => {
        if (stepUpPassword !== 'right one') throw new AppError('AUTH_WRONG_PAYMENT_PASSWORD', { params: { left: '4' } });
        return { address, cardNumber: null, holderName: null, bankName: null };
      });
      api.respond('withdraw', ({ stepUpPassword }) => {
        if (stepUpPassword === undefined) throw new AppError('AUTH_STEP_UP_REQUIRED');
        if (stepUpPassword !== 'right one') throw new AppError('AUTH_WRONG_PAYMENT_PASSWORD', { params: { left: '4' } });
        return aWithdrawal();
      });
    });
    await userEvent.type(await screen.findByLabelText('Amount'), '100');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled());
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(within(await screen.findByRole('dialog')).getByText('TJRabP…jpRTv8')).toBeVisible();
    expect(screen.queryByText(address)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show in full' }));
    await userEvent.type(await screen.findByLabelText('Payment password'), 'right one');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('TJRa')).toBeVisible();
    const sheet = screen.getByRole('dialog');
    expect(within(sheet).getByText(address)).toBeInTheDocument();
    expect(context.api.callsOf('withdraw')).toEqual([]);
    await userEvent.click(within(sheet).getByRole('button', { name: 'Confirm' }));
    await userEvent.type(await within(sheet).findByLabelText('Payment password'), 'wrong one');
    await userEvent.click(within(sheet).getByRole('button', { name: 'Confirm' }));
    const field = await within(sheet).findByLabelText('Payment password');
    await waitFor(() => expect(field).toBeInvalid());
    await userEvent.clear(field);
    await userEvent.type(field, 'right one');
    await userEvent.click(within(sheet).getByRole('button', { name: 'Confirm' }));
    await waitFor(() =>
      expect(context.navigation.last).toMatchObject({ path: '/pages/assets/withdrawOrder', query: { id: 'withdrawal-1' } }),
    );
    const sent = context.api.callsOf('withdraw');
    expect(new Set(sent.map(({ options }) => options.idempotencyKey)).size).toBe(1);
    expect(sent.at(-1)?.request).toMatchObject({ asset: 'USDT', amount: '100', payeeId: 'payee-1', seenFee: '1' });
  });

  it('a fee that rose meanwhile: said with both figures, agreed to anew, and what was typed is there', async () => {
    let fee = '1';
    const context = await open('/pages/assets/withdraw', (api) => {
      api.respond('withdrawalCheck', () => ({ rows: [row('payee')], address, terms: [{ ...terms, fee }] }));
      api.respond('withdraw', ({ seenFee = '' }) => {
        if (seenFee !== fee)
          throw new AppError('WITHDRAWAL_TERMS_CHANGED', { params: { old: seenFee, new: fee, asset: 'USDT' } });
        return aWithdrawal();
      });
    });
    await userEvent.type(await screen.findByLabelText('Amount'), '100');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled());
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    fee = '2.5';
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
    const sheet = await screen.findByRole('dialog');
    expect(await within(sheet).findByText('The fee changed from 1 to 2.5 USDT. Check it and confirm again.')).toBeVisible();
    expect(within(sheet).getByText('97.5 USDT')).toBeVisible();
    // The form behind it has both as well.
    await waitFor(() => expect(screen.getAllByText('97.5 USDT')).toHaveLength(2));
    expect(screen.getByLabelText('Amount')).toHaveValue('100');
    expect(context.navigation.last?.path).not.toBe('/pages/assets/withdrawOrder');
    context.clock.advance(1000);
    await waitFor(() => expect(within(sheet).getByRole('button', { name: 'Confirm' })).toBeEnabled());
    await userEvent.click(within(sheet).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(context.navigation.last).toMatchObject({ path: '/pages/assets/withdrawOrder' }));
    expect(context.api.callsOf('withdraw').map(({ request }) => request.seenFee)).toEqual(['1', '2.5']);
  });
});

describe('the list', () => {
  it('states are words; one opens with its timeline, its reason, and the way to take it back', async () => {
    let current = aWithdrawal();
    const context = await open(
      '/pages/assets/withdrawOrder',
      (api) => {
        api.respond('withdrawalLog', () => ({ items: [current], next: null }));
        api.respond('userInfo', aUserInfo());
        api.respond('payeeReveal', { address, cardNumber: null, holderName: null, bankName: null });
        api.respond('withdrawalCancel', () => {
          current = aWithdrawal({ status: 'cancelled', isCancellable: false });
          return current;
        });
      },
      '?id=withdrawal-1',
    );
    expect(within(await screen.findByRole('dialog', { name: 'Savings' })).getByText('Requested')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show in full' }));
    await userEvent.type(await screen.findByLabelText('Login password'), 'secret1');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(address)).toBeInTheDocument();
    const sheet = screen.getByRole('dialog', { name: 'Savings' });
    await userEvent.click(within(sheet).getByRole('button', { name: 'Cancel withdrawal' }));
    await waitFor(() => expect(context.api.callsOf('withdrawalCancel')).toHaveLength(1));
    await waitFor(() => expect(within(sheet).queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull());
    expect(context.dialogs.toasts.at(-1)?.text).toBe('Cancelled. The money is back.');
  });

  it('on its way the depth and the transaction are shown, as they are at the moment', async () => {
    let confirmations: number | null = null;
    const context = await open(
      '/pages/assets/withdrawOrder',
      (api) =>
        api.respond('withdrawalLog', () => ({
          items: [
            aWithdrawal({
              status: 'second_review',
              isCancellable: false,
              sending: { transaction: '0xabcdef', confirmations, needed: 12 },
            }),
          ],
          next: null,
        })),
      '?id=withdrawal-1',
    );
    const sheet = await screen.findByRole('dialog', { name: 'Savings' });
    expect(within(sheet).getByText('Being sent')).toBeVisible();
    expect(within(sheet).getByRole('status')).toHaveTextContent('In no block of the network yet.');
    expect(within(sheet).getByText('0xabcdef')).toBeVisible();
    confirmations = 7;
    act(() => context.privateEvents$.next({ type: 'resync' }));
    await waitFor(() => expect(within(sheet).getByRole('status')).toHaveTextContent('Confirmations: 7 of 12'));
  });

  it('a failure says why, a success its transaction; nothing yet is said as well', async () => {
    await open(
      '/pages/assets/withdrawOrder',
      (api) =>
        api.respond('withdrawalLog', {
          items: [aWithdrawal({ status: 'failure', reason: 'The network is down.', isCancellable: false })],
          next: null,
        }),
      '?id=withdrawal-1',
    );
    const sheet = await screen.findByRole('dialog', { name: 'Savings' });
    expect(within(sheet).getByText('The network is down.')).toBeVisible();
    expect(within(sheet).getByText('Failure')).toBeVisible();
    act(() => handle?.unmount());
    document.body.replaceChildren();
    await open('/pages/assets/withdrawOrder', (api) => api.respond('withdrawalLog', { items: [], next: null }));
    expect(await screen.findByText('No withdrawals yet')).toBeVisible();
  });
});
