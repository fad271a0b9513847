/**
 * What waits for an operator. A request freezes what is asked; the verdict that completes it executes it, by its kind's `apply`, in
 * the same transaction. The database holds who decides (0326): not the asker, each operator once, as many as the rule says.
 *
 *   open → pending → approved → reversed
 *                  → rejected
 *                  → expired
 */
import type { OperatorRole } from '@tessera/shared/operations';
import { AppError, invariant } from '@tessera/shared/errors';
import { toText, type Amount } from '@tessera/shared/money';
import { sql, type Selectable } from 'kysely';
import { holdPerson } from '../identity/holdPerson';
import { appendAudit } from '../ops/audit';
import { enterLock } from '../store/lockOrder';
import { toReviewError } from './reviewError';
import { termsHash } from './termsHash';
import type { ActingOperator } from '../operators/ActingOperator';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Random } from '../platform/random';
import type { Db, Tx } from '../store/database';
import type { HeldReview, ReviewKind, ShownPaper } from './ReviewKind';
import type { ReviewState, ReviewTable, ReviewTerms } from './tables';

export interface NewReview {
  readonly kind: string;
  /** What it is about, "identity:12": one review of a kind waits for it at a time. */
  readonly ref: string;
  readonly userId: number;
  /** All that the person was shown: what is not in it is not approved. */
  readonly terms: ReviewTerms;
  /** Decides how many operators must agree. */
  readonly amount?: Amount;
  readonly asset?: string;
  readonly expiresAtMs?: number;
  /** The operator who asks, where it is not the person. */
  readonly askedBy?: number;
  readonly nowMs: number;
}

export interface AskedDecision {
  readonly reviewId: string;
  readonly operator: ActingOperator;
  readonly verdict: 'approved' | 'rejected';
  /** A rejection needs one: the person is told. */
  readonly reason?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  /** Of what the operator saw. */
  readonly termsHash: string;
}

export interface ReviewOutcome {
  readonly state: ReviewState;
  readonly approvals: number;
  readonly approvalsNeeded: number;
}

export interface ReviewFilter {
  readonly roles: readonly OperatorRole[];
  readonly state: ReviewState;
  readonly userId?: number | undefined;
  /** Reviews before this one (newest first), or after it where they wait (oldest first). */
  readonly cursor?: number | undefined;
  readonly limit: number;
}

export type ReviewRow = Selectable<ReviewTable>;
export interface DecisionRow {
  readonly operator: string;
  readonly verdict: 'approved' | 'rejected';
  readonly reason: string;
  readonly fields: readonly string[];
  readonly atMs: number;
}

export interface Reviews {
  /** Within the transaction of what waits, after the person's row. Answers the public id. */
  open(tx: Tx, review: NewReview): Promise<string>;
  /**
   * A verdict; the last one that is needed executes it. Called again, by whomever, it answers what was decided. Throws
   * DATA_NOT_FOUND, REVIEW_OWN, REVIEW_CHANGED, REQUEST_UNAUTHORIZED without the role, PARAMETER_MISSING without a reason, and what
   * the kind's apply refuses with: then nothing has changed.
   */
  decide(decision: AskedDecision): Promise<ReviewOutcome>;
  /** Takes an approval back, by an operator who did not give it. Throws FEATURE_UNAVAILABLE where the kind knows no way back. */
  reverse(asked: {
    readonly reviewId: string;
    readonly operator: ActingOperator;
    readonly reason: string;
  }): Promise<ReviewOutcome>;
  list(filter: ReviewFilter): Promise<readonly ReviewRow[]>;
  /** Throws DATA_NOT_FOUND, also where none of the roles decides the kind. */
  get(
    reviewId: string,
    operator: Pick<ActingOperator, 'name' | 'roles'>,
  ): Promise<{
    readonly review: ReviewRow;
    readonly decisions: readonly DecisionRow[];
    readonly details: Readonly<Record<string, string>>;
    readonly papers: readonly ShownPaper[];
  }>;
  /** One round of the job: those whose time is over. */
  expireDue(): Promise<void>;
}

export interface ReviewsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly kinds: readonly ReviewKind[];
  readonly wakeOutbox: () => void;
}

