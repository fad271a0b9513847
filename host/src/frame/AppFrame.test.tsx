import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { BehaviorSubject } from '@tessera/shared/kernel';
import { createI18n } from '@tessera/shared/i18n';
import hostTextsEn from '@tessera/locales/en/host.json';
import { host as hostTexts } from '@tessera/locales/load/host';
import { aUserInfo, createMemoryStorage, fakeContext, testStartMs } from '@tessera/shared/testing';
import { contractVersion, type PreviewTicket, type RemoteContext } from '@tessera/shared/federation';
import { App } from '../App';
import type { HostServices } from '../bootstrap/HostServices';
import { storageKeys } from '../browser/storageKeys';
import type { RemoteState } from '../remotes/RemoteState';
import { createNavigation } from '../routes/createNavigation';
import { createHashHistory } from '../routes/HashHistory';
import type { ForeignPages } from '../routes/routeFor';
import { createSession } from '../session/createSession';
import { createSessionStore } from '../session/SessionStore';
import { createConfirm } from './createConfirm';
import { createToasts } from './createToasts';

class NoResize {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  window.ResizeObserver = NoResize as never;
  // The test browser knows the dialog element but not its methods.
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
});

async function setUp(hash: string, { isSignedIn = false, isRestoring = false, isWelcomeSeen = true, isPractice = false } = {}) {
  window.history.replaceState(null, '', hash);
  const fake = fakeContext();
  fake.api.respond('userInfo', aUserInfo());
  const store = createMemoryStorage();
  if (isWelcomeSeen) store.write(storageKeys.welcomeSeen, '1');
  if (isRestoring) store.write('token', 'token-1');
  if (isSignedIn) {
    store.write('token', 'token-1');
    store.write('userInfo', JSON.stringify(aUserInfo()));
  }
  const history = createHashHistory(window);
  const title = new BehaviorSubject<string | undefined>(undefined);
  const navigation = createNavigation(history, (text) => title.next(text));
  const toasts = createToasts(new BehaviorSubject(true));
  const confirm = createConfirm();
  const session = createSession({
    store: createSessionStore(store),
    api: fake.api,
    navigation,
    location: history.location,
    dialogs: { toast: toasts.show },
    texts: { loginFirst: () => 'Please log in first', sessionEnded: () => 'ended', signedOutElsewhere: () => 'elsewhere' },
  });
  const mounted: string[] = [];
  const states = new Map<string, BehaviorSubject<RemoteState>>();
  const stateOf = (name: string) => {
    const state = states.get(name) ?? new BehaviorSubject<RemoteState>(readyRemote(name, mounted));
    states.set(name, state);
    return state;
  };
  const pages = new BehaviorSubject<ForeignPages | undefined>(undefined);
  const preview = new BehaviorSubject<PreviewTicket | undefined>(undefined);
  const texts = createI18n({ language: 'en', namespaces: { host: hostTexts } });
  await texts.ready;
  const services: HostServices = {
    api: fake.api,
    clock: fake.clock,
    confirm,
    dialogs: { toast: toasts.show, toastError: () => undefined, confirm: confirm.ask },
    evidence: fake.evidence,
    i18n: texts.i18n,
    isOutdated: new BehaviorSubject(false),
    isPractice: new BehaviorSubject(isPractice),
    location: history.location,
    navigation,
    pending: new BehaviorSubject(0),
    preferences: fake.preferences,
    privateEvents$: fake.privateEvents$,
    quotes: fake.quotes,
    remotes: {
      state: stateOf,
      load: async () => undefined,
      retry: async () => undefined,
      warm: async () => undefined,
      keep: async () => undefined,
      mounted: () => () => undefined,
      crashed: () => true,
      chunkFailed: () => undefined,
      pointerAnnounced: () => undefined,
      start: () => () => undefined,
      isFree: () => true,
      pages,
      preview,
      leavePreview: () => preview.next(undefined),
      running: new BehaviorSubject({ serial: null, remotes: {} }),
    },
    reports: { report: () => undefined, of: () => ({ report: () => undefined }) },
    serviceUnread: new BehaviorSubject(0),
    runningOrders: new BehaviorSubject([] as HostServices['runningOrders']['value']),
    session,
    store,
    title,
    toasts,
    openService: () => toasts.show('service'),
  };
  render(<App services={services} />);
  return { services, fake, history, mounted, pages, preview, stateOf, user: userEvent.setup() };
}

