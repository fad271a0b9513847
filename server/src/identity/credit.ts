/** A person's credit score: read from what is so, each time. Nothing of it is stored, and nobody can set it. */
import { sql } from 'kysely';
import { readCertification, type Certification, type IdentityRequest } from '../papers/certification';
import { rowId } from '../store/rowId';
import { countedOrders, creditEvents, creditRules, creditScore, mostCredit } from './creditEvents';
import { userById, type User } from './users';
import type { EndpointResponse } from '@tessera/shared/contract';
import type { Handlers } from '../http/handler';
import type { Db } from '../store/database';
import type { IdentityParts } from './IdentityParts';

type Event = EndpointResponse<'credit'>['events'][number];

const mostOrders = Math.max(...countedOrders);

/** When the orders whose number counts were settled: seconds contracts and positions of the real account, in the order of their end. */
async function readOrders(db: Db, userId: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ place: number; atMs: number }>`
    select place::int, at_ms from (
      select at_ms, row_number() over (order by at_ms) as place from (
        (select settled_at_ms as at_ms from seconds_order where user_id = ${userId} and mode = 'real' and status = 'settled' order by settled_at_ms limit ${mostOrders})
        union all
        (select closed_at_ms from leverage_order where user_id = ${userId} and mode = 'real' and status = 'closed' order by closed_at_ms limit ${mostOrders})
      ) ended
    ) numbered where place = any (${[...countedOrders]}::int[])`.execute(db);
  return new Map(rows.map(({ place, atMs }) => [place, atMs]));
}

async function readLocks(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('audit')
    .select('atMs')
    .where('action', '=', 'user.lock')
    .where('subject', '=', `user ${userId}`)
    .orderBy('atMs', 'desc')
    .limit(50)
    .execute();
  return rows.map(({ atMs }) => atMs);
}

const certifiedMs = (request: IdentityRequest | undefined): number | undefined =>
  request?.status === 'certified' ? (request.decidedAtMs ?? undefined) : undefined;

/** What the score is the sum of, newest first. */
export async function readCreditEvents(
  { db, oneTimeCodes }: Pick<IdentityParts, 'db' | 'oneTimeCodes'>,
  user: User,
  certification: Certification,
  nowMs: number,
): Promise<Event[]> {
  // One after the other: three at once would hold three connections.
  const oneTimeCodesMs = await oneTimeCodes.onFromMs(user.id);
  const ordersMs = await readOrders(db, user.id);
  const lockedMs = await readLocks(db, user.id);
  return creditEvents({
    nowMs,
    registeredMs: user.createdAtMs,
    primaryMs: certifiedMs(certification.primary),
    advancedMs: certifiedMs(certification.advanced),
    oneTimeCodesMs,
    paymentPasswordMs: user.paymentPasswordHash === null ? undefined : (user.paymentPasswordChangedAtMs ?? user.createdAtMs),
    ordersMs,
    lockedMs,
  });
}

export function creditHandlers(parts: IdentityParts): Pick<Handlers, 'credit'> {
  return {
    async credit({ user, nowMs }) {
      const userId = rowId(user.userId);
      const person = await userById(parts.db, userId);
      const events = await readCreditEvents(parts, person, await readCertification(parts.db, userId), nowMs);
      return { score: creditScore(events), most: mostCredit, asOfMs: nowMs, events, rules: [...creditRules] };
    },
  };
}
