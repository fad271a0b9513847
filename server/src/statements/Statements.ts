/** Statements of a person's accounts: in pages, and as a file that is written while it is read. */
import { createHmac, hkdfSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { statementAccounts, accountMode } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { createGate } from '../http/Gate';
import type { Handlers } from '../http/handler';
import type { Clock } from '../platform/Clock';
import { addressOf, readAddress } from '../platform/signedAddress';
import type { Db } from '../store/database';
import { rowId } from '../store/rowId';
import { isSessionLive } from '../uploads/isSessionLive';
import { findRun, readEntries, readStatement, type AskedStatement } from './readStatement';
import { statementCsv } from './statementCsv';
import { statementFileRoute } from './statementFileRoute';

export interface StatementFile {
  readonly name: string;
  /** Read by the one who asked; destroyed when he goes. */
  readonly content: Readable;
}

export interface Statements {
  readonly handlers: Handlers;
  /** What an address loads. Throws DATA_NOT_FOUND for any that loads nothing, and TOO_MANY_REQUESTS. */
  openFile(this: void, query: unknown): Promise<StatementFile>;
}

export interface StatementsDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** A text that nobody can guess. */
  readonly key: () => Promise<string>;
  /** How long a reader may take over one part. */
  readonly idleLimitMs?: number;
}

const filesOfPerson = 2;
/** Of all people together: each part holds a connection while it is read. */
const partsAtOnce = 2;
const partsWaiting = 500;
const partWaitLimitMs = 30_000;
const defaultIdleLimitMs = 120_000;
const secondsUntilNext = '5';

export function createStatements({ db, clock, key, idleLimitMs = defaultIdleLimitMs }: StatementsDeps): Statements {
  const sign = async (text: string) =>
    createHmac('sha256', Buffer.from(hkdfSync('sha256', await key(), '', 'tessera statement addresses', 32)))
      .update(text)
      .digest('base64url');
  const filesOf = new Map<number, number>();
  const parts = createGate({ atOnce: partsAtOnce, maxWaiting: partsWaiting, waitLimitMs: partWaitLimitMs });

  function takePlace(userId: number): () => void {
    const running = filesOf.get(userId) ?? 0;
    if (running >= filesOfPerson)
      throw new AppError('TOO_MANY_REQUESTS', { params: { seconds: secondsUntilNext }, isRetryable: true });
    filesOf.set(userId, running + 1);
    return () => {
      const left = (filesOf.get(userId) ?? 1) - 1;
      if (left === 0) filesOf.delete(userId);
      else filesOf.set(userId, left);
    };
  }

  return {
    handlers: {
      statement: ({ user, request, nowMs }) =>
        readStatement(db, { ...request, userId: rowId(user.userId), mode: user.mode }, nowMs),

      async statementFile({ user, request, nowMs }) {
        const asked = { ...request, userId: rowId(user.userId), mode: user.mode };
        // What the file would be refused with is said here.
        await findRun(db, asked);
        const shown = { id: idOf(asked), viewer: `user:${user.userId}`, session: user.sessionId };
        return { address: await addressOf({ sign, route: statementFileRoute }, shown, nowMs), name: nameOf(asked) };
      },
    },

    async openFile(query) {
      const nowMs = clock.now();
      const shown = await readAddress({ sign, isSessionLive: (of) => isSessionLive(db, of, nowMs) }, query, nowMs);
      const asked = shown && askedOf(shown.id, rowId(shown.viewer.slice('user:'.length)));
      if (asked === undefined) throw new AppError('DATA_NOT_FOUND');
      const leave = takePlace(asked.userId);
      try {
        const run = await findRun(db, asked);
        const idle = idleTimer(idleLimitMs);
        const read = (after: number, most: number) => {
          idle.restart();
          return parts.run('everybody', () => readEntries(db, run, { after, upTo: run.closing.version, most }));
        };
        const content = Readable.from(statementCsv({ asked, run, read }), { objectMode: false });
        idle.onOver(() => content.destroy(new Error('nobody reads this statement any more')));
        content.once('close', () => {
          idle.stop();
          leave();
        });
        return { name: nameOf(asked), content };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

/** A reader who takes nothing would keep his place for ever: the next part is asked for as he takes the one before. */
function idleTimer(limitMs: number) {
  let end = (): void => undefined;
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  const restart = () => {
    stop();
    timer = setTimeout(() => end(), limitMs).unref();
  };
  return {
    stop,
    restart,
    onOver(whenOver: () => void) {
      end = whenOver;
      restart();
    },
  };
}

const idOf = ({ mode, account, asset, fromMs, untilMs }: AskedStatement): string =>
  [mode, account, asset, fromMs, untilMs].join('.');

/** undefined: not as we write it. */
function askedOf(id: string, userId: number): AskedStatement | undefined {
  const [mode, account, asset, fromMs, untilMs] = id.split('.');
  const known = statementAccounts.find((one) => one === account);
  const parsed = accountMode.safeParse(mode);
  if (!parsed.success || known === undefined || asset === undefined) return undefined;
  return { userId, mode: parsed.data, account: known, asset, fromMs: Number(fromMs), untilMs: Number(untilMs) };
}

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
/** By days of UTC; the last one that belongs to it. */
const nameOf = ({ mode, account, asset, fromMs, untilMs }: AskedStatement): string =>
  `tessera-statement-${mode}-${account}-${asset}-${dayOf(fromMs)}-${dayOf(untilMs - 1)}.csv`;
