import type { AccountMode } from '@tessera/shared/contract';
import { amount, rate, type Amount, type Rate } from '@tessera/shared/money';
import { inForce } from '../../catalog/inForce';
import type { Db } from '../../store/database';

/** On what terms USDT is lent, by days: catalogue, not code. */
export interface LoanTerm {
  readonly days: number;
  /** Of the catalogue, from which on it says so. */
  readonly sinceVersion: number;
  readonly isOpen: boolean;
  readonly dailyRate: Rate;
  readonly overdueRate: Rate;
  readonly minDays: number;
  readonly min: Amount;
  readonly max: Amount;
  readonly initialLtv: Rate;
  readonly callLtv: Rate;
  readonly liquidationLtv: Rate;
  readonly liquidationFee: Rate;
  /** A minute of prices decides with prices in so many of its seconds. */
  readonly meanSeconds: number;
  /** For so many seconds a price is the newest. */
  readonly freshSeconds: number;
  /** Of the rule that decides. */
  readonly ruleVersion: number;
  readonly needsReview: boolean;
}

/** The share of a price that counts. USDT stands for Interest Treasure orders. */
export interface CollateralTerm {
  readonly asset: string;
  readonly weight: Rate;
}

export interface LoanTerms {
  /** Ascending by days; also those that are closed. */
  readonly terms: readonly LoanTerm[];
  /** Those that are taken, by asset. */
  readonly collateral: readonly CollateralTerm[];
  /** The principal that everybody together may owe. */
  readonly lentMax: ReadonlyMap<AccountMode, Amount>;
}

/** In force at a version of the catalogue. */
export async function readLoanTerms(db: Db, version: number): Promise<LoanTerms> {
  const terms = await db.selectFrom('loanTerm').selectAll().where(inForce(version)).orderBy('days').execute();
  const collateral = await db.selectFrom('collateralTerm').selectAll().where(inForce(version)).orderBy('asset').execute();
  const lending = await db.selectFrom('lendingTerm').selectAll().where(inForce(version)).execute();
  return {
    lentMax: new Map(lending.map(({ mode, lentMax }) => [mode, amount(lentMax)])),
    terms: terms.map((row) => ({
      days: row.days,
      sinceVersion: row.sinceVersion,
      isOpen: row.hasLoan,
      dailyRate: rate(row.dailyRate),
      overdueRate: rate(row.overdueRate),
      minDays: row.minDays,
      min: amount(row.loanMin),
      max: amount(row.loanMax),
      initialLtv: rate(row.initialLtv),
      callLtv: rate(row.callLtv),
      liquidationLtv: rate(row.liquidationLtv),
      liquidationFee: rate(row.liquidationFee),
      meanSeconds: row.meanSeconds,
      freshSeconds: row.freshSeconds,
      ruleVersion: row.ruleVersion,
      needsReview: row.hasReview,
    })),
    collateral: collateral.flatMap(({ asset, weight, hasCollateral }) =>
      hasCollateral ? [{ asset, weight: rate(weight) }] : [],
    ),
  };
}
