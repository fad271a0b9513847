/** One closing, of some or all lots of a position. */
import { invariant } from '@tessera/shared/errors';
import { negate, zero } from '@tessera/shared/money';
import { settlementOfClosing } from '@tessera/shared/trading';
import { houseLeg, moving, replaced, userLeg, type Applied, type Owner } from './booking';
import { closedOrder } from './closedOrder';
import type { Account, AccountEvent } from './nextEvent';
import { closingOf } from './positionMoney';

export function closeEvent(
  account: Account,
  { order, lots, reason, fill, trigger }: Extract<AccountEvent, { kind: 'close' }>,
  owner: Owner,
): Applied {
  const { opened } = order;
  invariant(opened !== undefined, `order ${order.id} that is closed was opened`);
  const closing = closingOf(order, opened.price, lots, fill.price, fill.conversion.divisor, account.scale);
  const paid = settlementOfClosing(closing, order.marginMode === 'cross' ? account.free : zero);
  return {
    account: replaced(account, closedOrder(order, lots, fill, closing, paid, { reason, atMs: fill.tick.atMs }), paid.credit),
    bookings: [
      {
        key: `close:leverage:${order.id}:${order.closings + 1}`,
        orderId: order.id,
        swap: undefined,
        legs: moving([
          userLeg(owner, 'margin', negate(closing.released)),
          userLeg(owner, 'contract', paid.credit),
          houseLeg('pnl', negate(closing.profit)),
          houseLeg('fee', paid.fee),
          houseLeg('insurance', negate(paid.insured)),
        ]),
        deals: [
          {
            order,
            kind: 'close',
            lots,
            fill,
            notional: closing.notional,
            margin: closing.released,
            fee: paid.fee,
            profit: closing.profit,
            insured: paid.insured,
            trigger,
            instantMs: fill.tick.atMs,
            account: undefined,
          },
        ],
      },
    ],
  };
}
