import { bodyWidth, candlePath } from './candlePath';

const place = { plotX: 40.3, plotOpen: 30.2, plotClose: 20.8, plotHigh: 10.4, yBottom: 39.6 };

describe('candle path', () => {
  test('the body is as wide as told, its stroke included, and stands on whole pixels', () => {
    const path = candlePath(place, 5);
    expect(path.slice(0, 4)).toEqual([
      ['M', 38.5, 30.5],
      ['L', 38.5, 20.5],
      ['L', 42.5, 20.5],
      ['L', 42.5, 30.5],
    ]);
  });

  test('the wick reaches from the high to the low, through neither end of the body', () => {
    expect(candlePath(place, 5).slice(5)).toEqual([
      ['M', 40.5, 10],
      ['L', 40.5, 20.5],
      ['M', 40.5, 30.5],
      ['L', 40.5, 40],
    ]);
  });

  test('one pixel: a line without a body', () => {
    expect(new Set(candlePath(place, 1).flatMap(([command, x]) => (command === 'Z' ? [] : [x])))).toEqual(new Set([40.5]));
  });
});

describe('body width', () => {
  test.each([
    [2.65, 1],
    [3.9, 3],
    [5.6, 3],
    [6.4, 5],
    [10, 7],
    [0.4, 1],
  ])('a pitch of %s px: %s px', (pitch, width) => {
    expect(bodyWidth(pitch)).toBe(width);
  });
});
