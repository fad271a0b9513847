/**
 * What a merchant owes, in the book. `payable:<merchant>` is below zero by all that he has promised and not delivered; what of it waits for
 * people stands in `payable:<merchant>-held`, from which a released order is credited.
 */
import { amount, negate, type Amount } from '@tessera/shared/money';
import { house, type HouseKind, type Posting } from '../ledger/Ledger';

interface Promised {
  readonly publicId: string;
  readonly merchantId: number;
  readonly asset: string;
  readonly amount: string;
}

const owedBy = (merchantId: number): HouseKind => `payable:${merchantId}`;
export const heldBy = (merchantId: number): HouseKind => `payable:${merchantId}-held`;

export const holdPosting = (order: Promised, atMs: number): Posting => moved(order, 'hold', amount(order.amount), atMs);
/** Cancelled or expired: he has promised nothing. */
export const backPosting = (order: Promised, atMs: number): Posting => moved(order, 'back', negate(amount(order.amount)), atMs);

const moved = ({ publicId, merchantId, asset }: Promised, act: 'hold' | 'back', sum: Amount, atMs: number): Posting => ({
  mode: 'real',
  kind: 'topup',
  ref: publicId,
  idem: `c2c_${act}:${publicId}`,
  atMs,
  legs: [
    { account: house(owedBy(merchantId), asset), amount: negate(sum) },
    { account: house(heldBy(merchantId), asset), amount: sum },
  ],
});

/** He has delivered coins over a network. */
export function settlementPosting(
  settled: { readonly id: number; readonly merchantId: number; readonly asset: string; readonly network: string },
  sum: Amount,
  atMs: number,
): Posting {
  const { id, merchantId, asset, network } = settled;
  return {
    mode: 'real',
    kind: 'topup',
    ref: String(id),
    idem: `c2c_settlement:${id}`,
    atMs,
    legs: [
      { account: house(`custody:${network}`, asset), amount: negate(sum) },
      { account: house(owedBy(merchantId), asset), amount: sum },
    ],
  };
}
