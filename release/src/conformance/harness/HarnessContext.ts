/**
 * The context of one mount: fakes that answer as an exchange with a played market would, and that keep account of who listens
 * and who still calls after the remote was told to go.
 */
import type { RemoteContext } from '@tessera/shared/federation';
import { createPlayedMarket, fakeContext, layDownAnswers, marketSymbols } from '@tessera/shared/testing';
import type { PlayedRelease } from './HarnessDoor';
import { countedLiveValue, countedStream } from './countedStream';
import { addFault, textOf } from './faults';
import { unwatched } from './watchTimers';

export interface HarnessContext {
  /** The context at this page, for mount and update. */
  at(page: string): RemoteContext;
  /** The next tick of every market. */
  movePrices(): void;
  setTheme(theme: 'light' | 'dark'): void;
  setLanguage(language: 'en' | 'de'): void;
  /** The host's word at unmount. */
  end(): void;
  /** From now on every call is one too many. */
  isOver: boolean;
}

export function createHarnessContext({ remote, reference }: PlayedRelease): HarnessContext {
  const fake = fakeContext({ remote });
  const market = createPlayedMarket(marketSymbols, fake.clock);
  layDownAnswers({
    api: fake.api,
    market,
    clock: fake.clock,
    mode: () => fake.session.state.value.mode,
    privateEvents$: fake.privateEvents$,
    after: (ms, action) => void unwatched.setTimeout(action, ms),
  });
  const harness: { isOver: boolean } = { isOver: false };

  /** The same service, whose every call is a fault once the mount is over. */
  const guarded = <Service extends object>(name: string, service: Service): Service =>
    new Proxy(service, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== 'function') return member;
        return (...values: readonly unknown[]): unknown => {
          if (harness.isOver) addFault('rests-after-unmount', `called ${name}.${String(key)} after it was unmounted`);
          return Reflect.apply(member, target, values);
        };
      },
    });

  const context: RemoteContext = {
    ...fake,
    remote: { name: remote, version: reference.version },
    navigation: guarded('navigation', fake.navigation),
    session: { ...guarded('session', fake.session), state: countedLiveValue('session.state', fake.session.state) },
    preferences: {
      ...fake.preferences,
      theme: countedLiveValue('preferences.theme', fake.preferences.theme),
      themeChoice: countedLiveValue('preferences.themeChoice', fake.preferences.themeChoice),
      language: countedLiveValue('preferences.language', fake.preferences.language),
      upColor: countedLiveValue('preferences.upColor', fake.preferences.upColor),
      amountsHidden: countedLiveValue('preferences.amountsHidden', fake.preferences.amountsHidden),
    },
    quotes: {
      connection: countedLiveValue('quotes.connection', fake.quotes.connection),
      watch: (symbols) => countedStream('quotes.watch', fake.quotes.watch(symbols)),
      watchBook: (symbol) => countedStream('quotes.watchBook', fake.quotes.watchBook(symbol)),
      peek: (symbol) => fake.quotes.peek(symbol),
      catalogVersion: countedLiveValue('quotes.catalogVersion', fake.quotes.catalogVersion),
    },
    privateEvents$: countedStream('privateEvents$', fake.privateEvents$),
    api: guarded('api', fake.api),
    dialogs: guarded('dialogs', fake.dialogs),
    evidence: {
      ...guarded('evidence', fake.evidence),
      state: countedLiveValue('evidence.state', fake.evidence.state),
      unread: countedLiveValue('evidence.unread', fake.evidence.unread),
    },
    runningOrders: guarded('runningOrders', fake.runningOrders),
    reports: { report: (error) => addFault('meets-no-errors', `reported: ${textOf(error)}`) },
  };

  let visits = 0;
  return Object.assign(harness, {
    at(page: string): RemoteContext {
      visits += 1;
      const [pathname = '', query] = page.split('?');
      return { ...context, location: { pathname, search: query === undefined ? '' : `?${query}`, key: String(visits) } };
    },
    movePrices() {
      fake.clock.advance(1000);
      fake.quotes.emit(...market.step(market.symbols.map(({ symbol }) => symbol)));
    },
    setTheme(theme: 'light' | 'dark') {
      document.documentElement.dataset['theme'] = theme;
      fake.preferences.theme.next(theme);
    },
    setLanguage: (language: 'en' | 'de') => fake.preferences.setLanguage(language),
    end: () => fake.end(),
  });
}
