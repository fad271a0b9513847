/** Tables of this module (migration 0315). */
import type { ColumnType, Generated } from 'kysely';
import type { BreakKind, LimitKind } from '@tessera/shared/contract';

export interface LimitTables {
  personLimit: PersonLimitTable;
  personBreak: PersonBreakTable;
}

export interface PersonLimitTable {
  id: Generated<number>;
  userId: number;
  kind: LimitKind;
  /** Decimal text; of time, minutes. Null: no limit. */
  most: string | null;
  askedAtMs: number;
  validFromMs: number;
  untilMs: Generated<number | null>;
  /** Set by a function. */
  operatorId: ColumnType<number | null, never, never>;
  reason: ColumnType<string | null, never, never>;
  toldAtMs: number | null;
}

export interface PersonBreakTable {
  id: Generated<number>;
  userId: number;
  kind: BreakKind;
  askedAtMs: number;
  untilMs: number;
}
