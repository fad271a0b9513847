import { trackText } from './puzzleTrack';

describe('the track of the piece', () => {
  it('no movement: empty', () => {
    expect(trackText([])).toBe('');
  });
  it('times count from the first point', () => {
    expect(
      trackText([
        { atMs: 1000.4, x: 0 },
        { atMs: 1016.9, x: 3.6 },
      ]),
    ).toBe('0:0,17:4');
  });
  it('a long drag is thinned but keeps its end', () => {
    const points = Array.from({ length: 2001 }, (_, index) => ({ atMs: index, x: index }));
    const parts = trackText(points).split(',');
    expect(parts.length).toBeLessThanOrEqual(402);
    expect(parts.at(-1)).toBe('2000:2000');
  });
});
