import type { TopUpMethod } from '@tessera/shared/contract';
import { amount, rate, type Amount, type Rate } from '@tessera/shared/money';
import { inForce } from '../catalog/inForce';
import type { Db } from '../store/database';

/** A method of money in for an asset: catalogue, not code. */
export interface TopUpTerm {
  readonly method: TopUpMethod;
  readonly asset: string;
  readonly isOpen: boolean;
  /** In units of the asset; a network may ask for more. */
  readonly min: Amount;
  readonly max: Amount;
  /** Times the worth of the top-up that have to be traded before money leaves. */
  readonly turnoverFactor: Rate;
  /** From this much on an operator decides, where what others say would be enough. */
  readonly reviewFrom: Amount | undefined;
}

/** In force at a version of the catalogue, by method, then asset. */
export async function readTopUpTerms(db: Db, version: number): Promise<readonly TopUpTerm[]> {
  const rows = await db.selectFrom('topupTerm').selectAll().where(inForce(version)).orderBy('method').orderBy('asset').execute();
  return rows.map(({ method, asset, hasTopup, topupMin, topupMax, turnoverFactor, reviewFrom }) => ({
    method,
    asset,
    isOpen: hasTopup,
    min: amount(topupMin),
    max: amount(topupMax),
    turnoverFactor: rate(turnoverFactor),
    reviewFrom: reviewFrom === null ? undefined : amount(reviewFrom),
  }));
}
