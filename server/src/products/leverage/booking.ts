/** What an event leaves behind: the account after it, one journal, and the deals and swaps that name the journal. */
import { add, isZero, zero, type Amount } from '@tessera/shared/money';
import { fundingAsset } from '../../funds/fundingAsset';
import { house, type AccountName, type Leg } from '../../ledger/Ledger';
import type { Owner } from '../../ledger/takeLocks';
import type { LeveragedOrder } from './leveragedOrder';
import type { Account, Fill, Trigger } from './nextEvent';
import type { StopOutAccount } from './tables';

export type { Owner };

/** All that a posting of a position moves of its owner. */
export const accountsOf = ({ userId: ownerId, mode }: Owner): (AccountName & { readonly mode: Owner['mode'] })[] =>
  (['contract', 'margin'] as const).map((kind) => ({ ownerId, mode, kind, asset: fundingAsset }));

export interface DealDraft {
  readonly order: LeveragedOrder;
  readonly kind: 'open' | 'close';
  readonly lots: Amount;
  readonly fill: Fill;
  readonly notional: Amount;
  readonly margin: Amount;
  readonly fee: Amount;
  readonly profit: Amount | undefined;
  readonly insured: Amount;
  readonly trigger: Trigger;
  /** Every tick that it names was the last one of its symbol then. */
  readonly instantMs: number;
  readonly account: StopOutAccount | undefined;
}

export interface SwapDraft {
  readonly orderId: number;
  readonly rolloverMs: number;
  readonly nights: number;
  readonly amount: Amount;
  readonly fill: Fill;
}

/** One journal, or none where no money moves, with the rows that name it. */
export interface Booking {
  readonly key: string;
  /** The order the journal is about. */
  readonly orderId: number;
  readonly legs: readonly Leg[];
  readonly deals: readonly DealDraft[];
  readonly swap: SwapDraft | undefined;
}

export interface Applied {
  readonly account: Account;
  /** In the order in which they are posted: what comes in before what goes out. */
  readonly bookings: readonly Booking[];
}

export const userLeg = (owner: Owner, kind: 'contract' | 'margin', gained: Amount): Leg => ({
  account: { ownerId: owner.userId, kind, asset: fundingAsset },
  amount: gained,
});
export const houseLeg = (kind: 'fee' | 'pnl' | 'insurance', gained: Amount): Leg => ({
  account: house(kind, fundingAsset),
  amount: gained,
});
export const moving = (legs: readonly Leg[]): Leg[] => legs.filter((leg) => !isZero(leg.amount));

export const replaced = (account: Account, order: LeveragedOrder, gained: Amount = zero): Account => ({
  ...account,
  free: add(account.free, gained),
  orders: account.orders.map((one) => (one.id === order.id ? order : one)),
});
