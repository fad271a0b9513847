/**
 * The remote alone on a page, against a fake context: a small market that moves by itself, articles, messages. No server.
 * What the page shows is set in its address: ?theme=dark &lang=de &up=red &signed-in &offline &broken
 */
import '@tessera/shared/ui/tokens.css';
import '@tessera/shared/ui/base.css';
import { languages } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { Navigation, RemoteContext } from '@tessera/shared/federation';
import { fromEvent, interval } from '@tessera/shared/kernel';
import { aForexLeverageTerms, aLeverageTerms, fakeContext, signedInDemo, visitor } from '@tessera/shared/testing';
import { mount } from './remote';
import { createStandaloneWorld } from './standaloneWorld';
import './standalone.css';

const settings = new URLSearchParams(window.location.search);
const context = fakeContext({ session: settings.has('signed-in') ? signedInDemo : visitor });
const now = () => Math.floor(performance.timeOrigin + performance.now());
context.clock.set(now());
const world = createStandaloneWorld(now());

context.api.respond('coinList', { version: 1, symbols: [...world.symbols], assets: [{ asset: 'USDT', scale: 6, shownScale: 2 }] });
context.api.respond('quotation', () => ({ serverMs: now(), quotes: world.quotes().filter(({ symbol }) => symbol.endsWith('USDT')) }));
context.api.respond('whQuotation', () => ({ serverMs: now(), quotes: world.quotes().filter(({ symbol }) => !symbol.endsWith('USDT')) }));
context.api.respond('timeshare', (request) => world.candles(request, now()));
context.api.respond('whTimeshare', (request) => world.candles(request, now()));
context.api.respond('leverageMine', (request) => world.orders(request));
context.api.respond('leverageWhMine', (request) => world.orders(request));
const noSeconds = { items: [], page: 1, pageSize: 100, total: 0, totals: { stake: '0', fee: '0', profit: '0', won: 0, lost: 0, returned: 0 } };
context.api.respond('listSeconds', noSeconds);
context.api.respond('listWhSeconds', noSeconds);
context.api.respond('leverageTerms', ({ symbol }) => (symbol.endsWith('USDT') ? aLeverageTerms({ symbol }) : aForexLeverageTerms({ symbol })));
context.api.respond('spotTerms', ({ symbol }) => ({
  symbol, quantityMin: '0.0001', quantityStep: '0.0001', quantityMax: '20', tickSize: '0.01', totalMin: '5', feeRate: '0.001', priceBand: '0.1',
  slippageCap: '0.005', toleratedMove: '30', ruleVersion: 1,
}));
context.api.respond('newsList', (request) => world.articles(request));
context.api.respond('newsDetail', ({ id }) => world.article(id) ?? new AppError('DATA_NOT_FOUND'));
context.api.respond('userMessages', () => world.messages(now()));
if (settings.has('broken')) context.api.respond('coinList', new AppError('NETWORK_TIMEOUT', { isRetryable: true }));
if (settings.has('offline')) context.quotes.connection.next('reconnecting');

const root = document.documentElement;
const theme = settings.get('theme') === 'dark' ? 'dark' : 'light';
root.dataset['theme'] = theme;
context.preferences.theme.next(theme);
root.dataset['up'] = settings.get('up') === 'red' ? 'red' : 'green';
const language = languages.find((one) => one === settings.get('lang'));
if (language !== undefined) context.preferences.setLanguage(language);

const goTo = (path: string, query: Readonly<Record<string, string>> = {}) => {
  const search = new URLSearchParams(query).toString();
  window.location.hash = search === '' ? path : `${path}?${search}`;
};
const navigation: Navigation = {
  navigate: goTo,
  redirect: goTo,
  switchTab: goTo,
  relaunch: goTo,
  back: () => window.history.back(),
  setTitle: (title) => {
    document.title = title;
  },
};
function present(): RemoteContext {
  const [pathname = '', query] = (window.location.hash.slice(1) || '/pages/index/index').split('?');
  return { ...context, navigation, location: { pathname, search: query === undefined ? '' : `?${query}`, key: window.location.hash } };
}

const element = document.createElement('main');
element.className = 'standalone';
document.body.append(element);
const handle = mount(element, present());
fromEvent(window, 'hashchange').subscribe(() => {
  handle.update(present());
  element.scrollTop = 0;
});
if (!settings.has('offline')) {
  interval(200).subscribe(() => {
    context.clock.set(now());
    context.quotes.emit(...world.move(now()));
    const book = world.book(new URLSearchParams(present().location.search).get('symbol') ?? '', now());
    if (book !== undefined) context.quotes.emitBook(book);
  });
} else {
  interval(1000).subscribe(() => context.clock.set(now()));
}
