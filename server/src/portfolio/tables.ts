/** Tables of this module (migrations 0408 and 0431). Sums are decimal text. */
import type { AccountMode } from '@tessera/shared/contract';
import type { ColumnType, Generated } from 'kysely';

export interface PortfolioTables {
  portfolioDay: PortfolioDayTable;
  portfolioProgress: PortfolioProgressTable;
}

export interface PortfolioDayTable {
  userId: ColumnType<number, number, never>;
  mode: ColumnType<AccountMode, AccountMode, never>;
  /** Since 1970, UTC; the value is that of its end. */
  day: ColumnType<number, number, never>;
  value: ColumnType<string, string, never>;
}

export interface PortfolioProgressTable {
  isOnly: Generated<boolean>;
  day: number;
  reachedUserId: Generated<number>;
}
