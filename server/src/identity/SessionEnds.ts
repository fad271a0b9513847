/**
 * Who is told that a session ended: each end once, no matter who decided it. Ends of other processes are looked for in the database.
 */
import { repeat, type Repeating } from '../platform/timers';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Db } from '../store/database';

const watchEveryMs = 500;
/** Ends this old are looked at again: another process may commit late or its clock be behind. */
const watchOverlapMs = 30_000;

export interface EndedSession {
  readonly sessionId: string;
  readonly userId: string;
}

export interface SessionEnds {
  announce(ended: readonly EndedSession[]): void;
  /** It was announced a short while ago. */
  isAnnounced(sessionId: string): boolean;
  /** Answers how to stop listening. */
  onEnded(listener: (ended: EndedSession) => void): () => void;
  /** Looks for ends by other processes until stopped. */
  watch(onError: (error: unknown) => void): Repeating;
}

export function createSessionEnds({
  db,
  clock,
  log,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
}): SessionEnds {
  const listeners = new Set<(ended: EndedSession) => void>();
  const announcedAtMs = new Map<string, number>();

  function announce(ended: readonly EndedSession[]): void {
    const forgottenMs = clock.now() - 2 * watchOverlapMs;
    for (const [sessionId, atMs] of announcedAtMs) if (atMs < forgottenMs) announcedAtMs.delete(sessionId);
    for (const session of ended) {
      if (announcedAtMs.has(session.sessionId)) continue;
      announcedAtMs.set(session.sessionId, clock.now());
      for (const listener of listeners) {
        try {
          listener(session);
        } catch (error) {
          log.error({ err: error }, 'a listener of ended sessions failed');
        }
      }
    }
  }

  async function look(): Promise<void> {
    const sinceMs = clock.now() - watchOverlapMs;
    const rows = await db.selectFrom('session').select(['id', 'userId']).where('revokedAtMs', '>', sinceMs).execute();
    announce(rows.map(({ id, userId }) => ({ sessionId: String(id), userId: String(userId) })));
  }

  return {
    announce,
    isAnnounced: (sessionId) => announcedAtMs.has(sessionId),
    onEnded(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    watch: (onError) => repeat(watchEveryMs, look, onError),
  };
}
