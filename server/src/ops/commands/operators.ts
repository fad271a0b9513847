import { operatorRole, type OperatorRole } from '@tessera/shared/operations';
import { sql } from 'kysely';
import { authenticatorEntry, authenticatorKeyBytes } from '../../identity/authenticator';
import { createPasswords } from '../../identity/passwords';
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
    says: 'makes an operator, who types his password himself, here on this machine; prints the key of his one-time codes, once',
    async run(context, input) {
      const { db, clock, machineUser: actor, secret } = context;
      const name = wordOf(input, 'name');
      if (!/^[a-z][a-z0-9.-]{1,31}$/.test(name)) throw new UsageError('a name is 2 to 32 of a-z, 0-9, dot and hyphen');
      const roles = readRoles(flagOf(input, 'roles'));
      const password = await secret(`New password of operator ${name} (${shortestPassword} characters or more): `);
      if ([...password].length < shortestPassword || password.includes(name))
        throw new Refusal(`a password has ${shortestPassword} characters or more, and not the name in it`);
      const userId = readAccount(input.flags['account']);
      const passwordHash = await createPasswords().hash(password);
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
    says: 'another key of one-time codes in place of the one that is lost, printed once; his sessions end',
    async run(context, input) {
      const { db, clock, machineUser: actor } = context;
      const [name, reason] = [wordOf(input, 'name'), flagOf(input, 'reason')];
      const { sealedKey, ...entry } = await drawKey(context, name);
      const nowMs = clock.now();
      await db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ id: number | null }>`
          select renew_operator_key(${name}, ${sealedKey}, ${nowMs}::bigint) as id`.execute(tx);
        if ((rows[0]?.id ?? null) === null) throw new Refusal(`no operator ${name} who is not disabled`);
        await appendAudit(tx, { actor, action: 'operator.key', subject: `operator ${name}`, details: { reason }, nowMs });
      });
      return { rows: [{ name, ...entry }], note: keyNote };
    },
  },
  {
    words: ['operators', 'list'],
    usage: '',
    says: 'who may act for the house, and as what',
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
    says: 'from now on he decides nothing; what he proposed cannot be confirmed any more',
    async ask(server, input) {
      const asked = { name: wordOf(input, 'name'), reason: flagOf(input, 'reason') };
      const { name, disabledAtMs } = await server.call('operatorsDisable', asked);
      return { rows: [{ name, disabled: shownInstant(disabledAtMs) }] };
    },
  },
  {
    words: ['operators', 'enable'],
    usage: '<name> --reason <text>',
    says: 'he has his roles again, and no key: operators key makes one, on the server’s machine; what he had proposed is rejected',
    async ask(server, input) {
      const asked = { name: wordOf(input, 'name'), reason: flagOf(input, 'reason') };
      return { rows: [await server.call('operatorsEnable', asked)] };
    },
  },
];

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
