import {
  clampView,
  isFollowing,
  leftOf,
  maxShown,
  minShown,
  newestRight,
  panned,
  shownBars,
  startView,
  wantsOlder,
  zoomed,
} from './view';

const bounds = { first: 0, last: 299 };

describe('view', () => {
  test('a new view: the newest bar is in sight with room to its right', () => {
    const view = startView(bounds);
    expect(isFollowing(view, bounds)).toBe(true);
    expect(view.right).toBeGreaterThan(299.5);
  });

  test('a drag to the right brings older bars and stops following', () => {
    const view = panned(startView(bounds), 10, bounds);
    expect(isFollowing(view, bounds)).toBe(false);
    expect(view.right).toBeCloseTo(newestRight(bounds, view.count) - 10);
  });

  test('a drag beyond the oldest bar stops at it', () => {
    const view = panned(startView(bounds), 10_000, bounds);
    expect(leftOf(view)).toBeCloseTo(-0.5);
  });

  test('older bars are on their way: a drag shows the place where they will stand', () => {
    const view = panned(startView(bounds), 10_000, { ...bounds, olderRoom: 8 });
    expect(leftOf(view)).toBeCloseTo(-8.5);
    expect(shownBars(view, { ...bounds, olderRoom: 8 }).from).toBe(0);
  });

  test('a drag beyond the newest bar stops at the room to its right', () => {
    const start = startView(bounds);
    expect(panned(start, -40, bounds)).toEqual(start);
  });

  test('fewer bars than fit: the view stays at the newest', () => {
    const few = { first: 0, last: 4 };
    expect(panned(startView(few), 3, few)).toEqual(startView(few));
  });

  test('zoom: the bar under the fingers stays in place', () => {
    const before = panned(startView(bounds), 100, bounds);
    const anchor = 0.25;
    const after = zoomed(before, 1.5, anchor, bounds);
    expect(leftOf(after) + after.count * anchor).toBeCloseTo(leftOf(before) + before.count * anchor);
    expect(after.count).toBeCloseTo(before.count * 1.5);
  });

  test('zoom ends at the fewest and the most bars', () => {
    expect(zoomed(startView(bounds), 100, 0.5, bounds).count).toBe(maxShown);
    expect(zoomed(startView(bounds), 0.001, 0.5, bounds).count).toBe(minShown);
  });

  test('the bars to draw: those in sight and one on each side', () => {
    expect(shownBars({ right: 119.5, count: 20 }, bounds)).toEqual({ from: 99, to: 120 });
    expect(shownBars(clampView({ right: 999, count: 20 }, bounds), bounds).to).toBe(299);
  });

  test('older bars are wanted within half a screen of the oldest, also when the oldest is below zero', () => {
    expect(wantsOlder({ right: 100, count: 60 }, bounds)).toBe(false);
    expect(wantsOlder({ right: 80, count: 60 }, bounds)).toBe(true);
    expect(wantsOlder({ right: 80, count: 60 }, { first: -300, last: 299 })).toBe(false);
  });
});
