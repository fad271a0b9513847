import type { AccountMode } from '@tessera/shared/contract';
import { amount, rate, type Amount, type Rate } from '@tessera/shared/money';
import { inForce } from '../../catalog/inForce';
import type { Db } from '../../store/database';

/** The terms on which USDT is lent, by days, as the catalogue defines them. */
export interface LoanTerm {
  readonly days: number;
  /** The version of the catalogue since which these terms apply. */
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
  /** A minute decides only if this many of its seconds have prices. */
  readonly meanSeconds: number;
  /** For how many seconds a price counts as the newest. */
  readonly freshSeconds: number;
  /** Version of the rule that decides. */
  readonly ruleVersion: number;
  readonly needsReview: boolean;
}

/** The share of a price that counts. The row of USDT is for Interest Treasure orders. */
export interface CollateralTerm {
  readonly asset: string;
  readonly weight: Rate;
}

export interface LoanTerms {
  /** Ascending by days, including closed ones. */
  readonly terms: readonly LoanTerm[];
  /** The accepted ones, by asset. */
  readonly collateral: readonly CollateralTerm[];
  /** Upper bound of the principal that all people together owe. */
  readonly lentMax: ReadonlyMap<AccountMode, Amount>;
}

/** The terms in force at a version of the catalogue. */
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
