import { operatorRole, type OperatorRole } from '@tessera/shared/operations';
import { sql, type RawBuilder } from 'kysely';
import { authenticatorEntry, authenticatorKeyBytes } from '../../identity/authenticator';
import { operatorKeyLabel } from '../../operators/OperatorSessions';
import { parseRowId } from '../../store/rowId';
import { appendAudit } from '../audit';
import {
  flagOf,
  Refusal,
  shownInstant,
  UsageError,
  wordOf,
  type Command,
  type CommandContext,
  type ServerCommand,
} from '../Command';

const shortestPassword = 12;
const keyNote = 'Type the key into an authenticator app now, or let it read the address as a QR code: neither is shown again.';

export const operatorCommands: readonly (Command | ServerCommand)[] = [
  {
    words: ['operators', 'add'],
    usage: `<name> --roles ${operatorRole.options.join(',')} [--account <his own user id>]`,
    says: 'adds an operator, who types his own password on this machine; prints the key of his one-time codes, once',
    async run(context, input) {
      const { db, clock, machineUser: actor } = context;
      const name = wordOf(input, 'name');
      if (!/^[a-z][a-z0-9.-]{1,31}$/.test(name)) throw new UsageError('a name is 2 to 32 of a-z, 0-9, dot and hyphen');
      const roles = readRoles(flagOf(input, 'roles'));
      const userId = readAccount(input.flags['account']);
      const passwordHash = await typeNewPassword(context, name);
      const { sealedKey, ...entry } = await drawKey(context, name);
      const nowMs = clock.now();
      await db.transaction().execute(async (tx) => {
        const { rows } = await sql<{
          id: number | null;
        }>`select add_operator(${name}, ${passwordHash}, ${roles}::text[], ${sealedKey},
          ${userId}::bigint, ${nowMs}::bigint) as id`.execute(tx);
        const id = rows[0]?.id ?? null;
        if (id === null) throw new Refusal(`there is or was an operator ${name}: names are not used twice`);
        await appendAudit(tx, {
          actor,
          action: 'operator.add',
          subject: `operator ${name}`,
          details: { id, roles, userId },
          nowMs,
        });
      });
      return { rows: [{ name, roles: roles.join(','), added: shownInstant(nowMs), ...entry }], note: keyNote };
    },
  },
  {
    words: ['operators', 'key'],
    usage: '<name> --reason <text>',
    says: 'a new key of one-time codes for a lost one, printed once; his sessions end',
    async run(context, input) {
      const [name, reason] = [wordOf(input, 'name'), flagOf(input, 'reason')];
      const { sealedKey, ...entry } = await drawKey(context, name);
      const nowMs = context.clock.now();
      await change(context, sql`renew_operator_key(${name}, ${sealedKey}, ${nowMs}::bigint)`, {
        action: 'operator.key',
        name,
        details: { reason },
        nowMs,
      });
      return { rows: [{ name, ...entry }], note: keyNote };
    },
  },
  {
    words: ['operators', 'password'],
    usage: '<name> --reason <text>',
    says: 'a new password, which he types himself on this machine; his sessions end',
    async run(context, input) {
      const [name, reason] = [wordOf(input, 'name'), flagOf(input, 'reason')];
      const passwordHash = await typeNewPassword(context, name);
      const nowMs = context.clock.now();
      await change(context, sql`renew_operator_password(${name}, ${passwordHash}, ${nowMs}::bigint)`, {
        action: 'operator.password',
        name,
        details: { reason },
        nowMs,
      });
      return { rows: [{ name, changed: shownInstant(nowMs) }] };
    },
  },
  {
    words: ['operators', 'account'],
    usage: '<name> --account <his own user id> --reason <text>',
    says: 'sets his own account at the exchange, about which he cannot decide',
    async run(context, input) {
      const [name, reason] = [wordOf(input, 'name'), flagOf(input, 'reason')];
      const account = readAccount(flagOf(input, 'account'));
      await change(context, sql`set_operator_account(${name}, ${account}::bigint)`, {
        action: 'operator.account',
        name,
        details: { reason, userId: account },
        nowMs: context.clock.now(),
      });
      return { rows: [{ name, account }] };
    },
  },
  {
    words: ['operators', 'list'],
    usage: '',
    says: 'the operators and their roles',
    async ask(server) {
      const { operators } = await server.call('operatorsList', {});
      return {
        rows: operators.map(({ name, roles, createdAtMs, disabledAtMs, lastSignInMs, hasKey }) => ({
          name,
          roles: roles.join(','),
          added: shownInstant(createdAtMs),
          disabled: shownInstant(disabledAtMs),
          lastSignIn: shownInstant(lastSignInMs),
          hasKey,
        })),
      };
    },
  },
  {
    words: ['operators', 'disable'],
    usage: '<name> --reason <text>',
    says: 'he can no longer decide anything; what he proposed can no longer be confirmed',
    async ask(server, input) {
      const asked = { name: wordOf(input, 'name'), reason: flagOf(input, 'reason') };
      const { name, disabledAtMs } = await server.call('operatorsDisable', asked);
      return { rows: [{ name, disabled: shownInstant(disabledAtMs) }] };
    },
  },
  {
    words: ['operators', 'enable'],
    usage: '<name> --reason <text>',
    says: 'restores his roles, but not his key: operators key makes a new one, on the server’s machine; what he had proposed is rejected',
    async ask(server, input) {
      const asked = { name: wordOf(input, 'name'), reason: flagOf(input, 'reason') };
      return { rows: [await server.call('operatorsEnable', asked)] };
    },
  },
];

