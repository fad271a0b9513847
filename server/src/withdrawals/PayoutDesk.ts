/**
 * Payouts as operators see them: what waits, how it went, and what the exchange sends. What they say is written by the function that believes the operator's
 * session (end_payout, migration 0384), and executed in the same transaction.
 */
import type { PayoutShown } from '@tessera/shared/operations';
import { AppError, invariant } from '@tessera/shared/errors';
import { amount, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Messages } from '../content/messages';
import { holdPerson } from '../identity/holdPerson';
import type { ActingOperator } from '../operators/ActingOperator';
import { appendAudit } from '../ops/audit';
import { toReviewError } from '../reviews/reviewError';
import { mainAccount } from '../identity/users';
import type { Db, Tx } from '../store/database';
import type { Payees } from '../payees/Payees';
import type { Card } from '../payees/sealedCard';
import { endWithdrawal, type WithdrawalEnd } from './endWithdrawal';
import { receivedOf } from './posting';

export interface ListedPayouts {
  readonly state: 'ordered' | 'any';
  readonly cursor: number | undefined;
  readonly limit: number;
}

/** How it went. */
export type PayoutResult =
  | { readonly transaction: string; readonly reason?: undefined }
  | { readonly reason: string; readonly transaction?: undefined };

export interface PayoutDesk {
  list(listed: ListedPayouts): Promise<readonly PayoutShown[]>;
  /**
   * Said again the same, it answers what was written. Throws DATA_NOT_FOUND, REVIEW_OWN, STATUS_ABNORMAL when it went otherwise,
   * PARAMETER_WRONG for a transaction that another payout names.
   * What the exchange sends is handed over first.
   */
  end(id: number, result: PayoutResult, operator: ActingOperator, nowMs: number): Promise<PayoutShown>;
  /** Throws DATA_NOT_FOUND, REVIEW_OWN, and STATUS_ABNORMAL while it may still be mined, or when it is over. */
  handOver(id: number, operator: ActingOperator, nowMs: number): Promise<PayoutShown>;
  /** Whole, while it is to be paid; who looked is in the audit log first. Throws DATA_NOT_FOUND, STATUS_ABNORMAL when it is over. */
  card(id: number, operator: ActingOperator, nowMs: number): Promise<Card>;
}

export interface PayoutDeskDeps {
  readonly db: Db;
  readonly messages: Pick<Messages, 'send'>;
  readonly reveal: Payees['reveal'];
  readonly wakeOutbox: () => void;
}

export function createPayoutDesk({ db, messages, reveal, wakeOutbox }: PayoutDeskDeps): PayoutDesk {
  return {
    async list({ state, cursor, limit }) {
      let query = payouts(db)
        .orderBy('payout.id', state === 'ordered' ? 'asc' : 'desc')
        .limit(limit);
      if (state === 'ordered') query = query.where('payout.state', '=', 'ordered');
      if (cursor !== undefined) query = query.where('payout.id', state === 'ordered' ? '>' : '<', cursor);
      return (await query.execute()).map(shown);
    },

    async end(id, result, operator, nowMs) {
      const ended = await db
        .transaction()
        .execute(async (tx) => end(tx, messages, { id, result, operator, nowMs }))
        .catch((error: unknown) => {
          throw isKnownTransaction(error)
            ? new AppError('PARAMETER_WRONG', { params: { field: 'transaction' }, cause: error })
            : toReviewError(error);
        });
      wakeOutbox();
      return ended;
    },

    async card(id, operator, nowMs) {
      const payee = await db.transaction().execute(async (tx) => {
        const found = await tx
          .selectFrom('payout')
          .innerJoin('withdrawal', 'withdrawal.id', 'payout.withdrawalId')
          .innerJoin('payee', 'payee.id', 'withdrawal.payeeId')
          .select(['payout.state', 'payee.userId', 'payee.address', 'payee.sealed', 'payee.kind'])
          .where('payout.id', '=', id)
          .executeTakeFirst();
        if (found?.kind !== 'bank_card') throw new AppError('DATA_NOT_FOUND');
        if (found.state !== 'ordered') throw new AppError('STATUS_ABNORMAL');
        await appendAudit(tx, { actor: operator.name, action: 'payout.card-shown', subject: `payout ${id}`, details: {}, nowMs });
        return found;
      });
      const details = await reveal(payee);
      if (!('cardNumber' in details)) throw new AppError('DATA_NOT_FOUND');
      return details;
    },

    handOver: (id, operator, nowMs) =>
      db
        .transaction()
        .execute(async (tx) => handOver(tx, { id, operator, nowMs }))
        .catch((error: unknown) => {
          throw toReviewError(error);
        }),
  };
}

async function handOver(tx: Tx, { id, operator, nowMs }: Omit<Said, 'result'>): Promise<PayoutShown> {
  const before = await payouts(tx).where('payout.id', '=', id).executeTakeFirst();
  if (before === undefined) throw new AppError('DATA_NOT_FOUND');
  if (before.state === 'ordered' && before.adapter === 'manual') return shown(before);
  await sql`select hand_over_payout(${operator.sessionHash}, ${id}::bigint, ${nowMs}::bigint)`.execute(tx);
  await appendAudit(tx, {
    actor: operator.name,
    action: 'payout.handed-over',
    subject: `payout ${id}`,
    details: { withdrawal: before.withdrawal, sent: before.sending?.state ?? null },
    nowMs,
  });
  return shown(await payouts(tx).where('payout.id', '=', id).executeTakeFirstOrThrow());
}

