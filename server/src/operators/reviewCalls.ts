import { amount, toText } from '@tessera/shared/money';
import { parseRowId } from '../store/rowId';
import type { OperationResponse, ReviewShown } from '@tessera/shared/operations';
import type { Reviews } from '../reviews/Reviews';
import type { ListedReview } from '../reviews/reviewRows';
import type { OperationHandlers } from './OperationHandler';
import { nextOf, usualLimit } from './nextOf';

export function reviewCalls(reviews: Reviews) {
  return {
    async reviewsList({ request, operator }) {
      const { state = 'pending', userId, cursor, limit = usualLimit } = request;
      const rows = await reviews.list({
        roles: operator.roles,
        state,
        userId: userId === undefined ? undefined : parseRowId(userId),
        cursor: cursor === undefined ? undefined : parseRowId(cursor),
        limit,
      });
      return { items: rows.map(shown), next: nextOf(rows, limit) };
    },
    async reviewsGet({ request, operator }) {
      const { review, decisions, details, papers, isReversible } = await reviews.get(request.id, operator);
      return {
        review: shown(review),
        terms: review.terms as OperationResponse<'reviewsGet'>['terms'],
        termsHash: review.termsHash,
        decisions: decisions.map((one) => ({ ...one, fields: [...one.fields] })),
        details,
        papers: [...papers],
        isReversible,
      };
    },
    reviewsDecide: async ({ request: { id, ...decision }, operator }) => reviews.decide({ reviewId: id, operator, ...decision }),
    reviewsReverse: async ({ request: { id, reason }, operator }) => reviews.reverse({ reviewId: id, operator, reason }),
  } satisfies Partial<OperationHandlers>;
}

const shown = (row: ListedReview): ReviewShown => ({
  id: row.publicId,
  kind: row.kind,
  ref: row.ref,
  userId: String(row.userId),
  account: row.account,
  amount: row.amount === null ? null : toText(amount(row.amount)),
  asset: row.asset,
  approvalsNeeded: row.approvals,
  approvedBy: [...row.approvedBy],
  openedAtMs: row.openedAtMs,
  expiresAtMs: row.expiresAtMs,
  state: row.state,
  endedAtMs: row.endedAtMs,
});
