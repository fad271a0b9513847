import { expect, it } from '@jest/globals';
import { BehaviorSubject } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { aQuote, createFakeSocket, createTestClock, testStartMs } from '../../testkit';
import { createQuoteHub } from './QuoteHub';

it('three batches within one frame: each watcher gets one emission with the latest values of its symbols', () => {
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(({ animate, hot, flush }) => {
    const socket = createFakeSocket(testStartMs);
    const hub = createQuoteHub({ socket, clock: createTestClock(), isVisible: new BehaviorSubject(true) });
    const shown: string[][] = [];
    const elsewhere: string[][] = [];
    hub.watch(['BTC-USDT', 'ETH-USDT']).subscribe((quotes) => shown.push(quotes.map((quote) => quote.price)));
    hub.watch(['SOL-USDT']).subscribe((quotes) => elsewhere.push(quotes.map((quote) => quote.price)));

    const changes = { a: ['BTC-USDT', '1.1'], b: ['ETH-USDT', '2.2'], c: ['BTC-USDT', '1.3'], d: ['BTC-USDT', '1.4'] } as const;
    let seq = 0;
    hot('    -abc---d', changes).subscribe(([symbol, price]) => socket.sendQuotes(aQuote({ symbol, price, seq: ++seq })));
    animate('----x----x');
    flush();

    expect(shown).toEqual([['1.3', '2.2'], ['1.4']]);
    expect(elsewhere).toEqual([]);
  });
});
