import { describe, expect, it } from '@jest/globals';
import { desktopSiteFor, type Visitor } from './desktopSite';

const desktop: Visitor = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
  maxTouchPoints: 0,
  pathname: '/h5/',
  search: '',
  hash: '',
};

describe('the desktop site', () => {
  it('a desktop: sent there, with the page it asked for', () => {
    expect(desktopSiteFor(desktop)).toBe('/pc/#');
    expect(desktopSiteFor({ ...desktop, hash: '#/pages/market/index' })).toBe('/pc/#/pages/market/index');
  });

  it.each([
    ['a phone', { userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/140.0 Mobile' }],
    [
      'an iPad that names itself a Macintosh',
      { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', maxTouchPoints: 5 },
    ],
    ['there already', { pathname: '/pc/' }],
    ['asked for as mobile', { search: '?mobile=1' }],
  ])('%s: stays', (_, change) => {
    expect(desktopSiteFor({ ...desktop, ...change })).toBeUndefined();
  });

  it('a Macintosh without a touch screen: sent there', () => {
    expect(desktopSiteFor({ ...desktop, userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)' })).toBe('/pc/#');
  });
});
