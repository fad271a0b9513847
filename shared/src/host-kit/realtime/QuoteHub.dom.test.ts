import { describe, expect, it } from '@jest/globals';
import { BehaviorSubject } from 'rxjs';
import { aQuote, createFakeSocket, createTestClock, testStartMs } from '../../testkit';
import { createQuoteHub } from './QuoteHub';

const nextTurn = () => Promise.resolve();

function setUp() {
  const clock = createTestClock();
  const socket = createFakeSocket(testStartMs);
  const isVisible = new BehaviorSubject(true);
  const badRows: unknown[] = [];
  const hub = createQuoteHub({ socket, clock, isVisible, onBadRow: (row) => badRows.push(row) });
  return { clock, socket, isVisible, badRows, hub };
}

describe('quote hub: what it asks of the server', () => {
  it('two watchers of one symbol: one subscription, ended with the last of them', async () => {
    const { hub, socket } = setUp();
    socket.isConnected$.next(true);
    const first = hub.watch(['BTC-USDT', 'ETH-USDT']).subscribe();
    const second = hub.watch(['BTC-USDT']).subscribe();
    await nextTurn();
    expect(socket.asked).toEqual(['subscribe BTC-USDT ETH-USDT']);
    first.unsubscribe();
    await nextTurn();
    second.unsubscribe();
    await nextTurn();
    expect(socket.asked.slice(1)).toEqual(['unsubscribe ETH-USDT', 'unsubscribe BTC-USDT']);
  });

  it('a page that leaves and comes back within one turn: nothing is asked', async () => {
    const { hub, socket } = setUp();
    socket.isConnected$.next(true);
    const first = hub.watch(['BTC-USDT']).subscribe();
    await nextTurn();
    first.unsubscribe();
    hub.watch(['BTC-USDT']).subscribe();
    await nextTurn();
    expect(socket.asked).toEqual(['subscribe BTC-USDT']);
  });

  it('every connect, not only the first: subscribed anew', async () => {
    const { hub, socket } = setUp();
    hub.watch(['BTC-USDT']).subscribe();
    await nextTurn();
    expect(socket.asked).toEqual([]);
    for (const isConnected of [true, false, true]) {
      socket.isConnected$.next(isConnected);
      await nextTurn();
    }
    expect(socket.asked).toEqual(['subscribe BTC-USDT', 'subscribe BTC-USDT']);
  });

  it('the page is hidden: unsubscribed; seen again: subscribed with a snapshot', async () => {
    const { hub, socket, isVisible } = setUp();
    socket.isConnected$.next(true);
    hub.watch(['BTC-USDT']).subscribe();
    await nextTurn();
    isVisible.next(false);
    await nextTurn();
    expect(socket.subscribed.size).toBe(0);
    socket.snapshot = [aQuote({ seq: 2000, price: '60000.10' })];
    isVisible.next(true);
    await nextTurn();
    await nextTurn();
    expect(hub.peek('BTC-USDT')?.price).toBe('60000.10');
  });

  it('more symbols than the server allows: the latest watched win', async () => {
    const { hub, socket } = setUp();
    socket.isConnected$.next(true);
    hub.watch(Array.from({ length: 61 }, (_, index) => `A${index}-USDT`)).subscribe();
    await nextTurn();
    expect(socket.subscribed.size).toBe(60);
    expect(socket.subscribed.has('A0-USDT')).toBe(false);
  });

  it('a subscription that is not answered: the connection is dropped and made anew', async () => {
    const { hub, socket } = setUp();
    socket.isAnswering = false;
    socket.isConnected$.next(true);
    hub.watch(['BTC-USDT']).subscribe();
    await nextTurn();
    await nextTurn();
    expect(socket.asked).toEqual(['subscribe BTC-USDT', 'reopen']);
  });

  it('an open chart: its symbol is named, and none when it closes', async () => {
    const { hub, socket } = setUp();
    socket.isConnected$.next(true);
    const chart = hub.watch(['BTC-USDT'], { isChart: true }).subscribe();
    chart.unsubscribe();
    expect(socket.asked).toEqual(['chart BTC-USDT', 'chart none']);
  });
});

describe('quote hub: what it hands on', () => {
  it('an older tick than the known one: ignored', () => {
    const { hub, socket } = setUp();
    socket.sendQuotes(aQuote({ seq: 12, atMs: testStartMs + 20, price: '5.5' }));
    socket.sendQuotes(aQuote({ seq: 11, atMs: testStartMs + 10, price: '4.4' }));
    expect(hub.peek('BTC-USDT')?.price).toBe('5.5');
  });

  it('numbers that start anew at a later time: the new log is followed', () => {
    const { hub, socket } = setUp();
    socket.sendQuotes(aQuote({ seq: 9000, atMs: testStartMs, price: '5.5' }));
    socket.sendQuotes(aQuote({ seq: 1, atMs: testStartMs + 60_000, price: '4.4' }));
    expect(hub.peek('BTC-USDT')?.price).toBe('4.4');
  });

  it('a live change is as old as its batch; a snapshot as old as its tick', async () => {
    const { hub, socket, clock } = setUp();
    socket.isConnected$.next(true);
    socket.snapshot = [aQuote({ atMs: testStartMs - 45_000 })];
    clock.advance(300);
    socket.serverMs = testStartMs + 250;
    hub.watch(['BTC-USDT']).subscribe();
    await nextTurn();
    await nextTurn();
    expect(hub.peek('BTC-USDT')?.receivedAtMs).toBe(testStartMs - 45_000);
    socket.sendQuotes(aQuote({ seq: 1002, atMs: testStartMs + 200 }));
    expect(hub.peek('BTC-USDT')?.receivedAtMs).toBe(testStartMs + 250);
  });

  it('a known symbol is watched again: its last quote comes at once', () => {
    const { hub, socket } = setUp();
    socket.sendQuotes(aQuote({ price: '7.7' }));
    const seen: string[] = [];
    hub.watch(['BTC-USDT']).subscribe((quotes) => seen.push(...quotes.map((quote) => quote.price)));
    expect(seen).toEqual(['7.7']);
  });

  it('a row that cannot be read: left out, reported once, the others arrive', () => {
    const { hub, socket, badRows } = setUp();
    const good = aQuote({ symbol: 'ETH-USDT' });
    socket.sendRows(['BTC-USDT', 1, 2, 3.5, '1', '1', null, null, null, null, null, 'trading'], 'nonsense');
    socket.sendQuotes(good);
    expect(hub.peek('BTC-USDT')).toBeUndefined();
    expect(hub.peek('ETH-USDT')?.price).toBe(good.price);
    expect(badRows).toHaveLength(1);
  });
});
