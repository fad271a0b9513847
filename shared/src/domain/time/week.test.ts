import { expect, it } from '@jest/globals';
import { spansOfWeek, weekStartOf } from './week';

it('hours of this week, from its Sunday in UTC', () => {
  const monday = Date.UTC(2025, 5, 2, 12);
  expect(spansOfWeek([[1320, 8520]], weekStartOf(monday))).toEqual([
    { fromMs: Date.UTC(2025, 5, 1, 22), toMs: Date.UTC(2025, 5, 6, 22) },
  ]);
});
it('on the Sunday itself the new week counts, to its first millisecond', () => {
  const sunday = Date.UTC(2025, 5, 1);
  expect([weekStartOf(sunday), weekStartOf(sunday - 1)]).toEqual([sunday, Date.UTC(2025, 4, 25)]);
});
it('a holiday is left out', () => {
  const [from, to] = [Date.UTC(2025, 5, 3, 22), Date.UTC(2025, 5, 4, 22)];
  expect(spansOfWeek([[1320, 8520]], weekStartOf(Date.UTC(2025, 5, 2, 12)), [[from, to]])).toEqual([
    { fromMs: Date.UTC(2025, 5, 1, 22), toMs: from },
    { fromMs: to, toMs: Date.UTC(2025, 5, 6, 22) },
  ]);
});
