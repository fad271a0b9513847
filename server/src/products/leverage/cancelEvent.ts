/** A pending order ends without a position: all that was held for it comes back. */
import { add, negate, zero } from '@tessera/shared/money';
import { moving, replaced, userLeg, type Applied, type Owner } from './booking';
import type { LeveragedOrder } from './leveragedOrder';
import type { Account, AccountEvent } from './nextEvent';

export function cancelEvent(
  account: Account,
  { order, reason, atMs }: Extract<AccountEvent, { kind: 'cancel' }>,
  owner: Owner,
): Applied {
  const held = add(order.margin, order.feeHold);
  const cancelled: LeveragedOrder = {
    ...order,
    status: 'cancelled',
    cancelReason: reason,
    closedAtMs: atMs,
    margin: zero,
    feeHold: zero,
  };
  return {
    account: replaced(account, cancelled, held),
    bookings: [
      {
        key: `cancel:leverage:${order.id}`,
        orderId: order.id,
        deals: [],
        swap: undefined,
        legs: moving([userLeg(owner, 'margin', negate(held)), userLeg(owner, 'contract', held)]),
      },
    ],
  };
}
