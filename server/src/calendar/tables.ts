/** Tables of this module (migration 0409). Sums are decimal text. */
import type { AccountMode } from '@tessera/shared/contract';
import type { ColumnType } from 'kysely';

type Kept<T> = ColumnType<T, T, never>;

export interface CalendarTables {
  accrual: AccrualTable;
}

export interface AccrualTable {
  kind: Kept<'treasure' | 'loan'>;
  /** Id of the order. */
  ref: Kept<number>;
  /** Since 1970, UTC. */
  day: Kept<number>;
  amount: Kept<string>;
  atMs: Kept<number>;
  /** Of Interest Treasure, whose days a person reads. */
  userId: Kept<number | null>;
  mode: Kept<AccountMode | null>;
}
