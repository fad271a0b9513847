import { describe, expect, it } from '@jest/globals';
import { clampPoint, pointOf, readPlace, snap, defaultPlace, writePlace, type FloatArea } from './floatPlace';

const area: FloatArea = { width: 390, height: 844, top: 56, bottom: 104 };

describe('where the service button stands', () => {
  it('at first: right edge, as low as it may, clear of the bottom', () => {
    expect(pointOf(defaultPlace, area)).toEqual({ x: 390 - 48 - 10, y: 844 - 104 - 48 - 10 });
  });

  it('let go: the nearer edge with a gap of 10 px, the same height', () => {
    expect(pointOf(snap({ x: 120, y: 300 }, area), area)).toEqual({ x: 10, y: 300 });
    expect(pointOf(snap({ x: 200, y: 300 }, area), area)).toEqual({ x: 332, y: 300 });
  });

  it('dragged beyond the screen: held inside', () => {
    expect(clampPoint({ x: -80, y: -80 }, area)).toEqual({ x: 10, y: 66 });
    expect(clampPoint({ x: 900, y: 900 }, area)).toEqual({ x: 332, y: 682 });
  });

  it('the screen turns: the same share of the free height', () => {
    const place = snap({ x: 10, y: 66 + (682 - 66) / 2 }, area);
    const turned: FloatArea = { width: 844, height: 390, top: 56, bottom: 104 };
    expect(pointOf(place, turned)).toEqual({ x: 10, y: (66 + 228) / 2 });
  });

  it('a screen with no free height: at the top rather than outside', () => {
    expect(pointOf({ edge: 'left', height: 0.5 }, { ...area, height: 120 }).y).toBe(66);
  });

  it('remembered: written and read back; anything else is the usual place', () => {
    const place = snap({ x: 10, y: 311 }, area);
    expect(readPlace(writePlace(place))).toEqual({ edge: 'left', height: expect.closeTo(place.height, 4) });
    for (const text of [undefined, '', 'left', 'left 2', 'middle 0.5', 'left NaN']) expect(readPlace(text)).toEqual(defaultPlace);
  });
});
