/** How a result moves money (docs/fairness.md): what stood in the stake account leaves it in every case. */
import type { AccountMode, SecondsOutcome } from '@tessera/shared/contract';
import { settlementOf, type Settlement } from '@tessera/shared/fairness';
import { add, amount, isZero, negate, rate, subtract, zero, type Amount } from '@tessera/shared/money';
import { house, type Leg, type Posting } from '../../ledger/Ledger';

/** What of an order its money depends on. */
export interface PaidOrder {
  readonly id: number;
  readonly userId: number;
  readonly mode: AccountMode;
  readonly asset: string;
  readonly stake: string;
  readonly fee: string;
  readonly payoutRate: string;
  readonly feeRate: string;
}

export const settleKey = (orderId: number): string => `settle:seconds:${orderId}`;

export function moneyOf(order: PaidOrder, outcome: SecondsOutcome, scale: number): Settlement {
  const terms = { stake: amount(order.stake), payoutRate: rate(order.payoutRate), feeRate: rate(order.feeRate), scale };
  return settlementOf(outcome, terms, amount(order.fee));
}

/** Of an order that an incident voids. What is kept back is what its holder won beside it. */
export const refundOf = ({ stake, fee }: PaidOrder, returned: Amount): Settlement => ({
  returned,
  profit: subtract(returned, add(amount(stake), amount(fee))),
});

export function settlementPosting(order: PaidOrder, outcome: SecondsOutcome, { returned }: Settlement, atMs: number): Posting {
  const { userId: ownerId, mode, asset } = order;
  const stake = amount(order.stake);
  const feeBack = outcome === 'equal' || outcome === 'void' ? amount(order.fee) : zero;
  const legs: Leg[] = [
    { account: { ownerId, kind: 'stake', asset }, amount: negate(stake) },
    { account: { ownerId, kind: 'coin', asset }, amount: returned },
    { account: house('fee', asset), amount: negate(feeBack) },
    { account: house('pnl', asset), amount: subtract(add(stake, feeBack), returned) },
  ];
  return posting(order, 'seconds_settle', settleKey(order.id), legs, mode, atMs);
}

/** After an order was lost, an incident gives stake and fee back. A visible adjustment, not a rewritten settlement. */
export function incidentPosting(order: PaidOrder, { returned }: Pick<Settlement, 'returned'>, atMs: number): Posting {
  const { userId: ownerId, mode, asset } = order;
  const fee = amount(order.fee);
  const legs: Leg[] = [
    { account: { ownerId, kind: 'coin', asset }, amount: returned },
    { account: house('pnl', asset), amount: subtract(fee, returned) },
    { account: house('fee', asset), amount: negate(fee) },
  ];
  return posting(order, 'adjustment', `incident:seconds:${order.id}`, legs, mode, atMs);
}

const posting = (
  order: PaidOrder,
  kind: Posting['kind'],
  idem: string,
  legs: readonly Leg[],
  mode: AccountMode,
  atMs: number,
): Posting => ({
  mode,
  kind,
  ref: String(order.id),
  idem,
  atMs,
  legs: legs.filter((leg) => !isZero(leg.amount)),
});
