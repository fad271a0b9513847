/**
 * One effect per (person, call, key). A money call runs inside one transaction together with the row that remembers its
 * answer; a repeat of the same key answers the same again, a repeat with other content is refused. Of two repeats at the
 * same moment the later one waits for the earlier one's commit, then answers from it: alone (`once`) at the row, in a batch
 * with others (`onceMany`) outside of it, because a held key delays its owner only.
 */
import { AppError, invariant } from '@tessera/shared/errors';
import { sql } from 'kysely';
import { sha256Hex } from '../platform/random';
import { sleep } from '../platform/timers';
import type { Db, Tx } from './database';
import { deleteInSteps } from './deleteInSteps';
import { heldElsewhere, type HeldElsewhere } from './groupCommit';

export interface OnceCall {
  readonly userId: number;
  /** Name of the call: the same key of another call is another request. */
  readonly call: string;
  readonly key: string | undefined;
  readonly request: unknown;
  readonly nowMs: number;
}

export interface OnceAnswer<Response> {
  readonly response: Response;
  readonly isReplay: boolean;
}

/** How long a call waits for an earlier sending of itself. */
const keyWaitMs = 4000;

/**
 * Runs `work` in a transaction exactly once per (user, call, key). What `work` answers must survive JSON.
 * A refusal thrown by `work` rolls everything back and is not remembered: the same key may try again.
 * Rejects with PLEASE_RETRY when an earlier sending of the same is not done within 4 seconds: what becomes of it is open.
 */
export async function once<Response>(db: Db, call: OnceCall, work: (tx: Tx) => Promise<Response>): Promise<OnceAnswer<Response>> {
  const claims = [claimOf(call)];
  return retryAmbiguous(() =>
    db.transaction().execute(async (tx) => {
      const [claimed] = await claimKeys(tx, claims, keyWaitMs).catch((error: unknown) => {
        throw isLockTimeout(error) ? new AppError('PLEASE_RETRY', { isRetryable: true, cause: error }) : error;
      });
      invariant(claimed !== undefined, 'one key in, one state out');
      if (claimed.state !== 'fresh') {
        const response = earlierAnswer<Response>(claimed);
        if (response instanceof AppError) throw response;
        return { response, isReplay: true };
      }
      const answer = await work(tx);
      await rememberAnswers(tx, [{ ...claimed, answer }]);
      return { response: answer, isReplay: false };
    }),
  );
}

/**
 * What an earlier sending of the same was answered; undefined where there was none. For a call that asks for a proof that serves once,
 * before it asks. Throws REQUEST_ILLEGAL for a key that belongs to other content.
 */
export async function answeredBefore<Response>(db: Db, call: OnceCall): Promise<Response | undefined> {
  const { key, hash } = claimOf(call);
  const row = await db
    .selectFrom('idemRequest')
    .select(['requestHash', 'response'])
    .where('userId', '=', call.userId)
    .where('call', '=', call.call)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.requestHash !== hash) throw new AppError('REQUEST_ILLEGAL');
  return JSON.parse(row.response) as Response;
}

/**
 * The same for many calls with distinct keys, in one transaction. `work` gets the calls that are new and answers each with
 * its response or its refusal; a refused call leaves no trace and may try again. A call whose key another transaction
 * holds is answered heldElsewhere and was not worked: it may try again in a moment.
 */
export async function onceMany<Call extends OnceCall, Response>(
  db: Db,
  calls: readonly Call[],
  work: (tx: Tx, fresh: readonly Call[]) => Promise<readonly (Response | AppError)[]>,
): Promise<(Response | AppError | HeldElsewhere)[]> {
  const claims = calls.map(claimOf);
  const working = retryAmbiguous(() =>
    db.transaction().execute(async (tx) => {
      const claimed = await claimKeys(tx, claims, 0).catch((error: unknown) => {
        throw isLockTimeout(error) ? new RowHeld(error) : error;
      });
      const fresh = claimed.filter(({ state }) => state === 'fresh');
      const worked =
        fresh.length === 0
          ? []
          : await work(
              tx,
              fresh.map(({ call }) => call),
            );
      const answered = fresh.map((claim, index) => ({ ...claim, answer: worked[index] as Response | AppError }));
      await rememberAnswers(tx, answered);
      const answers = new Map(answered.map(({ call, answer }) => [call, answer]));
      return claimed.map((claim) => {
        if (claim.state === 'fresh') return answers.get(claim.call) as Response | AppError;
        return claim.state === 'held' ? heldElsewhere : earlierAnswer<Response>(claim);
      });
    }),
  );
  try {
    return await working;
  } catch (error) {
    // Of several calls nobody knows whose row it is: each tries alone then.
    if (error instanceof RowHeld && calls.length === 1) return [heldElsewhere];
    throw error;
  }
}

