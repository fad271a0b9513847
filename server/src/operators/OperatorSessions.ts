/**
 * How an operator gets in: name, password and a one-time code, together; the answer to a wrong one does not say which it was.
 * What he holds then is a session of 8 hours at most, which 15 minutes without a call end (migration 0325). Wrong tries stand in
 * the audit log. They are counted by name and network and let the next one from there wait for some seconds; many of one name, from wherever,
 * make each answer late and refuse none, so that nobody keeps an operator from halting a market. Who knows the password and guesses at codes
 * waits longer and longer.
 */
import type { OperatorRole } from '@tessera/shared/operations';
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import { authenticatorStep } from '../identity/authenticator';
import { countOf, createThrottle, type ThrottleRule } from '../identity/throttle';
import { appendAudit } from '../ops/audit';
import { sha256Hex, type Random } from '../platform/random';
import { SealBroken, type SecretBox } from '../platform/secretBox';
import { sleep } from '../platform/timers';
import { visitorOf } from '../platform/addressPrefixes';
import type { Passwords } from '../identity/passwords';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Db } from '../store/database';
import type { ActingOperator } from './ActingOperator';

export interface SignedOperator extends ActingOperator {
  readonly endsAtMs: number;
}

export interface TypedSignIn {
  readonly name: string;
  readonly password: string;
  readonly code: string;
  /** The address that it came from. */
  readonly ip: string;
}

export interface OperatorSessions {
  /**
   * Throws AUTH_WRONG_CREDENTIALS, AUTH_TOO_MANY_TRIES with the seconds to wait, FEATURE_UNAVAILABLE when the password is right and there
   * is no key of one-time codes, or none that opens here.
   */
  begin(typed: TypedSignIn): Promise<SignedOperator & { readonly token: string }>;
  /** undefined: unknown, over, or of somebody who was disabled. */
  find(token: string): Promise<SignedOperator | undefined>;
  end(operator: ActingOperator): Promise<void>;
}

export interface OperatorSessionsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly passwords: Passwords;
  /** Of the keys of one-time codes. */
  readonly box: SecretBox;
  /** Tests hand in their own. */
  readonly wait?: (ms: number) => Promise<void>;
}

const tokenBits = 256;
const byNetwork: ThrottleRule = {
  name: 'operator-network',
  free: 3,
  firstDelayMs: 1000,
  maxDelayMs: 5000,
  forgetAfterMs: 3_600_000,
};
/** Only counted. */
const byName: ThrottleRule = { name: 'operator', free: 1, firstDelayMs: 0, maxDelayMs: 0, forgetAfterMs: 3_600_000 };
/** So many wrong tries of one name in an hour are answered at once, however many networks they come from. */
const freeOfName = 20;
const lateByMs = 100;
const latestMs = 3000;
const byCode: ThrottleRule = {
  name: 'operator-code',
  free: 5,
  firstDelayMs: 5000,
  maxDelayMs: 900_000,
  forgetAfterMs: 86_400_000,
};
/** Names that nobody has are counted together: what is typed there is kept nowhere. */
const nobody = '(nobody)';

export const operatorKeyLabel = (name: string): string => `one-time codes of operator ${name}`;

export function createOperatorSessions({
  db,
  clock,
  random,
  log,
  passwords,
  box,
  wait = sleep,
}: OperatorSessionsDeps): OperatorSessions {
  const throttle = createThrottle({ db, clock });

  async function refuse(name: string, action: 'wrong-password' | 'wrong-code', wrong: number): Promise<never> {
    await db.transaction().execute((tx) =>
      appendAudit(tx, {
        actor: name,
        action: `operator.${action}`,
        subject: `operator ${name}`,
        details: { wrong },
        nowMs: clock.now(),
      }),
    );
    throw new AppError('AUTH_WRONG_CREDENTIALS');
  }

  async function openKey(name: string, sealed: Buffer | null): Promise<Buffer> {
    if (sealed === null) throw new AppError('FEATURE_UNAVAILABLE');
    return box.open(sealed, operatorKeyLabel(name)).catch((error: unknown) => {
      if (!(error instanceof SealBroken)) throw error;
      log.error({ err: error }, "an operator's key of one-time codes does not open: is ACCOUNT_KEY the one it was sealed with?");
      throw new AppError('FEATURE_UNAVAILABLE', { cause: error });
    });
  }

  async function find(token: string): Promise<SignedOperator | undefined> {
    const sessionHash = sha256Hex(token);
    const { rows } = await sql<{ id: number; name: string; roles: OperatorRole[]; sessionId: number; endsAtMs: number }>`
      select id, name, roles, session_id, ends_at_ms from operator_of(${sessionHash}, ${clock.now()}::bigint)`.execute(db);
    return rows[0] && { ...rows[0], sessionHash };
  }

  return {
    async begin(typed) {
      const { rows } = await sql<{ id: number; name: string; passwordHash: string; sealedKey: Buffer | null }>`
        select * from operator_login(${typed.name})`.execute(db);
      const [row] = rows;
      const name = row?.name ?? nobody;
      const [ofName, ofNetwork] = [countOf(byName, name), countOf(byNetwork, `${name} ${visitorOf(typed.ip)}`)];
      // Counted before it is looked at: parallel guesses wait for one another.
      await throttle.attempt(ofNetwork, ofName);
      const tries = await throttle.count(ofName);
      await wait(Math.min(latestMs, Math.max(0, tries - freeOfName) * lateByMs));
      if (!(await passwords.verify(row?.passwordHash, typed.password)) || row === undefined)
        return refuse(name, 'wrong-password', tries);
      await throttle.attempt(countOf(byCode, name));
      const key = await openKey(name, row.sealedKey);
      const nowMs = clock.now();
      const step = authenticatorStep(key, typed.code.replaceAll(' ', ''), nowMs);
      const token = random.token(tokenBits);
      const opened =
        step !== undefined &&
        (await db.transaction().execute(async (tx) => {
          const answer = await sql<{ id: number | null }>`
            select open_operator_session(${row.id}::bigint, ${step}::bigint, ${sha256Hex(token)}, ${nowMs}::bigint) as id`.execute(
            tx,
          );
          const id = answer.rows[0]?.id ?? null;
          if (id !== null)
            await appendAudit(tx, {
              actor: name,
              action: 'operator.sign-in',
              subject: `operator ${name}`,
              details: { session: id },
              nowMs,
            });
          return id !== null;
        }));
      const operator = opened ? await find(token) : undefined;
      if (operator === undefined) return refuse(name, 'wrong-code', await throttle.count(countOf(byCode, name)));
      await throttle.forgive(ofName);
      await throttle.forgive(ofNetwork);
      await throttle.forgive(countOf(byCode, name));
      return { ...operator, token };
    },

    find,

    async end({ name, sessionHash }) {
      const nowMs = clock.now();
      await db.transaction().execute(async (tx) => {
        await sql`select end_operator_session(${sessionHash}, ${nowMs}::bigint)`.execute(tx);
        await appendAudit(tx, { actor: name, action: 'operator.sign-out', subject: `operator ${name}`, details: {}, nowMs });
      });
    },
  };
}
