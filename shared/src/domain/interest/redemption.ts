/** What an early redemption costs and brings: the penalty is rounded up at the asset's decimals, everything that is paid out down. */
import { compare, divide, min, multiply, rate, subtract, zero, type Amount, type Rate } from '../money';
import type { DailyRate } from './dailyInterest';

export interface PenaltyRule {
  /** All rewards that were paid; days of interest; a share of what is redeemed. */
  readonly penalty: 'forfeit_rewards' | 'days_of_interest' | 'percent_principal';
  readonly value: Rate;
  /** It is never more than what was earned with what is redeemed. */
  readonly isCapped: boolean;
}

export interface Redeemed {
  /** Never more than what is redeemed. */
  readonly penalty: Amount;
  /** What is redeemed, without the penalty. */
  readonly returned: Amount;
  /** What of the rewards was earned with what is redeemed: what stays keeps the rest. */
  readonly rewards: Amount;
}

const exactScale = 60;

/**
 * `redeemed`: above 0 and at most the principal. `rewards`: paid by now with what is kept. Throws RangeError for a sum that is not there.
 *
 *   redeem(amount('1000'), { principal: amount('1000'), rewards: amount('2'), rule, daily })
 */
export function redeem(
  redeemed: Amount,
  of: { readonly principal: Amount; readonly rewards: Amount; readonly rule: PenaltyRule; readonly daily: DailyRate },
): Redeemed {
  const { principal, rewards, rule, daily } = of;
  if (compare(redeemed, zero) <= 0 || compare(redeemed, principal) > 0) throw new RangeError('more is redeemed than is kept');
  const { scale } = daily;
  const share =
    compare(redeemed, principal) === 0
      ? rewards
      : min(rewards, divided(multiply(rewards, redeemed, exactScale, 'up'), principal as unknown as Rate, scale));
  const full = penaltyOf(redeemed, rule, share, daily);
  const penalty = min(redeemed, rule.isCapped ? min(full, share) : full);
  return { penalty, returned: subtract(redeemed, penalty), rewards: share };
}

function penaltyOf(redeemed: Amount, { penalty, value }: PenaltyRule, share: Amount, daily: DailyRate): Amount {
  switch (penalty) {
    case 'forfeit_rewards':
      return share;
    case 'percent_principal':
      return multiply(redeemed, value, daily.scale, 'up');
    case 'days_of_interest': {
      const due = multiply(multiply(redeemed, daily.rate, exactScale, 'up'), value, exactScale, 'up');
      return divided(due, rate(String(daily.divisor)), daily.scale);
    }
  }
}

/** Up. A quotient that goes on beyond the digits of a division is above them. */
const divided = (sum: Amount, by: Rate, scale: number): Amount => divide(sum, by, scale, 'up') as unknown as Amount;
