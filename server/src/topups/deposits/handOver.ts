/**
 * A payment has enough blocks on top: it is looked at once more, by its receipt, at every endpoint. Then it is booked; or operators look at it
 * first, where it is more than the terms allow, where they are closed, or where the person limits himself.
 */
import { AppError } from '@tessera/shared/errors';
import { amount, compare, toText } from '@tessera/shared/money';
import type { Cursor, Fence } from '../../chain/Fence';
import type { WatchedAsset } from '../../chain/keepTransfers';
import { publishEvents } from '../../execution/publishEvents';
import { fundingAsset } from '../../funds/fundingAsset';
import { holdPerson } from '../../identity/holdPerson';
import { creditTopUp, holdTopUp } from '../endTopUp';
import { openNetworks, termOf } from '../openTerms';
import { refOf, topUpRows } from '../topUpRows';
import { holdDeposit, isThere, moveDeposit, setAside, type DepositRow } from './depositRows';
import type { DepositDeps } from './followDeposits';

/** Why operators look at it: words for them. */
type WhyLooked = 'this way is closed' | 'more than the terms allow' | 'beyond what the person allows himself a day';

export async function handOver(
  deps: DepositDeps,
  fence: Fence,
  { deposit, asset, cursor }: { readonly deposit: DepositRow; readonly asset: WatchedAsset; readonly cursor: Cursor },
): Promise<void> {
  const { db, reader, clock, catalog, messages } = deps;
  if (!(await isThere(reader, cursor, deposit, asset))) return setAside(db, fence, deposit, clock.now());
  const why = whyLooked(catalog, fence.network, deposit);
  if (why !== undefined) return askOperators(deps, fence, deposit, why);
  try {
    await db.transaction().execute(async (tx) => {
      const nowMs = clock.now();
      await holdPerson(tx, deposit.userId);
      await holdDeposit(tx, fence, deposit);
      const topUp = await holdTopUp(tx, deposit.topupId ?? 0, ['callback_in_progress']);
      await moveDeposit(tx, deposit, 'final', nowMs);
      await creditTopUp(tx, { topUp, messages, nowMs });
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'LIMIT_DEPOSIT_REACHED') throw error;
    await askOperators(deps, fence, deposit, 'beyond what the person allows himself a day');
  }
}

function whyLooked(catalog: DepositDeps['catalog'], network: string, { asset, amount: sum }: DepositRow): WhyLooked | undefined {
  const term = termOf(catalog, 'crypto', asset);
  if (term === undefined || !openNetworks(catalog, asset).some((one) => one.network === network)) return 'this way is closed';
  return compare(amount(sum), term.max) > 0 ? 'more than the terms allow' : undefined;
}

async function askOperators(
  { db, clock, reviews, wakeOutbox }: DepositDeps,
  fence: Fence,
  deposit: DepositRow,
  why: WhyLooked,
): Promise<void> {
  const { userId, txid } = deposit;
  await db.transaction().execute(async (tx) => {
    const nowMs = clock.now();
    await holdPerson(tx, userId);
    const found = await topUpRows(tx).where('topup.id', '=', deposit.topupId).executeTakeFirstOrThrow();
    await reviews.open(tx, {
      kind: 'topup',
      ref: refOf(found.id),
      userId,
      terms: {
        number: found.publicId,
        method: found.method,
        amount: toText(amount(found.amount)),
        asset: found.asset,
        network: found.networkName,
        address: found.address,
        turnoverNeed: toText(amount(found.turnoverNeed)),
        pictures: [],
        transaction: txid,
        why,
      },
      amount: amount(found.worth),
      asset: fundingAsset,
      nowMs,
    });
    await holdDeposit(tx, fence, deposit);
    const { id } = await holdTopUp(tx, found.id, ['callback_in_progress']);
    await moveDeposit(tx, deposit, 'final', nowMs);
    await tx.updateTable('topup').set({ status: 'under_review' }).where('id', '=', id).execute();
    await publishEvents(tx, { events: [], moved: [{ userId, mode: 'real' }], atMs: nowMs });
  });
  wakeOutbox();
}
