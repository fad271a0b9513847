/**
 * What a flash exchange brings. Everything is computed from exact figures and rounded once: what the given asset is worth down, the
 * fee up, both at the decimals of the asset received. So nobody receives more than the ticks are worth.
 */
import { amount, divide, multiply, price, rate, subtract, type Amount, type Price, type Rate } from '../money';

export const flashVersion = 1;
/** How long a quote can be taken. */
export const flashQuoteMs = 10_000;
/** A tick that came out less than this before the quote may not be the one that prices it. */
export const flashTickWithinMs = 2000;
const rateScale = 18;

export interface FlashTerms {
  /** USDT for one unit; undefined of USDT itself. */
  readonly fromPrice: Price | undefined;
  readonly toPrice: Price | undefined;
  readonly fromSpread: Rate;
  readonly toSpread: Rate;
  /** Of what the given asset is worth. */
  readonly feeRate: Rate;
  /** Decimals of the asset received. */
  readonly toScale: number;
}

export interface FlashMoney {
  /** Units of the asset received, the fee still in it. */
  readonly worth: Amount;
  readonly fee: Amount;
  /** Zero or less where the fee takes it all. */
  readonly received: Amount;
  /** What one unit given is worth; for people, nothing is computed from it. */
  readonly rate: Rate;
}

const exactScale = 60;
const one = rate('1');

/** worth = given × from price × (1 − from spread) × (1 − to spread) ÷ to price. */
export function flashMoney(
  given: Amount,
  { fromPrice, toPrice, fromSpread, toSpread, feeRate, toScale }: FlashTerms,
): FlashMoney {
  const [selling, buying] = [fromPrice ?? price('1'), toPrice ?? price('1')];
  const kept = multiply(subtract(one, fromSpread), subtract(one, toSpread), exactScale, 'down');
  const valueOf = (units: Amount): Amount => multiply(multiply(units, selling, exactScale, 'down'), kept, exactScale, 'down');
  const worth = divide(valueOf(given), buying, toScale, 'down') as unknown as Amount;
  const fee = multiply(worth, feeRate, toScale, 'up');
  return { worth, fee, received: subtract(worth, fee), rate: divide(valueOf(amount('1')), buying, rateScale, 'down') };
}
