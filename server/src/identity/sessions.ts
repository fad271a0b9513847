/**
 * Sessions: an opaque random token for the client, its hash here, with user and mode. A session ends by sign-out, by a
 * change of password or mode, by freezing, after 7 days without use, or 30 days after the person signed in. A look-up is cached for some
 * seconds; an end empties the cache at once and is told to listeners (the socket closes), also when another process
 * ended it. Opening and ending need the person's row to be held (holdPerson.ts).
 */
import { sql } from 'kysely';
import { sha256Hex } from '../platform/random';
import { rowId } from '../store/rowId';
import type { AccountMode } from '@tessera/shared/contract';
import type { SignedIn } from '../http/handler';
import type { SessionFinder } from '../http/sessionFinder';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Random } from '../platform/random';
import type { Repeating } from '../platform/timers';
import type { Db, Tx } from '../store/database';
import { absoluteLimitMs, isLive } from './isLive';
import { createSessionEnds, type EndedSession } from './SessionEnds';

export const tokenBits = 256;
const cacheMs = 5000;
/** The cache is a convenience: emptied when it grows beyond what one node serves at a time. */
const cacheSize = 50_000;
/** Writing "last seen" at every call would be a write per read. */
const seenEveryMs = 60_000;

export type EndReason =
  | 'signed_out'
  | 'signed_out_elsewhere'
  | 'switched'
  | 'password_changed'
  | 'frozen'
  | 'locked'
  | 'ended_by_operator';

export interface OpenedSession {
  readonly token: string;
  readonly userId: string;
  readonly mode: AccountMode;
  readonly expiresAtMs: number;
}

/** `device`: as deviceName says it. `after`: the session that this one carries on; wrong tries are counted over both. */
export type SessionPlace = { readonly device: string } | { readonly after: string };

export interface Sessions extends SessionFinder {
  open(tx: Tx, userId: number, mode: AccountMode, on: SessionPlace): Promise<OpenedSession>;
  end(tx: Tx, sessionId: string, why: EndReason): Promise<void>;
  /** These sessions of the user, within the transaction that is the reason for it. */
  endThese(tx: Tx, userId: number, ids: readonly number[], why: EndReason): Promise<void>;
  /** Every session of the user, within the transaction that is the reason for it. */
  endAllOf(tx: Tx, userId: number, why: EndReason): Promise<void>;
  /** Called within a second of every end. Answers how to stop listening. */
  onEnded(listener: (ended: EndedSession) => void): () => void;
  /** Which of these are over, for whatever reason. */
  over(sessionIds: readonly string[]): Promise<readonly string[]>;
  /** Looks for ends by other processes until stopped. */
  watch(onError: (error: unknown) => void): Repeating;
}

interface Cached {
  readonly user: SignedIn;
  readonly untilMs: number;
}

/** Ends sessions in the database; anyone who serves them learns by `watch`. For processes that hold no sessions (operators). */
export async function endSessionsInDatabase(db: Db | Tx, userId: number, why: EndReason, nowMs: number): Promise<EndedSession[]> {
  const ended = await db
    .updateTable('session')
    .set({ revokedAtMs: nowMs, revokedWhy: why })
    .where('userId', '=', userId)
    .where('revokedAtMs', 'is', null)
    .returning('id')
    .execute();
  return ended.map(({ id }) => ({ sessionId: String(id), userId: String(userId) }));
}

