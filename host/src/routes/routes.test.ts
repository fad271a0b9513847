import { describe, expect, it } from '@jest/globals';
import { pages, pageTable } from '@tessera/shared/federation';
import texts from '@tessera/locales/en/host.json';
import { documentTitle, pageTitle } from './pageTitle';
import { returnTarget, withReturn } from './returnTarget';
import { routeFor } from './routeFor';

describe('routes', () => {
  it('the entry is an alias of the net page', () => {
    expect(routeFor('/', {})).toEqual({ kind: 'net' });
    expect(routeFor('/pages/net/index', {})).toEqual({ kind: 'net' });
  });

  it('every page of the table leads to its remote; the five tabs know their tab', () => {
    for (const [page, remote] of Object.entries(pages))
      expect(routeFor(page, {})).toMatchObject({ kind: 'remote', remote, page });
    expect(routeFor('/pages/contract/index', {})).toMatchObject({ tab: 'contract' });
    expect(routeFor('/pages/contract/info', {})).toMatchObject({ tab: undefined });
  });

  it('a path below a page belongs to it; a similar one does not', () => {
    expect(routeFor('/pages/help/detail/7', {})).toMatchObject({ kind: 'remote', page: '/pages/help/detail', tab: undefined });
    expect(routeFor('/pages/help/details', {}).kind).toBe('not-found');
    expect(routeFor('/constructor', {}).kind).toBe('not-found');
  });

  it('a page that only the pointer names leads to its remote, without a tab; the own table wins', () => {
    const promo = { remote: 'promo', needsSignIn: true };
    const foreign = { '/pages/promo/index': promo, '/pages/help/index': promo };
    expect(routeFor('/pages/promo/index', foreign)).toEqual({
      kind: 'remote',
      remote: 'promo',
      page: '/pages/promo/index',
      tab: undefined,
      needsSignIn: true,
    });
    expect(routeFor('/pages/help/index', foreign)).toMatchObject({ remote: 'market' });
    expect(routeFor('/pages/promotion/index', foreign)).toEqual({ kind: 'not-found' });
    expect(pageTitle((() => 'asked for a text') as never, routeFor('/pages/promo/index', foreign))).toBe('');
  });

  it('while the pointer is not known: undecided, but for the own pages', () => {
    expect(routeFor('/pages/promo/index', undefined)).toEqual({ kind: 'undecided' });
    expect(routeFor('/pages/help/index', undefined)).toMatchObject({ remote: 'market' });
  });

  it('every page has a title', () => {
    const t = ((key: string) =>
      key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], texts)) as never;
    for (const page of Object.keys(pages))
      expect({ page, title: pageTitle(t, routeFor(page, {})) }).toEqual({ page, title: expect.any(String) });
    expect(Object.keys(texts.title)).toHaveLength(Object.keys(pages).length);
  });

  it('the document title: the demo mark stands first', () => {
    expect(documentTitle('Assets', 'Tessera', 'DEMO')).toBe('DEMO · Assets · Tessera');
    expect(documentTitle('', 'Tessera', undefined)).toBe('Tessera');
  });

  it('a page is closed unless its row says otherwise: these alone are open to visitors', () => {
    const open = pageTable.flatMap(({ path }) => {
      const route = routeFor(path, {});
      return route.kind === 'remote' && !route.needsSignIn ? [path.replace('/pages/', '')] : [];
    });
    expect(open).toEqual([
      'index/index',
      'market/index',
      'whdetail/index',
      'kline/index',
      'search/index',
      'help/index',
      'help/detail',
      'fairness/index',
      'trade/index',
      'contract/index',
      'contract/info',
      'contract/incidents',
      'login/index',
      'register/index',
      'forgot/index',
      'user/index',
      'user/set',
      'user/language',
      'user/about',
      'service/index',
      'kefu/index',
      'webview/index',
      'location/choose',
      'location/open',
    ]);
  });
});

describe('the way back from the login page', () => {
  const login = (returnTo: string) => ({ pathname: '/pages/login/index', search: `?returnTo=${encodeURIComponent(returnTo)}` });

  it('a page with its query: returned to', () => {
    const query = withReturn({ pathname: '/pages/contract/info', search: '?id=order-1' });
    expect(returnTarget(login(query['returnTo'] ?? ''))).toBe('/pages/contract/info?id=order-1');
  });

  it('a page that only the release pointer names: returned to', () => {
    const query = withReturn({ pathname: '/pages/promo/index', search: '?id=7' });
    expect(returnTarget(login(query['returnTo'] ?? ''))).toBe('/pages/promo/index?id=7');
  });

  it.each([
    '//evil.example/pages/assets/index',
    'https://evil.example',
    '/nowhere',
    '/gallery',
    '/pages/net/index',
    '/pages/login/index',
    'javascript:alert(1)',
  ])('%s: not a page of ours to return to, so home', (target) => {
    expect(returnTarget(login(target))).toBe('/pages/index/index');
  });

  it('signed in elsewhere than on a login page: the person stays', () => {
    expect(returnTarget({ pathname: '/pages/user/switchAccount', search: '' })).toBeUndefined();
  });
});
