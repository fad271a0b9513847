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

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const uri = `otpauth://totp/Tessera:anna?secret=${secret}`;
const recoveryCodes = ['ABCDE-FGHJK', 'MNPQR-STUVW'];
const answer = { isOn: false, secret: null, uri: null, recoveryCodes: null, recoveryLeft: 0 };

async function open(user: Parameters<typeof aUserInfo>[0]) {
  const context = fakeContext({ remote: 'account', path: '/pages/user/authenticator' });
  context.api.respond('userInfo', aUserInfo(user));
  context.api.respond('totp', user?.isTotpOn === true ? { ...answer, isOn: true, recoveryLeft: 9 } : { ...answer, secret, uri });
  context.api.respond('sendEmailCode', { resendAtMs: testStartMs + 60_000, expiresAtMs: testStartMs + 600_000 });
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}
/** Asks for the key, which takes the password. */
async function begin() {
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
  await userEvent.type(await sheet().findByLabelText('Login password'), 'mosaic7');
  await userEvent.click(sheet().getByRole('button', { name: 'Confirm' }));
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sheet = () => within(screen.getByRole('dialog', { name: 'Confirm it is you' }));

describe('authenticator codes', () => {
  it('set up: the key as picture and text, a code of it with the password, then the recovery codes until they are saved', async () => {
    const context = await open({ isTotpOn: false });
    await begin();
    expect(context.api.callsOf('totp').at(-1)?.request).toEqual({ action: 'get', stepUpPassword: 'mosaic7' });
    expect(await screen.findByTitle('QR code for your authenticator app')).toBeInTheDocument();
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
    await press('Turn on');
    expect(screen.getAllByText('Enter the 6-digit code')).toHaveLength(2);
    await userEvent.type(screen.getByLabelText('Code from your authenticator app'), '123456');
    await press('Send code');
    expect(context.api.callsOf('sendEmailCode')[0]?.request).toEqual({
      account: 'de•••@example.com',
      purpose: 'one_time_codes',
    });
    await userEvent.type(screen.getByLabelText('Code that we sent you'), '654321');
    context.api.respond('totp', new AppError('AUTH_WRONG_CODE', { params: { field: 'accountCode' } }));
    await press('Turn on');
    expect(await screen.findByText(/^The code is wrong or no longer valid/)).toBeVisible();
    expect(screen.getByLabelText('Code that we sent you')).toHaveFocus();
    context.api.respond('totp', { ...answer, isOn: true, recoveryCodes, recoveryLeft: 2 });
    context.api.respond('userInfo', aUserInfo({ isTotpOn: true }));
    await press('Turn on');
    expect(await screen.findByText('ABCDE-FGHJK')).toBeVisible();
    expect(context.api.callsOf('totp').at(-1)?.request).toEqual({ action: 'set', code: '123456', accountCode: '654321' });
    await press('I have saved them');
    expect(screen.queryByText('ABCDE-FGHJK')).toBeNull();
    expect(await screen.findByRole('button', { name: 'Turn off' })).toBeVisible();
  });

  it('turned off with password and code; a wrong code is said at its field, and the password stays typed', async () => {
    const context = await open({ isTotpOn: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
    expect(screen.getByText('Unused recovery codes: 9')).toBeVisible();
    expect(sheet().getByText(/For 24 hours/)).toBeVisible();
    await userEvent.type(sheet().getByLabelText('Login password'), 'mosaic7');
    expect(sheet().getByRole('button', { name: 'Confirm' })).toBeDisabled();
    await userEvent.type(sheet().getByLabelText('Code from your authenticator app'), '654321');
    context.api.respond('totp', new AppError('AUTH_WRONG_ONE_TIME_CODE', { params: { left: '4' } }));
    await userEvent.click(sheet().getByRole('button', { name: 'Confirm' }));
    expect(await sheet().findByText(/Tries left: 4/)).toBeVisible();
    expect(sheet().getByLabelText('Code from your authenticator app')).toHaveAttribute('aria-invalid', 'true');
    expect(sheet().getByLabelText('Login password')).toHaveValue('mosaic7');
    context.api.respond('totp', answer);
    context.api.respond('userInfo', aUserInfo({ isTotpOn: false }));
    await userEvent.click(sheet().getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('button', { name: 'Set up' })).toBeVisible();
    await waitFor(() =>
      expect(context.api.callsOf('totp').map(({ request }) => request)).toContainEqual({
        action: 'remove',
        stepUpPassword: 'mosaic7',
        stepUpCode: '654321',
      }),
    );
  });

  it('another person signs in, in another tab: the key of the first is gone', async () => {
    const context = await open({ isTotpOn: false });
    await begin();
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
    act(() => context.session.set({ userId: 'user-2' }));
    expect(screen.queryByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeNull();
    expect(await screen.findByRole('button', { name: 'Set up' })).toBeVisible();
  });
});
