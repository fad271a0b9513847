import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import { aUserInfo, fakeContext } from '@tessera/shared/testing';
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
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sheet = () => within(screen.getByRole('dialog', { name: 'Confirm it is you' }));

describe('authenticator codes', () => {
  it('set up: the key as picture and text, a code of it with the password, then the recovery codes until they are saved', async () => {
    const context = await open({ isTotpOn: false });
    await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
    expect(await screen.findByTitle('QR code for your authenticator app')).toBeInTheDocument();
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
    await press('Turn on');
    expect(screen.getByText('Enter the 6-digit code')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Code from your authenticator app'), '123456');
    await press('Turn on');
    await userEvent.type(sheet().getByLabelText('Login password'), 'mosaic7');
    context.api.respond('totp', { ...answer, isOn: true, recoveryCodes, recoveryLeft: 2 });
    context.api.respond('userInfo', aUserInfo({ isTotpOn: true }));
    await userEvent.click(sheet().getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('ABCDE-FGHJK')).toBeVisible();
    expect(context.api.callsOf('totp').at(-1)?.request).toEqual({ action: 'set', code: '123456', stepUpPassword: 'mosaic7' });
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
});
