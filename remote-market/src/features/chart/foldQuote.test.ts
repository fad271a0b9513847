import type { Candle } from '@tessera/shared/contract';
import { foldQuote } from './foldQuote';

const minute = Date.UTC(2025, 5, 4, 13, 7);
const last: Candle = [minute, '100.5', '101.25', '99.75', '100', '12.5'];

describe('fold quote', () => {
  test('a quote of the same minute moves the close and nothing else', () => {
    expect(foldQuote(last, { atMs: minute + 30_000, price: '100.75' }, '1m')).toEqual([
      minute,
      '100.5',
      '101.25',
      '99.75',
      '100.75',
      '12.5',
    ]);
  });

  test('a new high and a new low are taken, compared as numbers', () => {
    const folded = foldQuote(last, { atMs: minute + 1, price: '1000.1' }, '1m');
    expect(folded?.[2]).toBe('1000.1');
    expect(foldQuote(folded, { atMs: minute + 2, price: '9.9' }, '1m')).toEqual([
      minute,
      '100.5',
      '1000.1',
      '9.9',
      '9.9',
      '12.5',
    ]);
  });

  test('the first quote of the next frame begins a candle that knows no volume', () => {
    expect(foldQuote(last, { atMs: minute + 60_000, price: '100.2' }, '1m')).toEqual([
      minute + 60_000,
      '100.2',
      '100.2',
      '100.2',
      '100.2',
      null,
    ]);
  });

  test('a quote of an earlier frame is dropped', () => {
    expect(foldQuote(last, { atMs: minute - 1, price: '7' }, '1m')).toBeUndefined();
  });

  test('no history: the quote begins the first candle at the frame, not at its own time', () => {
    expect(foldQuote(undefined, { atMs: minute + 30_000, price: '5.5' }, '1h')?.[0]).toBe(Date.UTC(2025, 5, 4, 13));
  });

  test('the turn of a week and of a month', () => {
    const sunday: Candle = [Date.UTC(2025, 5, 2), '1', '3', '0.5', '2', null];
    expect(foldQuote(sunday, { atMs: Date.UTC(2025, 5, 8, 23, 59, 59, 999), price: '2.5' }, '1w')?.[0]).toBe(
      Date.UTC(2025, 5, 2),
    );
    expect(foldQuote(sunday, { atMs: Date.UTC(2025, 5, 9), price: '2.5' }, '1w')?.[0]).toBe(Date.UTC(2025, 5, 9));
    const june: Candle = [Date.UTC(2025, 5, 1), '1', '3', '0.5', '2', null];
    expect(foldQuote(june, { atMs: Date.UTC(2025, 5, 30, 23), price: '2.5' }, '1M')?.[0]).toBe(Date.UTC(2025, 5, 1));
    expect(foldQuote(june, { atMs: Date.UTC(2025, 6, 1), price: '2.5' }, '1M')?.[0]).toBe(Date.UTC(2025, 6, 1));
  });
});
