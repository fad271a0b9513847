import { secondMarks, thinned, tickWindow } from './tickWindow';

describe('tick window', () => {
  test('no order: the last minute, with room to the right of the newest tick', () => {
    expect(tickWindow(100_000, undefined)).toEqual({ fromMs: 40_000, toMs: 107_200 });
  });

  test('an order that runs: from just before its start to beyond its expiry, however new the tick', () => {
    const run = { startedAtMs: 100_000, expiresAtMs: 130_000 };
    const { fromMs, toMs } = tickWindow(104_000, run);
    expect(fromMs).toBe(90_000);
    expect(toMs).toBeGreaterThan(130_000);
    expect(tickWindow(129_000, run)).toEqual({ fromMs, toMs });
  });

  test('ticks after the expiry: the newest stays in sight', () => {
    expect(tickWindow(140_000, { startedAtMs: 100_000, expiresAtMs: 130_000 }).toMs).toBeGreaterThan(140_000);
  });

  test('thinned: the last tick of each bucket, and always the newest', () => {
    const ticks = [0, 10, 90, 110, 150, 205].map((atMs) => ({ atMs }));
    expect(thinned(ticks, 100).map(({ atMs }) => atMs)).toEqual([90, 150, 205]);
  });

  test('marks: round seconds, not more than asked', () => {
    expect(secondMarks(41_000, 107_200, 5)).toEqual([45_000, 60_000, 75_000, 90_000, 105_000]);
    expect(secondMarks(0, 7_200_000, 4)).toHaveLength(5);
  });
});
