/**
 * What a host hands to a remote: the API client and the stream of prices of the package, and of its own whatever it has instead of
 * Tessera's shell: addresses, session, preferences, dialogs. A visitor's; `signIn` takes the token that a login answered.
 */
import { BehaviorSubject, skip, type Observable } from '@tessera/shared/kernel';
import {
  contractVersion,
  type Preferences,
  type RemoteContext,
  type RemoteLocation,
  type SessionState,
} from '@tessera/shared/federation';
import { createApiClient, sampleServerClock } from '@tessera/shared/http';
import { createPageSignals, createRealtime } from '@tessera/shared/realtime';
import { createServerClock } from '@tessera/shared/time';
import { keepsNothing } from './keepsNothing';

interface ContextOptions {
  readonly remote: string;
  readonly version: string;
  /** Where the remote begins. */
  readonly page: string;
}

interface HostContext {
  context(): RemoteContext;
  /** Every further place: the remote's handle is updated then. */
  readonly place: Observable<RemoteLocation>;
}

export function createContext({ remote, version, page }: ContextOptions): HostContext {
  const monotonic = (): number => performance.now();
  const clock = createServerClock({ monotonic, epoch: () => Date.now() });
  const report = (error: unknown): void => console.error(error);
  const preferences = createPreferences();
  const language = (): Preferences['language']['value'] => preferences.language.value;
  let token: string | undefined;
  const state = new BehaviorSubject<SessionState>({ isSignedIn: false, userId: undefined, mode: 'demo', generation: 0 });
  const become = (next: Omit<SessionState, 'generation'>): void =>
    state.next({ ...next, generation: state.value.generation + 1 });
  const signedOut = (): void => {
    token = undefined;
    become({ isSignedIn: false, userId: undefined, mode: 'demo' });
  };

  const api = createApiClient({
    baseUrl: '/api/',
    language,
    token: () => token,
    generation: () => state.value.generation,
    onSessionEnded: signedOut,
    onError: report,
  });
  const realtime = createRealtime({
    url: window.location.origin,
    token: () => token,
    language,
    session: state,
    clock,
    monotonic,
    page: createPageSignals(window),
    eventsSince: (after) => api.call('eventsSince', { after }, { toastErrors: false }),
    onSessionEnded: signedOut,
    onReleaseChanged: () => undefined,
    onFault: report,
  });
  void sampleServerClock(api, clock, monotonic);

  const place = new BehaviorSubject<RemoteLocation>({ pathname: page, search: '', key: '0' });
  const go = (path: string, query: Readonly<Record<string, string>> = {}): void => {
    const [pathname = '', own = ''] = path.split('?');
    const search = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(own)), ...query }).toString();
    const key = String(Number(place.value.key) + 1);
    place.next({ pathname, search: search === '' ? '' : `?${search}`, key });
  };
  const life = new AbortController();
  return {
    place: place.pipe(skip(1)),
    context: () => ({
      contract: contractVersion,
      remote: { name: remote, version },
      location: place.value,
      navigation: {
        navigate: go,
        redirect: go,
        switchTab: go,
        relaunch: go,
        back: () => go(page),
        setTitle: (title) => {
          document.title = title;
        },
      },
      session: {
        state,
        async signIn(next) {
          token = next;
          const { userId, mode } = await api.call('userInfo', {});
          become({ isSignedIn: true, userId, mode });
        },
        signOut: async () => signedOut(),
        requestLogin: () => window.alert('Please log in first'),
        async switchMode(mode) {
          const next = await api.call('switchAccount', { mode });
          token = next.token;
          become({ isSignedIn: true, userId: next.userId, mode: next.mode });
        },
      },
      preferences,
      quotes: realtime.quotes,
      privateEvents$: realtime.privateEvents$,
      api,
      clock,
      dialogs: {
        toast: (text) => console.info(text),
        toastError: report,
        confirm: async ({ title, body = '' }) => window.confirm(`${title}\n${body}`),
      },
      reports: { report },
      storage: storageUnder(`tessera.${remote}.`),
      runningOrders: { set: () => undefined },
      evidence: keepsNothing,
      signal: life.signal,
    }),
  };
}

/** The design language reads theme and colours from the page's root. */
function createPreferences(): Preferences {
  const theme = new BehaviorSubject<Preferences['theme']['value']>('light');
  const themeChoice = new BehaviorSubject<Preferences['themeChoice']['value']>('light');
  const language = new BehaviorSubject<Preferences['language']['value']>('en');
  const upColor = new BehaviorSubject<Preferences['upColor']['value']>('green');
  theme.subscribe((value) => (document.documentElement.dataset['theme'] = value));
  upColor.subscribe((value) => (document.documentElement.dataset['up'] = value));
  return {
    theme,
    themeChoice,
    language,
    upColor,
    setThemeChoice(choice) {
      themeChoice.next(choice);
      theme.next(choice === 'dark' ? 'dark' : 'light');
    },
    setLanguage: (next) => language.next(next),
    setUpColor: (next) => upColor.next(next),
  };
}

const storageUnder = (prefix: string): RemoteContext['storage'] => ({
  read: (key) => localStorage.getItem(prefix + key) ?? undefined,
  write: (key, value) => localStorage.setItem(prefix + key, value),
  remove: (key) => localStorage.removeItem(prefix + key),
});
