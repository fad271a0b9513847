import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LimitsView } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import { fakeContext, testStartMs } from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

const none = { most: null, used: '0', left: null, coming: null };
const view: LimitsView = {
  asset: 'USDT',
  dayEndsAtMs: testStartMs + 3_600_000,
  limits: [
    { kind: 'deposit', ...none, used: '12' },
    { kind: 'stake', most: '500', used: '380', left: '120', coming: { most: null, fromMs: testStartMs + 86_400_000 } },
    { kind: 'loss', ...none, most: '50', used: '50', left: '0' },
    { kind: 'time', ...none, most: '180', used: '89', left: '91' },
  ],
  break: null,
};

async function open(shown = view) {
  const context = fakeContext({ remote: 'account', path: '/pages/user/limits' });
  context.api.respond('limits', shown);
  context.api.respond('setLimit', shown);
  context.api.respond('takeBreak', shown);
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  await screen.findByRole('group', { name: 'Limits' });
  return context;
}

describe('limits', () => {
  it('says what is left today, what is used where there is no limit, and what is coming', async () => {
    await open();
    expect(screen.getByText('120.00 USDT of 500.00 USDT left today')).toBeVisible();
    expect(screen.getByText(/^From .*: No limit$/)).toBeVisible();
    expect(screen.getByText('Used today: 12.00 USDT')).toBeVisible();
    expect(screen.getByText('None of 50.00 USDT left today')).toBeVisible();
    expect(screen.getByText('1 hr 31 min of 3 hr left today')).toBeVisible();
    expect(screen.getByText(/A day ends at \d\d:\d\d \(midnight UTC\)/)).toBeVisible();
  });

  it('a lower one is sent as typed, none as nothing; what cannot be read is said at the field and not sent', async () => {
    const context = await open();
    await userEvent.click(screen.getByRole('button', { name: /Stakes a day/ }));
    const sheet = within(await screen.findByRole('dialog'));
    const field = sheet.getByRole('textbox', { name: 'Limit in USDT' });
    expect(field).toHaveValue('500');
    await userEvent.clear(field);
    await userEvent.type(field, '100.555');
    await userEvent.click(sheet.getByRole('button', { name: 'Set limit' }));
    expect(await sheet.findByText('Enter an amount with at most two decimals, or nothing')).toBeVisible();
    expect(context.api.callsOf('setLimit')).toHaveLength(0);
    await userEvent.clear(field);
    await userEvent.type(field, '100.5');
    context.api.respond('setLimit', { ...view, limits: view.limits.map((limit) => ({ ...limit, coming: null })) });
    await userEvent.click(sheet.getByRole('button', { name: 'Set limit' }));
    await waitFor(() => expect(context.api.callsOf('setLimit')[0]?.request).toEqual({ kind: 'stake', most: '100.5' }));
    await waitFor(() => expect(context.dialogs.toasts.map(({ text }) => text)).toEqual(['The limit holds now']));
  });

  it('for a higher one the password is asked for when the server wants it', async () => {
    const context = await open();
    context.api.respond('userInfo', { hasPaymentPassword: false, isTotpOn: false } as never);
    context.api.respond('setLimit', () => {
      throw new AppError('AUTH_STEP_UP_REQUIRED');
    });
    await userEvent.click(screen.getByRole('button', { name: /Stakes a day/ }));
    await userEvent.clear(await screen.findByRole('textbox', { name: 'Limit in USDT' }));
    await userEvent.click(screen.getByRole('button', { name: 'Set limit' }));
    const password = await screen.findByLabelText('Login password');
    context.api.respond('setLimit', view);
    await userEvent.type(password, 'tiles & light');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() =>
      expect(context.api.callsOf('setLimit').at(-1)?.request).toEqual({
        kind: 'stake',
        most: null,
        stepUpPassword: 'tiles & light',
      }),
    );
    await waitFor(() => expect(context.dialogs.toasts.at(-1)?.text).toMatch(/^It holds from .* on$/));
  });

  it('a break is of a length that is chosen, and one that runs is shown', async () => {
    const context = await open({ ...view, break: { kind: 'cool_off', untilMs: testStartMs + 86_400_000 } });
    expect(screen.getByText(/Your break ends on/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Take a break' }));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'How long' }), '30 days');
    await userEvent.click(screen.getByRole('button', { name: 'Start the break' }));
    await waitFor(() => expect(context.api.callsOf('takeBreak')[0]?.request).toEqual({ days: 30 }));
  });
});
