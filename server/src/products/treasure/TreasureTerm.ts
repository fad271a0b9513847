import type { RedemptionRule } from '@tessera/shared/contract';
import type { InterestTerms } from '@tessera/shared/interest';
import { amount, rate, toText, type Amount } from '@tessera/shared/money';
import { inForce } from '../../catalog/inForce';
import type { Db } from '../../store/database';

/** A product, as the catalogue defines it. */
export interface TreasureTerm extends Omit<InterestTerms, 'scale'> {
  readonly id: number;
  /** The version of the catalogue since which these terms apply. */
  readonly sinceVersion: number;
  readonly asset: string;
  readonly isOnSale: boolean;
  /** Bounds of one purchase. */
  readonly min: Amount;
  readonly singleLimit: Amount;
  /** Upper bounds: for all deposits of one person, and for all people of a mode. undefined: no bound. */
  readonly max: Amount | undefined;
  readonly capacity: Amount | undefined;
  /** Decimals of amounts. */
  readonly amountScale: number;
  /** null: no early redemption. */
  readonly redemption: RedemptionRule | null;
  readonly needsReview: boolean;
}

/** The terms in force at a version of the catalogue, sorted by days. */
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
