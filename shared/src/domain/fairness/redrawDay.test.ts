import type { FeedDay } from '../contract/market';
import { toHex } from './bytes';
import { daySeed } from './daySeed';
import { drawnMove, drawnMoveBytes } from './drawnMove';
import { someTicked, pausesOfDay, readPauses } from './publishedPauses';
import { canRedraw, createRedraw } from './redrawDay';
import { sha256 } from './sha256';
import { simulatedTicks, textToSteps } from './simulatedPath';

const seed = new Uint8Array(32).fill(7);
const beaconValue = new Uint8Array(32).fill(9);
const dayAtMs = Date.UTC(2026, 0, 5);
const parameters = { digits: 2, volatilityPpm: 25_000, activity: 100, openSlots: [[0, 3_600]] as [number, number][] };
const day: FeedDay = {
  day: '2026-01-05',
  version: 2,
  source: 'simulated',
  seedHash: toHex(sha256(seed)),
  seed: toHex(seed),
  beacon: { kind: 'local', chain: null, round: null, signature: null, value: toHex(beaconValue), isFallback: false },
  opening: { 'BTC-USDT': '64000' },
  parameters: { 'BTC-USDT': parameters },
};
const log = [
  ...simulatedTicks(
    daySeed(seed, beaconValue, sha256),
    { symbol: 'BTC-USDT', dayAtMs, openSteps: textToSteps('64000', 2), ...parameters },
    sha256,
  ),
];
const redrawn = (ticks: readonly { atMs: number; price: string }[], of = day) => {
  const redraw = createRedraw(of, 'BTC-USDT', sha256);
  redraw?.take(ticks.slice(0, 500));
  redraw?.take(ticks.slice(500));
  return redraw?.finish();
};

