import { describe, expect, it } from '@jest/globals';
import { routeFor } from '../routes/routeFor';
import { besideFor } from './wideLayout';

const beside = (pathname: string, search = '') => besideFor(routeFor(pathname, {}), search);

describe('what a wide window shows beside a page', () => {
  it('a chart: the ticket of the same market', () => {
    expect(beside('/pages/kline/index', '?symbol=BTC-USDT')).toEqual({
      remote: 'trade',
      pathname: '/pages/contract/index',
      search: '?symbol=BTC-USDT',
      side: 'end',
    });
    expect(beside('/pages/whdetail/index', '?symbol=EUR-USD')).toMatchObject({ search: '?product=leverage&symbol=EUR-USD' });
  });

  it('tickets and accounts: the markets', () => {
    for (const page of ['/pages/trade/index', '/pages/contract/index', '/pages/assets/index', '/pages/user/index'])
      expect(beside(page)).toMatchObject({ remote: 'market', pathname: '/pages/market/index', side: 'start' });
  });

  it('never the remote of the page itself', () => {
    for (const page of ['/pages/index/index', '/pages/market/index', '/pages/trade/order', '/pages/help/index'])
      expect(beside(page)?.remote).not.toBe((routeFor(page, {}) as { remote: string }).remote);
  });

  it('nothing beside the entry, the sign-in pages and pages that are not there', () => {
    for (const page of ['/', '/pages/login/index', '/pages/register/index', '/nowhere']) expect(beside(page)).toBeUndefined();
  });
});
