/** Ends a deposit that was under review and is not approved: the money goes back. */
import { AppError } from '@tessera/shared/errors';
import { amount, toText } from '@tessera/shared/money';
import type { Messages } from '../../content/messages';
import { post } from '../../ledger/Ledger';
import type { Tx } from '../../store/database';
import { releaseTaken } from './capacity';
import { holdOrder, keepOrders } from './keepOrders';
import type { TreasureRow } from './orderRow';
import { reviewedPosting } from './posting';
import { tellTreasure } from './tellTreasure';

export interface UnwantedEnd {
  readonly endKind: 'rejected' | 'expired' | 'cancelled';
  readonly reason: string | null;
}

const told = { rejected: 'treasure_rejected', expired: 'treasure_expired' } as const;

/** Throws STATUS_ABNORMAL if it is no longer under review. */
export async function endReviewed(
  tx: Tx,
  messages: Pick<Messages, 'send'>,
  { id, end, nowMs }: { readonly id: number; readonly end: UnwantedEnd; readonly nowMs: number },
): Promise<TreasureRow> {
  const held = await holdOrder(tx, id);
  if (held.status !== 'pending_review') throw new AppError('STATUS_ABNORMAL');
  const { userId, mode, productId, asset } = held;
  const sum = amount(held.principal);
  await releaseTaken(tx, [{ productId, mode, amount: sum }]);
  await post(tx, reviewedPosting(held, sum, false, nowMs));
  const row: TreasureRow = { ...held, ...end, status: 'cancelled', principal: '0', endedAtMs: nowMs };
  await keepOrders(tx, [row]);
  const params = { amount: toText(sum), asset, ...(end.reason === null ? {} : { reason: end.reason }) };
  const kind = end.endKind === 'cancelled' ? {} : { kind: told[end.endKind], params };
  await tellTreasure(tx, messages, [{ userId, mode, ...kind }], nowMs);
  return row;
}
