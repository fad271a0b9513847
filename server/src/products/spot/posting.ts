/** How a spot order moves money after its acceptance (docs/trading.md): its fills out of coin_hold, and what is left back to coin. */
import type { AccountMode } from '@tessera/shared/contract';
import { add, isZero, negate, subtract, type Amount } from '@tessera/shared/money';
import type { DecidedFill } from '@tessera/shared/trading';
import { house, type Leg, type Posting } from '../../ledger/Ledger';

/** What of an order its postings depend on. */
export interface PostedOrder {
  readonly id: number;
  readonly userId: number;
  readonly mode: AccountMode;
  readonly side: 'buy' | 'sell';
  readonly base: string;
  readonly quote: string;
}

export const fillKey = (orderId: number, tickSeq: number): string => `spot_fill:${orderId}:${tickSeq}`;
export const endKey = (orderId: number): string => `spot_end:${orderId}`;

export function fillPosting(
  order: PostedOrder,
  { tick, quantity, total, fee }: Pick<DecidedFill, 'tick' | 'quantity' | 'total' | 'fee'>,
  atMs: number,
): Posting {
  const { userId: ownerId, base, quote } = order;
  const traded: Leg[] =
    order.side === 'buy'
      ? [
          { account: { ownerId, kind: 'coin_hold', asset: quote }, amount: negate(add(total, fee)) },
          { account: house('trade', quote), amount: total },
          { account: { ownerId, kind: 'coin', asset: base }, amount: quantity },
          { account: house('trade', base), amount: negate(quantity) },
        ]
      : [
          { account: { ownerId, kind: 'coin_hold', asset: base }, amount: negate(quantity) },
          { account: house('trade', base), amount: quantity },
          { account: { ownerId, kind: 'coin', asset: quote }, amount: subtract(total, fee) },
          { account: house('trade', quote), amount: negate(total) },
        ];
  return posting(order, fillKey(order.id, tick.seq), [...traded, { account: house('fee', quote), amount: fee }], atMs);
}

export function endPosting(order: PostedOrder, rest: Amount, atMs: number): Posting {
  const asset = order.side === 'buy' ? order.quote : order.base;
  const legs: Leg[] = [
    { account: { ownerId: order.userId, kind: 'coin_hold', asset }, amount: negate(rest) },
    { account: { ownerId: order.userId, kind: 'coin', asset }, amount: rest },
  ];
  return posting(order, endKey(order.id), legs, atMs);
}

const posting = (order: PostedOrder, idem: string, legs: readonly Leg[], atMs: number): Posting => ({
  mode: order.mode,
  kind: 'spot',
  ref: String(order.id),
  idem,
  atMs,
  legs: legs.filter((leg) => !isZero(leg.amount)),
});
