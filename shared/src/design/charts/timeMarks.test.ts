import { timeMarks } from './timeMarks';

const minute = 60_000;
const starts = (fromMs: number, stepMs: number, count: number) =>
  Array.from({ length: count }, (_, index) => fromMs + index * stepMs);

describe('time marks', () => {
  test('minute bars around midnight: the day is marked, then the hours and what keeps its distance from them', () => {
    const from = Date.UTC(2025, 5, 2, 22, 7);
    const marks = timeMarks(starts(from, minute, 240), 40, 'utc');
    const labels = marks.map(({ index, kind }) => `${new Date(from + index * minute).toISOString().slice(11, 16)} ${kind}`);
    expect(labels).toEqual(['22:15 time', '23:00 time', '00:00 day', '01:00 time', '02:00 time']);
  });

  test('marks never stand closer than the distance', () => {
    for (const distance of [3, 7, 19]) {
      const marks = timeMarks(starts(Date.UTC(2025, 11, 30), 5 * minute, 900), distance, 'utc');
      const gaps = marks.slice(1).map((mark, place) => mark.index - (marks[place]?.index ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(distance);
    }
  });

  test('day bars: the turn of the year and the months outrank plain days', () => {
    const from = Date.UTC(2025, 11, 20);
    const day = 86_400_000;
    const marks = timeMarks(starts(from, day, 60), 10, 'utc');
    expect(marks.find(({ kind }) => kind === 'year')?.index).toBe(12);
    expect(marks.find(({ kind }) => kind === 'month')?.index).toBe(43);
  });

  test('a hole of a weekend: the first bar after it begins a day', () => {
    const friday = Date.UTC(2025, 5, 6, 20, 30);
    const sunday = Date.UTC(2025, 5, 8, 21, 0);
    const marks = timeMarks([friday, friday + 30 * minute, sunday, sunday + 30 * minute], 1, 'utc');
    expect(marks.find(({ index }) => index === 2)?.kind).toBe('day');
  });

  test('no bars and one bar: no marks', () => {
    expect(timeMarks([], 5, 'utc')).toEqual([]);
    expect(timeMarks([0], 5, 'utc')).toEqual([]);
  });
});
