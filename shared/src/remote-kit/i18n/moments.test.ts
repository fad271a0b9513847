import { expect, test } from '@jest/globals';
import { formatCountdown, formatDate, formatDuration, formatRelative, formatTime } from './moments';

const noonMs = Date.UTC(2026, 10, 20, 12, 34, 56);

test('a duration is one whole unit', () => {
  expect(formatDuration(12_900, 'en')).toBe('12 sec');
  expect(formatDuration(185_000, 'en')).toBe('3 min');
  expect(formatDuration(400, 'en')).toBe('0 sec');
  expect(formatDuration(12_000, 'jp')).toBe('12 秒');
});

test('a countdown is rounded up: zero means over', () => {
  expect(formatCountdown(41_001)).toBe('00:42');
  expect(formatCountdown(1)).toBe('00:01');
  expect(formatCountdown(0)).toBe('00:00');
  expect(formatCountdown(-5)).toBe('00:00');
  expect(formatCountdown(3_723_000)).toBe('1:02:03');
});

test('relative times look both ways', () => {
  expect(formatRelative(noonMs - 300_000, noonMs, 'en')).toBe('5 min. ago');
  expect(formatRelative(noonMs + 7_200_000, noonMs, 'de')).toBe('in 2 Std.');
});

test('dates and times are the language’s, with a 24-hour clock', () => {
  expect(formatDate(noonMs, 'de')).toBe('20. Nov. 2026');
  expect(formatDate(noonMs, 'th')).toContain('2026');
  expect(formatTime(noonMs, 'en')).toMatch(/^\d\d:\d\d:56$/);
});
