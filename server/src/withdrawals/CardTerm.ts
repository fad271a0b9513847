import { amount, type Amount } from '@tessera/shared/money';
import { inForce } from '../catalog/inForce';
import type { Db } from '../store/database';

/** An asset that goes out to bank cards: catalogue, not code. */
export interface CardTerm {
  readonly asset: string;
  readonly hasWithdrawal: boolean;
  readonly withdrawalMin: Amount;
  readonly withdrawalMax: Amount;
  /** A sum, taken out of what is asked for. */
  readonly withdrawalFee: Amount;
}

/** In force at a version of the catalogue, by asset. */
export async function readCardTerms(db: Db, version: number): Promise<readonly CardTerm[]> {
  const rows = await db.selectFrom('cardTerm').selectAll().where(inForce(version)).orderBy('asset').execute();
  return rows.map(({ asset, hasWithdrawal, withdrawalMin, withdrawalMax, withdrawalFee }) => ({
    asset,
    hasWithdrawal,
    withdrawalMin: amount(withdrawalMin),
    withdrawalMax: amount(withdrawalMax),
    withdrawalFee: amount(withdrawalFee),
  }));
}