/** A remote that shows its name and the place it was given. */
function readyRemote(name: string, mounted: string[]): RemoteState {
  const release = {
    version: '0.1.0+aaaaaaaa',
    entry: `/r/${name}/x/remoteEntry.js`,
    type: 'global',
    global: name,
    integrity: '',
    contract: '^1.0',
  } as const;
  const show = (element: HTMLElement, { location }: RemoteContext) => {
    element.innerHTML = `<h1>${name} ${location.pathname}${location.search}</h1>`;
  };
  return {
    kind: 'ready',
    release: release as never,
    module: {
      contract: `^${contractVersion}`,
      mount(element, context) {
        mounted.push(name);
        show(element, context);
        return { update: (next) => show(element, next), canRelease: () => true, unmount: () => void mounted.push(`-${name}`) };
      },
    },
  };
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

describe('tabs', () => {
  it('five, in the order of the specification; the present one is marked', async () => {
    await setUp('#/pages/market/index');
    const bar = screen.getByRole('navigation', { name: 'Main sections' });
    const links = within(bar).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['Home', 'Market', 'Trade', 'Contract', 'Assets']);
    expect(within(bar).getByRole('link', { current: 'page' })).toHaveTextContent('Market');
  });

  it('a tab of the same remote: updated in place; of another: unmounted and mounted', async () => {
    const { user, mounted } = await setUp('#/pages/index/index');
    mounted.length = 0; // strict mode mounts twice
    await user.click(screen.getByRole('link', { name: 'Market' }));
    expect(heading()).toBe('market /pages/market/index');
    expect(mounted).toEqual([]);
    await user.click(screen.getByRole('link', { name: 'Trade' }));
    expect(heading()).toBe('trade /pages/trade/index');
    expect(mounted).toContain('-market');
  });

  it('a page below a tab has no tab bar', async () => {
    await setUp('#/pages/kline/index?symbol=BTC-USDT');
    expect(heading()).toBe('market /pages/kline/index?symbol=BTC-USDT');
    expect(screen.queryByRole('navigation', { name: 'Main sections' })).toBeNull();
  });

  it('running orders: counted on the bar with the time to the next expiry', async () => {
    const { services } = await setUp('#/pages/market/index');
    const order = (id: string, expiresAtMs: number) => ({ id, symbol: 'BTC-USDT', direction: 'long' as const, expiresAtMs });
    act(() => services.runningOrders.next([order('1', testStartMs + 42_000), order('2', testStartMs + 18_000)]));
    expect(screen.getByRole('link', { name: '2 running orders. Next expires in 00:18' })).toBeVisible();
  });
});

it('what this device kept and is shown otherwise: announced above every page, and leads to where both values stand', async () => {
  const { fake, user } = await setUp('#/pages/market/index');
  expect(screen.queryByText(hostTextsEn.evidence.differs)).toBeNull();
  const difference = { kind: 'root' as const, of: '60000', kept: 'aa', shown: 'bb', keptAtMs: 1, foundAtMs: 2 };
  act(() => fake.evidence.unread.next([difference]));
  expect(screen.getByRole('alert')).toHaveTextContent(hostTextsEn.evidence.differs);
  await user.click(screen.getByRole('button', { name: hostTextsEn.evidence.look }));
  expect(heading()).toBe('market /pages/fairness/index');
  expect(screen.queryByText(hostTextsEn.evidence.differs)).toBeNull();
});

describe('a page that needs sign-in', () => {
  it('a visitor: told, led to the login page, and back after signing in', async () => {
    const { services, mounted } = await setUp('#/pages/assets/transfer?from=coin');
    expect(heading()).toContain('account /pages/login/index');
    expect(screen.getByText('Please log in first')).toBeInTheDocument();
    expect(mounted).not.toContain('assets');
    await act(() => services.session.signIn('token-2'));
    expect(heading()).toBe('assets /pages/assets/transfer?from=coin');
  });

  it('signed out by another tab on a page that needs login: that stands there, and the login page with the way back', async () => {
    const { services } = await setUp('#/pages/assets/transfer', { isSignedIn: true });
    services.store.remove('token');
    services.store.remove('userInfo');
    act(() => services.session.otherPageChanged());
    await waitFor(() => expect(heading()).toBe('account /pages/login/index?returnTo=%2Fpages%2Fassets%2Ftransfer'));
    expect(screen.getByText('elsewhere')).toBeInTheDocument();
    expect(screen.queryByText('Please log in first')).toBeNull();
  });

  it('a token whose owner is not known yet: the person waits, and is not sent away', async () => {
    const { services } = await setUp('#/pages/assets/index', { isRestoring: true });
    expect(services.location.value.pathname).toBe('/pages/assets/index');
    await act(() => services.session.restore());
    expect(heading()).toBe('assets /pages/assets/index');
  });

  it('signed out while on it: the login page', async () => {
    const { services } = await setUp('#/pages/assets/index', { isSignedIn: true });
    expect(heading()).toBe('assets /pages/assets/index');
    act(() => services.session.ended());
    expect(heading()).toContain('account /pages/login/index');
  });
});

