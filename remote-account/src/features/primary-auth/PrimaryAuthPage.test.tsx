import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EndpointResponse } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import { aRealInfo, fakeContext, testStartMs } from '@tessera/shared/testing';
import { mount } from '../../remote';

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

function open(info: Partial<EndpointResponse<'realInfo'>> = {}) {
  const context = fakeContext({ remote: 'account', path: '/pages/user/primaryAuth' });
  context.api.respond('realInfo', aRealInfo(info));
  context.api.respond('areaCodes', {
    items: [
      { country: 'CH', areaCode: '41', isRestricted: false },
      { country: 'CU', areaCode: '53', isRestricted: true },
    ],
  });
  context.api.respond('realName', {});
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}
const label = (text: string) => screen.findByLabelText(text);
const fill = async (name: string, text: string) => userEvent.type(await label(name), text);
const submit = async () => userEvent.click(await screen.findByRole('button', { name: 'Submit' }));

describe('primary verification', () => {
  it('each step says what it is needed for; the present one is marked', async () => {
    open({ needs: { trade: 'primary', withdraw: 'advanced' } });
    const steps = await screen.findByRole('list', { name: 'Steps of verification' });
    const [first, second] = within(steps).getAllByRole('listitem');
    expect(first).toHaveAttribute('aria-current', 'step');
    expect(first).toHaveTextContent('Primary verificationNot certifiedNeeded for: trading with real money');
    expect(second).toHaveTextContent('Advanced verificationNot certifiedNeeded for: withdrawing');
  });

  it('what is missing is said at its field; what is complete is handed in, and the page shows the review', async () => {
    const context = open();
    await submit();
    for (const problem of [
      'Choose your country',
      'Enter your first name',
      'Choose a type of document',
      'Enter the document number',
    ])
      expect(screen.getByText(problem)).toBeVisible();
    expect(await label('Country')).toHaveFocus();
    expect(screen.getByRole('option', { name: 'Cuba (service not offered)' })).toBeDisabled();
    await userEvent.selectOptions(await label('Country'), 'CH');
    await fill('First name', 'Anna');
    await fill('Last name', 'Muster');
    await userEvent.selectOptions(await label('Type of document'), 'passport');
    await fill('Document number', 'x-1');
    expect(screen.getByText('A document number has at least 4 letters or digits')).toBeVisible();
    await fill('Document number', '234567');
    context.api.respond('realInfo', aRealInfo({ primary: 'under_review', firstName: 'Anna', idNumberMasked: '•••• 67' }));
    await submit();
    expect(await screen.findByText('•••• 67')).toBeVisible();
    expect(context.api.callsOf('realName').map(({ request }) => request)).toEqual([
      { step: 'primary', country: 'CH', firstName: 'Anna', lastName: 'Muster', idType: 'passport', idNumber: 'x-1234567' },
    ]);
    expect(context.dialogs.toasts.map(({ text }) => text)).toEqual(['Submitted. It is now under review.']);
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    expect(screen.getByText(/Until then you can still close positions/)).toBeVisible();
  });

  it('a refusal stands at its field, and what was typed stays', async () => {
    const context = open({ country: 'CH', firstName: 'Anna', lastName: 'Muster', idType: 'passport' });
    await fill('Document number', 'X1234567');
    context.api.respond('realName', new AppError('IDENTITY_NUMBER_TAKEN'));
    await submit();
    expect(await screen.findByText('This ID number has already been verified for another account.')).toBeVisible();
    expect(await label('Document number')).toHaveFocus();
    expect(await label('First name')).toHaveValue('Anna');
    context.api.respond('realInfo', aRealInfo({ primary: 'under_review' }));
    context.api.respond('realName', new AppError('IDENTITY_ALREADY_APPLIED'));
    await submit();
    expect(await screen.findByText(/Most reviews take/)).toBeVisible();
  });

  it('after a rejection: the reason, and the fields to be given again; a number that was good stays when left empty', async () => {
    const context = open({
      country: 'CH',
      firstName: 'Ann',
      lastName: 'Muster',
      idType: 'passport',
      idNumberMasked: '•••• 4567',
      addressMasked: 'Seew••••',
      askedAtMs: testStartMs,
      rejection: { step: 'primary', reason: 'The first name is another one.', fields: ['firstName', 'address'] },
    });
    expect(await screen.findByText('The first name is another one.')).toBeVisible();
    expect(screen.getByText('To be given again: First name and Address')).toBeVisible();
    expect(screen.getByText('Leave it empty to keep •••• 4567')).toBeVisible();
    expect(screen.getAllByText('Please correct this')).toHaveLength(2);
    await fill('First name', 'a');
    await submit();
    expect(screen.getByText('Enter your address')).toBeVisible();
    await fill('Address', 'Seeweg 1, Bern');
    await submit();
    await waitFor(() =>
      expect(context.api.callsOf('realName').at(-1)?.request).toEqual({
        step: 'primary',
        country: 'CH',
        firstName: 'Anna',
        lastName: 'Muster',
        idType: 'passport',
        address: 'Seeweg 1, Bern',
      }),
    );
  });

  it('a decision that comes while the page is open is shown, with the way to the next step', async () => {
    const context = open({ primary: 'under_review' });
    expect(await screen.findByText(/Most reviews take/)).toBeVisible();
    context.api.respond('realInfo', aRealInfo({ primary: 'certified' }));
    act(() =>
      context.privateEvents$.next({ type: 'notice', seq: 1, mode: 'real', atMs: testStartMs, messageId: '1', title: 'Passed' }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'To advanced verification' }));
    expect(context.navigation.last).toMatchObject({ verb: 'redirect', path: '/pages/user/seniorAuth' });
  });
});
