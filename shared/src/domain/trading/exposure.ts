/** How much one person may have at stake in a symbol: less at a higher leverage, so that what a gap takes beyond the margins is bounded. */
import { isNegative, subtract, zero, type Amount } from '../money';

export interface ExposureLimit {
  /** Up to this leverage. */
  readonly leverage: number;
  /** Of all pending and open positions of the symbol, long and short added up. */
  readonly notional: Amount;
}

/** `limits` is ascending by leverage and not empty; its last one stands for every leverage beyond. */
export const exposureLimitOf = (limits: readonly ExposureLimit[], leverage: number): Amount =>
  (limits.find((limit) => leverage <= limit.leverage) ?? limits.at(-1))?.notional ?? zero;

/** What a further position at this leverage may be worth. `exposure`: of the positions that there are. */
export function exposureLeft(limits: readonly ExposureLimit[], leverage: number, exposure: Amount): Amount {
  const left = subtract(exposureLimitOf(limits, leverage), exposure);
  return isNegative(left) ? zero : left;
}