describe('the demo account', () => {
  it('is unmistakable: the word on the page and in the title', async () => {
    await setUp('#/pages/assets/index', { isSignedIn: true });
    expect(screen.getAllByText('DEMO')).toHaveLength(1);
    expect(document.title).toBe('DEMO · Assets · Tessera');
  });

  it('a visitor sees none of it', async () => {
    await setUp('#/pages/market/index');
    expect(screen.queryByText('DEMO')).toBeNull();
    expect(document.title).toBe('Market · Tessera');
  });
});

describe('without a network', () => {
  const failed = { kind: 'failed', failure: { kind: 'chunk', remote: 'trade', version: '0.1.0', detail: '' } } as const;
  afterEach(() => void Reflect.deleteProperty(navigator, 'onLine'));

  it('a tab that was never visited says that it is offline; with one, what failed', async () => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
    const { stateOf } = await setUp('#/pages/trade/index');
    act(() => stateOf('trade').next(failed));
    expect(heading()).toBe(hostTextsEn.remote.offlineTitle);
    expect(screen.queryByText(hostTextsEn.remote.supportCode)).toBeNull();
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: true });
    act(() => void window.dispatchEvent(new Event('online')));
    expect(heading()).toBe(hostTextsEn.remote.failedTitle);
  });
});

describe('customer service', () => {
  const button = () => screen.getByRole('button', { name: hostTextsEn.service.open });

  it('in the header where the page keeps a place for it; there nothing floats over the page', async () => {
    const { user, services } = await setUp('#/pages/market/index');
    expect(button().closest('main')).toBeNull();
    const slot = document.createElement('span');
    slot.dataset['serviceSlot'] = '';
    act(() => void screen.getByRole('main').append(slot));
    await waitFor(() => expect(slot).toContainElement(button()));
    await user.click(button());
    expect(services.toasts.shown.value.at(-1)?.text).toBe('service');
  });

  it('says how many answers wait to be read, in the header and on the float', async () => {
    const { services } = await setUp('#/pages/market/index');
    const marked = () => screen.getByRole('button', { name: 'Customer service, 2 unread' });
    act(() => (services.serviceUnread as BehaviorSubject<number>).next(2));
    expect(marked()).toHaveTextContent('2');
    const slot = document.createElement('span');
    slot.dataset['serviceSlot'] = '';
    act(() => void screen.getByRole('main').append(slot));
    await waitFor(() => expect(slot).toContainElement(marked()));
    act(() => (services.serviceUnread as BehaviorSubject<number>).next(0));
    expect(button()).toHaveTextContent('');
  });

  it('floats again on a page without one', async () => {
    await setUp('#/pages/market/index');
    const slot = document.createElement('span');
    slot.dataset['serviceSlot'] = '';
    act(() => void screen.getByRole('main').append(slot));
    await waitFor(() => expect(slot).toContainElement(button()));
    act(() => slot.remove());
    await waitFor(() => expect(button().closest('main')).toBeNull());
  });
});

