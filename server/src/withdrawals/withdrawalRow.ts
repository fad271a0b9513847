/** Withdrawals as people see them. */
import type { Withdrawal, WithdrawalStatus } from '@tessera/shared/contract';
import { amount, toText } from '@tessera/shared/money';
import { sql, type Selectable } from 'kysely';
import type { Db, Tx } from '../store/database';
import { receivedOf } from './posting';
import { shownAddress } from './shownAddress';
import type { WithdrawalTable } from './tables';

export interface WithdrawalRow extends Selectable<WithdrawalTable> {
  readonly networkName: string | null;
  /** null: it is unbound. */
  readonly payeePublicId: string | null;
  /** Approvals that count, and the first of them. */
  readonly approvals: number;
  readonly firstApprovalMs: number | null;
  /** When the last one that it needed was given. */
  readonly approvedAtMs: number | null;
  /** The transaction that is in a block, else the newest that was sent; null: none is on its way. */
  readonly sentTransaction: string | null;
  /** null: it is in no block yet. */
  readonly confirmations: number | null;
  readonly confirmationsNeeded: number | null;
}

export interface WantedWithdrawals {
  readonly userId: number;
  readonly publicId?: string | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
  readonly offset?: number;
}

/** Newest first. */
export async function readWithdrawals(db: Db | Tx, wanted: WantedWithdrawals): Promise<readonly WithdrawalRow[]> {
  const { userId, publicId, before, limit, offset = 0 } = wanted;
  const { rows } = await sql<WithdrawalRow>`
    select w.*, n.name as network_name, payee.public_id as payee_public_id, a.approvals, a.first_approval_ms, p.ordered_at_ms as approved_at_ms,
      sent.sent_transaction, sent.confirmations, sent.confirmations_needed
    from withdrawal w
    join review r on r.public_id = w.review_id
    left join network n on n.id = w.network
    left join payee on payee.id = w.payee_id and payee.deleted_at_ms is null
    left join payout p on p.withdrawal_id = w.id
    left join lateral (
      select coalesce(s.transaction, (select hash from payout_transaction where payout_id = p.id order by max_fee desc limit 1)) as sent_transaction,
        s.confirmations, s.confirmations_needed
      from payout_sending s where s.payout_id = p.id and s.state = 'live'
    ) sent on true
    cross join lateral (
      select count(*) as approvals, min(at_ms) as first_approval_ms from review_approval where review_id = r.id
    ) a
    where w.user_id = ${userId}
      ${publicId === undefined ? sql`` : sql`and w.public_id = ${publicId}`}
      ${before === undefined ? sql`` : sql`and w.id < ${before}`}
    order by w.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** After the first of two approvals it is with the second operator; approved, it waits to be paid. */
function statusOf({ status, approvals }: WithdrawalRow): WithdrawalStatus {
  if (status === 'paying') return 'second_review';
  return status === 'under_review' && approvals > 0 ? 'second_review' : status;
}

function stepsOf(row: WithdrawalRow): Withdrawal['steps'] {
  const { askedAtMs, firstApprovalMs, approvedAtMs, endedAtMs, status } = row;
  const isReviewedApart = firstApprovalMs !== null && firstApprovalMs !== approvedAtMs;
  return [
    { step: 'requested', atMs: askedAtMs },
    ...(isReviewedApart ? [{ step: 'reviewed' as const, atMs: firstApprovalMs }] : []),
    ...(approvedAtMs === null ? [] : [{ step: 'approved' as const, atMs: approvedAtMs }]),
    ...(endedAtMs === null || status === 'under_review' || status === 'paying' ? [] : [{ step: status, atMs: endedAtMs }]),
  ];
}

const sendingOf = ({ sentTransaction, confirmations, confirmationsNeeded }: WithdrawalRow): Pick<Withdrawal, 'sending'> =>
  sentTransaction === null || confirmationsNeeded === null
    ? {}
    : { sending: { transaction: sentTransaction, confirmations, needed: confirmationsNeeded } };

export const presentWithdrawal = (row: WithdrawalRow): Withdrawal => ({
  id: row.publicId,
  asset: row.asset,
  amount: toText(amount(row.amount)),
  fee: toText(amount(row.fee)),
  receives: toText(receivedOf(row)),
  network: row.network,
  networkName: row.networkName,
  label: row.label,
  address: shownAddress(row),
  ...(row.payeePublicId === null ? {} : { payeeId: row.payeePublicId }),
  status: statusOf(row),
  reason: row.reason,
  transaction: row.transaction,
  ...sendingOf(row),
  atMs: row.askedAtMs,
  isCancellable: row.status === 'under_review',
  steps: stepsOf(row),
});
