import { expect, test } from '@jest/globals';
import { languageList } from './languages';
import { formatCountdown, formatDate, formatDuration, formatMinute, formatRelative, formatSpan, formatTime } from './moments';

const noonMs = Date.UTC(2026, 10, 20, 12, 34, 56);

test('a duration is one whole unit', () => {
  expect(formatDuration(12_900, 'en')).toBe('12 sec');
  expect(formatDuration(185_000, 'en')).toBe('3 min');
  expect(formatDuration(400, 'en')).toBe('0 sec');
  expect(formatDuration(12_000, 'jp')).toBe('12 秒');
});

test('a span is hours and minutes, as people of each language read them', () => {
  const spanMs = 5_460_000 + 59_999;
  expect(languageList.map((language) => `${language} ${formatSpan(spanMs, language)}`.replaceAll(/\s/g, ' '))).toEqual([
    'en 1 hr 31 min',
    'zh 1小时31分钟',
    'tw 1 小時31 分鐘',
    'jp 1 時間31 分',
    'ko 1시간 31분',
    'vn 1 giờ 31 phút',
    'th 1 ชม. 31 นาที',
    'pt 1 h 31 min',
    'es 1 h 31 min',
    'it 1 h 31 min',
    'de 1 Std., 31 Min.',
    'fr 1 h 31 min',
  ]);
  expect([0, 59_000, 60_000, 7_200_000].map((ms) => formatSpan(ms, 'en'))).toEqual(['0 min', '0 min', '1 min', '2 hr']);
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
  expect(formatMinute(noonMs, 'en')).toMatch(/^\d\d:34$/);
});
