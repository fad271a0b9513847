import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import { fakeContext, testStartMs, visitor } from '@tessera/shared/testing';
import { mount } from '../../remote';

const image = 'data:image/png;base64,iVBORw0KGgo=';
const puzzle = {
  puzzleId: 'p1',
  background: image,
  piece: image,
  width: 320,
  height: 160,
  pieceSize: 48,
  pieceY: 40,
  expiresAtMs: testStartMs + 120_000,
};

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
});

const typeEmail = async () => userEvent.type(await screen.findByLabelText('E-mail or phone'), 'anna@example.com');

async function openPuzzle(typeAccount: () => Promise<void> = typeEmail) {
  const context = fakeContext({ remote: 'account', path: '/pages/login/index', session: visitor });
  context.api.respond('puzzleNew', puzzle);
  context.api.respond('puzzleVerify', { puzzleToken: 'token-1' });
  context.api.respond('areaCodes', {
    items: [
      { country: 'AS', areaCode: '1', isRestricted: false },
      { country: 'US', areaCode: '1', isRestricted: false },
    ],
  });
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  await typeAccount();
  await userEvent.type(screen.getByLabelText('Password'), 'mosaic7');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  return { context, slider: await screen.findByRole('slider', { name: 'Position of the piece' }) };
}

describe('log in', () => {
  it('puzzle moved by buttons: no dragging needed, then the call carries the puzzle’s token', async () => {
    const { context } = await openPuzzle();
    context.api.respond('login', { token: 't'.repeat(43), userId: '100001', mode: 'real', expiresAtMs: testStartMs + 1000 });
    await userEvent.click(screen.getByRole('button', { name: 'A little to the right' }));
    await userEvent.click(screen.getByRole('button', { name: 'Check position' }));
    await waitFor(() =>
      expect(context.api.callsOf('login')[0]?.request).toEqual({
        account: 'anna@example.com',
        password: 'mosaic7',
        puzzleToken: 'token-1',
      }),
    );
    expect(context.api.callsOf('puzzleVerify')[0]?.request).toMatchObject({ puzzleId: 'p1', x: 2, method: 'buttons', track: '' });
    await waitFor(() => expect(context.dialogs.toasts.map(({ text }) => text)).toEqual(['You are logged in']));
  });

  it('wrong position: says so and shows another puzzle', async () => {
    const { context, slider } = await openPuzzle();
    context.api.respond('puzzleVerify', new AppError('AUTH_PUZZLE_FAILED'));
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    fireEvent.change(slider, { target: { value: '100' } });
    await userEvent.click(screen.getByRole('button', { name: 'Check position' }));
    expect(await screen.findByText('That was not quite it. Here is a new one.')).toBeVisible();
    expect(context.api.callsOf('puzzleNew')).toHaveLength(2);
    expect(context.api.callsOf('puzzleVerify')[0]?.request).toMatchObject({ x: 100, method: 'keys' });
  });

  it('wrong password: the catalogue’s sentence, and the form keeps what was typed', async () => {
    const { context } = await openPuzzle();
    context.api.respond('login', new AppError('AUTH_WRONG_CREDENTIALS'));
    await userEvent.click(screen.getByRole('button', { name: 'A little to the right' }));
    await userEvent.click(screen.getByRole('button', { name: 'Check position' }));
    await waitFor(() => expect(context.api.callsOf('login')).toHaveLength(1));
    expect(await screen.findByText('The account or the password is not right. Check both and try again.')).toBeVisible();
    expect(screen.getByLabelText('E-mail or phone')).toHaveValue('anna@example.com');
    expect(screen.getByLabelText('Password')).toHaveValue('mosaic7');
  });

  it('a code is asked for after the password where those are on; the puzzle is not solved again', async () => {
    const { context } = await openPuzzle();
    context.api.respond('login', new AppError('AUTH_ONE_TIME_CODE_REQUIRED'));
    await userEvent.click(screen.getByRole('button', { name: 'A little to the right' }));
    await userEvent.click(screen.getByRole('button', { name: 'Check position' }));
    const code = await screen.findByLabelText('Code from your authenticator app');
    await waitFor(() => expect(code).toHaveFocus());
    context.api.respond('login', new AppError('AUTH_WRONG_CODE'));
    await userEvent.type(code, '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText(/^The code is wrong or no longer valid/)).toBeVisible();
    expect(context.api.callsOf('login').at(-1)?.request).toMatchObject({ oneTimeCode: '123456', puzzleToken: 'token-1' });
    expect(context.api.callsOf('puzzleNew')).toHaveLength(1);
    context.api.respond('login', new AppError('AUTH_PUZZLE_REQUIRED'));
    await userEvent.clear(code);
    await userEvent.type(code, '654321');
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(context.api.callsOf('login')).toHaveLength(3));
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(context.api.callsOf('puzzleNew')).toHaveLength(2));
    expect(code).toHaveValue('654321');
  });

  it('a phone as it is written at home: its country is asked for, by its own code and not by the area code', async () => {
    const { context } = await openPuzzle(async () => {
      await userEvent.type(await screen.findByLabelText('E-mail or phone'), '(684) 733-1234');
      const country = await screen.findByLabelText('Country code');
      await waitFor(() => expect(within(country).getAllByRole('option')).toHaveLength(2));
      await userEvent.selectOptions(country, 'United States +1');
      expect(country).toHaveDisplayValue('United States +1');
      await userEvent.selectOptions(country, 'American Samoa +1');
    });
    context.api.respond('login', { token: 't'.repeat(43), userId: '100001', mode: 'real', expiresAtMs: testStartMs + 1000 });
    await userEvent.click(screen.getByRole('button', { name: 'A little to the right' }));
    await userEvent.click(screen.getByRole('button', { name: 'Check position' }));
    await waitFor(() =>
      expect(context.api.callsOf('login')[0]?.request).toMatchObject({ account: '(684) 733-1234', phoneCountry: 'AS' }),
    );
  });
});
