/**
 * The inner window: plays the host to one remote. Mounts it with a context over the played exchange (or a running one),
 * hands every new place to its `update`, and shows its toasts and questions.
 */
import './phone.css';
import { BehaviorSubject, ReplaySubject, skip } from '@tessera/shared/kernel';
import { contractVersion, type RemoteContext, type RemoteHandle, type RemoteModule, type RunningOrder } from '../../federation';
import { languageTag } from '../../remote-kit/i18n';
import { createFakeEvidence } from '../FakeEvidence';
import { createFakePreferences } from '../FakePreferences';
import { createExchangeBackend } from './exchangeBackend';
import { createHashPlaces } from './hashPlaces';
import { createPageDialogs } from './pageDialogs';
import type { Happening, Phone } from './Phone';
import { createPlayedBackend } from './playedBackend';
import type { RecordedPrices } from './playedMarket';
import { readSettings, type StandaloneSettings } from './settings';
import { marketSymbols } from './marketSymbols';
import type { StandaloneAbout } from './StandaloneAbout';
import { unsteadyApi } from './unsteadyApi';

const keptHappenings = 50;

export async function startPhone(remote: RemoteModule, about: StandaloneAbout, page: Window): Promise<Phone> {
  let settings = readSettings(about.remote, page.localStorage);
  const happenings$ = new ReplaySubject<Happening>(keptHappenings);
  const tell = (what: string, isFault = false): void => happenings$.next({ atMs: Date.now(), what, isFault });
  const report = (error: unknown): void => {
    console.error(error);
    tell(String(error), true);
  };

  const preferences = createFakePreferences(settings.language);
  showPreferences(preferences, page);
  const { place, navigation } = createHashPlaces(page, settings.place === '' ? (about.pages[0] ?? '/') : settings.place);
  const backend = about.hasExchange
    ? createExchangeBackend({ page, settings: () => settings, onFault: report })
    : createPlayedBackend(page, about.hasRecordings ? await readRecordings() : {});
  const dialogs = createPageDialogs(page, preferences.language, backend.session.state);
  const api = unsteadyApi({
    api: backend.api,
    settings: () => settings,
    wait: (ms) => new Promise((done) => page.setTimeout(done, ms)),
    onAnswer: (name, error) => tell(error === undefined ? name : `${name}: ${error.code}`, error !== undefined),
    onError: dialogs.toastError,
  });
  const runningOrders = new BehaviorSubject<readonly RunningOrder[]>([]);
  runningOrders.pipe(skip(1)).subscribe((orders) => tell(`running orders: ${orders.length}`));

  const evidence = createFakeEvidence();
  const element = page.document.createElement('main');
  page.document.body.append(element);
  let life = new AbortController();
  const context = (): RemoteContext => ({
    contract: contractVersion,
    remote: { name: about.remote, version: about.version },
    location: place.value,
    navigation: { ...navigation, setTitle: (title) => tell(`title: ${title}`) },
    session: { ...backend.session, requestLogin: () => dialogs.toast('The remote asks for a login') },
    preferences,
    api,
    dialogs,
    quotes: backend.quotes,
    privateEvents$: backend.privateEvents$,
    clock: backend.clock,
    reports: { report },
    storage: storageUnder(`tessera.alone.${about.remote}.`, page.localStorage),
    runningOrders: { set: (orders) => runningOrders.next(orders) },
    evidence,
    signal: life.signal,
  });

  const follow = (next: StandaloneSettings): void => {
    settings = next;
    if (preferences.themeChoice.value !== next.theme) preferences.setThemeChoice(next.theme);
    if (preferences.upColor.value !== next.upColor) preferences.setUpColor(next.upColor);
    if (preferences.language.value !== next.language) preferences.setLanguage(next.language);
    backend.follow(next);
  };
  follow(settings);
  let handle: RemoteHandle = remote.mount(element, context());
  place.pipe(skip(1)).subscribe(() => handle.update(context()));

  return {
    happenings$,
    place,
    follow,
    go: navigation.navigate,
    back: navigation.back,
    remount() {
      life.abort();
      handle.unmount();
      tell(`unmounted; ${element.childNodes.length} nodes left`, element.childNodes.length > 0);
      life = new AbortController();
      handle = remote.mount(element, context());
    },
  };
}

function showPreferences({ theme, upColor, language }: ReturnType<typeof createFakePreferences>, page: Window): void {
  const root = page.document.documentElement;
  theme.subscribe((value) => (root.dataset['theme'] = value));
  upColor.subscribe((value) => (root.dataset['up'] = value));
  language.subscribe((value) => (root.lang = new Intl.Locale(languageTag(value)).baseName));
}

const storageUnder = (prefix: string, store: Storage): RemoteContext['storage'] => ({
  read: (key) => store.getItem(prefix + key) ?? undefined,
  write: (key, value) => store.setItem(prefix + key, value),
  remove: (key) => store.removeItem(prefix + key),
});

/** Recorded prices of those symbols that the dev server's folder has. */
async function readRecordings(): Promise<RecordedPrices> {
  const found = await Promise.all(
    marketSymbols.map(async ({ info: { symbol } }) => {
      const answer = await fetch(`/quotes/${symbol}`);
      return answer.ok ? [[symbol, (await answer.json()) as readonly string[]] as const] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}