describe('a revealed day drawn again', () => {
  it('is the published log, tick by tick', () => {
    expect(redrawn(log)).toEqual({ published: log.length, differing: 0, missing: 0, missingOutside: 0, first: null });
  });
  it('a changed price, a tick left out and one put in are each found', () => {
    const changed = log.map((tick, index) => (index === 40 ? { ...tick, price: '1' } : tick));
    expect(redrawn(changed)).toMatchObject({
      differing: 1,
      first: { atMs: log[40]!.atMs, drawn: log[40]!.price, published: '1' },
    });
    expect(redrawn(log.toSpliced(40, 1))).toMatchObject({ published: log.length - 1, differing: 0, missing: 1 });
    const added = { ...log[40]!, atMs: log[40]!.atMs + 1 };
    expect(redrawn(log.toSpliced(41, 0, added))).toMatchObject({ differing: 1, first: { drawn: null }, missing: 0 });
  });
  it('what is missing within a published pause is told from what was left out', () => {
    const [before, after] = [log[39]!.atMs, log[50]!.atMs];
    const gap = log.toSpliced(40, 10);
    const missed = (pauses: readonly { fromMs: number; toMs: number }[]) => {
      const redraw = createRedraw(day, 'BTC-USDT', sha256, pauses);
      redraw?.take(gap);
      const { missing, missingOutside } = redraw!.finish();
      return [missing, missingOutside];
    };
    expect(missed([])).toEqual([10, 10]);
    expect(missed([{ fromMs: before, toMs: after }])).toEqual([10, 0]);
    // The tick that ended a pause was there; where it begins may be the market's opening, and no tick was.
    expect(missed([{ fromMs: log[40]!.atMs, toMs: log[49]!.atMs }])).toEqual([10, 1]);
  });
  it('a pause with live ticks in it excuses nothing behind the first of them; ticks that were filled in end none', () => {
    const missed = (isFilled: boolean) => {
      const redraw = createRedraw(day, 'BTC-USDT', sha256, [{ fromMs: log[39]!.atMs, toMs: log[60]!.atMs }]);
      redraw?.take(log.flatMap((tick, index) => (index === 40 || index === 50 ? [] : [{ ...tick, isFilled }])));
      return redraw?.finish();
    };
    expect(missed(false)).toMatchObject({ missing: 2, missingOutside: 1 });
    expect(missed(true)).toMatchObject({ missing: 2, missingOutside: 0 });
  });
  it('a pause is read from the record; one that goes on reaches to its publication', () => {
    const entry = (atMs: number, symbols: unknown, kind = 'pause') => ({
      kind,
      atMs,
      body: JSON.stringify({ why: 'x', symbols }),
    });
    const pauses = readPauses(
      [
        entry(9, [
          { symbol: 'BTC-USDT', fromMs: 1, toMs: null, firstSeq: 1, lastSeq: null },
          { symbol: 'ETH-USDT', fromMs: 2, toMs: 3, firstSeq: 1, lastSeq: 2 },
        ]),
        entry(20, [{ symbol: 'BTC-USDT', fromMs: 1, toMs: 12, firstSeq: 1, lastSeq: 2 }]),
        entry(21, [{ symbol: 'BTC-USDT', fromMs: 1, toMs: 99 }], 'halt'),
        { kind: 'pause', atMs: 22, body: '{' },
      ],
      'BTC-USDT',
    );
    expect(pauses).toEqual([
      { fromMs: 1, toMs: 9 },
      { fromMs: 1, toMs: 12 },
    ]);
  });
  it('a pause of this market alone excuses nothing while another one is open', () => {
    const [fromMs, toMs] = [log[39]!.atMs, log[50]!.atMs];
    const named = (symbols: readonly string[]) => [
      {
        ...{ kind: 'pause', atMs: toMs },
        body: JSON.stringify({ why: 'x', symbols: symbols.map((symbol) => ({ symbol, fromMs, toMs })) }),
      },
    ];
    const withEther = (openSlots: [number, number][]): FeedDay => ({
      ...day,
      parameters: { ...day.parameters, 'ETH-USDT': { ...parameters, openSlots } },
    });
    const outside = (of: FeedDay, symbols: readonly string[]) => {
      const [entries, symbol] = [named(symbols), 'BTC-USDT'];
      const redraw = createRedraw(of, symbol, sha256, readPauses(entries, symbol), someTicked(of, symbol, entries));
      redraw?.take(log.toSpliced(40, 10));
      return redraw?.finish().missingOutside;
    };
    const isOpen = withEther([[0, 3_600]]);
    expect(outside(isOpen, ['BTC-USDT'])).toBe(10);
    expect(outside(isOpen, ['BTC-USDT', 'XAU-USD'])).toBe(10);
    expect(outside(isOpen, ['BTC-USDT', 'ETH-USDT'])).toBe(0);
    expect(outside(withEther([[1_800, 3_600]]), ['BTC-USDT'])).toBe(0);
    // Two markets that are said to pause together excuse nothing either, while a third one went on.
    const withGold = (openSlots: [number, number][]): FeedDay => ({
      ...isOpen,
      parameters: { ...isOpen.parameters, 'XAU-USD': { ...parameters, openSlots } },
    });
    const [pair, three] = [
      ['BTC-USDT', 'ETH-USDT'],
      ['BTC-USDT', 'ETH-USDT', 'XAU-USD'],
    ];
    expect([outside(withGold([[0, 3_600]]), pair), outside(withGold([[0, 3_600]]), three)]).toEqual([10, 0]);
    // Closed by the draw then; or open for less than a second of the missing ticks, so that it need not have a pause.
    const slotOf = (atMs: number): number => (atMs - dayAtMs) / 250;
    const [firstSlot, lastSlot] = [slotOf(log[40]!.atMs), slotOf(log[49]!.atMs)];
    expect(outside(withGold([[lastSlot + 1, 3_600]]), pair)).toBe(0);
    expect(outside(withGold([[0, firstSlot + 4]]), pair)).toBe(0);
    expect(outside(withGold([[lastSlot - 3, 3_600]]), pair)).toBe(0);
    expect(outside(withGold([[0, firstSlot + 5]]), pair)).toBe(1);
    expect(outside(withGold([[lastSlot - 4, 3_600]]), pair)).toBe(1);
    const sumMs = toMs - fromMs;
    expect(pausesOfDay(day.day, 'BTC-USDT', named(['BTC-USDT']))).toEqual({ count: 1, sumMs, alone: 1 });
    expect(pausesOfDay(day.day, 'BTC-USDT', named(['BTC-USDT', 'ETH-USDT']))).toEqual({ count: 1, sumMs, alone: 0 });
    expect(pausesOfDay('2026-01-06', 'BTC-USDT', named(['BTC-USDT']))).toEqual({ count: 0, sumMs: 0, alone: 0 });
  });
  it('another seed or another beacon draws another day', () => {
    const other = { ...day, seed: toHex(new Uint8Array(32).fill(8)) };
    expect(redrawn(log, other)?.differing).toBeGreaterThan(log.length / 2);
    expect(redrawn(log, { ...day, version: 1 })?.differing).toBeGreaterThan(log.length / 2);
  });
  it('begins where a lost seed was replaced', () => {
    const late = createRedraw({ ...day, drawnFromMs: dayAtMs + 600_000 }, 'BTC-USDT', sha256);
    expect(late?.finish().missing).toBeLessThan(log.length);
  });
  it('is refused while the seed is not revealed, and of a day that was not simulated', () => {
    expect(canRedraw({ ...day, seed: null })).toBe(false);
    expect(canRedraw({ ...day, source: 'live' })).toBe(false);
    expect(canRedraw({ ...day, beacon: null })).toBe(false);
    expect(createRedraw(day, 'ETH-USDT', sha256)).toBeUndefined();
  });
});

