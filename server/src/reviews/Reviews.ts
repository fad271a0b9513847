/**
 * What waits for an operator. A request freezes what is asked; the verdict that completes it executes it, by its kind's `apply`, in
 * the same transaction. The database holds who decides (0326): not the asker, each operator once, as many as the rule says.
 *
 *   open → pending → approved → reversed
 *                  → rejected
 *                  → expired
 *                  → cancelled
 */
import type { OperatorRole } from '@tessera/shared/operations';
import { AppError, invariant } from '@tessera/shared/errors';
import { toText, type Amount } from '@tessera/shared/money';
import { acceptInOrder } from '../execution/acceptInOrder';
import { enterLock } from '../store/lockOrder';
import {
  decisionsOf,
  dueReviews,
  findReview,
  holdReview,
  listReviews,
  outcomeOf,
  withPeople,
  type DecisionRow,
  type ListedReview,
  type ListedReviews,
  type ReviewOutcome,
} from './reviewRows';
import { cancelReview, expireReview, judgeReview, reverseReview } from './carryOut';
import { toReviewError } from './reviewError';
import { termsHash } from './termsHash';
import type { ActingOperator } from '../operators/ActingOperator';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Random } from '../platform/random';
import type { Db, Tx } from '../store/database';
import type { ReviewKind, ShownPaper } from './ReviewKind';
import type { ReviewTerms } from './tables';

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

export interface ReviewFilter extends ListedReviews {
  readonly roles: readonly OperatorRole[];
}

export interface Reviews {
  /** Within the transaction of what waits, after the person's row. Answers the public id. */
  open(tx: Tx, review: NewReview): Promise<string>;
  /** The person takes back what he asked for, within the transaction of it and with him held. Throws STATUS_ABNORMAL once it is decided. */
  cancel(tx: Tx, asked: { readonly reviewId: string; readonly nowMs: number }): Promise<void>;
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
  list(filter: ReviewFilter): Promise<readonly ListedReview[]>;
  /** Throws DATA_NOT_FOUND, also where none of the roles decides the kind. */
  get(
    reviewId: string,
    operator: Pick<ActingOperator, 'name' | 'roles' | 'sessionId'>,
  ): Promise<{
    readonly review: ListedReview;
    readonly decisions: readonly DecisionRow[];
    readonly details: Readonly<Record<string, string>>;
    readonly papers: readonly ShownPaper[];
    /** An approval of its kind can be taken back. */
    readonly isReversible: boolean;
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

export function createReviews({ db, clock, random, log, kinds, wakeOutbox }: ReviewsDeps): Reviews {
  const byName = new Map(kinds.map((one) => [one.kind, one]));
  function kindOf(name: string): ReviewKind {
    const kind = byName.get(name);
    invariant(kind !== undefined, `no module answers reviews of kind ${name}`);
    return kind;
  }
  /** Also of what is over: how it ended is not for everybody. */
  function decidedBy(name: string, operator: Pick<ActingOperator, 'roles'>): ReviewKind {
    const kind = kindOf(name);
    if (!operator.roles.includes(kind.role)) throw new AppError('REQUEST_UNAUTHORIZED');
    return kind;
  }

  const refusing = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw toReviewError(error);
    });

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

    cancel: cancelReview,

    async decide(asked) {
      if (asked.verdict === 'rejected' && (asked.reason ?? '').trim() === '')
        throw new AppError('PARAMETER_MISSING', { params: { field: 'reason' } });
      const outcome = await refusing(
        // What is carried out may be an acceptance: a market that stopped meanwhile refuses it at the commit, and it is judged again.
        acceptInOrder(() =>
          db.transaction().execute(async (tx) => {
            const review = await holdReview(tx, asked.reviewId, clock);
            const kind = decidedBy(review.kind, asked.operator);
            const own = await tx
              .selectFrom('reviewApproval')
              .select('atMs')
              .where('reviewId', '=', review.id)
              .where('operatorId', '=', asked.operator.id)
              .executeTakeFirst();
            if (review.state === 'pending' && own === undefined) {
              if (review.expiresAtMs !== null && review.expiresAtMs <= review.nowMs) await expireReview(tx, kind, review);
              else await judgeReview(tx, kind, { review, asked, log });
            }
            return outcomeOf(tx, review.id);
          }),
        ),
      );
      wakeOutbox();
      return outcome;
    },

    async reverse({ reviewId, operator, reason }) {
      const outcome = await refusing(
        db.transaction().execute(async (tx) => {
          const review = await holdReview(tx, reviewId, clock);
          const { reverse } = decidedBy(review.kind, operator);
          if (reverse === undefined) throw new AppError('FEATURE_UNAVAILABLE');
          if (review.state === 'reversed') return outcomeOf(tx, review.id);
          await reverseReview(tx, reverse, { review, operator, reason });
          return outcomeOf(tx, review.id);
        }),
      );
      wakeOutbox();
      return outcome;
    },

    async list({ roles, ...filter }) {
      const own = kinds.filter(({ role }) => roles.includes(role)).map(({ kind }) => kind);
      return withPeople(db, await listReviews(db, own, filter));
    },

    async get(reviewId, operator) {
      const row = await findReview(db, reviewId);
      const [review] = row === undefined ? [] : await withPeople(db, [row]);
      const kind = review === undefined ? undefined : byName.get(review.kind);
      if (review === undefined || kind === undefined || !operator.roles.includes(kind.role)) throw new AppError('DATA_NOT_FOUND');
      const decisions = await decisionsOf(db, review.id);
      const [details = {}, papers = []] = await Promise.all([kind.details?.(review), kind.papers?.(review, operator)]);
      return { review, decisions, details, papers, isReversible: kind.reverse !== undefined };
    },

    async expireDue() {
      const due = await dueReviews(db, clock.now());
      for (const publicId of due) {
        // Each alone: one that cannot be ended does not keep the others.
        await db
          .transaction()
          .execute(async (tx) => {
            const review = await holdReview(tx, publicId, clock);
            if (review.state === 'pending') await expireReview(tx, kindOf(review.kind), review);
          })
          .catch((error: unknown) => log.error({ err: error, review: publicId }, 'a review could not be ended'));
      }
      if (due.length > 0) wakeOutbox();
    },
  };
}
