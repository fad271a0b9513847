import type { CandleFrame } from '@tessera/shared/contract';
import { frameStart } from './frameStart';

const iso = (frame: CandleFrame, at: string) => new Date(frameStart(frame, Date.parse(at))).toISOString();

describe('frame start', () => {
  test.each([
    ['1m', '2025-06-04T13:07:59.999Z', '2025-06-04T13:07:00.000Z'],
    ['5m', '2025-06-04T13:09:59.999Z', '2025-06-04T13:05:00.000Z'],
    ['15m', '2025-06-04T13:14:00.000Z', '2025-06-04T13:00:00.000Z'],
    ['30m', '2025-06-04T13:31:00.000Z', '2025-06-04T13:30:00.000Z'],
    ['1h', '2025-06-04T13:59:59.999Z', '2025-06-04T13:00:00.000Z'],
    ['4h', '2025-06-04T15:59:00.000Z', '2025-06-04T12:00:00.000Z'],
    ['1d', '2025-06-04T23:59:59.999Z', '2025-06-04T00:00:00.000Z'],
  ] as const)('%s at %s begins at %s', (frame, at, expected) => {
    expect(iso(frame, at)).toBe(expected);
  });

  test('a boundary belongs to the candle that begins there', () => {
    expect(iso('1m', '2025-06-04T13:08:00.000Z')).toBe('2025-06-04T13:08:00.000Z');
  });

  test('a week begins on Monday in UTC, also across a year', () => {
    expect(iso('1w', '2025-06-08T23:59:59.999Z')).toBe('2025-06-02T00:00:00.000Z');
    expect(iso('1w', '2025-06-09T00:00:00.000Z')).toBe('2025-06-09T00:00:00.000Z');
    expect(iso('1w', '2026-01-01T10:00:00.000Z')).toBe('2025-12-29T00:00:00.000Z');
  });

  test('a month begins on its first, whatever its length', () => {
    expect(iso('1M', '2024-02-29T23:59:59.999Z')).toBe('2024-02-01T00:00:00.000Z');
    expect(iso('1M', '2025-12-31T23:59:59.999Z')).toBe('2025-12-01T00:00:00.000Z');
  });
});