/** A row of a key is held by a transaction that took no advisory lock. */
class RowHeld extends Error {
  constructor(cause: unknown) {
    super("a key's row is held by another transaction", { cause });
  }
}

interface Claim<Call> {
  readonly call: Call;
  readonly key: string;
  readonly hash: string;
}
interface Claimed<Call> extends Claim<Call> {
  /** Claimed now; answered before; or worked by another transaction at this moment. */
  readonly state: 'fresh' | 'known' | 'held';
  readonly requestHash: string;
  readonly response: string;
}

function claimOf<Call extends OnceCall>(call: Call): Claim<Call> {
  const { key } = call;
  invariant(key !== undefined && key !== '', `call ${call.call} moves money and must have an idempotency key`);
  return { call, key, hash: sha256Hex(`${call.call}\n${canonicalJson(call.request)}`) };
}

/** In the order given. Without a wait (0) nothing stands still for a held key. */
async function claimKeys<Call extends OnceCall>(
  tx: Tx,
  claims: readonly Claim<Call>[],
  waitMs: number,
): Promise<Claimed<Call>[]> {
  const { rows } = await sql<Pick<Claimed<Call>, 'state' | 'requestHash' | 'response'>>`
    select * from claim_keys(
      ${claims.map(({ call }) => call.userId)}::bigint[], ${claims.map(({ call }) => call.call)}::text[],
      ${claims.map(({ key }) => key)}::text[], ${claims.map(({ hash }) => hash)}::text[],
      ${claims.map(({ call }) => call.nowMs)}::bigint[], ${waitMs}::int)`.execute(tx);
  return claims.map((claim, index) => {
    const row = rows[index];
    invariant(row !== undefined, `claim_keys must answer ${claims.length} states, got ${rows.length}`);
    return { ...claim, ...row };
  });
}

const earlierAnswer = <Response>({ requestHash, hash, response }: Claimed<OnceCall>): Response | AppError =>
  requestHash === hash ? (JSON.parse(response) as Response) : new AppError('REQUEST_ILLEGAL');

async function rememberAnswers(tx: Tx, worked: readonly (Claim<OnceCall> & { readonly answer: unknown })[]): Promise<void> {
  const kept = worked.filter(({ answer }) => !(answer instanceof AppError));
  const refused = worked.filter(({ answer }) => answer instanceof AppError);
  if (kept.length > 0) {
    await sql`
      update idem_request set response = given.response from unnest(
        ${kept.map(({ call }) => call.userId)}::bigint[], ${kept.map(({ call }) => call.call)}::text[],
        ${kept.map(({ key }) => key)}::text[], ${kept.map(({ answer }) => JSON.stringify(answer))}::text[]
      ) given (user_id, call, key, response)
      where (idem_request.user_id, idem_request.call, idem_request.key) = (given.user_id, given.call, given.key)`.execute(tx);
  }
  if (refused.length > 0) {
    await sql`
      delete from idem_request using unnest(
        ${refused.map(({ call }) => call.userId)}::bigint[], ${refused.map(({ call }) => call.call)}::text[],
        ${refused.map(({ key }) => key)}::text[]) given (user_id, call, key)
      where (idem_request.user_id, idem_request.call, idem_request.key) = (given.user_id, given.call, given.key)`.execute(tx);
  }
}

/** Keys in order, so that the same content has the same hash however it was written. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

const isLockTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { code?: unknown }).code === '55P03';

const deadlock = '40P01';
const serializationFailure = '40001';
/** Lost while working or committing: nobody knows whether it happened, so the work must carry a key to be repeated. */
const lostConnection = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  'ECONNRESET',
  'EPIPE',
  'ECONNREFUSED',
  'ENOENT',
]);
const lostMessages =
  /Connection terminated|Connection ended|Client has encountered a connection error|timeout exceeded when trying to connect/;

export function isTransient(error: unknown): boolean {
  // By shape, not by class: the socket's own errors may come from another realm than this file's Error.
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    code === deadlock ||
    code === serializationFailure ||
    (typeof code === 'string' && lostConnection.has(code)) ||
    (typeof message === 'string' && lostMessages.test(message))
  );
}

/** Repeats work that is safe to repeat (it carries a key) while the database is restarting or chose us as a victim. */
export async function retryAmbiguous<T>(work: () => Promise<T>, tries = 6): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= tries || !isTransient(error)) throw error;
      await pause(attempt);
    }
  }
}

const pause = (attempt: number) => sleep(20 * 2 ** attempt);

/** Forgets answers that no client will ask for again. */
export const forgetOldRequests = (db: Db, nowMs: number): Promise<void> =>
  deleteInSteps(db, 'idem_request', sql`at_ms < ${nowMs - 30 * 86_400_000}`);