describe('a replayed day whose directions were drawn', () => {
  const replayed: FeedDay = { ...day, source: 'replay', opening: {}, parameters: { 'BTC-USDT': { drawsDirection: true } } };
  const draw = daySeed(seed, beaconValue, sha256);
  const recorded = Array.from({ length: 600 }, (_, second) => 100 + (second % 7));
  let level = { recorded: 100, played: 10_000 };
  const ticks = recorded.map((price, second) => {
    const atMs = dayAtMs + second * 1_000;
    level = drawnMove(sha256(drawnMoveBytes(draw, 'BTC-USDT', atMs)), level, price);
    return { atMs, price: String(level.played / 100) };
  });

  it('goes where it was drawn to go, tick by tick', () => {
    expect(canRedraw(replayed)).toBe(true);
    expect(redrawn(ticks, replayed)).toEqual({ published: 600, differing: 0, missing: 0, missingOutside: 0, first: null });
  });
  it('a move that was turned round is found, and which way it was to go', () => {
    const at = ticks.findIndex(({ price }, index) => index > 40 && Number(price) > Number(ticks[index - 1]?.price));
    const turned = ticks.map((tick, index) => (index === at ? { ...tick, price: '1' } : tick));
    expect(redrawn(turned, replayed)).toMatchObject({ first: { atMs: ticks[at]!.atMs, drawn: '↑', published: '↓' } });
    expect(redrawn(turned, replayed)?.differing).toBeGreaterThanOrEqual(1);
  });
  it('another seed is found in half of the moves; what was filled in, or came after a time without prices, is not judged', () => {
    const other = redrawn(ticks, { ...replayed, seed: toHex(new Uint8Array(32).fill(8)) });
    expect(other?.differing).toBeGreaterThan(200);
    expect(
      redrawn(
        ticks.map((tick) => ({ ...tick, price: '1', isFilled: true })),
        replayed,
      )?.differing,
    ).toBe(0);
    const seldom = ticks.filter((_, index) => index % 3 === 0);
    expect(
      redrawn(
        seldom.map((tick, index) => ({ ...tick, price: String(index + 1) })),
        replayed,
      )?.differing,
    ).toBe(0);
  });
  it('a replay from before, in the directions of its recording, cannot be drawn again', () => {
    const before = { ...replayed, parameters: { 'BTC-USDT': { barMoves: 7, countedBars: 480 } } };
    expect([canRedraw(before), createRedraw(before, 'BTC-USDT', sha256)]).toEqual([false, undefined]);
  });
});
