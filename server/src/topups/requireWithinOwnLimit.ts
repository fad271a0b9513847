import { AppError } from '@tessera/shared/errors';
import { amount, compare, type Amount } from '@tessera/shared/money';
import { fundingAsset } from '../funds/fundingAsset';
import { readLimits } from '../limits/readLimits';
import type { Tx } from '../store/database';

/** What the person allows himself a day is in USDT, and refused when it is booked at the latest. Throws LIMIT_DEPOSIT_REACHED. */
export async function requireWithinOwnLimit(
  tx: Tx,
  asked: { readonly userId: number; readonly asset: string; readonly amount: Amount; readonly nowMs: number },
): Promise<void> {
  if (asked.asset !== fundingAsset) return;
  const own = (await readLimits(tx, asked.userId, asked.nowMs)).limits.find(({ kind }) => kind === 'deposit');
  if (own?.left == null || own.most === null || compare(asked.amount, amount(own.left)) <= 0) return;
  throw new AppError('LIMIT_DEPOSIT_REACHED', { params: { left: own.left, max: own.most, asset: fundingAsset } });
}
