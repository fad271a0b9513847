import { amount, rate, type Amount, type Rate } from '@tessera/shared/money';
import { inForce } from '../../catalog/inForce';
import type { Db } from '../../store/database';

/** On what terms an asset is exchanged: catalogue, not code. */
export interface FlashTerm {
  readonly asset: string;
  readonly isOpen: boolean;
  /** A share by which the price gives way, whichever side the asset is on. */
  readonly spread: Rate;
  /** Of what is received, where this asset is. */
  readonly feeRate: Rate;
  /** Of what is given, in units of the asset. */
  readonly min: Amount;
  readonly max: Amount;
}

/** In force at a version of the catalogue, by asset. */
export async function readFlashTerms(db: Db, version: number): Promise<readonly FlashTerm[]> {
  const rows = await db.selectFrom('flashTerm').selectAll().where(inForce(version)).orderBy('asset').execute();
  return rows.map(({ asset, hasFlash, spread, feeRate, flashMin, flashMax }) => ({
    asset,
    isOpen: hasFlash,
    spread: rate(spread),
    feeRate: rate(feeRate),
    min: amount(flashMin),
    max: amount(flashMax),
  }));
}
