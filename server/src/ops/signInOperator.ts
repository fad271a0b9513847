/**
 * Who acts on the server's machine, proved by his own password and one-time code. `--as` (or the name on this machine) says whom to ask for
 * them; nobody is believed by his name alone. What the database then writes down is the operator's row.
 */
import type { PublicRole } from '@tessera/shared/contract';
import type { OperatorRole } from '@tessera/shared/operations';
import { AppError } from '@tessera/shared/errors';
import { Refusal, type CommandContext } from './Command';

export interface ProvedOperator<Role extends OperatorRole = PublicRole> {
  readonly id: number;
  readonly name: string;
  /** The one of the allowed roles that he acts in. */
  readonly role: Role;
}

/** `allowed`: roles that may do this. Throws Refusal; the same one for an unknown name, a wrong password and a wrong code. */
export async function signInOperator<Role extends OperatorRole>(
  { operator: name, sessions, secret }: Pick<CommandContext, 'operator' | 'sessions' | 'secret'>,
  allowed: readonly Role[],
): Promise<ProvedOperator<Role>> {
  const password = await secret(`Password of operator ${name}: `);
  const code = await secret(`One-time code of operator ${name}: `);
  const proved = await sessions.begin({ name, password, code }).catch((error: unknown) => {
    throw toRefusal(error, name);
  });
  // For this one command.
  await sessions.end(proved);
  const role = allowed.find((one) => proved.roles.includes(one));
  if (role === undefined) throw new Refusal(`${name} is none of ${allowed.join(', ')}`);
  return { id: proved.id, name: proved.name, role };
}

function toRefusal(error: unknown, name: string): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'AUTH_WRONG_CREDENTIALS') return new Refusal(`no operator ${name} with that password and one-time code`);
  if (error.code === 'AUTH_TOO_MANY_TRIES')
    return new Refusal(`too many wrong tries of operator ${name}: try again in ${error.params['seconds'] ?? 'some'} seconds`);
  if (error.code === 'FEATURE_UNAVAILABLE')
    return new Refusal(`${name} has no key of one-time codes that opens here: operators key ${name} makes one`);
  return error;
}
