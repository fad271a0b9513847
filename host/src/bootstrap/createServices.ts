/**
 * The only place where services are made and joined; those with much to hand over have a file beside this one. Order matters
 * where one needs another: store, then preferences and session state, then the api over both, then what talks to the server.
 * Nothing here renders.
 */
import { BehaviorSubject } from '@tessera/shared/kernel';
import type { ApiClient, RunningOrder } from '@tessera/shared/federation';
import { withRenewal } from '@tessera/shared/http';
import { createPageSignals } from '@tessera/shared/realtime';
import { createServerClock } from '@tessera/shared/time';
import { createLocalStore } from '../browser/localStore';
import { storageKeys } from '../browser/storageKeys';
import { createConfirm } from '../frame/createConfirm';
import { createToasts } from '../frame/createToasts';
import { createReports } from '../reports/createReports';
import { createHashHistory } from '../routes/HashHistory';
import { createNavigation } from '../routes/createNavigation';
import { createSession } from '../session/createSession';
import { createSessionStore } from '../session/SessionStore';
import { followRunningOrders } from '../session/followRunningOrders';
import { followServiceUnread } from '../session/followServiceUnread';
import { createServiceDesk } from '../session/createServiceDesk';
import { clearOnLeaving } from './clearOnLeaving';
import { createDialogs } from './createDialogs';
import { createHostApi } from './createHostApi';
import { createPreferredTexts } from './createPreferredTexts';
import { createRemotesAndRealtime } from './createRemotesAndRealtime';
import { followServerClock } from './followServerClock';
import type { HostServices } from './HostServices';
import { loadAhead } from './loadAhead';
import { startEvidenceOf } from './startEvidenceOf';
import { watchHostFiles } from './watchHostFiles';
import { watchPageFaults } from './watchPageFaults';

const release = process.env.TESSERA_BUILD ?? 'development';

export interface StartedHost {
  readonly services: HostServices;
  /** The texts of the present language are here: the first render need not wait for more. */
  readonly ready: Promise<void>;
}

export function createServices(page: Window = window): StartedHost {
  const store = createLocalStore(page);
  const monotonic = () => performance.now();
  const clock = createServerClock({ monotonic, epoch: () => Date.now() });
  const signals = createPageSignals(page);
  const sessionStore = createSessionStore(store);
  const toasts = createToasts(signals.isVisible);
  const confirm = createConfirm();
  const history = createHashHistory(page);
  const title = new BehaviorSubject<string | undefined>(undefined);
  const pending = new BehaviorSubject(0);
  const isPractice = new BehaviorSubject(false);
  const runningOrders = new BehaviorSubject<readonly RunningOrder[]>([]);
  const navigation = createNavigation(history, (text) => title.next(text));

  const reports = createReports({ api: () => api, release, log });
  const { preferences, texts } = createPreferredTexts({
    store,
    page,
    reports,
    api: () => api,
    isSignedIn: () => sessionStore.state.value.isSignedIn,
  });
  const { t } = texts.i18n;
  const dialogs = createDialogs({ toasts, confirm, i18n: texts.i18n, session: sessionStore.state });

  const api: ApiClient = createHostApi({
    page,
    preferences,
    sessionStore,
    dialogs,
    reports,
    pending,
    onSessionEnded: () => session.ended(),
  });
  const session = createSession({
    store: sessionStore,
    api,
    navigation,
    location: history.location,
    dialogs,
    texts: {
      loginFirst: () => t('host:loginFirst'),
      sessionEnded: () => t('host:sessionEnded'),
      signedOutElsewhere: () => t('host:signedOutElsewhere'),
    },
  });

  const { remotes, realtime } = createRemotesAndRealtime({
    page,
    release,
    store,
    sessionStore,
    session,
    preferences,
    clock,
    monotonic,
    signals,
    reports,
    api,
  });
  followRunningOrders({ running: runningOrders, session: sessionStore.state, events$: realtime.privateEvents$, api, clock });
  const serviceUnread = followServiceUnread({ session: sessionStore.state, events$: realtime.privateEvents$, api });
  const desk = createServiceDesk({
    api,
    session,
    dialogs,
    navigation,
    unread: serviceUnread,
    openWindow: (url) => void page.open(url, '_blank', 'noopener,noreferrer'),
    base: page.location.href,
    texts: { none: () => t('host:service.none'), loginFirst: () => t('host:loginFirst') },
  });

  const evidence = startEvidenceOf({ page, api, sessionStore, clock, signals, realtime, runningOrders, reports });
  watchPageFaults(page, reports);
  const isOutdated = watchHostFiles(page, release, remotes);
  store.onOtherPage(storageKeys.token, () => session.otherPageChanged());
  clearOnLeaving({ sessionStore, location: history.location, runningOrders, title, confirm });
  followServerClock({ api, clock, monotonic, isVisible: signals.isVisible, isPractice });
  void session.restore();
  desk.fetchContacts();
  remotes.start();
  loadAhead(remotes, history.location.value.pathname, pending, page);

  return {
    ready: texts.ready,
    services: {
      api: withRenewal(api, session.renew),
      clock,
      confirm,
      dialogs,
      evidence,
      i18n: texts.i18n,
      isOutdated,
      isPractice,
      location: history.location,
      navigation,
      pending,
      preferences,
      privateEvents$: realtime.privateEvents$,
      quotes: realtime.quotes,
      remotes,
      reports,
      runningOrders,
      serviceUnread,
      session,
      store,
      title,
      toasts,
      openService: desk.open,
    },
  };
}

/** The owner of the console: what was reported is also shown to anyone who looks there. */
function log(error: unknown): void {
  console.error(error);
}
