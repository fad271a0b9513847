/**
 * What the decision on a top-up does: what was asked for is booked, or it fails, and the person is told. Another amount is another request:
 * what was frozen is what is approved.
 */
import { AppError } from '@tessera/shared/errors';
import { amount, isPositive, negate, toText } from '@tessera/shared/money';
import type { Updateable } from 'kysely';
import type { Messages } from '../content/messages';
import { publishEvents } from '../execution/publishEvents';
import { house, post } from '../ledger/Ledger';
import type { HeldReview, ReviewKind } from '../reviews/ReviewKind';
import type { Db, Tx } from '../store/database';
import { enterLock } from '../store/lockOrder';
import { allowAgain } from '../uploads/allowAgain';
import type { Uploads } from '../uploads/Uploads';
import { addTurnoverNeed } from '../withdrawals/turnover';
import type { TopUpTable } from './tables';
import { idOf, refOf, topUpRows, type TopUpRow } from './topUpRows';

export interface TopUpKindDeps {
  readonly db: Db;
  readonly messages: Pick<Messages, 'send'>;
  readonly uploads: Pick<Uploads, 'addressOf'>;
}

export function topUpKind({ db, messages, uploads }: TopUpKindDeps): ReviewKind {
  async function tell(
    tx: Tx,
    { userId, nowMs }: HeldReview,
    kind: 'topup_success' | 'topup_failure' | 'topup_reversed',
    { publicId, amount: sum, asset }: TopUpRow,
    more: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const params = { number: publicId, amount: toText(amount(sum)), asset, ...more };
    await messages.send(tx, { userId, kind, params, nowMs });
  }

  return {
    kind: 'topup',
    role: 'treasury',

    async apply(tx, review, verdict) {
      const topUp = await hold(tx, review, 'under_review');
      const { userId, nowMs: atMs } = review;
      if (!verdict.approved) {
        const { reason } = verdict;
        await move(tx, topUp, { status: 'failure', reason, decidedAtMs: atMs });
        await allowAgain(tx, refOf(topUp.id));
        return tell(tx, review, 'topup_failure', topUp, { reason });
      }
      await move(tx, topUp, { status: 'success', decidedAtMs: atMs });
      await book(tx, topUp, atMs);
      const need = amount(topUp.turnoverNeed);
      if (isPositive(need)) await addTurnoverNeed(tx, { userId, ref: refOf(topUp.id), need, nowMs: atMs });
      await tell(tx, review, 'topup_success', topUp);
      await publishEvents(tx, { events: [], moved: [{ userId, mode: 'real' }], atMs });
    },

    async reverse(tx, review, reason) {
      const topUp = await hold(tx, review, 'success');
      const { userId, nowMs: atMs } = review;
      await move(tx, topUp, { status: 'failure', reason, decidedAtMs: atMs, reversedAtMs: atMs });
      // Refused where the person no longer has it: a balance is never below zero.
      await bookBack(tx, topUp, atMs);
      await allowAgain(tx, refOf(topUp.id));
      await tell(tx, review, 'topup_reversed', topUp, { reason });
      await publishEvents(tx, { events: [], moved: [{ userId, mode: 'real' }], atMs });
    },

    async papers(review, { name, sessionId }) {
      const { uploadIds } = await topUpRows(db).where('topup.id', '=', idOf(review.ref)).executeTakeFirstOrThrow();
      const shownTo = { viewer: `operator:${name}`, session: String(sessionId) } as const;
      const addresses = await Promise.all(uploadIds.map((id) => uploads.addressOf(id, shownTo)));
      return addresses.map((address, index) => ({ name: `payment ${index + 1}`, address }));
    },
  };
}

/** Throws STATUS_ABNORMAL where it is no longer in that state. */
async function hold(tx: Tx, { ref }: HeldReview, status: TopUpRow['status']): Promise<TopUpRow> {
  enterLock(tx, 'order');
  const row = await topUpRows(tx).where('topup.id', '=', idOf(ref)).forUpdate('topup').executeTakeFirstOrThrow();
  if (row.status !== status) throw new AppError('STATUS_ABNORMAL');
  return row;
}

const move = (tx: Tx, { id }: TopUpRow, to: Updateable<TopUpTable>) =>
  tx.updateTable('topup').set(to).where('id', '=', id).execute();

/** Where the money is that came by this way. */
const railOf = ({ network, method }: TopUpRow): `custody:${string}` => `custody:${network ?? method}`;

async function book(tx: Tx, topUp: TopUpRow, atMs: number): Promise<void> {
  const { id, publicId, userId, asset } = topUp;
  const sum = amount(topUp.amount);
  await post(tx, {
    mode: 'real',
    kind: 'topup',
    ref: publicId,
    idem: refOf(id),
    atMs,
    legs: [
      { account: house(railOf(topUp), asset), amount: negate(sum) },
      { account: { ownerId: userId, kind: 'coin', asset }, amount: sum },
    ],
  });
}

async function bookBack(tx: Tx, topUp: TopUpRow, atMs: number): Promise<void> {
  const { id, publicId, userId, asset } = topUp;
  const sum = amount(topUp.amount);
  await post(tx, {
    mode: 'real',
    kind: 'adjustment',
    ref: publicId,
    idem: `${refOf(id)}:reversal`,
    atMs,
    legs: [
      { account: house(railOf(topUp), asset), amount: sum },
      { account: { ownerId: userId, kind: 'coin', asset }, amount: negate(sum) },
    ],
  });
}
