import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countMoves, drawnMoveBytes, type ReplayedLevel } from '@tessera/shared/fairness';
import { add, compare, price, subtract, toText } from '@tessera/shared/money';
import { useTestDatabase } from '../../../test/testDatabase';
import { testSigningKey } from '../../../test/testReceipts';
import { loadCatalog, type SymbolTerms } from '../../catalog/Catalog';
import { createSystemClock } from '../../platform/Clock';
import { sha256 } from '../../platform/random';
import { createLog } from '../../platform/log';
import { createMetrics } from '../../platform/metrics';
import { sleep } from '../../platform/timers';
import { createFeedService } from '../FeedService';
import { createTickBus, type RecordedTick } from '../TickBus';
import type { DayPart } from '../days/DayPart';
import { createFileClock } from './fileClock';
import { parseQuoteFile } from './quoteFile';
import { quoteFileNames } from './quoteFileNames';
import type { LastPrice } from '../lastPrices';
import type { FeedTick } from '../PriceFeed';
import { motionOf } from './motionOf';
import { playMoves, type DirectionAt } from './playMoves';
import { createQuoteFiles } from './QuoteFiles';
import { createReplayFeed, drawAhead, pastTicks, ticksBetween, type Tape } from './ReplayFeed';

const database = useTestDatabase();
const log = createLog({ logLevel: 'silent' });
/** Days whose draw is a text's hash. Without parameters: as those that were committed to before directions were drawn. */
const days = (parameters: DayPart['parameters'] = {}) => ({
  begin: async () => true,
  parts: (dayAtMs: number): readonly DayPart[] => [{ dayAtMs, fromMs: dayAtMs, draw: sha256('a day'), opening: {}, parameters }],
  forget: () => undefined,
  problem: () => undefined,
});
const lastPrices = async (): Promise<ReadonlyMap<string, LastPrice>> => new Map();
const fail = (error: unknown): void => {
  throw error;
};

describe('a file of quotes', () => {
  it('makes four events of a bar, the nearer extreme first, with the volume at its end', () => {
    const file = parseQuoteFile('time,open,high,low,close,volume\n60000,10,14,9,12,3.5\n120000,12,12.5,8,9,0\n');
    expect(
      [0, 1].map((row) =>
        file.events(row).map((event) => [event.atMs, toText(event.price), event.volume && toText(event.volume)]),
      ),
    ).toEqual([
      [
        [60_000, '10', undefined],
        [75_000, '9', undefined],
        [90_000, '14', undefined],
        [105_000, '12', '3.5'],
      ],
      [
        [120_000, '12', undefined],
        [135_000, '12.5', undefined],
        [150_000, '8', undefined],
        [165_000, '9', undefined],
      ],
    ]);
    expect(file.endAtMs).toBe(180_000);
  });

  it('reads ticks with both sides and trades with their amount', () => {
    const ticks = parseQuoteFile('time,bid,ask\n1000,1.39101,1.39114\n').events(0);
    expect(ticks.map((tick) => [tick.price, tick.bid, tick.ask].map((value) => value && toText(value)))).toEqual([
      ['1.39107', '1.39101', '1.39114'],
    ]);
    const [trade] = parseQuoteFile('time,side,price,amount\n1000,sell,25741.02,0.02188038\n').events(0);
    expect([trade?.price.toFixed(), trade?.volume?.toFixed()]).toEqual(['25741.02', '0.02188038']);
  });

  it.each(['', 'a,b\n1,2\n', 'time,bid,ask\n', 'time,bid,ask\nx,1,2\n', 'time,bid,ask\n5,1,2\n4,1,2\n'])('refuses %j', (text) => {
    expect(() => parseQuoteFile(text)).toThrow();
  });
});

