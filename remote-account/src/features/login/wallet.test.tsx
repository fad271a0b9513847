/** A wallet in the browser: found, asked for an account, shown what it signs, and every way in which that goes wrong. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '@tessera/shared/errors';
import type { RemoteHandle } from '@tessera/shared/federation';
import { aUserInfo, fakeContext, signedInDemo, testStartMs, visitor } from '@tessera/shared/testing';
import { mount } from '../../remote';

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const nonce = '0123456789abcdef0123456789abcdef';
const text = `localhost wants you to sign in with your Ethereum account:\n${address}\n\nNonce: ${nonce}`;
const signature = `0x${'ab'.repeat(65)}`;
const opened = { token: 't'.repeat(43), userId: '100001', mode: 'real', expiresAtMs: testStartMs + 1000 } as const;

type Answers = Record<string, unknown>;
const refusal = (code: number) => Object.assign(new Error('no'), { code });
/** `answers`: by method; an Error is thrown, a function is asked. */
function inject(answers: Answers = {}) {
  const asked: { method: string; params?: unknown }[] = [];
  const all: Answers = {
    eth_requestAccounts: [address.toLowerCase()],
    eth_accounts: [address.toLowerCase()],
    eth_chainId: '0x1',
    personal_sign: signature,
    ...answers,
  };
  const provider = {
    async request(call: { method: string; params?: unknown }) {
      asked.push(call);
      const answer = all[call.method];
      if (answer instanceof Error) throw answer;
      return typeof answer === 'function' ? (answer as () => unknown)() : answer;
    },
  };
  (window as { ethereum?: unknown }).ethereum = provider;
  return { asked, provider, answers: all };
}

let handle: RemoteHandle | undefined;
afterEach(() => {
  act(() => handle?.unmount());
  document.body.replaceChildren();
  delete (window as { ethereum?: unknown }).ethereum;
});

