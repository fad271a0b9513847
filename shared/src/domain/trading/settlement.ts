/**
 * Who pays what at a closing: the margin and the profit come back, the fee is taken as far as money is left, and what is
 * missing below zero is insured. `behind` is free balance that may be used up: zero for an isolated position.
 */
import { add, isNegative, isPositive, min, negate, subtract, zero, type Amount } from '../money';

export interface ClosingMoney {
  /** The part of the margin that stood behind the closed lots. */
  readonly released: Amount;
  /** Price difference only. */
  readonly profit: Amount;
  /** Notional × fee rate. */
  readonly fee: Amount;
}

export interface ClosingSettlement {
  /** What the contract account gains; below zero only for cross, and never more than it has. */
  readonly credit: Amount;
  readonly fee: Amount;
  readonly insured: Amount;
}

export function settlementOfClosing({ released, profit, fee }: ClosingMoney, behind: Amount): ClosingSettlement {
  const left = add(add(released, profit), behind);
  if (isNegative(left)) return { credit: negate(behind), fee: zero, insured: negate(left) };
  const taken = min(fee, left);
  return { credit: subtract(add(released, profit), taken), fee: taken, insured: zero };
}

/** A stop-out closes all at once: only what all together lack is insured. Fee and insurance of each, the earlier first. */
export function sharesOfStopOut(
  closings: readonly ClosingMoney[],
  free: Amount,
): readonly Pick<ClosingSettlement, 'fee' | 'insured'>[] {
  const sum = (of: (closing: ClosingMoney) => Amount): Amount =>
    closings.reduce((total, closing) => add(total, of(closing)), zero);
  const whole = settlementOfClosing(
    { released: sum((one) => one.released), profit: sum((one) => one.profit), fee: sum((one) => one.fee) },
    free,
  );
  let feeLeft = whole.fee;
  let insuredLeft = whole.insured;
  return closings.map((closing) => {
    const fee = min(closing.fee, feeLeft);
    feeLeft = subtract(feeLeft, fee);
    const lack = negate(add(closing.released, closing.profit));
    const insured = isPositive(lack) ? min(lack, insuredLeft) : zero;
    insuredLeft = subtract(insuredLeft, insured);
    return { fee, insured };
  });
}