it('how often each market moves in a bar is counted in its own recording, exact prices and all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-quotes-'));
  const symbol = { id: 'BTC-USDT', base: 'BTC', quote: 'USDT' } as SymbolTerms;
  const [name = ''] = quoteFileNames(symbol);
  const rows = Array.from({ length: 40 }, (_, row) => `${(row + 1) * 60_000},10.5,14.25,9.125,${row % 2 === 0 ? 12 : 10},3.5`);
  await writeFile(join(folder, name), `time,open,high,low,close,volume\n${rows.join('\n')}\n`);
  const files = createQuoteFiles(folder, log);
  const { 'BTC-USDT': counted } = await files.parameters([symbol]);
  const file = await files.of(symbol);
  expect(counted).toEqual({ barMoves: file && files.movesIn(file).all, countedBars: 480, drawsDirection: true });
  await rm(folder, { recursive: true });
});

it('a bar moves as its market did in the bars before it, or as its day was committed to before that was counted', () => {
  // All body, then little of it.
  const bars = Array.from({ length: 20 }, (_, bar) => ({
    open: 10,
    high: 14,
    low: bar < 10 ? 10 : 6,
    close: bar < 10 ? 14 : 11,
  }));
  const counted = countMoves(bars);
  const motionIn = (row: number, own: DayPart['parameters'][string]) => motionOf(own, counted, row);
  expect(motionIn(9, { barMoves: 7, countedBars: 10 })).toEqual({ moves: 7, keepsStep: true });
  expect(motionIn(10, { barMoves: 7, countedBars: 10 })).toEqual({ moves: 1, keepsStep: true });
  expect(motionIn(19, { barMoves: 7, countedBars: 10 })?.moves).toBeGreaterThan(10);
  expect(motionIn(19, { barMoves: 7 })).toEqual({ moves: 7, keepsStep: false });
  expect(motionOf(undefined, counted, 19)).toBeUndefined();
});

describe('moves as they are played', () => {
  const symbol = { id: 'BTC-USDT', digits: 2 };
  const draw = sha256('a day');
  const tick = (second: number, value: string): FeedTick => {
    const atMs = second * 1_000;
    const [bid, ask] = [subtract(price(value), price('0.01')), add(price(value), price('0.03'))];
    return { symbol: symbol.id, atMs, sourceAtMs: atMs, receivedAtMs: atMs, price: price(value), bid, ask, volume: undefined };
  };
  const figureOf = (one: FeedTick | undefined): number => (one === undefined ? Number.NaN : Number(toText(one.price)));
  const recorded = Array.from({ length: 60 }, (_, second) => tick(second, `${100 + ((second * 7) % 5)}.5`));
  const played = (given: readonly FeedTick[], at: DirectionAt, before?: ReplayedLevel) => playMoves(symbol, given, before, at);

  it('go as far as recorded, each in the direction that its time draws, with the recorded spread', () => {
    const { ticks, level } = played(recorded, () => draw);
    const moves = (of: readonly FeedTick[]): number[] => of.slice(1).map((one, index) => figureOf(one) - figureOf(of[index]));
    const [own, drawn] = [moves(recorded), moves(ticks)];
    drawn.forEach((move, index) => {
      // The level goes away from the recording's, and each move with it.
      expect(Math.abs(Math.abs(move) - Math.abs(own[index] ?? 0))).toBeLessThan(1);
      expect(move > 0).toBe((sha256(Buffer.from(drawnMoveBytes(draw, symbol.id, (index + 1) * 1_000)))[0] ?? 0) < 128);
    });
    expect(ticks.map((one) => [toText(subtract(one.price, one.bid)), toText(subtract(one.ask, one.price))])).toEqual(
      recorded.map(() => ['0.01', '0.03']),
    );
    expect(level).toEqual({ recorded: 103.5, played: Math.round(figureOf(ticks.at(-1)) * 100) });
  });

  it('are the same in one look and in many', () => {
    const whole = played(recorded, () => draw);
    let level: ReplayedLevel | undefined;
    const pieces = recorded.flatMap((one) => {
      const piece = played([one], () => draw, level);
      level = piece.level;
      return piece.ticks;
    });
    expect(pieces).toEqual(whole.ticks);
  });

  it('are those of the recording on a day that was committed to so, and go on from there on the next', () => {
    const { ticks } = played(recorded, (atMs) => (atMs < 30_000 ? 'recorded' : draw));
    expect(ticks.slice(0, 30)).toEqual(recorded.slice(0, 30));
    expect(Math.abs(figureOf(ticks[30]) - figureOf(recorded[29]))).toBeLessThan(5);
    expect(ticks.slice(30)).not.toEqual(recorded.slice(30));
  });

  it('are not played while their draw is not known', () => {
    expect(played(recorded, (atMs) => (atMs < 30_000 ? undefined : draw)).ticks).toHaveLength(30);
  });
});

