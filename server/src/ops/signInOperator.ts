/**
 * Who acts, proved by his own password. `--as` (or the name on this machine) says whom to ask for it; nobody is believed by his
 * name alone. What the database then writes down is the operator's row.
 */
import type { OperatorRole } from '@tessera/shared/contract';
import { createPasswords } from '../identity/passwords';
import { actAsOwner } from './actAsOwner';
import { Refusal, type CommandContext } from './Command';

export interface SignedOperator {
  readonly id: number;
  readonly name: string;
  /** The one of the allowed roles that he acts in. */
  readonly role: OperatorRole;
}

const passwords = createPasswords();

/** `allowed`: roles that may do this. Throws Refusal; the same one for an unknown name and a wrong password. */
export async function signInOperator(
  { db, actor, secret }: Pick<CommandContext, 'db' | 'actor' | 'secret'>,
  allowed: readonly OperatorRole[],
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
  if (!(await passwords.verify(row?.passwordHash, typed)) || row === undefined)
    throw new Refusal(`no operator ${actor} with that password`);
  const role = allowed.find((one) => row.roles.includes(one));
  if (role === undefined) throw new Refusal(`${actor} is none of ${allowed.join(', ')}`);
  return { id: row.id, name: row.name, role };
}

export const hashOperatorPassword = (password: string): Promise<string> => passwords.hash(password);
