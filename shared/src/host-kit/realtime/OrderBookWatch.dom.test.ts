import { describe, expect, it } from '@jest/globals';
import { BehaviorSubject, queueScheduler } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import type { BookFrame } from '../../domain/contract';
import { createFakeSocket, testStartMs } from '../../testkit';
import { aBookFrame } from '../../testkit/builders';
import { createOrderBookWatch } from './OrderBookWatch';

const nextTurn = () => Promise.resolve();
const trade = (seq: number): BookFrame['trades'][number] => ({
  seq,
  atMs: testStartMs + seq,
  price: '61230.5',
  quantity: '0.5',
  side: 'buy',
});
const frameAt = (seq: number, trades: readonly number[] = [], symbol = 'BTC-USDT') =>
  aBookFrame({ symbol, seq, trades: trades.map(trade) });

function setUp({ isConnected = true } = {}) {
  const socket = createFakeSocket(testStartMs);
  const isVisible = new BehaviorSubject(true);
  const bad: unknown[] = [];
  // Frames of the screen are tested below; here each arrival is handed on at once.
  const books = createOrderBookWatch({
    socket,
    isVisible,
    onBadFrame: (frame) => bad.push(frame),
    frames: queueScheduler as never,
  });
  socket.isConnected$.next(isConnected);
  const watch = (symbol = 'BTC-USDT') => {
    const seen: BookFrame[] = [];
    const subscription = books.watch(symbol).subscribe((frame) => seen.push(frame));
    return {
      seen,
      stop: () => subscription.unsubscribe(),
      seqs: () => seen.map(({ seq }) => seq),
      trades: () => seen.at(-1)?.trades.map(({ seq }) => seq),
    };
  };
  return { socket, isVisible, bad, books, watch };
}

describe('what the server is told', () => {
  it('the watched symbol, and nothing more when the last watcher is gone', async () => {
    const { socket, watch } = setUp();
    const book = watch();
    await nextTurn();
    book.stop();
    await nextTurn();
    expect(socket.asked).toEqual(['book BTC-USDT', 'book none']);
  });

  it('another symbol within one turn: one message', async () => {
    const { socket, watch } = setUp();
    const first = watch();
    await nextTurn();
    first.stop();
    watch('ETH-USDT');
    await nextTurn();
    expect(socket.asked).toEqual(['book BTC-USDT', 'book ETH-USDT']);
  });

  it('the same symbol again within one turn: it is told again, because the first frame is needed again', async () => {
    const { socket, watch } = setUp();
    const first = watch();
    await nextTurn();
    first.stop();
    watch();
    await nextTurn();
    expect(socket.asked).toEqual(['book BTC-USDT', 'book BTC-USDT']);
  });

  it('two watchers of one symbol: told once, ended with the last', async () => {
    const { socket, watch } = setUp();
    const [first, second] = [watch(), watch()];
    await nextTurn();
    first.stop();
    await nextTurn();
    expect(socket.asked).toEqual(['book BTC-USDT']);
    second.stop();
    await nextTurn();
    expect(socket.asked).toEqual(['book BTC-USDT', 'book none']);
  });

  it('two symbols: the latest has the wire, and gives it back', async () => {
    const { socket, watch } = setUp();
    const below = watch('BTC-USDT');
    const above = watch('ETH-USDT');
    await nextTurn();
    socket.sendBook(frameAt(7, [7], 'ETH-USDT'));
    expect([below.seqs(), above.seqs()]).toEqual([[], [7]]);
    above.stop();
    await nextTurn();
    expect(socket.asked).toEqual(['book ETH-USDT', 'book BTC-USDT']);
    socket.sendBook(frameAt(9, [9]));
    expect(below.seqs()).toEqual([9]);
  });

  it('every connect, not only the first; nothing before it', async () => {
    const { socket, watch } = setUp({ isConnected: false });
    watch();
    await nextTurn();
    expect(socket.asked).toEqual([]);
    for (const isConnected of [true, false, true]) {
      socket.isConnected$.next(isConnected);
      await nextTurn();
    }
    expect(socket.asked).toEqual(['book BTC-USDT', 'book BTC-USDT']);
  });

  it('the page is hidden: nobody looks; seen again: told again', async () => {
    const { socket, isVisible, watch } = setUp();
    watch();
    await nextTurn();
    for (const isSeen of [false, true]) {
      isVisible.next(isSeen);
      await nextTurn();
    }
    expect(socket.asked).toEqual(['book BTC-USDT', 'book none', 'book BTC-USDT']);
  });

  it("nobody watches: neither a connect nor the page's return says anything", async () => {
    const { socket, isVisible } = setUp();
    isVisible.next(false);
    isVisible.next(true);
    socket.isConnected$.next(false);
    socket.isConnected$.next(true);
    await nextTurn();
    expect(socket.asked).toEqual([]);
  });
});

