/**
 * The only place where services are made. Order matters where one needs another: store, then preferences and session
 * state, then the api over both, then what talks to the server. Nothing here renders.
 */
import { BehaviorSubject, distinctUntilChanged, map, skip, timer } from '@tessera/shared/kernel';
import type { EndpointResponse } from '@tessera/shared/contract';
import type { AppError } from '@tessera/shared/errors';
import { contractVersion, type ApiClient, type RunningOrder } from '@tessera/shared/federation';
import { createApiClient, createHttpPort, sampleServerClock, withRenewal } from '@tessera/shared/http';
import { createI18n } from '@tessera/shared/i18n';
import { createPageSignals, createRealtime } from '@tessera/shared/realtime';
import { createServerClock } from '@tessera/shared/time';
import { host as hostTexts } from '@tessera/locales/load/host';
import { withFirstAnswers } from '../browser/firstAnswers';
import { hostFolder } from '../browser/hostFolder';
import { createLocalStore, storeUnder } from '../browser/localStore';
import { watchMissingFiles } from '../browser/missingFiles';
import { storageKeys } from '../browser/storageKeys';
import { createConfirm } from '../frame/createConfirm';
import { createToasts, requestToastMs } from '../frame/createToasts';
import { createPreferences } from '../preferences/createPreferences';
import { createBrowserRemotes } from '../remotes/createBrowserRemotes';
import { releaseEventOf } from '../remotes/RemoteEvent';
import { createReports } from '../reports/createReports';
import { createHashHistory } from '../routes/HashHistory';
import { createNavigation } from '../routes/createNavigation';
import { createSession } from '../session/createSession';
import { createSessionStore } from '../session/SessionStore';
import { followRunningOrders } from '../session/followRunningOrders';
import { createServiceDesk } from '../session/createServiceDesk';
import type { HostServices } from './HostServices';
import { installId } from './installId';
import { keptPreviewTicket } from './keptPreviewTicket';
import { loadAhead } from './loadAhead';
import { reportRemoteEvent } from './reportRemoteEvent';
import { watchPageFaults } from './watchPageFaults';

const release = process.env.TESSERA_BUILD ?? 'development';
/** The clock is sampled anew this often; the socket's liveness check adds samples of its own. */
const clockSampleMs = 60_000;

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
  const toasts = createToasts();
  const confirm = createConfirm();
  const history = createHashHistory(page);
  const title = new BehaviorSubject<string | undefined>(undefined);
  const pending = new BehaviorSubject(0);
  const isPractice = new BehaviorSubject(false);
  const runningOrders = new BehaviorSubject<readonly RunningOrder[]>([]);
  const navigation = createNavigation(history, (text) => title.next(text));

  const reports = createReports({ api: () => api, release, log });
  const preferences = createPreferences({
    store,
    page,
    onLanguage(language) {
      void texts.setLanguage(language);
      if (sessionStore.state.value.isSignedIn)
        api.call('setLanguage', { language }, { toastErrors: false }).catch(() => undefined);
    },
  });
  const texts = createI18n({
    language: preferences.language.value,
    namespaces: { host: hostTexts },
    isDevelopment: process.env.NODE_ENV !== 'production',
    onMissingKey: ({ language, namespace, key }) =>
      reports.report(new Error(`no text ${namespace}:${key} in ${language}`), { where: 'i18n' }),
  });
  const { t } = texts.i18n;
  const errorText = ({ code, params }: AppError): string =>
    (t as (key: string, options: object) => string)(`errors:${code}`, { ...params });

  const dialogs: HostServices['dialogs'] = {
    toast: toasts.show,
    toastError: (error) => toasts.show(errorText(error), { tone: 'error', durationMs: requestToastMs }),
    confirm: confirm.ask,
  };

  const api: ApiClient = createApiClient({
    baseUrl: '/api/',
    language: () => preferences.language.value,
    token: sessionStore.token,
    generation: () => sessionStore.state.value.generation,
    onSessionEnded: () => session.ended(),
    onError(error) {
      dialogs.toastError(error);
      if (error.code === 'ANSWER_UNREADABLE') reports.report(error, { where: 'http' });
    },
    onPending: (count) => pending.next(count),
    http: withFirstAnswers(createHttpPort(), page.tesseraFirstAnswers ?? []),
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

  const ours = storeUnder(store, 'tessera');
  const remotes = createBrowserRemotes({
    storage: ours,
    startedFor: sessionStore.state.value.userId ?? installId(ours, () => page.crypto.randomUUID()),
    previewTicket: keptPreviewTicket(page),
    language: () => preferences.language.value,
    now: clock.now,
    isClockSet: () => clock.errorMs() !== undefined,
    report(event) {
      reportRemoteEvent(reports, event);
      const told = releaseEventOf(event);
      if (told !== undefined) realtime.releases.happened(told);
    },
    onPointerRefused: (problem) => reports.report(new Error(`release pointer refused: ${problem}`), { where: 'loader' }),
  });
  const realtime = createRealtime({
    url: page.location.origin,
    token: sessionStore.token,
    language: () => preferences.language.value,
    session: sessionStore.state,
    clock,
    monotonic,
    page: signals,
    eventsSince: (after): Promise<EndpointResponse<'eventsSince'>> => api.call('eventsSince', { after }, { toastErrors: false }),
    onSessionEnded: () => void session.perhapsEnded(),
    onReleaseChanged: remotes.pointerAnnounced,
    onFault: (error) => reports.report(error, { where: 'realtime' }),
  });
  remotes.running.subscribe((running) =>
    realtime.releases.running({ host: { version: release, contract: contractVersion }, ...running }),
  );
  followRunningOrders({ running: runningOrders, session: sessionStore.state, events$: realtime.privateEvents$, api, clock });
  const desk = createServiceDesk({
    api,
    session,
    dialogs,
    openWindow: (url) => void page.open(url, '_blank', 'noopener,noreferrer'),
    base: page.location.href,
    texts: { none: () => t('host:service.none'), loginFirst: () => t('host:loginFirst') },
  });

  watchPageFaults(page, reports);
  const isOutdated = watchMissingFiles({
    page,
    folder: new URL(hostFolder, page.location.origin).href,
    build: release,
    statusOf: async (address) => (await page.fetch(address, { method: 'HEAD', cache: 'no-store' })).status,
    memory: { read: (key) => page.sessionStorage.getItem(key), write: (key, value) => page.sessionStorage.setItem(key, value) },
    mayReload: () => remotes.isFree(),
    reload: () => page.location.reload(),
  });
  store.onOtherPage(storageKeys.token, () => session.otherPageChanged());
  // Money of one session is never seen in another: what the shell itself holds goes with the generation.
  sessionStore.state
    .pipe(
      map((state) => state.generation),
      distinctUntilChanged(),
      skip(1),
    )
    .subscribe(() => {
      runningOrders.next([]);
      confirm.answer(false);
    });
  history.location
    .pipe(
      map(({ pathname }) => pathname),
      distinctUntilChanged(),
      skip(1),
    )
    .subscribe(() => {
      title.next(undefined);
      confirm.answer(false);
    });

  timer(0, clockSampleMs).subscribe(() => {
    if (!signals.isVisible.value) return;
    void sampleServerClock(api, clock, monotonic).then((answer) => {
      if (answer !== undefined) isPractice.next(answer.exchange === 'practice');
    });
  });
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
      session,
      store,
      title,
      toasts,
      openService: desk.open,
    },
  };
}

/** The owner of the console: what was reported is also shown to whoever looks there. */
function log(error: unknown): void {
  console.error(error);
}
