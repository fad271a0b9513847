import type { OperatorRole } from '@tessera/shared/operations';

/** Who is signed in as an operator. The database believes his session, not his number. */
export interface ActingOperator {
  readonly id: number;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  /** Its number, which nobody is believed for. */
  readonly sessionId: number;
  /** SHA-256 of the token, hex. */
  readonly sessionHash: string;
}
