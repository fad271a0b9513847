/** What the decision on a withdrawal does: it is ordered to be paid, or the money comes back; the person is told. */
import { AppError } from '@tessera/shared/errors';
import { amount, toText } from '@tessera/shared/money';
import type { Messages } from '../content/messages';
import { utcText } from '../content/utcText';
import { refuseAddress, type AddressDeps } from '../payees/refuseAddress';
import type { ReviewKind } from '../reviews/ReviewKind';
import { endWithdrawal, tellWithdrawal } from './endWithdrawal';
import { owedBy } from './gateFacts';
import { adapterFor, type PayoutAdapter } from './payoutAdapter';
import { shownAddress } from './shownAddress';

export interface WithdrawalKindDeps extends AddressDeps {
  readonly messages: Pick<Messages, 'send'>;
  /** Besides the operators' hands. */
  readonly adapters: readonly PayoutAdapter[];
}

export const withdrawalKind = ({ messages, adapters, ...deps }: WithdrawalKindDeps): ReviewKind => ({
  kind: 'withdrawal',
  role: 'treasury',

  async apply(tx, review, verdict) {
    const { user, nowMs } = review;
    const row = await tx.selectFrom('withdrawal').selectAll().where('reviewId', '=', review.publicId).executeTakeFirstOrThrow();
    if (!verdict.approved) {
      await endWithdrawal(tx, messages, { row, end: { status: 'failure', reason: verdict.reason }, nowMs });
      return;
    }
    // Nothing leaves the account of somebody who was stopped meanwhile.
    if (user.frozenAtMs !== null) throw new AppError('AUTH_ACCOUNT_FROZEN');
    if (user.lockedAtMs !== null) throw new AppError('AUTH_ACCOUNT_LOCKED');
    // A way to sign in or pay was changed since: whoever asked need not have been the person, and he was told that no money leaves for a day.
    const untilMs = user.withdrawalsHeldUntilMs;
    if (untilMs > nowMs) throw new AppError('WITHDRAWAL_HELD', { params: { until: utcText(untilMs) } });
    // A loan was called or became due since: it has to be repaid first.
    if ((await owedBy(tx, user.id, nowMs)).owed !== undefined) throw new AppError('LOAN_OWED');
    if (row.network !== null) await refuseAddress(tx, deps, { address: row.address, network: row.network });
    await tx
      .insertInto('payout')
      .values({
        withdrawalId: row.id,
        adapter: adapterFor(row.asset, row.network, adapters).name,
        key: `payout:${row.publicId}`,
        orderedAtMs: nowMs,
        transaction: null,
        reason: null,
        endedAtMs: null,
        operatorId: null,
      })
      .execute();
    await tx.updateTable('withdrawal').set({ status: 'paying' }).where('id', '=', row.id).execute();
    const params = { amount: toText(amount(row.amount)), asset: row.asset, address: shownAddress(row) };
    await tellWithdrawal(tx, messages, { userId: row.userId, kind: 'withdrawal_approved', params, nowMs });
  },
});
