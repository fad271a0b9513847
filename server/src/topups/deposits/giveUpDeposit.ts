/**
 * A payment that a reorganisation took out of the chain and that did not come again. Nothing was booked: it fails, after a day. It was credited
 * already: it is booked back, and where the person no longer has it the payment is owed, which the watch of the book says until it is settled.
 */
import { AppError } from '@tessera/shared/errors';
import type { Fence } from '../../chain/Fence';
import { holdPerson } from '../../identity/holdPerson';
import { failTopUp, holdTopUp, takeBackTopUp } from '../endTopUp';
import { refOf } from '../topUpRows';
import { holdDeposit, moveDeposit, type DepositRow } from './depositRows';
import type { DepositDeps } from './followDeposits';

export const goneForMs = 86_400_000;

/** Of one that is gone for so long. */
export async function giveUp({ db, clock, texts, messages }: DepositDeps, fence: Fence, deposit: DepositRow): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const nowMs = clock.now();
    const { language } = await holdPerson(tx, deposit.userId);
    await holdDeposit(tx, fence, deposit);
    await moveDeposit(tx, deposit, 'lost', nowMs);
    if (deposit.topupId === null) return;
    const topUp = await holdTopUp(tx, deposit.topupId, ['callback_in_progress']);
    await failTopUp(tx, { topUp, messages, nowMs }, texts.say(language, 'topup_gone'));
  });
}

/** Of one that is missing, or owed. */
export async function takeBack(deps: DepositDeps, fence: Fence, deposit: DepositRow): Promise<void> {
  const { db, clock, log, texts, messages, reviews } = deps;
  try {
    await db.transaction().execute(async (tx) => {
      const nowMs = clock.now();
      const { language } = await holdPerson(tx, deposit.userId);
      const reason = texts.say(language, 'topup_gone');
      const review = await tx
        .selectFrom('review')
        .select('publicId')
        .where('kind', '=', 'topup')
        .where('ref', '=', refOf(deposit.topupId ?? 0))
        .where('state', '=', 'pending')
        .executeTakeFirst();
      if (review !== undefined) await reviews.cancel(tx, { reviewId: review.publicId, nowMs });
      await holdDeposit(tx, fence, deposit);
      const topUp = await holdTopUp(tx, deposit.topupId ?? 0, ['under_review', 'success', 'failure']);
      await moveDeposit(tx, deposit, 'taken_back', nowMs);
      if (topUp.status === 'success') await takeBackTopUp(tx, { topUp, messages, nowMs }, reason);
      else if (topUp.status === 'under_review') await failTopUp(tx, { topUp, messages, nowMs }, reason);
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'WALLET_BALANCE_INSUFFICIENT') throw error;
    if (deposit.state === 'owed') return;
    const { id, txid, userId, asset, amount } = deposit;
    log.error(
      { deposit: id, txid, userId, asset, amount },
      'a credited deposit has gone from its chain, and its person no longer has it',
    );
    await db.transaction().execute(async (tx) => {
      await holdPerson(tx, userId);
      await holdDeposit(tx, fence, deposit);
      await moveDeposit(tx, deposit, 'owed', clock.now());
    });
  }
}
