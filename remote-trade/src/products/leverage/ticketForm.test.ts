import { amount, toText } from '@tessera/shared/money';
import { aLeverageTerms } from '@tessera/shared/testing';
import { firstForm, percentOfLots, shareOfLots } from './ticketForm';

it('a form begins with a modest leverage and the smallest size', () => {
  const read = (decimalText: string) => decimalText;
  expect(firstForm(aLeverageTerms(), read)).toMatchObject({ leverage: 10, lots: '0.001', entrustment: 'market' });
  expect(firstForm(aLeverageTerms({ leverages: [50, 100] }), read).leverage).toBe(50);
});
it.each([
  ['1.234', 50, '0.01', '0.61'],
  ['1.234', 100, '0.01', '1.23'],
  ['0.05', 10, '0.01', '0.01'],
  ['1.2', 0, '0.02', '0.02'],
])('%s lots at most, %s %%, step %s: %s', (most, percent, step, expected) => {
  expect(toText(shareOfLots(amount(most), percent, { min: amount(step), step: amount(step) }))).toBe(expected);
});
it('the slider never passes its ends', () => {
  expect(percentOfLots(amount('3'), amount('2'))).toBe(100);
  expect(percentOfLots(amount('1'), amount('4'))).toBe(25);
  expect(percentOfLots(amount('1'), undefined)).toBe(0);
});
