/**
 * What a person asks for is ordered by the tick log: it is accepted before every tick that can decide it is public
 * (docs/decisions/0031-acceptance-is-ordered-by-the-log.md). Its instant is read under the locks it needs (`acceptedAt`), and at
 * commit the database refuses it (T0005) when a tick after that instant came out meanwhile. Then it is tried again, at the log's
 * new head. An order is refused in the end when it could not be accepted within the published time of its arrival, or of its
 * sending: nobody is put into a position at a price that he could no longer expect.
 */
import { AppError } from '@tessera/shared/errors';
import { acceptAfterSentMs, acceptWithinMs, acceptWithinTicks, clockAheadMs } from '@tessera/shared/fairness';
import { sql } from 'kysely';
import type { Clock } from '../platform/Clock';
import type { Tx } from '../store/database';
import type { LatestTick } from './symbolNow';

/** Ticks are written some times a second and a commit takes milliseconds; an order's time is over before this. */
const maxTries = 20;

/** SQLSTATE of a commit that a tick overtook. */
export const overtaken = 'T0005';
const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null ? (error as { readonly code?: unknown }).code : undefined;

/** Somebody else held what was needed for longer than the transaction wanted to wait. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

const tooLate = (): AppError => new AppError('ORDER_TOO_LATE', { isRetryable: true });

/** An order on its way: when it came in, and what it says of its sending. */
export interface Arrival {
  readonly receivedMs: number;
  /** In the server's clock as the client knows it. */
  readonly sentAtMs?: number | undefined;
  /** The last tick of the symbol that the client has seen. */
  readonly seenSeq?: number | undefined;
}

/** For a request to close, to change or to take back: it is never too late for those, only later. `work` is repeated as a whole. */
export async function acceptInOrder<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== overtaken) throw error;
      if (attempt >= maxTries) throw new AppError('PLEASE_RETRY', { isRetryable: true, cause: error });
    }
  }
}

/**
 * For an order. `receivedMs`: when the request came in; what it says of its sending is judged by `work`, because a repeat of what
 * was accepted is answered however late. What waited too long for rows of the acceptance itself is too late; an
 * earlier sending that is still worked may yet be accepted, and `once` says so by itself.
 */
export async function acceptInTime<T>(clock: Clock, receivedMs: number, work: () => Promise<T>): Promise<T> {
  try {
    return await acceptInOrder(() => {
      requireInTime(clock, { receivedMs });
      return work();
    });
  } catch (error) {
    if (isLockTimeout(error)) throw tooLate();
    throw error;
  }
}

/**
 * Call it under the locks, and again when all is written. Throws ORDER_TOO_LATE; ORDER_CLOCK_AHEAD when the client believes the
 * server's clock to be where it is not yet: it asks for the time and sends again.
 */
export function requireInTime(clock: Clock, { receivedMs, sentAtMs = receivedMs }: Arrival): void {
  if (sentAtMs > receivedMs + clockAheadMs) throw new AppError('ORDER_CLOCK_AHEAD', { isRetryable: true });
  const nowMs = clock.now();
  if (nowMs - receivedMs > acceptWithinMs || nowMs - sentAtMs > acceptAfterSentMs) throw tooLate();
}

/** The head at acceptance against what the client saw: not before it, and not far after it. Throws ORDER_TOO_LATE. */
export function requireSeen(head: LatestTick, { seenSeq = head.seq }: Pick<Arrival, 'seenSeq'>): void {
  if (head.seq < seenSeq || head.seq > seenSeq + acceptWithinTicks) throw tooLate();
}

/** No lock of this transaction is waited for longer than an order may take. */
export async function limitWaits(tx: Tx, limitMs = acceptWithinMs): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${limitMs}ms`}, true)`.execute(tx);
}

/** The instant of acceptance: not before the head of the log, whose clock may be a little ahead of ours. */
export const acceptedAt = (nowMs: number, latest: LatestTick | undefined): number => Math.max(nowMs, latest?.atMs ?? nowMs);
