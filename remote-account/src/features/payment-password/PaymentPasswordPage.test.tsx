import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import { aUserInfo, fakeContext, testStartMs } from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

async function open(user: Parameters<typeof aUserInfo>[0]) {
  const context = fakeContext({ remote: 'account', path: '/pages/user/editPaypwd' });
  context.api.respond('userInfo', aUserInfo(user));
  context.api.respond('sendEmailCode', { resendAtMs: testStartMs + 60_000, expiresAtMs: testStartMs + 600_000 });
  context.api.respond('updatePassword', { token: 'token-2' });
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  await screen.findByLabelText('New payment password');
  return context;
}
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sheet = () => within(screen.getByRole('dialog', { name: 'Confirm it is you' }));
async function typeNew() {
  await type('New payment password', 'paying 1');
  await type('Repeat the new payment password', 'paying 1');
}
const lastOf = (context: Awaited<ReturnType<typeof open>>) => context.api.callsOf('updatePassword').at(-1)?.request;

describe('the payment password', () => {
  it('set for the first time: a code to the own address, and the login password', async () => {
    const context = await open({ email: 'an•••@example.com', hasPaymentPassword: false });
    await press('Send code');
    expect(context.api.callsOf('sendEmailCode')[0]?.request).toEqual({
      account: 'an•••@example.com',
      purpose: 'payment_password',
    });
    await type('6-digit code', '123456');
    await typeNew();
    await press('Save payment password');
    await userEvent.type(sheet().getByLabelText('Login password'), 'mosaic7');
    await userEvent.click(sheet().getByRole('button', { name: 'Confirm' }));
    await waitFor(() =>
      expect(lastOf(context)).toEqual({
        kind: 'payment',
        code: '123456',
        password: 'paying 1',
        passwordAgain: 'paying 1',
        stepUpPassword: 'mosaic7',
      }),
    );
    await waitFor(() => expect(context.dialogs.toasts.map(({ text }) => text)).toEqual(['Payment password saved']));
  });

  it('changed with the present one; a wrong one is said at its field; who has codes on is asked for one, not for a password', async () => {
    const context = await open({ hasPaymentPassword: true, isTotpOn: true });
    context.api.respond('updatePassword', new AppError('AUTH_STEP_UP_REQUIRED'));
    await type('Present payment password', 'paying 0');
    await typeNew();
    await press('Save payment password');
    const code = await sheet().findByLabelText('Code from your authenticator app');
    expect(sheet().queryByLabelText('Payment password')).toBeNull();
    await userEvent.type(code, '123456');
    context.api.respond('updatePassword', new AppError('AUTH_WRONG_PAYMENT_PASSWORD', { params: { left: '4' } }));
    await userEvent.click(sheet().getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(/Tries left: 4/)).toBeVisible();
    expect(screen.getByLabelText('Present payment password')).toHaveFocus();
    expect(lastOf(context)).toMatchObject({ oldPassword: 'paying 0', stepUpCode: '123456' });
    await press('Forgotten? Set a new one with a code');
    expect(screen.queryByLabelText('Present payment password')).toBeNull();
    expect(screen.getByLabelText('6-digit code')).toBeVisible();
  });
});
