import { describe, expect, it } from '@jest/globals';
import { AppError } from '@tessera/shared/errors';
import { withRenewal } from '@tessera/shared/http';
import { aSession, aUserInfo, createMemoryStorage, fakeContext } from '@tessera/shared/testing';
import { BehaviorSubject } from '@tessera/shared/kernel';
import type { HostLocation } from '../routes/HashHistory';
import { createSession } from './createSession';
import { createSessionStore } from './SessionStore';

function setUp({
  stored = {},
  at = '/pages/index/index',
  search = '',
}: { stored?: Record<string, string>; at?: string; search?: string } = {}) {
  const storage = createMemoryStorage();
  for (const [key, value] of Object.entries(stored)) storage.write(key, value);
  const store = createSessionStore(storage);
  const { api, navigation, dialogs } = fakeContext();
  const location = new BehaviorSubject<HostLocation>({ pathname: at, search, key: 'a', depth: 0, arrival: 'push' });
  const session = createSession({
    store,
    api,
    navigation,
    location,
    dialogs,
    texts: {
      loginFirst: () => 'Please log in first',
      sessionEnded: () => 'Session ended',
      signedOutElsewhere: () => 'Signed out elsewhere',
    },
  });
  return { storage, store, session, api, navigation, dialogs, location };
}
const signedIn = { token: 'token-1', userInfo: JSON.stringify(aUserInfo()) };

describe('session on launch', () => {
  it('a stored token and user info: signed in at once, in the stored mode', () => {
    expect(setUp({ stored: signedIn }).store.state.value).toEqual({
      isSignedIn: true,
      userId: 'user-1',
      mode: 'demo',
      generation: 0,
    });
  });

  it('a token without readable user info: nobody, until the server says whose it is', async () => {
    const { store, session, api } = setUp({ stored: { token: 'token-1', userInfo: '{"userId":3}' } });
    expect([store.state.value.isSignedIn, session.isRestoring.value]).toEqual([false, true]);
    api.respond('userInfo', aUserInfo({ mode: 'real' }));
    await session.restore();
    expect(session.isRestoring.value).toBe(false);
    expect(store.state.value).toMatchObject({ isSignedIn: true, mode: 'real', generation: 1 });
  });

  it('the server confirms what is stored: the same generation, nothing is fetched anew', async () => {
    const { store, session, api } = setUp({ stored: signedIn });
    api.respond('userInfo', aUserInfo({ creditScore: 77 }));
    await session.restore();
    expect(store.state.value.generation).toBe(0);
    expect(store.userInfo()?.creditScore).toBe(77);
  });

  it('no network on launch: the stored session stands', async () => {
    const { store, session, api } = setUp({ stored: signedIn });
    api.respond('userInfo', new AppError('NETWORK_UNREACHABLE', { isRetryable: true }));
    await session.restore();
    expect(store.state.value.isSignedIn).toBe(true);
  });
});