function open(path = '/pages/login/index', session = visitor) {
  const context = fakeContext({ remote: 'account', path, session });
  context.api.respond('addressText', { nonce, text, address, chainId: 1, expiresAtMs: testStartMs + 300_000 });
  context.api.respond('addressRegister', opened);
  context.api.respond('areaCodes', { items: [{ country: 'CH', areaCode: '41', isRestricted: false }] });
  const element = document.body.appendChild(document.createElement('div'));
  act(() => {
    handle = mount(element, context);
  });
  return context;
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const toText = async () => {
  await press('Log in with a wallet');
  await press('Connect wallet');
  await screen.findByText(/wants you to sign in/);
};

describe('a wallet', () => {
  it('is offered only where one is in the browser', async () => {
    open();
    await screen.findByRole('button', { name: 'Log in' });
    expect(screen.queryByRole('button', { name: 'Log in with a wallet' })).toBeNull();
  });

  it('logs in: the text is shown before it is signed, and signed as the bytes that were shown', async () => {
    const { asked } = inject();
    const context = open();
    await toText();
    expect(context.api.callsOf('addressText')[0]?.request).toEqual({ purpose: 'sign_in', address: address.toLowerCase() });
    expect(asked.map(({ method }) => method)).toEqual(['eth_requestAccounts']);
    expect(screen.getByText(address)).toBeVisible();
    await press('Sign with the wallet');
    await waitFor(() => expect(context.api.callsOf('addressRegister')[0]?.request).toEqual({ nonce, signature }));
    expect(asked.at(-1)).toEqual({ method: 'personal_sign', params: [`0x${Buffer.from(text).toString('hex')}`, address] });
  });

  it('several that announce themselves are chosen from by name', async () => {
    const first = inject();
    const second = inject({ eth_requestAccounts: ['0x0000000000000000000000000000000000000001'] });
    delete (window as { ethereum?: unknown }).ethereum;
    const announce = () => {
      for (const [uuid, name, { provider }] of [
        ['a', 'Fox', first],
        ['b', '', second],
      ] as const) {
        const detail = { info: { uuid, name }, provider };
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
      }
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info: {}, provider: 'no wallet' } }));
    };
    window.addEventListener('eip6963:requestProvider', announce);
    const context = open();
    await press('Log in with a wallet');
    await press('Fox');
    await waitFor(() => expect(context.api.callsOf('addressText')[0]?.request).toMatchObject({ address: address.toLowerCase() }));
    expect(second.asked).toEqual([]);
    window.removeEventListener('eip6963:requestProvider', announce);
  });

  it.each([
    ['the person declines', { eth_requestAccounts: refusal(4001) }, 'You declined in your wallet. Nothing was signed.'],
    ['it is locked', { eth_requestAccounts: [] }, 'Your wallet shows no account. Unlock it and try again.'],
    ['it still asks', { eth_requestAccounts: refusal(-32_002) }, /still asking something else/],
    ['it fails', { eth_requestAccounts: new Error('?') }, /gave no answer that can be used/],
  ])('connecting: %s', async (_, answers, sentence) => {
    inject(answers);
    open();
    await press('Log in with a wallet');
    await press('Connect wallet');
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Connect wallet' })).toBeEnabled();
  });

  it.each([
    ['the person declines', { personal_sign: refusal(4001) }, 'You declined in your wallet. Nothing was signed.'],
    ['another network', { eth_chainId: '0x89', wallet_switchEthereumChain: refusal(4902) }, /is on another network/],
    [
      'another account',
      { eth_accounts: ['0x0000000000000000000000000000000000000001'] },
      `Your wallet is now on another account. Choose ${address} in it and try again.`,
    ],
    ['no signature', { personal_sign: { r: 1 } }, /gave no answer that can be used/],
  ])('signing: %s; nothing is sent, and the text stays', async (_, answers, sentence) => {
    inject(answers);
    const context = open();
    await toText();
    await press('Sign with the wallet');
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(context.api.callsOf('addressRegister')).toEqual([]);
    expect(screen.getByRole('button', { name: 'Sign with the wallet' })).toBeEnabled();
  });

  it('a wallet that changes its network when it is asked to goes on', async () => {
    const { answers } = inject({ eth_chainId: '0x89' });
    answers['wallet_switchEthereumChain'] = () => (answers['eth_chainId'] = '0x1');
    const context = open();
    await toText();
    await press('Sign with the wallet');
    await waitFor(() => expect(context.api.callsOf('addressRegister')).toHaveLength(1));
  });

  it('authenticator codes: asked for with the same signature', async () => {
    inject();
    const context = open();
    context.api.respond('addressRegister', new AppError('AUTH_ONE_TIME_CODE_REQUIRED'));
    await toText();
    await press('Sign with the wallet');
    await userEvent.type(await screen.findByLabelText('Code from your authenticator app'), '123456');
    context.api.respond('addressRegister', opened);
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Log in' }));
    await waitFor(() =>
      expect(context.api.callsOf('addressRegister').at(-1)?.request).toEqual({ nonce, signature, oneTimeCode: '123456' }),
    );
  });

  it('without an account it is led to the registration', async () => {
    inject();
    const context = open();
    context.api.respond('addressRegister', new AppError('AUTH_WALLET_NOT_REGISTERED'));
    await toText();
    await press('Sign with the wallet');
    expect(await screen.findByText('There is no account for this wallet yet. Register with it first.')).toBeVisible();
    await press('Register with this wallet');
    expect(context.navigation.last).toEqual({ verb: 'redirect', path: '/pages/register/index', query: { with: 'wallet' } });
  });

  it('confirms a change of an account without password', async () => {
    inject();
    const context = open('/pages/user/editLoginpwd', signedInDemo);
    context.api.respond('userInfo', aUserInfo({ isWithoutPassword: true, wallet: '0xf39F•••2266', email: null }));
    context.api.respond('updatePassword', {});
    await screen.findByText(/^Your wallet confirms it/);
    await userEvent.type(screen.getByLabelText('New password'), 'mosaic7');
    await userEvent.type(screen.getByLabelText('Repeat the new password'), 'mosaic7');
    await press('Set new password');
    await press('Connect wallet');
    await press('Sign with the wallet');
    await waitFor(() =>
      expect(context.api.callsOf('updatePassword')[0]?.request).toEqual({
        kind: 'login',
        password: 'mosaic7',
        passwordAgain: 'mosaic7',
        stepUpNonce: nonce,
        stepUpSignature: signature,
      }),
    );
    expect(context.api.callsOf('addressText')[0]?.request).toEqual({ purpose: 'login_password' });
    await waitFor(() => expect(context.dialogs.toasts.map(({ text }) => text)).toEqual(['Password changed']));
  });
});