const idBits = 128;
const expiredAtOnce = 50;

export function createReviews({ db, clock, random, log, kinds, wakeOutbox }: ReviewsDeps): Reviews {
  const byName = new Map(kinds.map((one) => [one.kind, one]));
  function kindOf(name: string): ReviewKind {
    const kind = byName.get(name);
    invariant(kind !== undefined, `no module answers reviews of kind ${name}`);
    return kind;
  }

  const find = (of: Db | Tx, publicId: string) => of.selectFrom('review').selectAll().where('publicId', '=', publicId);

  /** Person, then review: both stay as they are until the transaction ends. */
  async function hold(tx: Tx, publicId: string): Promise<HeldReview> {
    const seen = await find(tx, publicId).executeTakeFirst();
    if (seen === undefined) throw new AppError('DATA_NOT_FOUND');
    const user = await holdPerson(tx, seen.userId);
    enterLock(tx, 'review');
    const review = await find(tx, publicId).forUpdate().executeTakeFirstOrThrow();
    return { ...review, user, nowMs: clock.now() };
  }

  async function outcomeOf(tx: Tx, id: number): Promise<ReviewOutcome> {
    const row = await tx
      .selectFrom('review')
      .select(['state', 'approvals as approvalsNeeded'])
      .select((eb) =>
        eb
          .selectFrom('reviewDecision')
          .whereRef('reviewId', '=', 'review.id')
          .where('verdict', '=', 'approved')
          .select((of) => of.fn.countAll<number>().as('given'))
          .as('given'),
      )
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { state: row.state, approvals: row.given ?? 0, approvalsNeeded: row.approvalsNeeded };
  }

  const end = (tx: Tx, { id, nowMs }: HeldReview, state: ReviewState) =>
    tx.updateTable('review').set({ state, endedAtMs: nowMs }).where('id', '=', id).execute();

  /** What was frozen is what is executed, whoever got at the row. */
  function requireUntouched(review: HeldReview, seenHash: string): void {
    if (termsHash(review) === review.termsHash && seenHash === review.termsHash) return;
    log.error({ review: review.publicId }, 'the terms of a review are not those that were asked for');
    throw new AppError('REVIEW_CHANGED');
  }

  const refusing = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw toReviewError(error);
    });

  async function expire(tx: Tx, review: HeldReview): Promise<void> {
    await tx.insertInto('reviewExpiry').values({ reviewId: review.id, atMs: review.nowMs }).execute();
    await end(tx, review, 'expired');
    await kindOf(review.kind).expire?.(tx, review);
  }

  async function judge(tx: Tx, review: HeldReview, asked: AskedDecision): Promise<void> {
    const { operator, verdict, reason = '', fields = [] } = asked;
    requireUntouched(review, asked.termsHash);
    await sql`select decide_review(${operator.sessionHash}, ${review.id}::bigint, ${verdict}, ${reason},
      ${JSON.stringify(fields)}::jsonb, ${asked.termsHash}, ${review.nowMs}::bigint)`.execute(tx);
    await appendAudit(tx, {
      actor: operator.name,
      action: `review.${verdict}`,
      subject: `review ${review.publicId}`,
      details: { kind: review.kind, ref: review.ref, termsHash: review.termsHash, reason, fields },
      nowMs: review.nowMs,
    });
    const { approvals } = await outcomeOf(tx, review.id);
    if (verdict === 'approved' && approvals < review.approvals) return;
    await end(tx, review, verdict);
    await kindOf(review.kind).apply(
      tx,
      review,
      verdict === 'approved' ? { approved: true } : { approved: false, reason, fields },
    );
  }

  return {
    async open(tx, asked) {
      kindOf(asked.kind);
      enterLock(tx, 'review');
      const frozen = {
        kind: asked.kind,
        ref: asked.ref,
        userId: asked.userId,
        askedBy: asked.askedBy ?? null,
        terms: asked.terms,
        amount: asked.amount === undefined ? null : toText(asked.amount),
        asset: asked.asset ?? null,
        openedAtMs: asked.nowMs,
        expiresAtMs: asked.expiresAtMs ?? null,
      };
      const publicId = random.token(idBits);
      await tx
        .insertInto('review')
        .values({ ...frozen, terms: JSON.stringify(asked.terms), publicId, termsHash: termsHash(frozen) })
        .execute();
      return publicId;
    },

    async decide(asked) {
      if (asked.verdict === 'rejected' && (asked.reason ?? '').trim() === '')
        throw new AppError('PARAMETER_MISSING', { params: { field: 'reason' } });
      const outcome = await refusing(
        db.transaction().execute(async (tx) => {
          const review = await hold(tx, asked.reviewId);
          const own = await tx
            .selectFrom('reviewDecision')
            .select('verdict')
            .where('reviewId', '=', review.id)
            .where('operatorId', '=', asked.operator.id)
            .executeTakeFirst();
          if (review.state === 'pending' && own === undefined) {
            if (review.expiresAtMs !== null && review.expiresAtMs <= review.nowMs) await expire(tx, review);
            else await judge(tx, review, asked);
          }
          return outcomeOf(tx, review.id);
        }),
      );
      wakeOutbox();
      return outcome;
    },

    async reverse({ reviewId, operator, reason }) {
      const outcome = await refusing(
        db.transaction().execute(async (tx) => {
          const review = await hold(tx, reviewId);
          const { reverse } = kindOf(review.kind);
          if (reverse === undefined) throw new AppError('FEATURE_UNAVAILABLE');
          if (review.state === 'reversed') return outcomeOf(tx, review.id);
          await sql`select reverse_review(${operator.sessionHash}, ${review.id}::bigint, ${reason}, ${review.nowMs}::bigint)`.execute(
            tx,
          );
          await appendAudit(tx, {
            actor: operator.name,
            action: 'review.reversed',
            subject: `review ${review.publicId}`,
            details: { kind: review.kind, ref: review.ref, termsHash: review.termsHash, reason },
            nowMs: review.nowMs,
          });
          await end(tx, review, 'reversed');
          await reverse(tx, review, reason);
          return outcomeOf(tx, review.id);
        }),
      );
      wakeOutbox();
      return outcome;
    },

    async list({ roles, state, userId, cursor, limit }) {
      const names = kinds.filter(({ role }) => roles.includes(role)).map(({ kind }) => kind);
      if (names.length === 0) return [];
      const isWaiting = state === 'pending';
      let query = db
        .selectFrom('review')
        .selectAll()
        .where('kind', 'in', names)
        .where('state', '=', state)
        .orderBy('id', isWaiting ? 'asc' : 'desc')
        .limit(limit);
      if (userId !== undefined) query = query.where('userId', '=', userId);
      if (cursor !== undefined) query = query.where('id', isWaiting ? '>' : '<', cursor);
      return query.execute();
    },

    async get(reviewId, operator) {
      const review = await find(db, reviewId).executeTakeFirst();
      const kind = review === undefined ? undefined : byName.get(review.kind);
      if (review === undefined || kind === undefined || !operator.roles.includes(kind.role)) throw new AppError('DATA_NOT_FOUND');
      const decisions = await db
        .selectFrom('reviewDecision')
        .innerJoin('operatorName', 'operatorName.id', 'reviewDecision.operatorId')
        .select(['operatorName.name as operator', 'verdict', 'reason', 'fields', 'atMs'])
        .where('reviewId', '=', review.id)
        .orderBy('atMs')
        .execute();
      const [details = {}, papers = []] = await Promise.all([kind.details?.(review), kind.papers?.(review, operator.name)]);
      return { review, decisions, details, papers };
    },

    async expireDue() {
      const due = await db
        .selectFrom('review')
        .select('publicId')
        .where('state', '=', 'pending')
        .where('expiresAtMs', '<=', clock.now())
        .orderBy('expiresAtMs')
        .limit(expiredAtOnce)
        .execute();
      for (const { publicId } of due) {
        // Each alone: one that cannot be ended does not keep the others.
        await db
          .transaction()
          .execute(async (tx) => {
            const review = await hold(tx, publicId);
            if (review.state === 'pending') await expire(tx, review);
          })
          .catch((error: unknown) => log.error({ err: error, review: publicId }, 'a review could not be ended'));
      }
      if (due.length > 0) wakeOutbox();
    },
  };
}
