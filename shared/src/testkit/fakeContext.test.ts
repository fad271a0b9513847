import { describe, expect, it } from '@jest/globals';
import { AppError, InvariantError } from '../domain/errors';
import * as builders from './builders';
import { endpoints, quote, secondsOrder } from '../domain/contract';
import { fakeContext } from './fakeContext';
import { createTestClock } from './TestClock';

describe('fake context', () => {
  it('an endpoint without an answer laid down: the call rejects and names it', async () => {
    const { api } = fakeContext();
    await expect(api.call('walletList', {})).rejects.toThrow(InvariantError);
    await expect(api.call('walletList', {})).rejects.toThrow(/walletList/);
  });

  it('an answer that the wire would not allow: the call rejects', async () => {
    const { api } = fakeContext();
    api.respond('serverTime', { serverMs: 0.5 });
    await expect(api.call('serverTime', {})).rejects.toThrow();
  });

  it('an AppError laid down: the call rejects with it', async () => {
    const { api } = fakeContext();
    api.respond('walletList', new AppError('TOO_MANY_REQUESTS', { params: { seconds: '3' } }));
    await expect(api.call('walletList', {})).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', params: { seconds: '3' } });
  });

  it('a held endpoint: it answers when released, and not before an abort', async () => {
    const { api } = fakeContext();
    const release = api.hold('serverTime');
    const answered = api.call('serverTime', {});
    const abort = new AbortController();
    const aborted = api.call('serverTime', {}, { signal: abort.signal });
    abort.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'PLEASE_RETRY' });
    release({ serverMs: 7 });
    await expect(answered).resolves.toEqual({ serverMs: 7 });
  });

  it('a quote emitted: watchers of its symbol get it stamped with the clock, later ones get it at once', () => {
    const { quotes, clock } = fakeContext();
    const seen: number[] = [];
    const first = quotes.watch(['BTC-USDT']).subscribe((batch) => seen.push(...batch.map((each) => each.receivedAtMs)));
    clock.advance(250);
    quotes.emit(builders.aQuote(), builders.aQuote({ symbol: 'ETH-USDT' }));
    expect(seen).toEqual([clock.now()]);
    const second = quotes.watch(['BTC-USDT', 'ETH-USDT']).subscribe((batch) => seen.push(batch.length));
    expect(seen.at(-1)).toBe(2);
    expect(quotes.watchers.get('BTC-USDT')).toBe(2);
    first.unsubscribe();
    second.unsubscribe();
    expect(quotes.watchers.size).toBe(0);
  });

  it('builders: every value is one the wire allows', () => {
    quote.parse(builders.aQuote());
    secondsOrder.parse(builders.aSettledSecondsOrder());
    endpoints.walletList.response.parse(builders.aWalletList());
    endpoints.walletDetail.response.parse({ items: [builders.aWalletRecord()], page: 1, pageSize: 20, total: 1, next: null });
    endpoints.userInfo.response.parse(builders.aUserInfo());
    endpoints.login.response.parse(builders.aSession());
    endpoints.secondsTerms.response.parse(builders.aSecondsQuote());
    endpoints.durations.response.parse({ asset: 'USDT', ruleVersion: 1, durations: [builders.aDuration()] });
    endpoints.coinList.response.parse({ version: 1, symbols: [builders.aSymbol(), builders.aForexSymbol()], assets: [] });
    endpoints.timeshare.response.parse({
      symbol: 'BTC-USDT',
      frame: '1m',
      candles: builders.someCandles(40),
      hasOlder: false,
      serverMs: 1,
    });
  });

  it('the test clock: stands still until advanced', () => {
    const clock = createTestClock(1000);
    clock.advance(5);
    expect(clock.now()).toBe(1005);
    clock.set(40);
    expect(clock.now()).toBe(40);
  });
});
