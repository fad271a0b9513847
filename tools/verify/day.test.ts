/** A revealed day beside its log: a tick that was left out is told, unless a published pause explains it. */
import { expect, test } from '@jest/globals';
import { zeros as none } from './bytes';
import { canonicalText } from './canonicalText';
import { checkDay } from './day';
import { nothingKnown, type Known } from './Known';
import { tickHash } from './log';
import type { Day, Root, Tick } from './shapes';
import { playedSteps } from './replayedDay';
import { drawnTicks, drawOf } from './simulatedDay';

const symbol = 'BTC-USDT';
const simulated = { digits: 2, volatilityPpm: 25_000, activity: 100, openSlots: [[0, 400]] } as const;
const feedDay: Day = {
  ...{ day: '2026-01-05', source: 'simulated', seedHash: null, seed: '07'.repeat(32), opening: { [symbol]: '64000' } },
  parameters: { [symbol]: simulated },
};
const drawn = [...(drawnTicks(feedDay, symbol) ?? [])];
const left = drawn[40]!;
const zeros = '0'.repeat(64);
const shown = (without: number | undefined, price?: string): Tick[] =>
  drawn
    .filter(({ atMs }) => atMs !== without)
    .map((tick, index) => ({
      symbol,
      seq: index + 1,
      ...tick,
      ...(price && index === 3 ? { price } : {}),
      hash: zeros,
      previousHash: zeros,
    }));
const pauseOf = (of: string) => ({
  ...{ seq: 1, atMs: 1, kind: 'pause', hash: zeros },
  body: canonicalText({ why: 'feed_silent', symbols: [{ symbol: of, fromMs: left.atMs - 1, toMs: left.atMs + 1 }] }),
});
const redrawn = (ticks: Tick[], entries: ReturnType<typeof pauseOf>[] = []) =>
  checkDay({ symbol, feedDay, ticks, anchors: [] }, { ...nothingKnown, entries }).find(({ name }) => name === 'redrawn');

test('a whole day, a day with another price, and one that lacks a tick', () => {
  expect(redrawn(shown(undefined))).toMatchObject({ state: 'ok' });
  expect(redrawn(shown(undefined, '1'))).toMatchObject({ state: 'failed' });
  expect(redrawn(shown(left.atMs))).toMatchObject({
    state: 'partial',
    computed: expect.stringContaining(`1 of them outside published pauses, the first at ${left.atMs}`),
  });
  expect(redrawn(shown(left.atMs), [pauseOf('ETH-USDT')])).toMatchObject({ state: 'failed' });
  expect(redrawn(shown(left.atMs), [pauseOf(symbol)])).toMatchObject({ state: 'ok' });
  // What a device kept of the record names no pauses.
  expect(redrawn(shown(left.atMs), [{ ...pauseOf('ETH-USDT'), seq: 7 }])).toMatchObject({ state: 'partial' });
});

test('a pause over the whole day, with live ticks in it, excuses none that was left out', () => {
  const over = (fromMs: number) => ({
    ...pauseOf(symbol),
    body: canonicalText({ why: 'leader_away', symbols: [{ symbol, fromMs, toMs: left.atMs + 86_400_000 }] }),
  });
  expect(redrawn(shown(left.atMs), [over(drawn[0]!.atMs - 1)])).toMatchObject({ state: 'failed' });
  expect(redrawn(shown(left.atMs), [over(drawn[39]!.atMs)])).toMatchObject({ state: 'ok' });
  const filled = shown(left.atMs).map((tick) => ({ ...tick, isFilled: true }));
  expect(redrawn(filled, [over(drawn[0]!.atMs - 1)])).toMatchObject({ state: 'ok' });
});

test('a pause reaches from the opening to the tick that ended it; a day that was made afterwards owes nothing', () => {
  const ends = (fromMs: number, toMs: number) => ({
    ...pauseOf(symbol),
    body: canonicalText({ why: 'feed_silent', symbols: [{ symbol, fromMs, toMs }] }),
  });
  expect(redrawn(shown(left.atMs), [ends(left.atMs, left.atMs + 1)])).toMatchObject({ state: 'ok' });
  expect(redrawn(shown(left.atMs), [ends(left.atMs - 1, left.atMs)])).toMatchObject({ state: 'failed' });
  const committed = (atMs: number) => ({
    ...{ seq: 1, atMs, kind: 'seed_committed', hash: zeros },
    body: canonicalText({ day: feedDay.day, source: feedDay.source, seedHash: zeros }),
  });
  expect(redrawn(shown(left.atMs), [committed(Date.parse('2026-01-05T23:59:59Z'))])).toMatchObject({ state: 'failed' });
  expect(redrawn(shown(left.atMs), [committed(Date.parse('2026-01-06T00:00:00Z'))])).toMatchObject({ state: 'ok' });
});

