/** Ends a request for a loan that was not paid out: the collateral is returned. */
import { post } from '../../ledger/Ledger';
import type { Tx } from '../../store/database';
import { addStep, type HeldLoan } from './loanRow';
import { unlockPosting } from './posting';
import { pledgesOf } from './treasureCollateral';

export async function endRequest(
  tx: Tx,
  { row, collateral }: HeldLoan,
  {
    step,
    reason = null,
    atMs,
  }: { readonly step: 'cancelled' | 'expired' | 'rejected'; readonly reason?: string | null; readonly atMs: number },
): Promise<void> {
  const status = step === 'expired' ? 'cancelled' : step;
  await tx.updateTable('loan').set({ status, reason, endedAtMs: atMs }).where('id', '=', row.id).execute();
  await addStep(tx, row.id, { step, atMs });
  await post(tx, unlockPosting(row, await pledgesOf(tx, collateral), atMs));
}