interface Said {
  readonly id: number;
  readonly result: PayoutResult;
  readonly operator: ActingOperator;
  readonly nowMs: number;
}

async function end(tx: Tx, messages: Pick<Messages, 'send'>, { id, result, operator, nowMs }: Said): Promise<PayoutShown> {
  const found = await payouts(tx).where('payout.id', '=', id).executeTakeFirst();
  if (found === undefined) throw new AppError('DATA_NOT_FOUND');
  await holdPerson(tx, found.userId);
  const before = await payouts(tx).where('payout.id', '=', id).executeTakeFirstOrThrow();
  if (before.state !== 'ordered') {
    const isSame = result.transaction === undefined ? before.reason === result.reason : before.transaction === result.transaction;
    if (!isSame) throw new AppError('STATUS_ABNORMAL');
    return shown(before);
  }
  const { transaction, reason } = result;
  await sql`select end_payout(${operator.sessionHash}, ${id}::bigint, ${transaction ?? null}::text, ${reason ?? null}::text, ${nowMs}::bigint)`.execute(
    tx,
  );
  await appendAudit(tx, {
    actor: operator.name,
    action: transaction === undefined ? 'payout.failed' : 'payout.paid',
    subject: `payout ${id}`,
    details: { withdrawal: before.withdrawal, transaction, reason },
    nowMs,
  });
  const row = await tx.selectFrom('withdrawal').selectAll().where('publicId', '=', before.withdrawal).executeTakeFirstOrThrow();
  const how: WithdrawalEnd =
    transaction === undefined ? { status: 'failure', reason: reason ?? '' } : { status: 'success', transaction };
  invariant(row.status === 'paying', `withdrawal ${row.publicId} waits to be paid`);
  await endWithdrawal(tx, messages, { row, end: how, nowMs });
  return shown(await payouts(tx).where('payout.id', '=', id).executeTakeFirstOrThrow());
}

const payouts = (of: Db | Tx) =>
  of
    .selectFrom('payout')
    .innerJoin('withdrawal', 'withdrawal.id', 'payout.withdrawalId')
    .innerJoin('appUser', 'appUser.id', 'withdrawal.userId')
    .leftJoin('network', 'network.id', 'withdrawal.network')
    .leftJoin('payoutSending', 'payoutSending.payoutId', 'payout.id')
    .leftJoin('payoutWait', 'payoutWait.payoutId', 'payout.id')
    .leftJoin('operatorName', 'operatorName.id', 'payout.operatorId')
    .select([
      'payout.id',
      'payout.adapter',
      'payout.state',
      'payout.transaction',
      'payout.reason',
      'payout.orderedAtMs',
      'payout.endedAtMs',
      'withdrawal.publicId as withdrawal',
      'withdrawal.userId',
      'withdrawal.asset',
      'withdrawal.network',
      'withdrawal.address',
      'withdrawal.amount',
      'withdrawal.fee',
      'network.name as networkName',
      'appUser.email',
      'appUser.phone',
      'appUser.wallet',
      'operatorName.name as operator',
      'payoutWait.why as waitsFor',
    ])
    .select(
      sql<PayoutShown['sending']>`case when payout_sending.payout_id is not null then (
      select jsonb_build_object('state', payout_sending.state, 'wallet', payout_sending.address, 'nonce', payout_sending.nonce,
        'transaction', coalesce(payout_sending.transaction, newest.hash), 'transactions', newest.place,
        'maxFeeGwei', trim_scale(newest.max_fee * 1e-9)::text, 'confirmations', payout_sending.confirmations,
        'needed', payout_sending.confirmations_needed, 'lookedAtMs', payout_sending.looked_at_ms)
      from (select hash, max_fee, row_number() over (order by max_fee) as place from payout_transaction where payout_id = payout.id
        order by max_fee desc limit 1) newest) end`.as('sending'),
    );

type PayoutRow = Awaited<ReturnType<ReturnType<typeof payouts>['executeTakeFirstOrThrow']>>;

const shown = (row: PayoutRow): PayoutShown => ({
  id: String(row.id),
  withdrawal: row.withdrawal,
  userId: String(row.userId),
  account: mainAccount(row),
  asset: row.asset,
  network: row.network,
  networkName: row.networkName,
  address: row.address,
  pays: toText(receivedOf(row)),
  fee: toText(amount(row.fee)),
  adapter: row.adapter,
  state: row.state,
  transaction: row.transaction,
  reason: row.reason,
  orderedAtMs: row.orderedAtMs,
  endedAtMs: row.endedAtMs,
  operator: row.operator,
  sending: row.sending,
  waitsFor: row.waitsFor,
  mayBeHandedOver: row.state === 'ordered' && row.adapter === 'evm' && !['live', 'paid'].includes(row.sending?.state ?? ''),
});

const isKnownTransaction = (error: unknown): boolean =>
  (error as { readonly constraint?: unknown }).constraint === 'withdrawal_transaction';
