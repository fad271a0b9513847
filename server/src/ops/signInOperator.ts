/**
 * Who acts, proved by his own password. `--as` (or the name on this machine) says whom to ask for it; nobody is believed by his
 * name alone. What the database then writes down is the operator's row. Wrong passwords are counted by name, slow the next try by
 * some seconds at most, and stand in the audit log: guessing is slow and seen, and nobody is kept from halting a market.
 */
import type { PublicRole } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { createPasswords } from '../identity/passwords';
import { countOf, createThrottle, type ThrottleRule } from '../identity/throttle';
import { actAsOwner } from './actAsOwner';
import { appendAudit } from './audit';
import { Refusal, type CommandContext } from './Command';

export interface SignedOperator {
  readonly id: number;
  readonly name: string;
  /** The one of the allowed roles that he acts in. */
  readonly role: PublicRole;
}

const passwords = createPasswords();
const byName: ThrottleRule = { name: 'operator', free: 3, firstDelayMs: 1000, maxDelayMs: 5000, forgetAfterMs: 3_600_000 };
/** Names that nobody has are counted together: what is typed there is kept nowhere. */
const nobody = '(nobody)';

/** `allowed`: roles that may do this. Throws Refusal; the same one for an unknown name and a wrong password. */
export async function signInOperator(
  { db, clock, actor, secret }: Pick<CommandContext, 'db' | 'clock' | 'actor' | 'secret'>,
  allowed: readonly PublicRole[],
): Promise<SignedOperator> {
  const typed = await secret(`Password of operator ${actor}: `);
  const row = await db.transaction().execute(async (tx) => {
    await actAsOwner(tx);
    return tx
      .selectFrom('operator')
      .select(['id', 'name', 'passwordHash', 'roles'])
      .where('name', '=', actor)
      .where('disabledAtMs', 'is', null)
      .executeTakeFirst();
  });
  const name = row?.name ?? nobody;
  const throttle = createThrottle({ db, clock });
  // Counted before the password is looked at: parallel guesses wait for one another.
  await throttle.attempt(countOf(byName, name)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'AUTH_TOO_MANY_TRIES')
      throw new Refusal(
        `too many wrong passwords of operator ${actor}: try again in ${error.params['seconds'] ?? 'some'} seconds`,
      );
    throw error;
  });
  if (!(await passwords.verify(row?.passwordHash, typed)) || row === undefined) {
    const wrong = await throttle.count(countOf(byName, name));
    await db.transaction().execute((tx) =>
      appendAudit(tx, {
        actor: name,
        action: 'operator.wrong-password',
        subject: `operator ${name}`,
        details: { wrong },
        nowMs: clock.now(),
      }),
    );
    throw new Refusal(`no operator ${actor} with that password`);
  }
  await throttle.forgive(countOf(byName, name));
  const role = allowed.find((one) => row.roles.includes(one));
  if (role === undefined) throw new Refusal(`${actor} is none of ${allowed.join(', ')}`);
  return { id: row.id, name: row.name, role };
}

export const hashOperatorPassword = (password: string): Promise<string> => passwords.hash(password);
