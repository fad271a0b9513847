import { figure, percent } from './figure';

test.each([
  ['0', undefined, '0'],
  ['999', undefined, '999'],
  ['1000', undefined, '1,000'],
  ['1000.5', 2, '1,000.50'],
  ['7', 2, '7.00'],
  ['-1234567.891', undefined, '−1,234,567.891'],
  ['-1234567.891', 2, '−1,234,567.89'],
  ['12345678901234567890.5', 0, '12,345,678,901,234,567,890'],
])('%s to %s digits: %s', (text, most, shown) => {
  expect(figure(text, most)).toBe(shown);
});

test('a share', () => {
  expect([percent('0.04'), percent('0.0375'), percent('1.2')]).toEqual(['4 %', '3.75 %', '120 %']);
});
