/** The session's verbs: what a person or the server does to it, and where that leads. */
import { BehaviorSubject } from '@tessera/shared/kernel';
import { AppError } from '@tessera/shared/errors';
import type { ApiClient, Dialogs, LiveValue, Navigation, Session } from '@tessera/shared/federation';
import type { Renew } from '@tessera/shared/http';
import type { LocationSource } from '../routes/HashHistory';
import { loginPath, returnTarget, withReturn } from '../routes/returnTarget';
import type { SessionStore } from './SessionStore';

export interface SessionDeps {
  readonly store: SessionStore;
  readonly api: ApiClient;
  readonly navigation: Navigation;
  readonly location: LocationSource;
  readonly dialogs: Pick<Dialogs, 'toast'>;
  readonly texts: {
    readonly loginFirst: () => string;
    readonly sessionEnded: () => string;
    readonly signedOutElsewhere: () => string;
  };
}

export interface HostSession extends Session {
  /** There is a token, and the server has not said yet whose it is: nobody should be sent to the login page meanwhile. */
  readonly isRestoring: LiveValue<boolean>;
  /** A call that ends this session and answers the token of the one in its place. */
  readonly renew: Renew;
  /** On launch: whose token is stored? */
  restore(): Promise<void>;
  /** The server said 999. */
  ended(): void;
  /** Another page of this browser signed in, out or over to the other account: this one follows, and a sign-out is said. */
  otherPageChanged(): void;
  /** The socket was told that a session ended: perhaps one that was left a moment ago, so the server is asked about the present one. */
  perhapsEnded(): Promise<void>;
}

export function createSession({ store, api, navigation, location, dialogs, texts }: SessionDeps): HostSession {
  let switching: Promise<void> | undefined;
  let renewing: Promise<unknown> | undefined;
  const isRestoring = new BehaviorSubject(store.token() !== undefined && !store.state.value.isSignedIn);

  async function refreshUserInfo(isNew: boolean): Promise<void> {
    const token = store.token();
    const info = await api.call('userInfo', {}, { toastErrors: false });
    // Meanwhile somebody signed out, or another page of this browser signed in as someone else.
    if (store.token() === token) store.adopt(info, { isNew });
  }

  function followOtherPage(): void {
    const wasSignedIn = store.state.value.isSignedIn;
    store.reload();
    if (wasSignedIn && store.token() === undefined) dialogs.toast(texts.signedOutElsewhere());
  }

  return {
    state: store.state,
    isRestoring,

    async signIn(token) {
      store.setToken(token);
      try {
        await refreshUserInfo(true);
      } catch (error) {
        store.clear();
        throw error;
      }
      const target = returnTarget(location.value);
      if (target !== undefined) navigation.redirect(target);
    },

    async signOut() {
      // The question takes the token along when it is asked. Then the token goes at once: the other pages of this browser hear of
      // the sign-out before the server ends their session, and nobody waits for a slow network to be signed out here.
      const leaving = api.call('logout', {}, { toastErrors: false });
      store.clear();
      navigation.relaunch(loginPath);
      // Not answered: the server forgets a token by itself.
      void leaving.catch(() => undefined);
    },

    requestLogin() {
      dialogs.toast(texts.loginFirst());
      navigation.navigate(loginPath, withReturn(location.value));
    },

    switchMode(mode) {
      if (store.state.value.mode === mode && store.state.value.isSignedIn) return Promise.resolve();
      // A second tap joins the first: two switches under way could end in either account.
      switching ??= (async () => {
        const { token, mode: now } = await api.call('switchAccount', { mode });
        store.adoptMode(token, now);
        await refreshUserInfo(false).catch(() => undefined); // the figures of the profile may follow later
      })().finally(() => {
        switching = undefined;
      });
      return switching;
    },

    renew(ask) {
      const asked = (async () => {
        const answer = await ask();
        if (answer.token !== undefined) store.adoptMode(answer.token, store.state.value.mode);
        return answer;
      })().finally(() => {
        renewing = undefined;
      });
      renewing = asked;
      return asked;
    },

    async restore() {
      if (store.token() === undefined) return;
      try {
        await refreshUserInfo(false);
      } catch (error) {
        // Without a network the stored profile stands; a token that belongs to nobody is of no use to anyone.
        if (error instanceof AppError && !error.isRetryable && !store.state.value.isSignedIn) store.clear();
      } finally {
        isRestoring.next(false);
      }
    },

    ended() {
      if (store.token() === undefined) return; // several calls were answered 999: the first one was enough
      // A switch or a new password ends the old session by itself, and calls under way in it are answered 999. Only the new
      // one's end counts.
      if (switching !== undefined || renewing !== undefined) return void this.perhapsEnded();
      const ended = store.token();
      followOtherPage();
      // Another page of this browser signed out, or has the next one's token already: clearing would take it from both.
      if (store.token() !== ended) return void this.perhapsEnded();
      const back = withReturn(location.value);
      store.clear();
      dialogs.toast(texts.sessionEnded(), { tone: 'error', durationMs: 3000 });
      navigation.relaunch(loginPath, back);
    },

    otherPageChanged() {
      followOtherPage();
      void this.restore();
    },

    async perhapsEnded() {
      await Promise.allSettled([switching, renewing]);
      if (store.token() === undefined) return;
      await refreshUserInfo(false).catch(() => undefined); // a 999 comes back as ended()
    },
  };
}
