export {
  absolute, add, amount, compare, decimalPattern, decimalsOf, divide, isNegative, isPositive, isZero, max, min,
  multiply, negate, parseAmount, parsePrice, parseRate, price, rate, round, subtract, toDrawingNumber, toFixedText,
  toText, zero,
} from './decimal';
export type { Amount, Exact, Price, Rate, Rounding } from './decimal';
