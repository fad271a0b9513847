import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import { at, aUserInfo, fakeContext, testStartMs } from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

async function open(user: Parameters<typeof aUserInfo>[0] = {}, path = '/pages/user/editEmail', label = 'E-mail address') {
  const context = fakeContext({ remote: 'account', path });
  context.api.respond('userInfo', aUserInfo(user));
  context.api.respond('bindEmail', {});
  context.api.respond('sendEmailCode', { resendAtMs: testStartMs + 60_000, expiresAtMs: testStartMs + 600_000 });
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  context.api.respond('bindPhone', {});
  context.api.respond('sendPhoneCode', { resendAtMs: testStartMs + 60_000, expiresAtMs: testStartMs + 600_000 });
  context.api.respond('areaCodes', { items: [{ country: 'CH', areaCode: '41', isRestricted: false }] });
  await screen.findByLabelText(label);
  return context;
}
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const submit = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sheet = () => within(screen.getByRole('dialog', { name: 'Confirm it is you' }));

describe('the e-mail address', () => {
  it('the first field with a problem says so and gets the focus, once the person wants to send', async () => {
    const context = await open({ email: null });
    expect(screen.queryByText('Enter your e-mail or phone')).toBeNull();
    await submit('Bind e-mail');
    expect(screen.getByText('Enter your e-mail or phone')).toBeVisible();
    expect(screen.getByLabelText('E-mail address')).toHaveFocus();
    await type('E-mail address', 'anna@example.com');
    await submit('Bind e-mail');
    expect(screen.getByLabelText('6-digit code')).toHaveFocus();
    expect(context.api.callsOf('bindEmail')).toHaveLength(0);
  });

  it('is replaced with the password, which a wrong try leaves open with the tries that are left', async () => {
    const context = await open({ email: 'be•••@example.com' });
    expect(await screen.findByText('be•••@example.com')).toBeVisible();
    await type('E-mail address', 'anna@example.com');
    await submit('Send code');
    await type('6-digit code', '123456');
    await submit('Replace e-mail');
    context.api.respond('bindEmail', new AppError('AUTH_WRONG_OLD_PASSWORD', { params: { left: '4' } }));
    await userEvent.type(sheet().getByLabelText('Login password'), 'wrong tiles');
    await userEvent.click(sheet().getByRole('button', { name: 'Confirm' }));
    expect(await sheet().findByText('Your login password is not right. Tries left: 4.')).toBeVisible();
    context.api.respond('bindEmail', {});
    await userEvent.clear(sheet().getByLabelText('Login password'));
    await userEvent.type(sheet().getByLabelText('Login password'), 'mosaic7');
    await userEvent.click(sheet().getByRole('button', { name: 'Confirm' }));
    await waitFor(() =>
      expect(context.api.callsOf('bindEmail').at(-1)?.request).toEqual({
        email: 'anna@example.com',
        code: '123456',
        stepUpPassword: 'mosaic7',
      }),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('an answer that comes when the person has left the page takes him nowhere', async () => {
    const context = await open({ email: null });
    const answer = context.api.hold('bindEmail');
    await type('E-mail address', 'anna@example.com');
    await type('6-digit code', '123456');
    await submit('Bind e-mail');
    await userEvent.type(sheet().getByLabelText('Login password'), 'mosaic7');
    await userEvent.click(sheet().getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(context.api.callsOf('bindEmail')).toHaveLength(1));
    act(() => handle?.update(at(context, '/pages/user/set')));
    await waitFor(() => expect(screen.queryByLabelText('E-mail address')).toBeNull());
    answer({});
    await waitFor(() => expect(context.dialogs.toasts).toHaveLength(1));
    expect(context.navigation.last).toBeUndefined();
  });

  it('a wrong code is shown at its field, and what was typed is still there', async () => {
    const context = await open({ email: null, hasPaymentPassword: true });
    context.api.respond('bindEmail', new AppError('AUTH_WRONG_CODE'));
    await type('E-mail address', 'anna@example.com');
    await type('6-digit code', '123456');
    await submit('Bind e-mail');
    await userEvent.type(await sheet().findByLabelText('Payment password'), 'mosaic7');
    await userEvent.click(sheet().getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(/^The code is wrong or no longer valid/)).toBeVisible();
    expect(screen.getByLabelText('6-digit code')).toHaveFocus();
    expect(screen.getByLabelText('E-mail address')).toHaveValue('anna@example.com');
    expect(screen.getByLabelText('6-digit code')).toHaveValue('123456');
  });
});

describe('the phone', () => {
  it('is bound by the same form: its country, a code to it, the step-up', async () => {
    const context = await open({ phone: null }, '/pages/user/editPhone', 'Phone number');
    await submit('Bind phone');
    expect(screen.getByText('A phone number has at least 6 digits')).toBeVisible();
    const country = await screen.findByLabelText('Country code');
    await waitFor(() => expect(within(country).getAllByRole('option')).toHaveLength(1));
    await userEvent.selectOptions(country, 'CH');
    await type('Phone number', '079 123 45 67');
    await submit('Send code');
    expect(context.api.callsOf('sendPhoneCode')[0]?.request).toEqual({
      account: '079 123 45 67',
      phoneCountry: 'CH',
      purpose: 'bind_phone',
    });
    await type('6-digit code', '123456');
    await submit('Bind phone');
    await userEvent.type(sheet().getByLabelText('Login password'), 'mosaic7');
    await userEvent.click(sheet().getByRole('button', { name: 'Confirm' }));
    await waitFor(() =>
      expect(context.api.callsOf('bindPhone').at(-1)?.request).toEqual({
        phone: '079 123 45 67',
        phoneCountry: 'CH',
        code: '123456',
        stepUpPassword: 'mosaic7',
      }),
    );
  });
});