describe('signing in and out', () => {
  it('signed in on the login page: stored under the four keys, and back to the page that asked', async () => {
    const { storage, store, session, api, navigation } = setUp({
      at: '/pages/login/index',
      search: '?returnTo=%2Fpages%2Fassets%2Ftransfer',
    });
    api.respond('userInfo', aUserInfo());
    await session.signIn('token-2');
    expect(store.state.value).toEqual({ isSignedIn: true, userId: 'user-1', mode: 'demo', generation: 1 });
    expect(storage.read('token')).toBe('token-2');
    expect(JSON.parse(storage.read('userInfo') ?? '')).toMatchObject({ userId: 'user-1' });
    expect(navigation.last).toEqual({ verb: 'redirect', path: '/pages/assets/transfer', query: {} });
  });

  it('the server does not know the token: nobody is signed in, and the caller hears why', async () => {
    const { storage, store, session, api } = setUp();
    api.respond('userInfo', new AppError('AUTH_ACCOUNT_FROZEN'));
    await expect(session.signIn('token-2')).rejects.toMatchObject({ code: 'AUTH_ACCOUNT_FROZEN' });
    expect(store.state.value.isSignedIn).toBe(false);
    expect(storage.read('token')).toBeUndefined();
  });

  it('signed out: forgotten here also when the server does not answer', async () => {
    const { storage, store, session, api, navigation } = setUp({ stored: signedIn });
    api.respond('logout', new AppError('NETWORK_UNREACHABLE'));
    await session.signOut();
    expect(store.state.value).toEqual({ isSignedIn: false, userId: undefined, mode: 'real', generation: 1 });
    expect([storage.read('token'), storage.read('userInfo')]).toEqual([undefined, undefined]);
    expect(navigation.last).toMatchObject({ verb: 'relaunch', path: '/pages/login/index' });
  });

  it('signed out: the other pages of this browser can read it while the server is still asked', async () => {
    const { storage, session, api } = setUp({ stored: signedIn });
    api.hold('logout');
    void session.signOut();
    await Promise.resolve();
    expect([storage.read('token'), api.callsOf('logout')]).toEqual([undefined, [expect.anything()]]);
  });

  it('a page asks for login: the toast, and the login page with the way back', () => {
    const { session, dialogs, navigation } = setUp({ at: '/pages/contract/index', search: '?symbol=BTC-USDT' });
    session.requestLogin();
    expect(dialogs.toasts[0]?.text).toBe('Please log in first');
    expect(navigation.last).toEqual({
      verb: 'navigate',
      path: '/pages/login/index',
      query: { returnTo: '/pages/contract/index?symbol=BTC-USDT' },
    });
  });
});

describe('the server ends the session (999)', () => {
  it('logged out, told once, relaunched to the login page with the way back; the other 999s are no news', () => {
    const { store, session, dialogs, navigation } = setUp({ stored: signedIn, at: '/pages/assets/index' });
    session.ended();
    session.ended();
    expect(store.state.value).toMatchObject({ isSignedIn: false, generation: 1 });
    expect(dialogs.toasts).toEqual([{ text: 'Session ended', options: { tone: 'error', durationMs: 3000 } }]);
    expect(navigation.calls).toEqual([
      { verb: 'relaunch', path: '/pages/login/index', query: { returnTo: '/pages/assets/index' } },
    ]);
  });
});

describe('switching the account mode', () => {
  it('token and mode change together, as a new generation', async () => {
    const { storage, store, session, api } = setUp({ stored: signedIn });
    api.respond('switchAccount', aSession({ token: 'token-real', mode: 'real' }));
    api.respond('userInfo', aUserInfo({ mode: 'real' }));
    await session.switchMode('real');
    expect(store.state.value).toEqual({ isSignedIn: true, userId: 'user-1', mode: 'real', generation: 1 });
    expect(storage.read('token')).toBe('token-real');
  });

  it('tapped twice: one switch', async () => {
    const { session, api } = setUp({ stored: signedIn });
    api.respond('switchAccount', aSession({ token: 'token-real', mode: 'real' }));
    api.respond('userInfo', aUserInfo({ mode: 'real' }));
    await Promise.all([session.switchMode('real'), session.switchMode('real')]);
    expect(api.callsOf('switchAccount')).toHaveLength(1);
  });

  it('to the present mode: nothing happens', async () => {
    const { session, api } = setUp({ stored: signedIn });
    await session.switchMode('demo');
    expect(api.calls).toHaveLength(0);
  });

  it('the old session ends on the way, by socket and by 999: the person stays signed in, in the new mode', async () => {
    const { store, session, api, navigation } = setUp({ stored: signedIn });
    api.respond('switchAccount', aSession({ token: 'token-real', mode: 'real' }));
    api.respond('userInfo', aUserInfo({ mode: 'real' }));
    const switched = session.switchMode('real');
    session.ended();
    await Promise.all([session.perhapsEnded(), switched]);
    await session.perhapsEnded();
    expect(store.state.value).toMatchObject({ isSignedIn: true, mode: 'real', generation: 1 });
    expect(navigation.calls).toEqual([]);
  });

  it('the socket tells of an end: the server is asked, which answers 999 when it is so', async () => {
    const { session, api } = setUp({ stored: signedIn });
    api.respond('userInfo', aUserInfo());
    await session.perhapsEnded();
    expect(api.callsOf('userInfo')).toHaveLength(1);
  });

  it('the server refuses: the account stays as it was', async () => {
    const { store, session, api } = setUp({ stored: signedIn });
    api.respond('switchAccount', new AppError('AUTH_ACCOUNT_LOCKED'));
    await expect(session.switchMode('real')).rejects.toMatchObject({ code: 'AUTH_ACCOUNT_LOCKED' });
    expect(store.state.value).toMatchObject({ mode: 'demo', generation: 0 });
  });
});