describe('the clock of a file', () => {
  const dayMs = 86_400_000;
  const file = { firstAtMs: Date.parse('2014-05-01T00:00:00Z'), endAtMs: Date.parse('2014-05-16T00:00:00Z') };

  it('keeps weekday and hour at normal speed, and loops after whole weeks', () => {
    const time = createFileClock(file, 1);
    expect(time.loopMs).toBe(14 * dayMs);
    for (const text of ['2026-11-20T11:30:00Z', '2026-11-21T11:30:00Z', '2026-12-05T00:00:00Z']) {
      const { fileMs } = time.toFile(Date.parse(text));
      expect(new Date(fileMs).getUTCDay()).toBe(new Date(text).getUTCDay());
      expect(fileMs % dayMs).toBe(Date.parse(text) % dayMs);
      expect(fileMs).toBeGreaterThanOrEqual(file.firstAtMs);
      expect(fileMs).toBeLessThan(file.firstAtMs + time.loopMs);
    }
  });

  it.each([1, 60, 1000])('goes there and back at speed %d', (speed) => {
    const time = createFileClock(file, speed);
    const serverMs = Date.parse('2026-11-20T11:30:00.123Z');
    const { round, fileMs } = time.toFile(serverMs);
    expect(time.toServer(round, fileMs)).toBe(serverMs);
    expect(time.toFile(serverMs + 1).fileMs - fileMs).toBe(speed);
  });
});

