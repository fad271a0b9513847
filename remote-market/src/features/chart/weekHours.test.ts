import type { WeeklyHours } from '@tessera/shared/time';
import { nextTurn, weekOf } from './weekHours';

/** Sunday 22:00 to Friday 22:00 UTC with a pause of an hour each night, as metals have it. */
const minuteOf = (day: number, hour: number) => (day * 24 + hour) * 60;
const forex: WeeklyHours = [[minuteOf(0, 22), minuteOf(5, 22)]];
const metals: WeeklyHours = [0, 1, 2, 3, 4].map((day) => [minuteOf(day, 23), minuteOf(day + 1, 22)] as const);
const at = (text: string) => Date.parse(text);
const told = (hours: WeeklyHours, now: string) =>
  weekOf(hours, at(now), 'utc').map(({ spans }) =>
    spans
      .map(([from, to]) => `${new Date(from).toISOString().slice(11, 16)}-${new Date(to).toISOString().slice(11, 16)}`)
      .join(' '),
  );

describe('trading hours of a week', () => {
  test('Monday first, each day with its own spans, a closed day with none', () => {
    expect(told(forex, '2026-11-18T12:00:00Z')).toEqual([
      '00:00-00:00',
      '00:00-00:00',
      '00:00-00:00',
      '00:00-00:00',
      '00:00-22:00',
      '',
      '22:00-00:00',
    ]);
  });

  test('a holiday is left out, and what comes next is told across it', () => {
    const christmas = [[at('2026-12-24T18:45:00Z'), at('2026-12-25T23:00:00Z')] as const];
    const days = weekOf(metals, at('2026-12-23T12:00:00Z'), 'utc', christmas);
    expect(days.slice(3, 5).map(({ spans }) => spans)).toEqual([[[at('2026-12-24T00:00:00Z'), at('2026-12-24T18:45:00Z')]], []]);
    expect(nextTurn(metals, at('2026-12-24T12:00:00Z'), christmas)).toEqual({ kind: 'closes', atMs: at('2026-12-24T18:45:00Z') });
    expect(nextTurn(metals, at('2026-12-25T12:00:00Z'), christmas)).toEqual({ kind: 'opens', atMs: at('2026-12-27T23:00:00Z') });
  });

  test('a pause within the day: two spans', () => {
    expect(told(metals, '2026-11-18T12:00:00Z').slice(0, 2)).toEqual(['00:00-22:00 23:00-00:00', '00:00-22:00 23:00-00:00']);
  });

  test('on Sunday the week is the one that ends, not the one that begins', () => {
    expect(weekOf(forex, at('2026-11-22T23:00:00Z'), 'utc')[0]?.startMs).toBe(at('2026-11-16T00:00:00Z'));
  });

  test('in any zone the same time is open in a whole week', () => {
    const open = (zone: 'utc' | 'local') =>
      weekOf(forex, at('2026-11-18T12:00:00Z'), zone)
        .flatMap(({ spans }) => spans)
        .reduce((sum, [from, to]) => sum + to - from, 0);
    expect(open('local')).toBe(open('utc'));
  });

  test('the next turn: closing while open, opening while closed, windows that adjoin are one', () => {
    expect(nextTurn(forex, at('2026-11-18T12:00:00Z'))).toEqual({ kind: 'closes', atMs: at('2026-11-20T22:00:00Z') });
    expect(nextTurn(forex, at('2026-11-21T12:00:00Z'))).toEqual({ kind: 'opens', atMs: at('2026-11-22T22:00:00Z') });
    const split: WeeklyHours = [
      [0, 600],
      [600, 1200],
    ];
    expect(nextTurn(split, at('2026-11-22T05:00:00Z'))).toEqual({ kind: 'closes', atMs: at('2026-11-22T20:00:00Z') });
    expect(nextTurn([], at('2026-11-22T05:00:00Z'))).toBeUndefined();
  });
});