export function createSessions({ db, clock, random, log }: { db: Db; clock: Clock; random: Random; log: Log }): Sessions {
  const cache = new Map<string, Cached>();
  const ends = createSessionEnds({ db, clock, log });
  ends.onEnded(({ sessionId }) => {
    for (const [hash, { user }] of cache) if (user.sessionId === sessionId) cache.delete(hash);
  });

  async function readSession(tokenHash: string, nowMs: number): Promise<SignedIn | undefined> {
    const row = await db
      .selectFrom('session')
      .innerJoin('appUser', 'appUser.id', 'session.userId')
      .select(['session.id', 'session.userId', 'session.mode', 'session.lastSeenAtMs'])
      .where('tokenHash', '=', tokenHash)
      .where((row) => isLive(row, nowMs))
      .executeTakeFirst();
    if (row === undefined) return undefined;
    if (nowMs - row.lastSeenAtMs > seenEveryMs) {
      await db.updateTable('session').set({ lastSeenAtMs: nowMs }).where('id', '=', row.id).execute();
    }
    return { userId: String(row.userId), mode: row.mode, sessionId: String(row.id) };
  }

  return {
    async open(tx, userId, mode, on) {
      const token = random.token(tokenBits);
      const nowMs = clock.now();
      const before = 'after' in on ? sql`from session where id = ${rowId(on.after)}` : undefined;
      const family = before === undefined ? null : sql<number>`(select coalesce(family, id) ${before})`;
      const device = 'device' in on ? on.device : sql<string>`(select device ${before})`;
      // What carries another on is as old as that: a stolen session is not renewed by changing the mode again and again.
      const createdAt = before === undefined ? nowMs : sql<number>`(select created_at_ms ${before})`;
      const { createdAtMs } = await tx
        .insertInto('session')
        .values({ tokenHash: sha256Hex(token), userId, mode, createdAtMs: createdAt, lastSeenAtMs: nowMs, family, device })
        .returning('createdAtMs')
        .executeTakeFirstOrThrow();
      return { token, userId: String(userId), mode, expiresAtMs: createdAtMs + absoluteLimitMs };
    },

    async find(token) {
      const tokenHash = sha256Hex(token);
      const nowMs = clock.now();
      const cached = cache.get(tokenHash);
      if (cached !== undefined && cached.untilMs > nowMs) return cached.user;
      const user = await readSession(tokenHash, nowMs);
      // An end that was told while we were reading must not come back through the cache.
      if (user === undefined || ends.isAnnounced(user.sessionId)) {
        cache.delete(tokenHash);
        return undefined;
      }
      if (cache.size >= cacheSize) cache.clear();
      cache.set(tokenHash, { user, untilMs: nowMs + cacheMs });
      return user;
    },

    async end(tx, sessionId, why) {
      const ended = await tx
        .updateTable('session')
        .set({ revokedAtMs: clock.now(), revokedWhy: why })
        .where('id', '=', rowId(sessionId))
        .where('revokedAtMs', 'is', null)
        .returning(['id', 'userId'])
        .execute();
      ends.announce(ended.map(({ id, userId }) => ({ sessionId: String(id), userId: String(userId) })));
    },

    async endThese(tx, userId, ids, why) {
      if (ids.length === 0) return;
      const ended = await tx
        .updateTable('session')
        .set({ revokedAtMs: clock.now(), revokedWhy: why })
        .where('userId', '=', userId)
        .where('id', 'in', [...ids])
        .where('revokedAtMs', 'is', null)
        .returning('id')
        .execute();
      ends.announce(ended.map(({ id }) => ({ sessionId: String(id), userId: String(userId) })));
    },

    async endAllOf(tx, userId, why) {
      // Told before the commit: nobody is served by a session whose end may already be decided.
      ends.announce(await endSessionsInDatabase(tx, userId, why, clock.now()));
    },

    async over(sessionIds) {
      const live = await db
        .selectFrom('session')
        .innerJoin('appUser', 'appUser.id', 'session.userId')
        .select('session.id')
        .where('session.id', 'in', sessionIds.map(rowId))
        .where((row) => isLive(row, clock.now()))
        .execute();
      const liveIds = new Set(live.map(({ id }) => String(id)));
      return sessionIds.filter((id) => !liveIds.has(id));
    },

    onEnded: (listener) => ends.onEnded(listener),
    watch: (onError) => ends.watch(onError),
  };
}