describe('a wide window', () => {
  beforeEach(() => {
    window.matchMedia = (media) =>
      ({
        matches: media.includes('1080'),
        media,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as never;
  });
  afterEach(() => {
    window.matchMedia = undefined as never;
  });

  it('a chart and the ticket of its market; the tabs stand at every page', async () => {
    const { history } = await setUp('#/pages/kline/index?symbol=ETH-USDT', { isSignedIn: true });
    const beside = screen.getByRole('complementary');
    expect(beside).toHaveTextContent('trade /pages/contract/index?symbol=ETH-USDT');
    expect(screen.getByRole('navigation', { name: 'Main sections' })).toBeVisible();
    expect(screen.getByRole('main')).toHaveTextContent('market /pages/kline/index');
    act(() => history.push('/pages/kline/index', '?symbol=BTC-USDT'));
    expect(beside).toHaveTextContent('symbol=BTC-USDT');
    act(() => history.push('/pages/assets/index', ''));
    expect(screen.getByRole('complementary')).toHaveTextContent('market /pages/market/index');
  });
});

describe('a release that is not live', () => {
  it('previewed: the banner names it and the end, and leads out', async () => {
    const { preview, user } = await setUp('#/pages/market/index');
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
    act(() =>
      preview.next({ schema: 1, remote: 'market', release: { version: '0.4.0+bbbbbbbb' } as never, expiresAtMs: testStartMs }),
    );
    expect(screen.getByRole('region', { name: 'Preview' })).toHaveTextContent(
      /Preview of market 0\.4\.0\+bbbbbbbb, until .*20\d\d/,
    );
    await user.click(screen.getByRole('button', { name: 'Leave preview' }));
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
  });
});

describe('a page that only the release pointer names', () => {
  it('nothing until the pointer is known, then its remote, without tab bar and without a title of the host', async () => {
    const { pages } = await setUp('#/pages/promo/index');
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    act(() => pages.next({ '/pages/promo/index': { remote: 'promo', needsSignIn: false } }));
    expect(heading()).toBe('promo /pages/promo/index');
    expect(document.title).toBe('Tessera');
    expect(screen.queryByRole('navigation', { name: 'Main sections' })).toBeNull();
  });
});

describe('one remote fails', () => {
  it('a card with the reason, a support code and a way to try again; the tabs live on', async () => {
    const { services, stateOf, user } = await setUp('#/pages/market/index');
    act(() =>
      stateOf('market').next({
        kind: 'failed',
        failure: { kind: 'timeout', remote: 'market', version: '0.1.0+aaaaaaaa', detail: '' },
      }),
    );
    expect(screen.getByText('This section could not be loaded')).toBeVisible();
    expect(screen.getByText('market · timeout · 0.1.0+aaaaaaaa')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
    await user.click(screen.getByRole('link', { name: 'Trade' }));
    expect(heading()).toBe('trade /pages/trade/index');
    expect(services.location.value.pathname).toBe('/pages/trade/index');
  });

  it('incompatible: trying again would not help, so it is not offered', async () => {
    const { stateOf } = await setUp('#/pages/market/index');
    act(() =>
      stateOf('market').next({
        kind: 'failed',
        failure: { kind: 'incompatible', remote: 'market', version: undefined, detail: '' },
      }),
    );
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('a remote that is switched off', () => {
  it.each([
    [{ en: 'Back at noon', de: 'Ab Mittag' }, 'Back at noon'],
    [{ de: 'Ab Mittag' }, 'Ab Mittag'],
    [{}, 'Your money and open orders are not affected.'],
  ])('%j in English: %s', async (message, words) => {
    const { stateOf } = await setUp('#/pages/market/index');
    act(() => stateOf('market').next({ kind: 'disabled', message }));
    expect(screen.getByText(words)).toBeVisible();
  });
});

describe('dialogs and notices', () => {
  it('confirm: yes is true; a cancel, and a change of page, are false', async () => {
    const { services, user } = await setUp('#/pages/market/index');
    const question = { title: 'Place the order?', confirmLabel: 'Place', cancelLabel: 'Not now' };
    let answer: Promise<boolean>;
    await act(async () => void (answer = services.dialogs.confirm(question)));
    await user.click(screen.getByRole('button', { name: 'Place' }));
    await expect(answer!).resolves.toBe(true);
    await act(async () => void (answer = services.dialogs.confirm(question)));
    await user.click(screen.getByRole('button', { name: 'Not now' }));
    await expect(answer!).resolves.toBe(false);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('errors go to the assertive region, other messages to the polite one', async () => {
    const { services } = await setUp('#/pages/market/index');
    act(() => services.toasts.show('Saved', { tone: 'success' }));
    expect(screen.getByText('Saved').closest('[aria-live]')).toHaveAttribute('aria-live', 'polite');
    act(() => services.toasts.show('Refused', { tone: 'error' }));
    expect(screen.queryByText('Saved')).toBeNull();
    expect(screen.getByText('Refused').closest('[aria-live]')).toHaveAttribute('aria-live', 'assertive');
  });

  it('the welcome notice: names the regions, once per browser', async () => {
    const { services, user } = await setUp('#/pages/market/index', { isWelcomeSeen: false });
    expect(screen.getByRole('dialog')).toHaveTextContent(/North Korea, Israel, China, Vanuatu and Cuba/);
    await user.click(screen.getByRole('button', { name: 'I understand' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(services.store.read(storageKeys.welcomeSeen)).toBe('1');
  });

  it('a page that a release brings: not mounted for a visitor unless the release says that it is open', async () => {
    const { pages, mounted } = await setUp('#/pages/promo/index');
    act(() => pages.next({ '/pages/promo/index': { remote: 'promo', needsSignIn: true } }));
    expect(heading()).toBe('account /pages/login/index?returnTo=%2Fpages%2Fpromo%2Findex');
    expect(mounted).not.toContain('promo');
  });

  it('an address that is no page: said, with a way home', async () => {
    const { pages, user } = await setUp('#/pages/nowhere');
    act(() => pages.next({}));
    expect(heading()).toBe('Page not found');
    await user.click(screen.getByRole('button', { name: 'Go to Home' }));
    expect(heading()).toBe('market /pages/index/index');
  });
});

describe('on a practice exchange', () => {
  const line = () => screen.queryByText('Practice exchange: no real money');

  it.each([
    ['#/pages/trade/index', true, true],
    ['#/pages/trade/index', false, false],
    ['#/pages/index/index', true, false],
    ['#/pages/fairness/index', true, true],
  ])('%s, practice %s: the line is there %s', async (hash, isPractice, isShown) => {
    await setUp(hash, { isPractice });
    await waitFor(() => expect(screen.getByRole('main')).toBeVisible());
    expect(line() !== null).toBe(isShown);
  });
});
