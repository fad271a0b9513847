import { byDay } from './byDay';

it('records of two days, newest first: two sections in the same order', () => {
  const items = [{ atMs: 86_400_500 }, { atMs: 86_400_100 }, { atMs: 500 }];
  const days = byDay(items, (atMs) => String(Math.floor(atMs / 86_400_000)));
  expect(days.map(({ day, items: of }) => [day, of.length])).toEqual([
    ['1', 2],
    ['0', 1],
  ]);
});