/** `by` answers the operator's number; null: nobody of that name, or disabled. */
async function change(
  { db, machineUser: actor }: CommandContext,
  by: RawBuilder<unknown>,
  { action, name, details, nowMs }: { action: string; name: string; details: Readonly<Record<string, unknown>>; nowMs: number },
): Promise<void> {
  await db
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ id: number | null }>`select ${by} as id`.execute(tx);
      if ((rows[0]?.id ?? null) === null) throw new Refusal(`no operator ${name} who is not disabled`);
      await appendAudit(tx, { actor, action, subject: `operator ${name}`, details, nowMs });
    })
    .catch((error: unknown) => {
      const { constraint } = error as { readonly constraint?: unknown };
      if (constraint === 'operator_user_id_key') throw new Refusal('that account is another operator’s');
      if (constraint === 'operator_user_id_fkey') throw new Refusal('there is no such account');
      throw error;
    });
}

async function typeNewPassword({ secret, passwords }: CommandContext, name: string): Promise<string> {
  const password = await secret(`New password of operator ${name} (${shortestPassword} characters or more): `);
  if ([...password].length < shortestPassword || password.includes(name))
    throw new Refusal(`a password has ${shortestPassword} characters or more, and not the name in it`);
  return passwords.hash(password);
}

async function drawKey({ random, box }: Pick<CommandContext, 'random' | 'box'>, name: string) {
  const key = random.bytes(authenticatorKeyBytes);
  const { secret, uri } = authenticatorEntry(key, name);
  return { sealedKey: await box.seal(key, operatorKeyLabel(name)), key: secret, address: uri };
}

function readAccount(text: string | undefined): number | null {
  if (text === undefined) return null;
  const id = parseRowId(text);
  if (id === undefined) throw new UsageError('--account is the number of his own account at the exchange');
  return id;
}

function readRoles(text: string): OperatorRole[] {
  const words = [...new Set(text.split(','))];
  const roles = operatorRole.options.filter((role) => words.includes(role));
  if (roles.length !== words.length)
    throw new UsageError(`roles are any of ${operatorRole.options.join(', ')}, with commas between`);
  return roles;
}
