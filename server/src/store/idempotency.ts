/**
 * One effect per key. A money call runs inside one transaction together with the row that remembers its answer; a repeat
 * of the same key answers the same again, a repeat with other content is refused. Two repeats at the same moment meet at
 * the key's row: the later one waits for the earlier one's commit, then answers from it.
 */
import { AppError, invariant } from '@tessera/shared/errors';
import { sql } from 'kysely';
import { sha256Hex } from '../platform/random';
import { sleep } from '../platform/timers';
import type { Db, Tx } from './database';

export interface OnceCall {
  readonly userId: number;
  /** Name of the call, part of what the key stands for. */
  readonly call: string;
  readonly key: string | undefined;
  readonly request: unknown;
  readonly nowMs: number;
}

export interface OnceAnswer<Response> {
  readonly response: Response;
  readonly isReplay: boolean;
}

/**
 * Runs `work` in a transaction exactly once per (user, key). What `work` answers must survive JSON.
 * A refusal thrown by `work` rolls everything back and is not remembered: the same key may try again.
 */
export async function once<Response>(db: Db, call: OnceCall, work: (tx: Tx) => Promise<Response>): Promise<OnceAnswer<Response>> {
  const { key, hash: requestHash } = claimOf(call);
  return retryAmbiguous(() =>
    db.transaction().execute(async (tx) => {
      const claimed = await tx
        .insertInto('idemRequest')
        .values({ userId: call.userId, key, requestHash, response: '', atMs: call.nowMs })
        .onConflict((conflict) => conflict.columns(['userId', 'key']).doNothing())
        .executeTakeFirst();
      if (claimed.numInsertedOrUpdatedRows === 0n) {
        const earlier = await tx
          .selectFrom('idemRequest')
          .select(['requestHash', 'response'])
          .where('userId', '=', call.userId)
          .where('key', '=', key)
          .executeTakeFirstOrThrow();
        if (earlier.requestHash !== requestHash) throw new AppError('REQUEST_ILLEGAL');
        return { response: JSON.parse(earlier.response) as Response, isReplay: true };
      }
      const response = await work(tx);
      await tx
        .updateTable('idemRequest')
        .set({ response: JSON.stringify(response) })
        .where('userId', '=', call.userId)
        .where('key', '=', key)
        .execute();
      return { response, isReplay: false };
    }),
  );
}

/**
 * The same for many calls with distinct keys, in one transaction. `work` gets the calls that are new and answers each with
 * its response or its refusal; a refused call leaves no trace and may try again.
 */
export async function onceMany<Call extends OnceCall, Response>(
  db: Db,
  calls: readonly Call[],
  work: (tx: Tx, fresh: readonly Call[]) => Promise<readonly (Response | AppError)[]>,
): Promise<(Response | AppError)[]> {
  const keyed = calls.map((call) => ({ ...claimOf(call), call })).sort((a, b) => (a.place < b.place ? -1 : 1));
  return retryAmbiguous(() =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ userId: number; key: string }>`
        insert into idem_request (user_id, key, request_hash, response, at_ms)
        select * from unnest(
          ${keyed.map(({ call }) => call.userId)}::bigint[], ${keyed.map(({ key }) => key)}::text[], ${keyed.map(({ hash }) => hash)}::text[],
          array_fill(''::text, array[${keyed.length}::int]), ${keyed.map(({ call }) => call.nowMs)}::bigint[])
        on conflict (user_id, key) do nothing returning user_id, key`.execute(tx);
      const claimed = new Set(rows.map((row) => placeOf(row.userId, row.key)));
      const answers = new Map<Call, Response | AppError>();
      await answerEarlier(
        tx,
        keyed.filter(({ place }) => !claimed.has(place)),
        answers,
      );
      const fresh = keyed.filter(({ place }) => claimed.has(place));
      const worked =
        fresh.length === 0
          ? []
          : await work(
              tx,
              fresh.map(({ call }) => call),
            );
      fresh.forEach(({ call }, index) => answers.set(call, worked[index] as Response | AppError));
      await rememberAnswers(
        tx,
        fresh.map((one, index) => ({ ...one, answer: worked[index] as Response | AppError })),
      );
      return calls.map((call) => answers.get(call) as Response | AppError);
    }),
  );
}

interface Claim<Call> {
  readonly call: Call;
  readonly key: string;
  readonly hash: string;
  readonly place: string;
}
const placeOf = (userId: number, key: string): string => `${userId} ${key}`;

function claimOf(call: OnceCall): { key: string; hash: string; place: string } {
  const { key } = call;
  invariant(key !== undefined && key !== '', `call ${call.call} moves money and must have an idempotency key`);
  return { key, hash: sha256Hex(`${call.call}\n${canonicalJson(call.request)}`), place: placeOf(call.userId, key) };
}

async function answerEarlier<Call extends OnceCall, Response>(
  tx: Tx,
  claims: readonly Claim<Call>[],
  answers: Map<Call, Response | AppError>,
): Promise<void> {
  if (claims.length === 0) return;
  const { rows } = await sql<{ userId: number; key: string; requestHash: string; response: string }>`
    select user_id, key, request_hash, response from idem_request join unnest(
      ${claims.map(({ call }) => call.userId)}::bigint[], ${claims.map(({ key }) => key)}::text[]) asked (user_id, key) using (user_id, key)`.execute(
    tx,
  );
  const earlier = new Map(rows.map((row) => [placeOf(row.userId, row.key), row]));
  for (const { call, place, hash } of claims) {
    const row = earlier.get(place);
    invariant(row !== undefined, 'a key that could not be claimed is there');
    answers.set(call, row.requestHash === hash ? (JSON.parse(row.response) as Response) : new AppError('REQUEST_ILLEGAL'));
  }
}

async function rememberAnswers<Call extends OnceCall, Response>(
  tx: Tx,
  worked: readonly (Claim<Call> & { readonly answer: Response | AppError })[],
): Promise<void> {
  const kept = worked.filter(({ answer }) => !(answer instanceof AppError));
  const refused = worked.filter(({ answer }) => answer instanceof AppError);
  if (kept.length > 0) {
    await sql`
      update idem_request set response = given.response from unnest(
        ${kept.map(({ call }) => call.userId)}::bigint[], ${kept.map(({ key }) => key)}::text[], ${kept.map(({ answer }) => JSON.stringify(answer))}::text[]
      ) given (user_id, key, response) where idem_request.user_id = given.user_id and idem_request.key = given.key`.execute(tx);
  }
  if (refused.length > 0) {
    await sql`
      delete from idem_request using unnest(${refused.map(({ call }) => call.userId)}::bigint[], ${refused.map(({ key }) => key)}::text[]) given (user_id, key)
      where idem_request.user_id = given.user_id and idem_request.key = given.key`.execute(tx);
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
export async function forgetOldRequests(db: Db, nowMs: number): Promise<void> {
  await sql`delete from idem_request where at_ms < ${nowMs - 30 * 86_400_000}`.execute(db);
}