describe('the replay', () => {
  let folder = '';
  let symbols: readonly SymbolTerms[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-quotes-'));
    await mkdir(join(folder, '15m'));
    const bars = Array.from(
      { length: 60 },
      (_, index) => `${1_749_859_200_000 + index * 60_000},${100 + index},${102 + index},${99 + index},${101 + index},1`,
    );
    bars.splice(20, 10);
    await writeFile(join(folder, 'BTCUSDT-1m.csv'), `time,open,high,low,close,volume\n${bars.join('\n')}\n`);
    await writeFile(
      join(folder, '15m', 'ETHUSDT.csv'),
      'time,open,high,low,close,volume\n1774828800000,5,6,4,5,1\n1774829700000,5,6,4,5,1\n',
    );
    await writeFile(join(folder, 'SOLUSDT-1m.csv'), 'not quotes\n');
    symbols = (await loadCatalog(database.db, 0)).symbols();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('quotes what it has files for, says what it has not, and stays within the bars of the file', async () => {
    const feed = createReplayFeed({
      files: createQuoteFiles(folder, log),
      speed: 600,
      clock: createSystemClock(),
      log,
      days: days(),
      lastPrices,
    });
    const ticks = new Map<string, string[]>();
    await feed.start(symbols, (given) => {
      for (const tick of given) ticks.set(tick.symbol, [...(ticks.get(tick.symbol) ?? []), toText(tick.price)]);
    });
    while ((ticks.get('BTC-USDT')?.length ?? 0) < 60 || !ticks.has('ETH-USDT')) await sleep(50);
    await feed.stop();
    expect([...ticks.keys()].sort()).toEqual(['BTC-USDT', 'ETH-USDT']);
    expect(feed.health().problem).toMatch(/SOL-USDT.*EUR-USD/);
    const allowed = new Set(Array.from({ length: 63 }, (_, index) => String(99 + index)));
    expect(ticks.get('BTC-USDT')?.filter((text) => !allowed.has(text))).toEqual([]);
  });

  it('has no two markets drawn in one turn of the loop, also at its start', async () => {
    let turn = 0;
    let isOver = false;
    const count = (): void => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    const drawn: { readonly turn: number; readonly symbol: string | symbol }[] = [];
    const asked = new Proxy({}, { get: (_, symbol) => void drawn.push({ turn, symbol }) });
    const parts = (dayAtMs: number) =>
      days()
        .parts(dayAtMs)
        .map((part) => ({ ...part, draw, parameters: asked }));
    const draw = sha256('a day');
    const feed = createReplayFeed({
      files: createQuoteFiles(folder, log),
      speed: 600,
      clock: createSystemClock(),
      log,
      days: { ...days(), parts },
      lastPrices,
    });
    await feed.start(symbols, () => undefined);
    while (drawn.length < 20) await sleep(50);
    await feed.stop();
    isOver = true;
    const markets = new Map<number, Set<string | symbol>>();
    for (const one of drawn) markets.set(one.turn, (markets.get(one.turn) ?? new Set()).add(one.symbol));
    expect(new Set(drawn.map(({ symbol }) => symbol))).toEqual(new Set(['BTC-USDT', 'ETH-USDT']));
    expect([...markets.values()].filter(({ size }) => size > 1)).toEqual([]);
  });

  it('goes on from where its log ends, in the past that it fills in as in the present', async () => {
    const clock = createSystemClock();
    const bitcoin = symbols.find((symbol) => symbol.id === 'BTC-USDT');
    if (bitcoin === undefined) throw new Error('the catalogue has BTC-USDT');
    const head = { atMs: clock.now() - 60_000, price: '5000' };
    const heads = new Map([['BTC-USDT', head]]);
    const feed = createReplayFeed({
      ...{ files: createQuoteFiles(folder, log), speed: 600, clock, log },
      days: days({ 'BTC-USDT': { drawsDirection: true } }),
      lastPrices: async () => heads,
    });
    // The recording's minutes move by a hundredth or two, and it jumps by half where it begins again.
    const steps = (prices: readonly string[]): number[] =>
      prices.map((value, index) => Number(value) / Number(prices[index - 1] ?? head.price));
    const past = (await feed.history(bitcoin, head.atMs, clock.now())).map((tick) => toText(tick.price));
    expect(past.length).toBeGreaterThan(10);
    const live: string[] = [];
    heads.set('BTC-USDT', { atMs: clock.now(), price: '5000' });
    await feed.start([bitcoin], (ticks) => live.push(...ticks.map((tick) => toText(tick.price))));
    while (live.length < 5) await sleep(50);
    await feed.stop();
    for (const step of [...steps(past), ...steps(live)]) expect(Math.abs(step - 1)).toBeLessThan(0.7);
    expect(new Set(live).size).toBeGreaterThan(1);
  });

  it('gives a past that joins the present: in order, without repeating an instant', async () => {
    const feed = createReplayFeed({
      files: createQuoteFiles(folder, log),
      speed: 1,
      clock: createSystemClock(),
      log,
      days: days(),
      lastPrices,
    });
    const bitcoin = symbols.find((symbol) => symbol.id === 'BTC-USDT');
    if (bitcoin === undefined) throw new Error('the catalogue has BTC-USDT');
    const toMs = Date.parse('2026-11-20T11:30:00Z');
    const past = await feed.history(bitcoin, toMs - 30 * 86_400_000, toMs);
    const times = past.map((tick) => tick.atMs);
    expect(new Set(times).size).toBe(times.length);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(past.length).toBeGreaterThan(24 * 50 * 4 - 10);
    expect(times.at(-1)).toBeLessThanOrEqual(toMs);
  });
});

describe('the inside of a bar', () => {
  const barAtMs = Date.parse('2026-11-20T11:30:00Z');
  const file = parseQuoteFile(
    `time,open,high,low,close,volume\n${barAtMs},100.5,101.25,99.75,100.75,3\n${barAtMs + 60_000},100.75,101,100.5,101,2\n`,
  );
  // Two minutes are no week: the file loops from our time 0 on.
  const time = createFileClock(file, 1);
  const { round } = time.toFile(barAtMs + 120_000);
  const fromMs = time.toServer(round, barAtMs);
  const aTape = (text: string | undefined, played: Tape['played'] = new Map()): Tape => ({
    symbol: { id: 'BTC-USDT', digits: 2, spreadSteps: 2 } as SymbolTerms,
    file,
    time,
    spread: { below: price('0.01'), above: price('0.01') },
    drawAt: () => (text === undefined ? undefined : sha256(text)),
    played,
  });
  const minute = (text: string | undefined) => ticksBetween(aTape(text), fromMs - 1, fromMs + 59_999);
  const pricesOf = (ticks: readonly FeedTick[]) => ticks.map((tick) => Number(toText(tick.price)));

  it("is drawn: a price each second, the bar's four figures in it, in another order with another seed", () => {
    const prices = pricesOf(minute('one'));
    expect([prices.length, prices[0], prices[59], Math.max(...prices), Math.min(...prices)]).toEqual([
      60, 100.5, 100.75, 101.25, 99.75,
    ]);
    const firsts = Array.from({ length: 40 }, (_, index) => {
      const drawn = pricesOf(minute(`seed ${index}`));
      return drawn.indexOf(101.25) < drawn.indexOf(99.75);
    });
    // Which extreme comes first was known before: the nearer one.
    expect(firsts.filter((isHigh) => isHigh).length).toBeGreaterThan(3);
    expect(firsts.filter((isHigh) => !isHigh).length).toBeGreaterThan(3);
  });

  it('is the same however it is looked at, and is not played without its draw', () => {
    const whole = minute('one');
    const inSteps = Array.from({ length: 60 }, (_, second) =>
      ticksBetween(aTape('one'), fromMs + second * 1000 - 1, fromMs + second * 1000 + 999),
    ).flat();
    expect(inSteps).toEqual(whole);
    expect(minute(undefined)).toEqual([]);
  });

  it('of every market is drawn before it begins, one bar between two looks, and is the same', () => {
    const draw = sha256('one');
    const tapes = Array.from({ length: 20 }, (_, index): Tape => {
      const tape = aTape('one');
      return { ...tape, symbol: { ...tape.symbol, id: `M${index}-USDT` }, drawAt: () => draw };
    });
    const drawn = (): number => tapes.reduce((sum, tape) => sum + tape.played.size, 0);
    const look = (atMs: number): FeedTick[] => tapes.flatMap((tape) => ticksBetween(tape, atMs - 250, atMs));
    look(fromMs + 499);
    expect(drawn()).toBe(20);
    const work: number[] = [];
    const ticks: FeedTick[] = [];
    for (let atMs = fromMs + 749; atMs < fromMs + 120_000; atMs += 250) {
      const before = drawn();
      ticks.push(...look(atMs));
      // The third bar is the first of the file's next round.
      drawAhead(tapes, atMs);
      work.push(drawn() - before);
    }
    expect(Math.max(...work)).toBe(1);
    expect(drawn()).toBe(60);
    const fresh = tapes.map((tape) => ({ ...tape, played: new Map() }));
    const byTime = (a: FeedTick, b: FeedTick): number => a.atMs - b.atMs || (a.symbol < b.symbol ? -1 : 1);
    const whole = fresh.flatMap((tape) => ticksBetween(tape, fromMs + 499, fromMs + 119_999));
    expect(ticks.sort(byTime)).toEqual(whole.sort(byTime));
  });

  it('that was drawn ahead is drawn again when its day is drawn from something else by then', () => {
    let text = 'one';
    const draws = new Map(['one', 'two'].map((name) => [name, sha256(name)]));
    const tape: Tape = { ...aTape('one'), drawAt: () => draws.get(text) };
    expect([drawAhead([tape], fromMs - 1_000), drawAhead([tape], fromMs - 1_000)]).toEqual([true, false]);
    text = 'two';
    expect(ticksBetween(tape, fromMs - 1, fromMs + 59_999)).toEqual(minute('two'));
    expect(minute('two')).not.toEqual(minute('one'));
  });

  it('fills the chart with the path while the bar plays, and does not show an extreme ahead of it', () => {
    const toMs = fromMs + 20_000;
    expect(pastTicks(aTape('one'), fromMs - 1, toMs)).toEqual(ticksBetween(aTape('one'), fromMs - 1, toMs));
    expect(pricesOf(pastTicks(aTape('one'), fromMs - 1, fromMs + 60_000)).slice(0, 4)).toEqual([100.5, 99.75, 101.25, 100.75]);
  });
});

const quotesDir = process.env['TESSERA_QUOTES_DIR'] ?? '';
if (quotesDir === '')
  process.stderr.write('\n*** TESSERA_QUOTES_DIR is not set: the replay of real quotes is NOT tested ***\n\n');
else
  describe('the replay of real quotes', () => {
    it.each([1, 1000])(
      'records at speed %d only prices that lie within the bar of the mapped time',
      async (speed) => {
        await database.owner.query('truncate tick, tick_head, candle, lease, feed_epoch, tick_anchor');
        // Only one symbol's record is judged here; of the others there would be a month of history as well.
        await database.owner.query(`delete from symbol where id not in ('BTC-USDT', 'EUR-USD')`);
        const clock = createSystemClock();
        const catalog = await loadCatalog(database.db, clock.now());
        const bus = createTickBus(fail);
        const heard: RecordedTick[] = [];
        bus.onTicks((ticks) => heard.push(...ticks));
        const service = createFeedService({
          db: database.db,
          catalog,
          clock,
          log,
          metrics: createMetrics({ collectProcess: false }),
          bus,
          feed: createReplayFeed({ files: createQuoteFiles(quotesDir, log), speed, clock, log, days: days(), lastPrices }),
          mayLead: true,
          signingKey: testSigningKey,
          countUndecided: async () => 0,
          holder: 'test',
        });
        await service.start();
        while (heard.filter((tick) => tick.symbol === 'BTC-USDT').length < 3) await sleep(100);
        await service.stop();

        const text = await readFile(join(quotesDir, 'BTCUSDT-1m.csv'), 'utf8');
        const bars = new Map(
          text
            .split('\n')
            .slice(1)
            .map((line) => line.split(','))
            .map(([time = '', ...figures]) => [Number.parseInt(time, 10), figures.slice(0, 4)]),
        );
        const times = [...bars.keys()].filter((time) => time > 0);
        const time = createFileClock({ firstAtMs: Math.min(...times), endAtMs: Math.max(...times) + 60_000 }, speed);
        const recorded = await database.db
          .selectFrom('tick')
          .select(['atMs', 'price', 'isLive'])
          .where('symbolId', '=', 'BTC-USDT')
          .orderBy('seq')
          .execute();
        expect(recorded.filter((tick) => tick.isLive).length).toBeGreaterThanOrEqual(3);
        expect(recorded.length).toBeGreaterThan(speed === 1 ? 5_000 : 2_000);
        const strange = recorded.filter((tick) => {
          // A mapped instant is a whole millisecond of ours: at high speed it may lie up to `speed` ms after the file's.
          const { fileMs } = time.toFile(tick.atMs);
          const candidates = [fileMs, fileMs - speed].flatMap((atMs) => bars.get(Math.floor(atMs / 60_000) * 60_000) ?? []);
          const [low, high] = [1, -1].map((side) =>
            candidates.reduce((a, b) => (compare(price(b), price(a)) === side ? a : b), candidates[0] ?? ''),
          );
          return (
            low === undefined ||
            high === undefined ||
            compare(price(tick.price), price(low)) < 0 ||
            compare(price(tick.price), price(high)) > 0
          );
        });
        expect(strange).toEqual([]);
      },
      120_000,
    );
  });
