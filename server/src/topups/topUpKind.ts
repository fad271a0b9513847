/**
 * What the decision on a top-up does: what was asked for is booked, or it fails, and the person is told. Another amount is another request:
 * what was frozen is what is approved.
 */
import type { Messages } from '../content/messages';
import type { ReviewKind } from '../reviews/ReviewKind';
import type { Db } from '../store/database';
import type { Uploads } from '../uploads/Uploads';
import { creditTopUp, failTopUp, holdTopUp, takeBackTopUp } from './endTopUp';
import { idOf, topUpRows } from './topUpRows';

export interface TopUpKindDeps {
  readonly db: Db;
  readonly messages: Pick<Messages, 'send'>;
  readonly uploads: Pick<Uploads, 'addressOf'>;
}

export function topUpKind({ db, messages, uploads }: TopUpKindDeps): ReviewKind {
  return {
    kind: 'topup',
    role: 'treasury',

    async apply(tx, { ref, nowMs }, verdict) {
      const topUp = await holdTopUp(tx, idOf(ref), ['under_review']);
      if (verdict.approved) await creditTopUp(tx, { topUp, messages, nowMs });
      else await failTopUp(tx, { topUp, messages, nowMs }, verdict.reason);
    },

    async reverse(tx, { ref, nowMs }, reason) {
      const topUp = await holdTopUp(tx, idOf(ref), ['success']);
      await takeBackTopUp(tx, { topUp, messages, nowMs }, reason);
    },

    async papers(review, { name, sessionId }) {
      const { uploadIds } = await topUpRows(db).where('topup.id', '=', idOf(review.ref)).executeTakeFirstOrThrow();
      const shownTo = { viewer: `operator:${name}`, session: String(sessionId) } as const;
      const addresses = await Promise.all(uploadIds.map((id) => uploads.addressOf(id, shownTo)));
      return addresses.map((address, index) => ({ name: `payment ${index + 1}`, address }));
    },
  };
}
