/** What is read of operators (migrations 0325, 0327 and 0429): of themselves their names only, all else is for functions. */
import type { Generated } from 'kysely';
import type { AlarmKind } from '@tessera/shared/operations';

export interface OperatorTables {
  operatorName: OperatorNameView;
  operatorCall: OperatorCallTable;
  alarmDone: AlarmDoneTable;
}

export interface OperatorNameView {
  id: number;
  name: string;
}

/** Each call of an operator; the same ones within a minute are one row. */
export interface OperatorCallTable {
  id: Generated<number>;
  operatorId: number;
  call: string;
  subject: string;
  /** "ok", or the code it was refused with. */
  outcome: string;
  atMs: number;
}

export interface AlarmDoneTable {
  kind: AlarmKind;
  ref: string;
  seen: string;
  reason: string;
  operatorId: number;
  atMs: number;
}
