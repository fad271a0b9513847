/**
 * Simple interest, booked once for each full day. A day's sum is cut to the asset's decimals; what was cut off is carried to the next day, as
 * an exact figure, so that the days together are the whole to the last digit, also where the principal became smaller on the way.
 */
import { add, divide, multiply, rate, subtract, zero, type Amount, type Rate } from '../money';

/** A day brings principal × rate ÷ divisor. */
export interface DailyRate {
  readonly rate: Rate;
  /** Whole days. */
  readonly divisor: number;
  /** Decimals of the asset. */
  readonly scale: number;
}

export interface InterestTerms {
  /** A share: of the whole term, or of a year of `dayCount` days. */
  readonly rate: Rate;
  readonly rateKind: 'term' | 'annual';
  readonly days: number;
  readonly dayCount: number;
  readonly scale: number;
}

export interface InterestDay {
  readonly interest: Amount;
  /** To be handed to the next day: what is not paid yet, times the divisor. */
  readonly carry: Amount;
}

/** More than any sum of ours has: nothing is rounded before the last step. */
const exactScale = 60;
const shownScale = 18;
const whole = (count: number): Rate => rate(String(count));

export const dailyRateOf = ({ rate: share, rateKind, days, dayCount, scale }: InterestTerms): DailyRate => ({
  rate: share,
  divisor: rateKind === 'term' ? days : dayCount,
  scale,
});

/** Both rates cut to 18 decimals: to be read, nothing is computed from them. */
export function shownRates({ rate: share, rateKind, days, dayCount }: Omit<InterestTerms, 'scale'>): {
  readonly dailyRate: Rate;
  readonly annualRate: Rate;
} {
  if (rateKind === 'annual') return { dailyRate: divide(share, whole(dayCount), shownScale, 'down'), annualRate: share };
  return {
    dailyRate: divide(share, whole(days), shownScale, 'down'),
    annualRate: divide(multiply(share, whole(dayCount), exactScale, 'down'), whole(days), shownScale, 'down'),
  };
}

/** Of one day. */
export const dayInterest = (principal: Amount, daily: DailyRate, carry: Amount = zero): InterestDay =>
  accrue(principal, daily, 1, carry);

/** Of so many days together: what their days one by one come to. */
export const interestOfDays = (principal: Amount, daily: DailyRate, days: number, carry: Amount = zero): Amount =>
  accrue(principal, daily, days, carry).interest;

function accrue(principal: Amount, { rate: share, divisor, scale }: DailyRate, days: number, carry: Amount): InterestDay {
  const perDay = multiply(principal, share, exactScale, 'down');
  const due = add(multiply(perDay, whole(days), exactScale, 'down'), carry);
  const interest = divide(due, whole(divisor), scale, 'down') as unknown as Amount;
  return { interest, carry: subtract(due, multiply(interest, whole(divisor), exactScale, 'down')) };
}

export interface ScheduledDay {
  /** From 1. */
  readonly day: number;
  readonly interest: Amount;
  /** Of it and all days before. */
  readonly total: Amount;
}

/** Every day of the term of a principal that stays. */
export function interestSchedule(principal: Amount, terms: InterestTerms): readonly ScheduledDay[] {
  const daily = dailyRateOf(terms);
  const schedule: ScheduledDay[] = [];
  let [carry, total] = [zero, zero];
  for (let day = 1; day <= terms.days; day += 1) {
    const { interest, carry: next } = dayInterest(principal, daily, carry);
    [carry, total] = [next, add(total, interest)];
    schedule.push({ day, interest, total });
  }
  return schedule;
}