test('of a replay each direction is as drawn, or the day fails; how far the moves are it does not look at', () => {
  const replay: Day = { ...feedDay, source: 'replay', opening: {}, parameters: { [symbol]: { drawsDirection: true } } };
  let level = { recorded: 100, played: 10_000 };
  const ticks = Array.from({ length: 120 }, (_, second): Tick => {
    const [atMs, recorded] = [drawn[0]!.atMs + second * 1_000, 100 + (second % 5)];
    level = { recorded, played: playedSteps(drawOf(replay)!, symbol, atMs, level, recorded) };
    return { symbol, seq: second + 1, atMs, price: `${level.played}`, previousHash: none, hash: none };
  });
  const redrawnAs = (day: Day, given = ticks) => ofDay(day, given, [], 'redrawn');
  expect(redrawnAs(replay)).toMatchObject({ state: 'partial', computed: expect.stringContaining('each as drawn') });
  const turned = ticks.map((tick) => ({ ...tick, price: `${20_000 - Number(tick.price)}` }));
  expect(redrawnAs(replay, turned)).toMatchObject({ state: 'failed', computed: expect.stringContaining('drawn') });
  expect(
    redrawnAs(
      replay,
      turned.map((tick) => ({ ...tick, isFilled: true })),
    ),
  ).toMatchObject({ state: 'partial' });
  expect(redrawnAs({ ...replay, seed: null })).toMatchObject({ state: 'pending' });
  expect(redrawnAs({ ...replay, parameters: { [symbol]: { barMoves: 7 } } }, turned)).toMatchObject({ state: 'absent' });
});

const otherSymbol = 'ETH-USDT';
const ofTwo: Day = { ...feedDay, parameters: { ...feedDay.parameters, [otherSymbol]: simulated } };
const paused = (symbols: readonly string[], toMs: number | null = left.atMs + 1, why = 'feed_silent') => ({
  ...pauseOf(symbol),
  ...{ atMs: left.atMs + 100_000 },
  body: canonicalText({ why, symbols: symbols.map((of) => ({ symbol: of, fromMs: left.atMs - 1, toMs })) }),
});
const ofDay = (day: Day, ticks: Tick[], entries: ReturnType<typeof pauseOf>[], name: string) =>
  checkDay({ symbol, feedDay: day, ticks, anchors: [] }, { ...nothingKnown, entries }).find((one) => one.name === name);

test.each(['feed_silent', 'leader_away', 'source_silent'])(
  'a pause of one simulated market alone excuses nothing, whatever it is called: %s',
  (why) => {
    const alone = paused([symbol], undefined, why);
    expect(ofDay(ofTwo, shown(left.atMs), [alone], 'redrawn')).toMatchObject({ state: 'failed' });
    expect(ofDay(ofTwo, shown(left.atMs), [paused([symbol, otherSymbol], undefined, why)], 'redrawn')).toMatchObject({
      state: 'ok',
    });
    // A market that the draw has closed then cannot have paused with it.
    const closed = { ...simulated, openSlots: [[400, 800]] as const };
    const ofOneOpen = { ...ofTwo, parameters: { ...ofTwo.parameters, [otherSymbol]: closed } };
    expect(ofDay(ofOneOpen, shown(left.atMs), [alone], 'redrawn')).toMatchObject({ state: 'ok' });
    // Ticks that came late leave a pause of one market, in which nothing is missing.
    expect(ofDay(ofTwo, shown(undefined), [paused([symbol], left.atMs)], 'redrawn')).toMatchObject({ state: 'ok' });
  },
);

