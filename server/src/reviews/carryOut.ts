/** What happens to a held review, written down before its kind acts on it: all of it in one transaction, or nothing. */
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import { appendAudit } from '../ops/audit';
import { enterLock } from '../store/lockOrder';
import { endReview, outcomeOf } from './reviewRows';
import { termsHash } from './termsHash';
import type { ActingOperator } from '../operators/ActingOperator';
import type { Log } from '../platform/log';
import type { Tx } from '../store/database';
import type { HeldReview, ReviewKind } from './ReviewKind';
import type { AskedDecision } from './Reviews';

/** One operator's verdict; executed when it is the last that is needed. */
export async function judgeReview(
  tx: Tx,
  kind: ReviewKind,
  { review, asked, log }: { readonly review: HeldReview; readonly asked: AskedDecision; readonly log: Log },
): Promise<void> {
  const { operator, verdict, reason = '', fields = [] } = asked;
  // What was frozen is what is executed, whoever got at the row.
  if (termsHash(review) !== review.termsHash || asked.termsHash !== review.termsHash) {
    log.error({ review: review.publicId }, 'the terms of a review are not those that were asked for');
    throw new AppError('REVIEW_CHANGED');
  }
  await sql`select decide_review(${operator.sessionHash}, ${review.id}::bigint, ${verdict}, ${reason},
    ${JSON.stringify(fields)}::jsonb, ${asked.termsHash}, ${review.nowMs}::bigint)`.execute(tx);
  await audit(tx, { review, operator, action: verdict, details: { reason, fields } });
  const { approvals } = await outcomeOf(tx, review.id);
  if (verdict === 'approved' && approvals < review.approvals) return;
  await endReview(tx, review, verdict);
  await kind.apply(tx, review, verdict === 'approved' ? { approved: true } : { approved: false, reason, fields });
}

export async function reverseReview(
  tx: Tx,
  reverse: Required<ReviewKind>['reverse'],
  { review, operator, reason }: { readonly review: HeldReview; readonly operator: ActingOperator; readonly reason: string },
): Promise<void> {
  await sql`select reverse_review(${operator.sessionHash}, ${review.id}::bigint, ${reason}, ${review.nowMs}::bigint)`.execute(tx);
  await audit(tx, { review, operator, action: 'reversed', details: { reason } });
  await endReview(tx, review, 'reversed');
  await reverse(tx, review, reason);
}

/** Its asker, with himself held. */
export async function cancelReview(
  tx: Tx,
  { reviewId, nowMs }: { readonly reviewId: string; readonly nowMs: number },
): Promise<void> {
  enterLock(tx, 'review');
  const review = await tx
    .selectFrom('review')
    .select(['id', 'state'])
    .where('publicId', '=', reviewId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (review.state !== 'pending') throw new AppError('STATUS_ABNORMAL');
  await tx.insertInto('reviewCancellation').values({ reviewId: review.id, atMs: nowMs }).execute();
  await endReview(tx, { id: review.id, nowMs }, 'cancelled');
}

/** Nobody decided in time. */
export async function expireReview(tx: Tx, kind: ReviewKind, review: HeldReview): Promise<void> {
  await tx.insertInto('reviewExpiry').values({ reviewId: review.id, atMs: review.nowMs }).execute();
  await endReview(tx, review, 'expired');
  await kind.expire?.(tx, review);
}

const audit = (
  tx: Tx,
  {
    review,
    operator,
    action,
    details,
  }: {
    readonly review: HeldReview;
    readonly operator: ActingOperator;
    readonly action: string;
    readonly details: Readonly<Record<string, unknown>>;
  },
): Promise<void> =>
  appendAudit(tx, {
    actor: operator.name,
    action: `review.${action}`,
    subject: `review ${review.publicId}`,
    details: { kind: review.kind, ref: review.ref, termsHash: review.termsHash, ...details },
    nowMs: review.nowMs,
  });
