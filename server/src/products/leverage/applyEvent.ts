/**
 * What an event does: the account after it, the money that moves, and the deals that are kept. Pure. docs/trading.md has
 * the table of postings; each position that an event moves has one journal, whose key can exist once.
 */
import { replaced, type Applied, type Owner } from './booking';
import { cancelEvent } from './cancelEvent';
import { closeEvent } from './closeEvent';
import { setOff, stopOut } from './closeTogether';
import type { LeveragedOrder } from './leveragedOrder';
import type { Account, AccountEvent } from './nextEvent';
import { openEvent } from './openEvent';
import { swapBooking, type SwapEvent } from './swapEvent';

/** Everything that can happen to an account; reopen: no tick came for a close that was asked for. */
export type AnyEvent = AccountEvent | SwapEvent | { readonly kind: 'reopen'; readonly order: LeveragedOrder };

export function applyEvent(account: Account, event: AnyEvent, owner: Owner): Applied {
  switch (event.kind) {
    case 'open':
      return openEvent(account, event, owner);
    case 'cancel':
      return cancelEvent(account, event, owner);
    case 'close':
      return closeEvent(account, event, owner);
    case 'stop_out':
      return stopOut(account, event, owner);
    case 'set_off':
      return setOff(account, event, owner);
    case 'swap':
      return swapBooking(account, event, owner);
    case 'reopen':
      return { account: replaced(account, { ...event.order, status: 'open', closing: undefined }), bookings: [] };
  }
}
