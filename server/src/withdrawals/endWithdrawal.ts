/** The last step of a withdrawal, with the person held: the money goes or comes back, the row says so, and he is told. */
import { amount, toText } from '@tessera/shared/money';
import type { Selectable } from 'kysely';
import type { MessageKind } from '../content/messageKinds';
import type { Messages } from '../content/messages';
import { publishEvents } from '../execution/publishEvents';
import { post } from '../ledger/Ledger';
import type { Tx } from '../store/database';
import { backPosting, paidPosting, receivedOf } from './posting';
import { shownAddress } from './shownAddress';
import type { WithdrawalTable } from './tables';

export type WithdrawalEnd =
  | { readonly status: 'success'; readonly transaction: string }
  | { readonly status: 'failure'; readonly reason: string }
  | { readonly status: 'cancelled' };

const kindOf: Readonly<Record<WithdrawalEnd['status'], MessageKind>> = {
  success: 'withdrawal_paid',
  failure: 'withdrawal_failed',
  cancelled: 'withdrawal_cancelled',
};

export async function endWithdrawal(
  tx: Tx,
  messages: Pick<Messages, 'send'>,
  { row, end, nowMs }: { readonly row: Selectable<WithdrawalTable>; readonly end: WithdrawalEnd; readonly nowMs: number },
): Promise<void> {
  await post(tx, end.status === 'success' ? paidPosting(row, nowMs) : backPosting(row, nowMs));
  await tx
    .updateTable('withdrawal')
    .set({ ...end, endedAtMs: nowMs })
    .where('id', '=', row.id)
    .execute();
  const params = {
    amount: toText(end.status === 'success' ? receivedOf(row) : amount(row.amount)),
    asset: row.asset,
    address: shownAddress(row),
    ...('reason' in end ? { reason: end.reason } : {}),
    ...('transaction' in end ? { transaction: end.transaction } : {}),
  };
  await tellWithdrawal(tx, messages, { userId: row.userId, kind: kindOf[end.status], params, nowMs });
}

/** The message, and the balances as they are now. */
export async function tellWithdrawal(
  tx: Tx,
  messages: Pick<Messages, 'send'>,
  told: {
    readonly userId: number;
    readonly kind: MessageKind;
    readonly params: Readonly<Record<string, string>>;
    readonly nowMs: number;
  },
): Promise<void> {
  await messages.send(tx, told);
  await publishEvents(tx, { events: [], moved: [{ userId: told.userId, mode: 'real' }], atMs: told.nowMs });
}
