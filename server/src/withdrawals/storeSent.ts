/** What the chain says of a payout, kept and told: how deep it is, and, once that is decided, the end of the withdrawal with the person's money. */
import { sql } from 'kysely';
import type { NonceSeen } from '../chain/sender/lookAtNonce';
import type { SeenAt } from '../chain/sender/senderRound';
import { storeSeen, type LivePayout } from '../chain/sender/sendings';
import type { Messages } from '../content/messages';
import { publishEvents } from '../execution/publishEvents';
import { holdPerson } from '../identity/holdPerson';
import type { Clock } from '../platform/Clock';
import type { Db, Tx } from '../store/database';
import { endWithdrawal } from './endWithdrawal';

export interface StoreSentDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly messages: Pick<Messages, 'send'>;
  readonly wakeOutbox: () => void;
}

/** One transaction: a sender that is killed in it has changed nothing. */
export async function storeSent(
  { db, messages, wakeOutbox }: StoreSentDeps,
  { id, userId }: Pick<LivePayout, 'id' | 'userId'>,
  seen: NonceSeen,
  at: SeenAt,
): Promise<void> {
  const { nowMs, state } = at;
  await db.transaction().execute(async (tx) => {
    if (state === 'paid') await holdPerson(tx, userId);
    await storeSeen(tx, id, seen, at);
    if (state === 'paid' && seen.is === 'mined') {
      await sql`select end_sent_payout(${id}::bigint, ${nowMs}::bigint)`.execute(tx);
      const row = await tx
        .selectFrom('withdrawal')
        .innerJoin('payout', 'payout.withdrawalId', 'withdrawal.id')
        .selectAll('withdrawal')
        .where('payout.id', '=', id)
        .executeTakeFirstOrThrow();
      await endWithdrawal(tx, messages, { row, end: { status: 'success', transaction: seen.transaction }, nowMs });
      return;
    }
    await lookAgain(tx, userId, nowMs);
  });
  wakeOutbox();
}

/** There is a transaction to see, or another one. */
export async function tellSent({ db, clock, wakeOutbox }: StoreSentDeps, { userId }: Pick<LivePayout, 'userId'>): Promise<void> {
  await db.transaction().execute((tx) => lookAgain(tx, userId, clock.now()));
  wakeOutbox();
}

/** Whoever looks at it is to look again. */
const lookAgain = (tx: Tx, userId: number, nowMs: number): Promise<void> =>
  publishEvents(tx, { events: [], moved: [{ userId, mode: 'real' }], atMs: nowMs });
