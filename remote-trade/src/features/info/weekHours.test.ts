import { openSpansOfWeek } from './weekHours';

it('hours of this week, from its Sunday in UTC', () => {
  const monday = Date.UTC(2025, 5, 2, 12);
  expect(openSpansOfWeek([[1320, 8520]], monday)).toEqual([{ fromMs: Date.UTC(2025, 5, 1, 22), toMs: Date.UTC(2025, 5, 6, 22) }]);
});
it('on the Sunday itself the new week counts', () => {
  expect(openSpansOfWeek([[0, 60]], Date.UTC(2025, 5, 1, 0, 0, 1))).toEqual([
    { fromMs: Date.UTC(2025, 5, 1), toMs: Date.UTC(2025, 5, 1, 1) },
  ]);
});
it('a holiday is left out', () => {
  const [from, to] = [Date.UTC(2025, 5, 3, 22), Date.UTC(2025, 5, 4, 22)];
  expect(openSpansOfWeek([[1320, 8520]], Date.UTC(2025, 5, 2, 12), [[from, to]])).toEqual([
    { fromMs: Date.UTC(2025, 5, 1, 22), toMs: from },
    { fromMs: to, toMs: Date.UTC(2025, 5, 6, 22) },
  ]);
});