describe('what watchers get', () => {
  it('the trades of all frames, newest first, each once, at most fifty', () => {
    const { socket, watch } = setUp();
    const book = watch();
    socket.sendBook(frameAt(5, [5, 4, 3]));
    socket.sendBook(frameAt(7, [7, 6]));
    expect(book.trades()).toEqual([7, 6, 5, 4, 3]);
    // A frame of the room may repeat what the first frame had; after a reconnect all of it comes again.
    socket.sendBook(frameAt(8, [8, 7, 6]));
    expect(book.trades()).toEqual([8, 7, 6, 5, 4, 3]);
    socket.sendBook(frameAt(9, []));
    expect(book.trades()).toEqual([8, 7, 6, 5, 4, 3]);
    for (let seq = 10; seq < 80; seq++) socket.sendBook(frameAt(seq, [seq]));
    expect(book.trades()).toHaveLength(50);
    expect(book.trades()?.[0]).toBe(79);
  });

  it('an older frame is ignored', () => {
    const { socket, watch } = setUp();
    const book = watch();
    socket.sendBook(frameAt(5, [5]));
    socket.sendBook(frameAt(4, [4]));
    expect(book.seqs()).toEqual([5]);
  });

  it('a second watcher has the known book at once', () => {
    const { socket, watch } = setUp();
    watch();
    socket.sendBook(frameAt(5, [5, 4]));
    const second = watch();
    expect(second.trades()).toEqual([5, 4]);
  });

  it('frames of another symbol reach nobody, also when they come late', () => {
    const { socket, watch } = setUp();
    const before = watch('ETH-USDT');
    before.stop();
    const book = watch('BTC-USDT');
    socket.sendBook(frameAt(8, [8], 'ETH-USDT'));
    expect([before.seqs(), book.seqs()]).toEqual([[], []]);
  });

  it('who comes back to a symbol never sees the book of before', () => {
    const { socket, watch } = setUp();
    const first = watch();
    socket.sendBook(frameAt(5, [5]));
    first.stop();
    const again = watch();
    expect(again.seqs()).toEqual([]);
    socket.sendBook(frameAt(6, [6]));
    expect(again.trades()).toEqual([6]);
  });

  it('a frame that cannot be read is left out and reported once', () => {
    const { socket, bad, watch } = setUp();
    const book = watch();
    for (const frame of [undefined, { ...frameAt(5), bids: [['x', '1']] }, { ...frameAt(5), asks: 'none' }])
      socket.sendBook(frame as never);
    expect(book.seqs()).toEqual([]);
    expect(bad).toEqual([undefined]);
  });

  it('after close nothing arrives', () => {
    const { socket, books, watch } = setUp();
    const book = watch();
    books.close();
    socket.sendBook(frameAt(5));
    expect(book.seqs()).toEqual([]);
  });

  it('three frames of the server within one of the screen: one emission with the newest book and all trades', () => {
    new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(({ animate, hot, flush }) => {
      const socket = createFakeSocket(testStartMs);
      const books = createOrderBookWatch({ socket, isVisible: new BehaviorSubject(true) });
      const shown: (readonly [number, readonly number[]])[] = [];
      books.watch('BTC-USDT').subscribe(({ seq, trades }) => shown.push([seq, trades.map((one) => one.seq)]));
      hot('    -abc--d-', { a: 1, b: 2, c: 3, d: 4 }).subscribe((seq) => socket.sendBook(frameAt(seq, [seq])));
      animate('----x---x');
      flush();
      expect(shown).toEqual([
        [3, [3, 2, 1]],
        [4, [4, 3, 2, 1]],
      ]);
    });
  });
});