test('two markets that are said to pause together excuse nothing while a third one went on', () => {
  const [third, slot] = ['XAU-USD', (left.atMs - Date.parse('2026-01-05T00:00:00Z')) / 250];
  const ofThree = (from: number, to: number): Day => ({
    ...ofTwo,
    parameters: { ...ofTwo.parameters, [third]: { ...ofTwo.parameters![symbol]!, openSlots: [[from, to]] } },
  });
  const state = (day: Day, symbols: readonly string[]) => ofDay(day, shown(left.atMs), [paused(symbols)], 'redrawn')?.state;
  expect(state(ofThree(0, 400), [symbol, otherSymbol])).toBe('failed');
  expect(state(ofThree(0, 400), [symbol, otherSymbol, third])).toBe('ok');
  expect(state(ofThree(slot + 1, 400), [symbol, otherSymbol])).toBe('ok');
  // Open from less than a second before, or for less than one after: no pause of it need be published.
  expect(state(ofThree(slot - 3, 400), [symbol, otherSymbol])).toBe('ok');
  expect(state(ofThree(0, slot + 4), [symbol, otherSymbol])).toBe('ok');
  expect(state(ofThree(slot - 4, slot + 5), [symbol, otherSymbol])).toBe('failed');
});

test('the pauses of a day are counted, and one with a live tick in it was none', () => {
  const pauses = (day: Day, entries: ReturnType<typeof pauseOf>[], ticks = shown(left.atMs)) =>
    ofDay(day, ticks, entries, 'pauses');
  expect(pauses(feedDay, [])).toMatchObject({ state: 'partial' });
  const twice = [paused([symbol], null), { ...paused([symbol]), seq: 2 }];
  const computed = '1 pauses, 0.002 s in all, 1 of them of this market alone';
  expect(pauses(feedDay, twice)).toMatchObject({ state: 'ok', computed });
  expect(pauses({ ...feedDay, source: 'live' }, twice)).toMatchObject({ state: 'partial', computed });
  expect(pauses(feedDay, [paused([symbol, otherSymbol])])).toMatchObject({ computed: expect.stringContaining('0 of them') });
  expect(pauses(feedDay, twice, shown(undefined))).toMatchObject({ state: 'failed' });
  expect(pauses(feedDay, [paused([symbol], null)])).toMatchObject({ state: 'failed' });
});

/** A tick a minute, and the root of each. */
const whole: Tick[] = [];
for (let seq = 1000; seq < 1010; seq += 1) {
  const previousHash = whole.at(-1)?.hash ?? 'ab'.repeat(32);
  const atMs = Date.parse('2026-01-05T23:50:00Z') + (seq - 1000) * 60_000;
  const tick = { symbol, seq, atMs, price: `${seq}`, previousHash, hash: none };
  whole.push({ ...tick, hash: tickHash(previousHash, tick) });
}
const roots = whole.map(({ seq, hash, atMs }): Root => ({
  minuteMs: atMs + 60_000,
  root: none,
  previousRoot: none,
  heads: { [symbol]: { seq, hash } },
}));
const last = whole.at(-1)!;
const listed = { day: '2026-01-05', firstSeq: 1000, lastSeq: 1009, hash: last.hash, sha256: 'aa'.repeat(32) };
const isListed = { logDays: [listed] };
test.each<readonly [string, readonly Tick[], readonly Root[], Partial<Known>, { day?: string; fileHash?: string }, string]>([
  ['as it was', whole, roots, {}, {}, 'ok'],
  ['minutes without a root', whole, roots.filter((_, index) => index < 3 || index > 6), {}, {}, 'ok'],
  ['as it is listed', whole, [], isListed, { fileHash: listed.sha256 }, 'ok'],
  ['nothing shows its end', whole, [], {}, {}, 'partial'],
  ['without its morning', whole.slice(4), roots, {}, {}, 'failed'],
  ['without its evening', whole.slice(0, 5), roots, {}, {}, 'failed'],
  ['without its morning, as it is listed', whole.slice(4), [], isListed, {}, 'failed'],
  ['without its evening, as it is listed', whole.slice(0, 5), [], isListed, {}, 'failed'],
  ['another file than the listed one', whole, [], isListed, { fileHash: 'bb'.repeat(32) }, 'failed'],
  ['with the header of another day', whole, [], {}, { day: '2026-01-04' }, 'failed'],
])('the ticks of a day, %s', (_, ticks, anchors, known, changed, state) => {
  const stated = { previousHash: ticks[0]!.previousHash, firstSeq: ticks[0]!.seq, lastSeq: ticks.at(-1)!.seq };
  const file = { symbol, feedDay: null, day: '2026-01-05', ticks, anchors, stated, ...changed };
  const check = checkDay(file, { ...nothingKnown, ...known }).find(({ name }) => name === 'whole');
  expect(check?.state).toBe(state);
});
