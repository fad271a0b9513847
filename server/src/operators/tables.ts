/** Tables of operators (migrations 0210, 0325 and 0327). The server's login sees their names only. */
import type { Generated } from 'kysely';
import type { OperatorRole } from '@tessera/shared/operations';

export interface OperatorTables {
  operator: OperatorTable;
  operatorSession: OperatorSessionTable;
  operatorName: OperatorNameView;
  operatorCall: OperatorCallTable;
}

/** Who acts for the house. Seen by the database's owner alone. */
export interface OperatorTable {
  id: Generated<number>;
  name: string;
  passwordHash: string;
  roles: OperatorRole[];
  createdAtMs: number;
  disabledAtMs: number | null;
  /** The key of his one-time codes; null: made before there were any. */
  sealedKey: Generated<Buffer | null>;
  lastStep: Generated<number>;
  /** His own account at the exchange. */
  userId: Generated<number | null>;
}

export interface OperatorSessionTable {
  id: Generated<number>;
  operatorId: number;
  tokenHash: string;
  createdAtMs: number;
  lastSeenAtMs: number;
  endedAtMs: number | null;
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
