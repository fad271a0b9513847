/** How an exchange moves money: what is given goes to the house, what it is worth comes from it, and the fee stays there. */
import type { AccountMode } from '@tessera/shared/contract';
import { add, isZero, negate, type Amount } from '@tessera/shared/money';
import { house, type Leg, type Posting } from '../../ledger/Ledger';

export interface PostedFlash {
  readonly id: number;
  readonly userId: number;
  readonly mode: AccountMode;
  readonly fromAsset: string;
  readonly toAsset: string;
  readonly given: Amount;
  /** After the fee. */
  readonly received: Amount;
  readonly fee: Amount;
}

export const flashKey = (id: number): string => `flash:${id}`;

export function flashPosting({ id, userId, mode, fromAsset, toAsset, given, received, fee }: PostedFlash, atMs: number): Posting {
  const legs: Leg[] = [
    { account: { ownerId: userId, kind: 'coin', asset: fromAsset }, amount: negate(given) },
    { account: house('fx', fromAsset), amount: given },
    { account: { ownerId: userId, kind: 'coin', asset: toAsset }, amount: received },
    { account: house('fx', toAsset), amount: negate(add(received, fee)) },
    { account: house('fee', toAsset), amount: fee },
  ];
  return { mode, kind: 'flash', ref: String(id), idem: flashKey(id), atMs, legs: legs.filter((leg) => !isZero(leg.amount)) };
}
