/**
 * A running exchange behind the page, through the dev server's proxy: the real api client and the real socket. The token
 * comes from remote-account's login page, run alone at the same address, and is kept for the other remotes.
 */
import { BehaviorSubject } from '@tessera/shared/kernel';
import type { SessionState } from '../../federation';
import { createApiClient, sampleServerClock, withRenewal } from '../../host-kit/http';
import { createPageSignals, createRealtime } from '../../host-kit/realtime';
import { createServerClock } from '../../domain/time';
import type { Backend } from './Backend';
import type { StandaloneSettings } from './settings';

const tokenKey = 'tessera.alone.token';

export interface ExchangeBackendDeps {
  readonly page: Window;
  readonly settings: () => StandaloneSettings;
  onFault(error: unknown): void;
}

export function createExchangeBackend({ page, settings, onFault }: ExchangeBackendDeps): Backend {
  const store = page.localStorage;
  const monotonic = (): number => page.performance.now();
  const clock = createServerClock({ monotonic, epoch: () => Date.now() });
  const token = (): string | undefined => store.getItem(tokenKey) ?? undefined;
  const state = new BehaviorSubject<SessionState>({ isSignedIn: false, userId: undefined, mode: 'demo', generation: 0 });
  const become = (change: Omit<SessionState, 'generation'>): void =>
    state.next({ ...change, generation: state.value.generation + 1 });
  const signedOut = (): void => {
    store.removeItem(tokenKey);
    become({ isSignedIn: false, userId: undefined, mode: 'demo' });
  };
  const language = (): StandaloneSettings['language'] => settings().language;
  const api = createApiClient({
    baseUrl: '/api/',
    language,
    token,
    generation: () => state.value.generation,
    onSessionEnded: signedOut,
    onError: () => undefined,
  });
  const restore = async (): Promise<void> => {
    const { userId, mode } = await api.call('userInfo', {}, { toastErrors: false });
    become({ isSignedIn: true, userId, mode });
  };
  const realtime = createRealtime({
    url: page.location.origin,
    token,
    language,
    session: state,
    clock,
    monotonic,
    page: createPageSignals(page),
    eventsSince: (after) => api.call('eventsSince', { after }, { toastErrors: false }),
    onSessionEnded: signedOut,
    onReleaseChanged: () => undefined,
    onFault,
  });
  void sampleServerClock(api, clock, monotonic);
  if (token() !== undefined) restore().catch(onFault);

  return {
    api: withRenewal(api, async (ask) => {
      const answer = await ask();
      if (answer.token !== undefined) store.setItem(tokenKey, answer.token);
      become(state.value);
      return answer;
    }),
    clock,
    quotes: realtime.quotes,
    privateEvents$: realtime.privateEvents$,
    session: {
      state,
      async signIn(next) {
        store.setItem(tokenKey, next);
        await restore();
      },
      signOut: async () => signedOut(),
      async switchMode(mode) {
        const session = await api.call('switchAccount', { mode });
        store.setItem(tokenKey, session.token);
        become({ isSignedIn: true, userId: session.userId, mode: session.mode });
      },
    },
    follow({ isSignedIn }) {
      if (!isSignedIn && state.value.isSignedIn) signedOut();
    },
  };
}