describe('a new password', () => {
  const request = { kind: 'login', oldPassword: 'a', password: 'b', passwordAgain: 'b' } as const;

  it('the token that is answered takes the place of the old one, as a new generation, whoever called', async () => {
    const { storage, store, session, api } = setUp({ stored: signedIn });
    api.respond('updatePassword', { token: 'token-2' });
    expect(await withRenewal(api, session.renew).call('updatePassword', request)).toEqual({ token: 'token-2' });
    expect([store.token(), storage.read('token')]).toEqual(['token-2', 'token-2']);
    expect(store.state.value).toEqual({ isSignedIn: true, userId: 'user-1', mode: 'demo', generation: 1 });
  });

  it('the end of the old session is heard before the answer: the person stays signed in', async () => {
    const { store, session, api, navigation } = setUp({ stored: signedIn });
    api.respond('updatePassword', { token: 'token-2' });
    api.respond('userInfo', aUserInfo());
    const changed = withRenewal(api, session.renew).call('updatePassword', request);
    session.ended();
    await Promise.all([session.perhapsEnded(), changed]);
    expect([store.token(), store.state.value.isSignedIn, navigation.calls]).toEqual(['token-2', true, []]);
  });

  it('refused, or answered by a server that keeps the session: the token stays', async () => {
    const { store, session, api } = setUp({ stored: signedIn });
    api.respond('updatePassword', new AppError('AUTH_WRONG_OLD_PASSWORD'));
    const ask = () => withRenewal(api, session.renew).call('updatePassword', request);
    await expect(ask()).rejects.toMatchObject({ code: 'AUTH_WRONG_OLD_PASSWORD' });
    api.respond('updatePassword', {});
    await ask();
    expect([store.token(), store.state.value.generation]).toEqual(['token-1', 0]);
  });
});

describe('another page of this browser', () => {
  it('has a new token already when the old one ends here: this page follows and takes it from nobody', async () => {
    const { storage, store, session, api, navigation } = setUp({ stored: signedIn });
    api.respond('userInfo', aUserInfo());
    storage.write('token', 'token-2');
    session.ended();
    expect([store.token(), storage.read('token'), navigation.calls]).toEqual(['token-2', 'token-2', []]);
    expect(store.state.value).toMatchObject({ isSignedIn: true, generation: 1 });
  });

  it('signs out: this page does as well, and says so once', () => {
    const { storage, store, session, dialogs } = setUp({ stored: signedIn });
    storage.remove('token');
    storage.remove('userInfo');
    session.otherPageChanged();
    session.otherPageChanged();
    expect(store.state.value).toMatchObject({ isSignedIn: false, generation: 1 });
    expect(dialogs.toasts.map(({ text }) => text)).toEqual(['Signed out elsewhere']);
  });

  it('signs out, and the server ends the session here before the storage says so: the same is said, once, and the page stays', () => {
    const { storage, store, session, dialogs, navigation } = setUp({ stored: signedIn });
    storage.remove('token');
    storage.remove('userInfo');
    session.ended();
    session.otherPageChanged();
    session.ended();
    expect(store.state.value).toMatchObject({ isSignedIn: false, generation: 1 });
    expect(dialogs.toasts.map(({ text }) => text)).toEqual(['Signed out elsewhere']);
    expect(navigation.calls).toEqual([]);
  });

  it('signs in as somebody else: this page follows as a new generation', () => {
    const { storage, store } = setUp({ stored: signedIn });
    storage.write('token', 'token-9');
    storage.write('userInfo', JSON.stringify(aUserInfo({ userId: 'user-9' })));
    store.reload();
    expect(store.state.value).toMatchObject({ userId: 'user-9', generation: 1 });
  });
});
