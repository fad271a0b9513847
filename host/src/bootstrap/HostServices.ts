/** Everything long-lived, made once in createServices and handed down by React context. */
import { createContext, useContext } from 'react';
import type { BehaviorSubject, i18n, Observable } from '@tessera/shared/kernel';
import { invariant } from '@tessera/shared/errors';
import type {
  ApiClient,
  Dialogs,
  Evidence,
  LiveValue,
  Navigation,
  Preferences,
  QuoteStream,
  RemoteStorage,
  RunningOrder,
} from '@tessera/shared/federation';
import type { PrivateSignal } from '@tessera/shared/realtime';
import type { ServerClock } from '@tessera/shared/time';
import type { Confirm } from '../frame/createConfirm';
import type { Toasts } from '../frame/createToasts';
import type { Remotes } from '../remotes/Remotes';
import type { HostReports } from '../reports/createReports';
import type { LocationSource } from '../routes/HashHistory';
import type { HostSession } from '../session/createSession';

export interface HostServices {
  readonly api: ApiClient;
  readonly clock: ServerClock;
  readonly confirm: Confirm;
  readonly dialogs: Dialogs;
  readonly evidence: Evidence;
  readonly i18n: i18n;
  /** A part of the host is missing, and only the person can say when to load the page again. */
  readonly isOutdated: LiveValue<boolean>;
  /** The installation is for practice, real accounts too. False until the server has said so. */
  readonly isPractice: LiveValue<boolean>;
  readonly location: LocationSource;
  readonly navigation: Navigation;
  /** Calls to the server under way. */
  readonly pending: LiveValue<number>;
  readonly preferences: Preferences;
  readonly privateEvents$: Observable<PrivateSignal>;
  readonly quotes: QuoteStream;
  readonly remotes: Remotes;
  readonly reports: HostReports;
  readonly runningOrders: BehaviorSubject<readonly RunningOrder[]>;
  /** Answers of customer service that the person has not seen. */
  readonly serviceUnread: LiveValue<number>;
  readonly session: HostSession;
  readonly store: RemoteStorage;
  /** What a remote last called its page; undefined until it does. */
  readonly title: LiveValue<string | undefined>;
  readonly toasts: Toasts;
  /** Opens customer service: login first, then the unread answer or the first contact. */
  openService(): void;
}

const Context = createContext<HostServices | undefined>(undefined);
export const HostServicesProvider = Context.Provider;

export function useHost(): HostServices {
  const services = useContext(Context);
  invariant(services !== undefined, 'useHost is used inside a HostServicesProvider');
  return services;
}
