/** A payment was seen: from now on the person has it in his list, with what it asks of him as the terms are at this moment. */
import { amount, multiply, rate, toText } from '@tessera/shared/money';
import type { Fence } from '../../chain/Fence';
import { holdPerson } from '../../identity/holdPerson';
import { termOf } from '../openTerms';
import { turnoverScale } from '../turnoverScale';
import { worthOf } from '../worthOf';
import { holdDeposit, type DepositRow } from './depositRows';
import type { DepositDeps } from './followDeposits';

const numberLength = 10;

export async function announceDeposit(
  { db, clock, random, catalog, messages }: DepositDeps,
  fence: Fence,
  deposit: DepositRow,
): Promise<void> {
  const { id, userId, asset, addressId } = deposit;
  const nowMs = clock.now();
  await db.transaction().execute(async (tx) => {
    await holdPerson(tx, userId);
    await holdDeposit(tx, fence, deposit);
    const sum = amount(deposit.amount);
    const worth = await worthOf(tx, asset, sum);
    const factor = termOf(catalog, 'crypto', asset)?.turnoverFactor ?? rate('0');
    const publicId = random.letters(numberLength);
    const made = await tx
      .insertInto('topup')
      .values({
        publicId,
        userId,
        method: 'crypto',
        asset,
        network: fence.network,
        addressId,
        amount: toText(sum),
        worth: toText(worth),
        turnoverNeed: toText(multiply(worth, factor, turnoverScale, 'up')),
        catalogVersion: catalog.version(),
        uploadIds: [],
        status: 'callback_in_progress',
        askedAtMs: nowMs,
        byChain: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.updateTable('chainDeposit').set({ topupId: made.id }).where('id', '=', id).execute();
    await messages.send(tx, { userId, kind: 'topup_seen', params: { number: publicId, amount: toText(sum), asset }, nowMs });
  });
}
