import type { RedemptionRule } from '@tessera/shared/contract';
import type { InterestTerms } from '@tessera/shared/interest';
import { amount, rate, toText, type Amount } from '@tessera/shared/money';
import { inForce } from '../../catalog/inForce';
import type { Db } from '../../store/database';

/** A product: catalogue, not code. */
export interface TreasureTerm extends Omit<InterestTerms, 'scale'> {
  readonly id: number;
  /** From which version of the catalogue on its terms are these. */
  readonly sinceVersion: number;
  readonly asset: string;
  readonly isOnSale: boolean;
  /** Of one purchase. */
  readonly min: Amount;
  readonly singleLimit: Amount;
  /** Of all that a person keeps in it; of everybody in a mode. undefined: no bound. */
  readonly max: Amount | undefined;
  readonly capacity: Amount | undefined;
  /** Decimals of an amount. */
  readonly amountScale: number;
  /** null: it stays until its end. */
  readonly redemption: RedemptionRule | null;
  readonly needsReview: boolean;
}

/** In force at a version of the catalogue, by days. */
export async function readTreasureTerms(db: Db, version: number): Promise<readonly TreasureTerm[]> {
  const rows = await db
    .selectFrom('treasureTerm')
    .selectAll()
    .where(inForce(version))
    .orderBy('days')
    .orderBy('productId')
    .execute();
  return rows.map((row) => ({
    id: row.productId,
    sinceVersion: row.sinceVersion,
    asset: row.asset,
    isOnSale: row.hasSale,
    rate: rate(row.rate),
    rateKind: row.rateKind,
    days: row.days,
    dayCount: row.dayCount,
    min: amount(row.treasureMin),
    singleLimit: amount(row.singleLimit),
    max: row.treasureMax === null ? undefined : amount(row.treasureMax),
    capacity: row.capacity === null ? undefined : amount(row.capacity),
    amountScale: row.amountScale,
    redemption: redemptionOf(row),
    needsReview: row.hasReview,
  }));
}

interface RedemptionColumns {
  readonly penalty: RedemptionRule['penalty'] | null;
  readonly penaltyValue: string | null;
  readonly isCapped: boolean | null;
  readonly isPartly: boolean | null;
}

export const redemptionOf = ({ penalty, penaltyValue, isCapped, isPartly }: RedemptionColumns): RedemptionRule | null =>
  penalty === null || penaltyValue === null
    ? null
    : { penalty, value: toText(amount(penaltyValue)), isCapped: isCapped === true, isPartly: isPartly === true };
