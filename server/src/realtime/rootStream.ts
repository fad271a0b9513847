/**
 * Tells every socket each minute's signed root when it is published, and the newest one to who connects: what a device has kept
 * cannot be changed afterwards. Any node may lead the feed, so the log itself is asked.
 */
import type { SignedRoot } from '@tessera/shared/contract';
import { repeat, type Repeating } from '../platform/timers';
import type { Db } from '../store/database';

const roundMs = 1_000;

export interface RootStream {
  /** undefined before the first one is known. */
  newest(): SignedRoot | undefined;
  start(): void;
  stop(): Promise<void>;
}

export interface RootStreamOptions {
  readonly db: Db;
  readonly send: (root: SignedRoot) => void;
  readonly onError: (error: unknown) => void;
}

export function createRootStream({ db, send, onError }: RootStreamOptions): RootStream {
  let newest: SignedRoot | undefined;
  let timer: Repeating | undefined;

  async function look(): Promise<void> {
    const row = await db
      .selectFrom('tickAnchor')
      .select(['minuteMs', 'root', 'keyId', 'signature'])
      .where('signature', 'is not', null)
      .orderBy('minuteMs', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined || row.minuteMs <= (newest?.minuteMs ?? 0) || row.keyId === null || row.signature === null) return;
    newest = { minuteMs: row.minuteMs, root: row.root, keyId: row.keyId, signature: row.signature };
    send(newest);
  }

  return {
    newest: () => newest,
    start() {
      timer = repeat(roundMs, look, onError);
    },
    async stop() {
      await timer?.stop();
    },
  };
}
