/**
 * A whole RemoteContext of fakes: what a remote's tests and its standalone page mount with. Every part can be driven and
 * read: `context.api.respond(…)`, `context.quotes.emit(…)`, `context.clock.advance(…)`, `context.navigation.last`.
 * To follow a navigation, hand `at(context, location)` to the handle's update.
 */
import { Subject } from '@tessera/shared/kernel';
import type { PrivateEvent } from '../domain/contract';
import { contractVersion } from '../federation';
import type { RemoteContext, RemoteLocation, RemoteStorage, RunningOrder, SessionState } from '../federation';
import { createFakeApi, type FakeApi } from './FakeApi';
import { createFakeEvidence, type FakeEvidence } from './FakeEvidence';
import { createFakeDialogs, type FakeDialogs } from './FakeDialogs';
import { createFakeNavigation, type FakeNavigation } from './FakeNavigation';
import { createFakePreferences, type FakePreferences } from './FakePreferences';
import { createFakeQuotes, type FakeQuotes } from './FakeQuotes';
import { createFakeSession, type FakeSession } from './FakeSession';
import { createTestClock, type TestClock } from './TestClock';

export interface FakeContext extends RemoteContext {
  readonly api: FakeApi;
  readonly clock: TestClock;
  readonly dialogs: FakeDialogs;
  readonly evidence: FakeEvidence;
  readonly navigation: FakeNavigation;
  readonly preferences: FakePreferences;
  readonly quotes: FakeQuotes;
  readonly session: FakeSession;
  readonly privateEvents$: Subject<PrivateEvent | { readonly type: 'resync' }>;
  /** Errors given to reports.report. */
  readonly reported: readonly unknown[];
  /** What remote-trade last told the tab bar. */
  readonly running: { readonly orders: readonly RunningOrder[] };
  /** Aborts the context's signal, as the host does at unmount. */
  end(): void;
}

export interface FakeContextOptions {
  readonly remote?: string;
  readonly path?: string;
  readonly search?: string;
  readonly session?: SessionState;
}

export function fakeContext({
  remote = 'market',
  path = '/pages/index/index',
  search = '',
  session,
}: FakeContextOptions = {}): FakeContext {
  const clock = createTestClock();
  const reported: unknown[] = [];
  const running: { orders: readonly RunningOrder[] } = { orders: [] };
  const abort = new AbortController();
  return {
    contract: contractVersion,
    remote: { name: remote, version: '0.1.0+00000000' },
    location: { pathname: path, search, key: 'first' },
    navigation: createFakeNavigation(),
    session: createFakeSession(session),
    preferences: createFakePreferences(),
    quotes: createFakeQuotes(clock),
    privateEvents$: new Subject(),
    api: createFakeApi(),
    clock,
    dialogs: createFakeDialogs(),
    reports: {
      report: (error) => {
        reported.push(error);
      },
    },
    reported,
    storage: createMemoryStorage(),
    runningOrders: {
      set: (orders) => {
        running.orders = orders;
      },
    },
    running,
    evidence: createFakeEvidence(),
    signal: abort.signal,
    end: () => abort.abort(),
  };
}

/** The same context at another place; every place has a key of its own. */
export function at<Context extends RemoteContext>(context: Context, path: string, search = ''): Context {
  const location: RemoteLocation = { pathname: path, search, key: `${path}${search}` };
  return { ...context, location };
}

export function createMemoryStorage(): RemoteStorage {
  const values = new Map<string, string>();
  return {
    read: (key) => values.get(key),
    write: (key, value) => {
      values.set(key, value);
    },
    remove: (key) => {
      values.delete(key);
    },
  };
}
