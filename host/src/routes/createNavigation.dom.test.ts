import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHashHistory, type HashHistory } from './HashHistory';
import { createNavigation } from './createNavigation';

let history: HashHistory;
const titles: string[] = [];

const setUp = (hash: string) => {
  window.history.replaceState(null, '', hash);
  history = createHashHistory(window);
  return { history, navigation: createNavigation(history, (title) => titles.push(title)) };
};
const here = () => `${history.location.value.pathname}${history.location.value.search}`;
const moved = () =>
  new Promise<void>((resolve) => {
    const before = history.location.value.key;
    const subscription = history.location.subscribe(({ key }) => {
      if (key === before) return;
      queueMicrotask(() => subscription.unsubscribe());
      resolve();
    });
  });

beforeEach(() => {
  titles.length = 0;
});
afterEach(() => history.close());

describe('navigation', () => {
  it('navigate: query parameters are appended to those of the path', () => {
    const { navigation } = setUp('#/pages/market/index');
    navigation.navigate('/pages/kline/index?symbol=BTC-USDT', { frame: '5m', note: 'a b&c' });
    expect(here()).toBe('/pages/kline/index?symbol=BTC-USDT&frame=5m&note=a+b%26c');
    expect(window.location.hash).toBe('#/pages/kline/index?symbol=BTC-USDT&frame=5m&note=a+b%26c');
  });

  it('navigation to the current page is skipped, by every verb', () => {
    const { history, navigation } = setUp('#/pages/kline/index?symbol=BTC-USDT&note=a%20b');
    const key = history.location.value.key;
    navigation.navigate('/pages/kline/index', { symbol: 'BTC-USDT', note: 'a b' });
    navigation.redirect('/pages/kline/index?symbol=BTC-USDT&note=a+b');
    navigation.relaunch('/pages/kline/index?symbol=BTC-USDT&note=a%20b');
    expect(history.location.value.key).toBe(key);
    navigation.navigate('/pages/kline/index', { symbol: 'ETH-USDT' });
    expect(history.location.value.key).not.toBe(key);
  });

  it('back: one page, and the entry is known again by its key', async () => {
    const { history, navigation } = setUp('#/pages/market/index');
    const first = history.location.value.key;
    navigation.navigate('/pages/kline/index', { symbol: 'BTC-USDT' });
    const back = moved();
    navigation.back();
    await back;
    expect(here()).toBe('/pages/market/index');
    expect(history.location.value).toMatchObject({ key: first, arrival: 'pop', depth: 0 });
  });

  it('back on the first page: to the home tab', () => {
    const { navigation } = setUp('#/pages/user/about');
    navigation.back();
    expect(here()).toBe('/pages/index/index');
  });

  it('redirect replaces: back skips the page in between', async () => {
    const { navigation } = setUp('#/pages/market/index');
    navigation.navigate('/pages/login/index');
    navigation.redirect('/pages/user/index');
    const back = moved();
    navigation.back();
    await back;
    expect(here()).toBe('/pages/market/index');
  });

  it('relaunch: nothing of ours lies behind any more', () => {
    const { navigation } = setUp('#/pages/market/index');
    navigation.navigate('/pages/user/set');
    navigation.relaunch('/pages/login/index');
    expect(here()).toBe('/pages/login/index');
    navigation.back();
    expect(here()).toBe('/pages/index/index');
  });

  it('an address typed by hand: followed as a new page', async () => {
    const { history } = setUp('#/pages/market/index');
    const typed = moved();
    window.location.hash = '#/pages/help/index?q=fees';
    await typed;
    expect(history.location.value).toMatchObject({ pathname: '/pages/help/index', search: '?q=fees', depth: 1 });
  });

  it('no hash at all: the entry', () => {
    setUp('/');
    expect(here()).toBe('/');
  });

  it('from the login page to the register page: the place to return to goes along', () => {
    const { navigation } = setUp('#/pages/login/index?returnTo=%2Fpages%2Fassets%2Findex');
    navigation.navigate('/pages/register/index');
    expect(here()).toBe('/pages/register/index?returnTo=%2Fpages%2Fassets%2Findex');
  });

  it('setTitle hands the title on', () => {
    setUp('#/').navigation.setTitle('BTC/USDT');
    expect(titles).toEqual(['BTC/USDT']);
  });
});
