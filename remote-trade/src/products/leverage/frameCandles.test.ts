import type { Candle } from '@tessera/shared/contract';
import { grownCandle } from './frameCandles';

const start = 600_000;
const last: Candle = [start, '10.0', '12.0', '9.0', '11.0', '3'];

it.each([
  ['a higher price', start + 1, '12.5', [start, '10.0', '12.5', '9.0', '12.5', '3']],
  ['a lower price, compared as a decimal', start + 1, '8.95', [start, '10.0', '12.0', '8.95', '8.95', '3']],
  ['a price between', start + 59_999, '10.5', [start, '10.0', '12.0', '9.0', '10.5', '3']],
  ['behind the end: the next one begins', start + 130_000, '10.5', [start + 120_000, '10.5', '10.5', '10.5', '10.5', null]],
  ['before the start', start - 1, '10.5', undefined],
])('%s', (_, atMs, price, expected) => {
  expect(grownCandle(last, { atMs, price }, '1m')).toEqual(expected);
});
