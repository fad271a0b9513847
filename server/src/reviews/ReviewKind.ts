import type { ActingOperator } from '../operators/ActingOperator';
import type { OperatorRole } from '@tessera/shared/operations';
import type { Selectable } from 'kysely';
import type { User } from '../identity/users';
import type { Tx } from '../store/database';
import type { ReviewTable } from './tables';

export type Verdict =
  | { readonly approved: true }
  /** `reason` is shown to the person; `fields`: what he has to do again. */
  | { readonly approved: false; readonly reason: string; readonly fields: readonly string[] };

/** A review whose person's row and own row are held until the transaction ends. */
export interface HeldReview extends Selectable<ReviewTable> {
  readonly user: User;
  readonly nowMs: number;
}

/** An image that the operator looks at, by an address that dies within minutes. */
export interface ShownPaper {
  readonly name: string;
  readonly address: string;
}

/**
 * What a module does with the reviews that it opens. Each of these runs in the transaction of the decision, after the locks
 * on person and review: it takes its own in the one order. Throwing an AppError refuses the decision, and nothing has changed.
 */
export interface ReviewKind {
  /** As in the table review_kind. */
  readonly kind: string;
  /** Who decides it, as there. */
  readonly role: OperatorRole;
  /** Executes the verdict. Called once for each review. The world may have moved since it was opened: look again. */
  apply(tx: Tx, review: HeldReview, verdict: Verdict): Promise<void>;
  /** Nobody decided in time. Needed where reviews of the kind have an end. */
  expire?(tx: Tx, review: HeldReview): Promise<void>;
  /** Undoes an approval that was wrong. Without it, approvals of the kind stand. */
  reverse?(tx: Tx, review: HeldReview, reason: string): Promise<void>;
  /** What the operator has to see and no row may hold in the clear, by field. */
  details?(review: Selectable<ReviewTable>): Promise<Readonly<Record<string, string>>>;
  /** `viewer`: for the list of who saw what. */
  papers?(review: Selectable<ReviewTable>, viewer: Pick<ActingOperator, 'name' | 'sessionId'>): Promise<readonly ShownPaper[]>;
}
