/** Tables of this module (migration 0315). */
import type { Generated } from 'kysely';
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
  operatorId: number | null;
  reason: string | null;
  toldAtMs: number | null;
}

export interface PersonBreakTable {
  id: Generated<number>;
  userId: number;
  kind: BreakKind;
  askedAtMs: number;
  untilMs: number;
}
