import { add, multiply, rate, type Amount, type Rate } from '../money';

const whole = rate('1');

/**
 * What comes back of what was put into a project: the published share is the same for everybody, and each sum is rounded down at the
 * asset's scale. A share of -1 leaves nothing.
 */
export const projectReturn = (amount: Amount, share: Rate, scale: number): Amount =>
  multiply(amount, add(whole, share), scale, 'down');
