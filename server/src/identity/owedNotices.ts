/**
 * Notices of a change to every way by which the person could be reached before it. They are owed with the change, in one
 * transaction, so that neither a mail service that is away nor the end of this process keeps a thief unseen: what was not
 * delivered at once is tried again, ever more rarely, for a day. A notice may arrive twice, and is not lost.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../store/database';
import type { IdentityParts } from './IdentityParts';
import type { OwedNoticeTable } from './tables';
import type { User } from './users';

/** The one who made the change tries at once; until then nobody else does. */
const firstPauseMs = 60_000;
const maxPauseMs = 3_600_000;
const givenUpAfterMs = 86_400_000;
const maxAtOnce = 100;

type Delivering = Pick<IdentityParts, 'db' | 'delivery' | 'log'>;
type Owed = Pick<OwedNoticeTable, 'channel' | 'target' | 'title' | 'body'> & {
  readonly id: number;
  readonly owedAtMs: number;
};

/** A notice in the person's language. */
export interface Notice {
  readonly title: string;
  readonly body: string;
}

/** `before` is the person's row as it was: its address and number are the old ways. */
export async function oweNotices(tx: Tx, before: User, { title, body }: Notice, nowMs: number): Promise<void> {
  const ways = (['email', 'phone'] as const).flatMap((channel) => {
    const target = before[channel];
    return target === null ? [] : [{ channel, target }];
  });
  if (ways.length === 0) return;
  const shared = { userId: before.id, title, body, owedAtMs: nowMs, nextTryAtMs: nowMs + firstPauseMs };
  await tx
    .insertInto('owedNotice')
    .values(ways.map((way) => ({ ...way, ...shared })))
    .execute();
}

/** After the change is decided. It stands: a mail service that is away is no reason to hide that from the person. */
export const deliverNoticesOf = (parts: Delivering, userId: number, nowMs: number): Promise<void> =>
  deliver(parts, sql`user_id = ${userId}`, nowMs).catch((error: unknown) =>
    parts.log.error({ err: error }, 'the notices of a change wait for the next round'),
  );

/** A round of timed work. */
export const deliverDueNotices = (parts: Delivering, nowMs: number): Promise<void> =>
  deliver(parts, sql`next_try_at_ms <= ${nowMs}`, nowMs);

async function deliver({ db, delivery, log }: Delivering, which: RawBuilder<unknown>, nowMs: number): Promise<void> {
  // Taken by putting the next try off: of several processes one sends it, and if that one dies another does later.
  const { rows } = await sql<Owed>`
    update owed_notice set tries = tries + 1,
      next_try_at_ms = ${nowMs}::bigint + least(${maxPauseMs}, ${firstPauseMs} * power(2, tries))::bigint
    where id in (select id from owed_notice where ${which} order by id limit ${maxAtOnce} for update skip locked)
    returning id, channel, target, title, body, owed_at_ms`.execute(db);
  const outcomes = await Promise.allSettled(rows.map((owed) => tell(delivery, owed)));
  for (const [index, outcome] of outcomes.entries()) {
    const owed = rows[index];
    if (owed === undefined) continue;
    const isGivenUp = outcome.status === 'rejected' && owed.owedAtMs < nowMs - givenUpAfterMs;
    if (outcome.status === 'rejected')
      log.error({ err: outcome.reason as unknown, channel: owed.channel, isGivenUp }, 'an old way to sign in could not be told');
    if (outcome.status === 'fulfilled' || isGivenUp) await db.deleteFrom('owedNotice').where('id', '=', owed.id).execute();
  }
}

const tell = (delivery: Delivering['delivery'], { channel, target, title, body }: Owed): Promise<void> =>
  channel === 'email' ? delivery.email(target, title, body) : delivery.sms(target, `${title}. ${body}`);
