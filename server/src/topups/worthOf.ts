import { AppError } from '@tessera/shared/errors';
import { multiply, price, type Amount } from '@tessera/shared/money';
import { fundingAsset } from '../funds/fundingAsset';
import type { Tx } from '../store/database';

const worthScale = 2;

/** In USDT, at the last price that was logged. Throws FEATURE_UNAVAILABLE where there is none. */
export async function worthOf(tx: Tx, asset: string, sum: Amount): Promise<Amount> {
  if (asset === fundingAsset) return sum;
  const head = await tx
    .selectFrom('tickHead')
    .select('price')
    .where('symbolId', '=', `${asset}-${fundingAsset}`)
    .executeTakeFirst();
  if (head === undefined) throw new AppError('FEATURE_UNAVAILABLE');
  return multiply(sum, price(head.price), worthScale, 'halfEven');
}
