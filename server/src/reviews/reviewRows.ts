/** The rows of reviews: found, held, listed, ended. */
import { AppError } from '@tessera/shared/errors';
import type { Selectable } from 'kysely';
import { holdPerson } from '../identity/holdPerson';
import { mainAccount } from '../identity/users';
import { enterLock } from '../store/lockOrder';
import type { Clock } from '../platform/Clock';
import type { Db, Tx } from '../store/database';
import type { HeldReview } from './ReviewKind';
import type { ReviewState, ReviewTable } from './tables';

export type ReviewRow = Selectable<ReviewTable>;

/** As operators see it in a list. */
export interface ListedReview extends ReviewRow {
  /** E-mail address of the person, else phone, else wallet. */
  readonly account: string;
  /** Names of the operators who agreed so far. */
  readonly approvedBy: readonly string[];
}

export interface DecisionRow {
  readonly operator: string;
  readonly verdict: 'approved' | 'rejected';
  readonly reason: string;
  readonly fields: readonly string[];
  readonly atMs: number;
}

export interface ReviewOutcome {
  readonly state: ReviewState;
  readonly approvals: number;
  readonly approvalsNeeded: number;
}

export interface ListedReviews {
  readonly state: ReviewState | 'any';
  readonly userId?: number | undefined;
  /** Reviews before this one (newest first), or after it where they wait (oldest first). */
  readonly cursor?: number | undefined;
  readonly limit: number;
}

const dueAtOnce = 50;

export const findReview = (of: Db | Tx, publicId: string): Promise<ReviewRow | undefined> =>
  of.selectFrom('review').selectAll().where('publicId', '=', publicId).executeTakeFirst();

/** Person, then review: both stay as they are until the transaction ends. Throws DATA_NOT_FOUND. */
export async function holdReview(tx: Tx, publicId: string, clock: Clock): Promise<HeldReview> {
  const seen = await findReview(tx, publicId);
  if (seen === undefined) throw new AppError('DATA_NOT_FOUND');
  const user = await holdPerson(tx, seen.userId);
  enterLock(tx, 'review');
  const review = await tx.selectFrom('review').selectAll().where('id', '=', seen.id).forUpdate().executeTakeFirstOrThrow();
  return { ...review, user, nowMs: clock.now() };
}

export async function outcomeOf(tx: Tx, id: number): Promise<ReviewOutcome> {
  const row = await tx
    .selectFrom('review')
    .select(['state', 'approvals as approvalsNeeded'])
    .select((eb) =>
      eb
        .selectFrom('reviewApproval')
        .whereRef('reviewId', '=', 'review.id')
        .select((of) => of.fn.countAll<number>().as('given'))
        .as('given'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { state: row.state, approvals: row.given ?? 0, approvalsNeeded: row.approvalsNeeded };
}

export async function endReview(tx: Tx, { id, nowMs }: Pick<HeldReview, 'id' | 'nowMs'>, state: ReviewState): Promise<void> {
  await tx.updateTable('review').set({ state, endedAtMs: nowMs }).where('id', '=', id).execute();
}

export async function listReviews(
  db: Db,
  kinds: readonly string[],
  { state, userId, cursor, limit }: ListedReviews,
): Promise<readonly ReviewRow[]> {
  if (kinds.length === 0) return [];
  const isWaiting = state === 'pending';
  let query = db
    .selectFrom('review')
    .selectAll()
    .where('kind', 'in', kinds)
    .orderBy('id', isWaiting ? 'asc' : 'desc')
    .limit(limit);
  if (state !== 'any') query = query.where('state', '=', state);
  if (userId !== undefined) query = query.where('userId', '=', userId);
  if (cursor !== undefined) query = query.where('id', isWaiting ? '>' : '<', cursor);
  return query.execute();
}

export async function withPeople(db: Db, rows: readonly ReviewRow[]): Promise<readonly ListedReview[]> {
  if (rows.length === 0) return [];
  const [people, approvals] = await Promise.all([
    db
      .selectFrom('appUser')
      .select(['id', 'email', 'phone', 'wallet'])
      .where('id', 'in', [...new Set(rows.map(({ userId }) => userId))])
      .execute(),
    db
      .selectFrom('reviewApproval')
      .innerJoin('operatorName', 'operatorName.id', 'reviewApproval.operatorId')
      .select(['reviewId', 'operatorName.name as operator'])
      .where(
        'reviewId',
        'in',
        rows.map(({ id }) => id),
      )
      .orderBy('atMs')
      .execute(),
  ]);
  const accounts = new Map(people.map((person) => [person.id, mainAccount(person)]));
  return rows.map((row) => ({
    ...row,
    account: accounts.get(row.userId) ?? '',
    approvedBy: approvals.filter(({ reviewId }) => reviewId === row.id).map(({ operator }) => operator),
  }));
}

export const decisionsOf = (db: Db, id: number): Promise<DecisionRow[]> =>
  db
    .selectFrom('reviewDecision')
    .innerJoin('operatorName', 'operatorName.id', 'reviewDecision.operatorId')
    .select(['operatorName.name as operator', 'verdict', 'reason', 'fields', 'atMs'])
    .where('reviewId', '=', id)
    .orderBy('atMs')
    .execute();

/** Ids of those that wait although their time is over, some at a time. */
export async function dueReviews(db: Db, nowMs: number): Promise<readonly string[]> {
  const due = await db
    .selectFrom('review')
    .select('publicId')
    .where('state', '=', 'pending')
    .where('expiresAtMs', '<=', nowMs)
    .orderBy('expiresAtMs')
    .limit(dueAtOnce)
    .execute();
  return due.map(({ publicId }) => publicId);
}
