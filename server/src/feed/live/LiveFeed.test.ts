import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { amount, price, rate, toText } from '@tessera/shared/money';
import { WebSocketServer, type WebSocket } from 'ws';
import type { SymbolTerms } from '../../catalog/Catalog';
import { decide, liveRules, secondsRule } from '@tessera/shared/fairness';
import { createTestClock } from '../../platform/Clock';
import { createLog } from '../../platform/log';
import { sleep } from '../../platform/timers';
import type { FeedTick } from '../PriceFeed';
import { createLiveFeed } from './LiveFeed';
import { createOutlierGuard } from './outlierGuard';

const aSymbol = (base: string, quote: string, assetClass: SymbolTerms['assetClass'] = 'crypto'): SymbolTerms => ({
  catalogVersion: 1,
  id: `${base}-${quote}`,
  base,
  quote,
  assetClass,
  calendar: { id: 'always', weeklyWindows: undefined, closingMinutes: 0 },
  digits: 2,
  pipSize: price('0.01'),
  contractSize: amount('1'),
  lotMin: amount('1'),
  lotStep: amount('1'),
  lotMax: amount('9'),
  spreadSteps: 2,
  staleAfterMs: 3_000,
  hasSpot: true,
  hasSeconds: true,
  hasLeverage: true,
  model: { referencePrice: price('1'), volatilityPpm: 1, activity: 0, dailyTurnover: amount('1') },
});
const symbols = [aSymbol('BTC', 'USDT'), aSymbol('ETH', 'USDT'), aSymbol('EUR', 'USD', 'forex')];

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A local server that accepts lines. */
async function aServer() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  const lines: WebSocket[] = [];
  const asked: string[] = [];
  server.on('connection', (line, request) => {
    lines.push(line);
    asked.push(request.url ?? '');
  });
  cleanups.push(async () => {
    for (const line of server.clients) line.terminate();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/stream`, lines, asked };
}

/** A feed on one source, or on two, that speak the dialect frame by frame as the test says. Time stands still until it is moved. */
async function aSource({ isTwo = false } = {}) {
  const { url, lines, asked } = await aServer();
  const other = isTwo ? await aServer() : undefined;
  const clock = createTestClock(1_800_000_000_000);
  const feed = createLiveFeed({
    url,
    secondUrl: other?.url,
    clock,
    log: createLog({ logLevel: 'silent' }),
    timings: { firstPauseMs: 20, maxPauseMs: 100, silenceMs: 400 },
  });
  const heard: string[] = [];
  const times: number[] = [];
  const all: FeedTick[] = [];
  await feed.start(symbols, (ticks) => {
    heard.push(...ticks.map((tick) => `${tick.symbol} ${toText(tick.price)}`));
    times.push(...ticks.map((tick) => tick.atMs));
    all.push(...ticks);
  });
  cleanups.push(() => feed.stop());
  const until = async (isDone: () => boolean): Promise<void> => {
    while (!isDone()) await sleep(5);
  };
  let eventAtMs = clock.now() - 200;
  /** One recorded frame with these figures; later than the one before unless told otherwise. */
  const frame = (pair: string, text: string, at = (eventAtMs = Math.max(eventAtMs + 1, clock.now() - 200))): string =>
    JSON.stringify({
      stream: `${pair.toLowerCase()}@ticker`,
      data: {
        e: '24hrTicker',
        E: at,
        s: pair,
        p: '-154.10',
        P: '-0.528',
        w: '29105.61',
        x: '29154.11',
        c: text,
        Q: '0.00110',
        b: text,
        B: '2.1',
        a: text,
        A: '7.9',
        o: '29154.10',
        h: '29400.00',
        l: '28800.00',
        v: '25108.4',
        q: '730798121.5',
        O: at - 86_400_000,
        C: at,
        F: 1,
        L: 2,
        n: 2,
      },
    });
  const connected = (count: number): Promise<void> => until(() => lines.length >= count);
  const last = (): WebSocket => lines[lines.length - 1] as WebSocket;
  const second = async (): Promise<WebSocket> => {
    await until(() => (other?.lines.length ?? 0) > 0);
    return other?.lines[0] as WebSocket;
  };
  return { feed, heard, times, all, clock, lines, asked, until, frame, connected, last, second, now: () => eventAtMs };
}

it("asks for the pairs it can have and reports their prices at the source's time, forward only", async () => {
  const { heard, all, asked, until, frame, connected, last, feed, clock, now } = await aSource();
  await connected(1);
  expect(asked).toEqual(['/stream?streams=btcusdt@ticker/ethusdt@ticker']);
  last().send(frame('BTCUSDT', '29000.10'));
  last().send(frame('ETHUSDT', '1850'));
  last().send(frame('BTCUSDT', '29000.20'));
  await until(() => heard.length === 3);
  expect(heard).toEqual(['BTC-USDT 29000.1', 'ETH-USDT 1850', 'BTC-USDT 29000.2']);
  expect(all.map(({ atMs, sourceAtMs, receivedAtMs }) => [atMs, sourceAtMs, receivedAtMs])).toEqual(
    [now() - 2, now() - 1, now()].map((sourceAtMs) => [sourceAtMs, sourceAtMs, clock.now()]),
  );
  expect(feed.health()).toMatchObject({ isConnected: true, problem: undefined });
  expect(feed.snapshot().get('BTC-USDT')?.price.toFixed()).toBe('29000.2');
});

it('leaves out garbage, unknown pairs, and events that are older than the last or too old, and goes on', async () => {
  const { heard, until, frame, connected, last, feed, now, clock } = await aSource();
  await connected(1);
  last().send(frame('BTCUSDT', '29000'));
  for (const garbage of [
    '',
    '{',
    '5',
    'null',
    '{"data":{"e":"24hrTicker"}}',
    frame('BTCUSDT', 'NaN'),
    frame('BTCUSDT', '-1'),
    frame('BTCUSDT', '1e5'),
  ])
    last().send(garbage);
  last().send(Buffer.from([1, 2, 3]));
  last().send(JSON.stringify({ result: null, id: 1 }));
  last().send(frame('DOGEUSDT', '1'));
  last().send(frame('BTCUSDT', '28999', now() - 100));
  last().send(frame('BTCUSDT', '28998', clock.now() + liveRules.maxSourceAheadMs + 1));
  last().send(frame('BTCUSDT', '29001'));
  await until(() => heard.length === 2);
  expect(heard).toEqual(['BTC-USDT 29000', 'BTC-USDT 29001']);
  expect(feed.health().refused).toEqual({ garbage: 9, unknown_pair: 1, out_of_order: 1, stale: 1, jump: 0 });
});

it('leaves out a jump that nothing confirms, and follows one that the next ticks confirm', async () => {
  const { heard, until, frame, connected, last, feed } = await aSource();
  await connected(1);
  for (const text of ['29000', '29001', '29002', '14500', '29003', '31000', '31001', '31002', '31003'])
    last().send(frame('BTCUSDT', text));
  await until(() => heard.length === 6);
  expect(heard.map((line) => line.split(' ')[1])).toEqual(['29000', '29001', '29002', '29003', '31002', '31003']);
  expect(feed.health().refused['jump']).toBe(3);
});

it('connects anew when the source closes, and again when it only falls silent', async () => {
  const { heard, until, frame, connected, last, lines, feed, clock } = await aSource();
  await connected(1);
  last().send(frame('BTCUSDT', '29000'));
  await until(() => heard.length === 1);
  last().close();
  await connected(2);
  last().send(frame('BTCUSDT', '29001'));
  await until(() => heard.length === 2);
  // Nothing more is said: the line looks open and is dead.
  clock.advance(401);
  await connected(3);
  expect(lines[1]?.readyState).not.toBe(1);
  last().send(frame('BTCUSDT', '29002'));
  await until(() => heard.length === 3);
  expect(feed.health().problem).toBeUndefined();
});

it('leaves out a price that its source made more than half a second ago, and says why the market pauses', async () => {
  const { heard, until, frame, connected, last, feed, clock } = await aSource();
  await connected(1);
  last().send(frame('BTCUSDT', '29000', clock.now() - liveRules.maxSourceAgeMs - 1));
  await until(() => feed.health().refused['stale'] === 1);
  expect(feed.health().paused).toEqual({ 'BTC-USDT': 'the source is late, or its clock is wrong' });
  last().send(frame('BTCUSDT', '29001', clock.now() - liveRules.maxSourceAgeMs));
  await until(() => heard.length === 1);
  expect([heard, feed.health().paused]).toEqual([['BTC-USDT 29001'], {}]);
});

it('knows afterwards why a market had no price: what was refused then, or that the source was silent', async () => {
  const { heard, until, frame, connected, last, feed, clock } = await aSource();
  await connected(1);
  const startMs = clock.now();
  last().send(frame('BTCUSDT', '29000', startMs - liveRules.maxSourceAgeMs - 1));
  await until(() => feed.health().refused['stale'] === 1);
  clock.advance(300);
  last().send(frame('BTCUSDT', '29001', clock.now()));
  await until(() => heard.length === 1);
  expect(feed.whyPaused?.('BTC-USDT', startMs - 10, clock.now())).toBe('source_late');
  expect(feed.whyPaused?.('BTC-USDT', startMs + 10, clock.now())).toBe('source_silent');
  expect(feed.whyPaused?.('ETH-USDT', startMs - 10, clock.now())).toBe('source_silent');
});

it('leaves out a price of the future: what is public already would decide a later order', async () => {
  const { heard, until, frame, connected, last, feed, clock } = await aSource();
  await connected(1);
  last().send(frame('BTCUSDT', '29000', clock.now() + liveRules.maxSourceAheadMs + 1));
  await until(() => feed.health().refused['stale'] === 1);
  last().send(frame('BTCUSDT', '29001', clock.now() + liveRules.maxSourceAheadMs));
  await until(() => heard.length === 1);
  expect(heard).toEqual(['BTC-USDT 29001']);
});

it('two sources: a price counts only when both agree, and while one is silent nothing is quoted', async () => {
  const { heard, until, frame, connected, last, second, feed, clock } = await aSource({ isTwo: true });
  await connected(1);
  const other = await second();
  const refused = (name: string, count: number) => until(() => feed.health().refused[name] === count);
  last().send(frame('BTCUSDT', '29000'));
  await refused('unconfirmed', 1);
  expect(feed.health().paused).toEqual({ 'BTC-USDT': 'the second source is silent' });
  // A second price, and the proof that it was heard: the first source's next one counts.
  const confirm = async (text: string, ticks: number): Promise<void> => {
    other.send(frame('BTCUSDT', text));
    while (heard.length < ticks) {
      last().send(frame('BTCUSDT', '29000'));
      await sleep(10);
    }
  };
  await confirm('29072', 1);
  expect(feed.health().paused).toEqual({});
  // The band is 0.25 % of the first price.
  last().send(frame('BTCUSDT', '28890'));
  await refused('disagreement', 1);
  expect(feed.health().paused).toEqual({ 'BTC-USDT': 'the two sources do not agree' });
  clock.advance(liveRules.agreementMs + 100);
  // By this clock the first source was silent too: a price that meets the end of its line is sent again on the next.
  const before = feed.health().refused['unconfirmed'] ?? 0;
  while ((feed.health().refused['unconfirmed'] ?? 0) === before) {
    last().send(frame('BTCUSDT', '29000'));
    await sleep(10);
  }
  expect(feed.snapshot().get('BTC-USDT')?.price.toFixed()).toBe('29000');
});

it('a price that the source made before the acceptance and that reached us after it is no entry', async () => {
  const { all, until, frame, connected, last, clock } = await aSource();
  await connected(1);
  last().send(frame('BTCUSDT', '29000'));
  await until(() => all.length === 1);
  const acceptedAtMs = clock.now();
  // Made 100 ms before, heard 100 ms after: anyone who has a faster line to the source knew it.
  clock.advance(100);
  last().send(frame('BTCUSDT', '29100', acceptedAtMs - 100));
  last().send(frame('BTCUSDT', '29050', acceptedAtMs + 50));
  await until(() => all.length === 3);
  const ticks = all.map(({ atMs, price: value }, index) => ({ seq: index + 1, atMs, price: toText(value), isFilled: false }));
  const order = {
    direction: 'long',
    acceptedAtMs,
    acceptedSeq: 1,
    expiresAtMs: acceptedAtMs + 30_000,
    isInIncident: false,
  } as const;
  const decision = decide(order, secondsRule(2), ticks, acceptedAtMs + 33_000);
  expect(decision).toMatchObject({ entry: { seq: 3, price: '29050' } });
});

it('judges by the median, so that one early error does not lock the guard', () => {
  const guard = createOutlierGuard(rate('0.02'));
  const admitted = ['100', '101', '100.5', '200', '99.5', '200', '100', '150', '150', '151', '152'].filter((text) =>
    guard.admits(price(text)),
  );
  expect(admitted).toEqual(['100', '101', '100.5', '99.5', '100', '151', '152']);
});
