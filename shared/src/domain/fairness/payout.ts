/**
 * What a seconds contract costs and pays. The fee comes on top of the stake when the order is accepted; the payout rate
 * is fixed then. What the user receives is rounded down, what the user pays is rounded up, at the asset's scale.
 */
import type { SecondsOutcome } from '../contract/seconds';
import { add, divide, multiply, rate, round, subtract, zero, type Amount, type Rate } from '../money';

export interface PayoutTerms {
  readonly stake: Amount;
  /** 0.85: a right order gets its stake and 85 % of it. */
  readonly payoutRate: Rate;
  /** 0.02: 2 % of the stake, on top. */
  readonly feeRate: Rate;
  /** Decimals of the asset. */
  readonly scale: number;
}

const one = rate('1');
const half = rate('0.5');

/** stake × f, rounded up. */
export const feeOf = ({ stake, feeRate, scale }: Omit<PayoutTerms, 'payoutRate'>): Amount =>
  multiply(stake, feeRate, scale, 'up');

/** What comes back when the order is right: stake × (1 + r), rounded down. */
export const payoutOf = ({ stake, payoutRate, scale }: Omit<PayoutTerms, 'feeRate'>): Amount =>
  multiply(stake, add(one, payoutRate), scale, 'down');

/** The share of right orders at which nothing is won or lost: (1 + f) / (1 + r). 0.5405 is 54.05 %. */
export const breakEvenRate = (payoutRate: Rate, feeRate: Rate, scale = 4): Rate =>
  divide(add(one, feeRate), add(one, payoutRate), scale, 'halfEven');

/**
 * What an order costs on average when every second one is right: stake + fee − payout / 2, rounded up. Below zero it
 * would be an average gain.
 */
export function averageLossAtHalf(terms: PayoutTerms): Amount {
  const halfPayout = multiply(payoutOf(terms), half, terms.scale + 1, 'down');
  return round(subtract(add(terms.stake, feeOf(terms)), halfPayout), terms.scale, 'up');
}

export interface Settlement {
  /** What comes back: stake and payout, stake and fee, or nothing. */
  readonly returned: Amount;
  /** returned − stake − fee. */
  readonly profit: Amount;
}

export function settlementOf(outcome: SecondsOutcome, terms: PayoutTerms, fee: Amount): Settlement {
  const paid = add(terms.stake, fee);
  const returned = outcome === 'won' ? payoutOf(terms) : outcome === 'lost' ? zero : paid;
  return { returned, profit: subtract(returned, paid) };
}
