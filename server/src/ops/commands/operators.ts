import { operatorRole, type OperatorRole } from '@tessera/shared/operations';
import { actAsOwner } from '../actAsOwner';
import { appendAudit } from '../audit';
import { flagOf, Refusal, shownInstant, UsageError, wordOf, type Command } from '../Command';
import { hashOperatorPassword } from '../signInOperator';

const shortestPassword = 12;

export const operatorCommands: readonly Command[] = [
  {
    words: ['operators', 'add'],
    usage: `<name> --roles ${operatorRole.options.join(',')}`,
    says: 'makes an operator; he types his password himself, here on this machine',
    async run({ db, clock, actor, secret }, input) {
      const name = wordOf(input, 'name');
      if (!/^[a-z][a-z0-9.-]{1,31}$/.test(name)) throw new UsageError('a name is 2 to 32 of a-z, 0-9, dot and hyphen');
      const roles = readRoles(flagOf(input, 'roles'));
      const password = await secret(`New password of operator ${name} (${shortestPassword} characters or more): `);
      if ([...password].length < shortestPassword || password.includes(name))
        throw new Refusal(`a password has ${shortestPassword} characters or more, and not the name in it`);
      const passwordHash = await hashOperatorPassword(password);
      const nowMs = clock.now();
      await db.transaction().execute(async (tx) => {
        await actAsOwner(tx);
        const made = await tx
          .insertInto('operator')
          .values({ name, passwordHash, roles, createdAtMs: nowMs, disabledAtMs: null })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returning('id')
          .executeTakeFirst();
        if (made === undefined) throw new Refusal(`there is or was an operator ${name}: names are not used twice`);
        await appendAudit(tx, {
          actor,
          action: 'operator.add',
          subject: `operator ${name}`,
          details: { id: made.id, roles },
          nowMs,
        });
      });
      return { rows: [{ name, roles: roles.join(','), added: shownInstant(nowMs) }] };
    },
  },
  {
    words: ['operators', 'list'],
    usage: '',
    says: 'who may act for the house, and as what',
    async run({ db }) {
      const rows = await db.transaction().execute(async (tx) => {
        await actAsOwner(tx);
        return tx.selectFrom('operator').select(['id', 'name', 'roles', 'createdAtMs', 'disabledAtMs']).orderBy('id').execute();
      });
      return {
        rows: rows.map(({ id, name, roles, createdAtMs, disabledAtMs }) => ({
          id,
          name,
          roles: roles.join(','),
          added: shownInstant(createdAtMs),
          disabled: shownInstant(disabledAtMs),
        })),
      };
    },
  },
  {
    words: ['operators', 'disable'],
    usage: '<name> --reason <text>',
    says: 'from now on he decides nothing; what he proposed cannot be confirmed any more',
    async run({ db, clock, actor }, input) {
      const [name, reason] = [wordOf(input, 'name'), flagOf(input, 'reason')];
      const nowMs = clock.now();
      await db.transaction().execute(async (tx) => {
        await actAsOwner(tx);
        const { numUpdatedRows } = await tx
          .updateTable('operator')
          .set({ disabledAtMs: nowMs })
          .where('name', '=', name)
          .where('disabledAtMs', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new Refusal(`no operator ${name} who is not disabled`);
        await appendAudit(tx, { actor, action: 'operator.disable', subject: `operator ${name}`, details: { reason }, nowMs });
      });
      return { rows: [{ name, disabled: shownInstant(nowMs) }] };
    },
  },
];

function readRoles(text: string): OperatorRole[] {
  const words = [...new Set(text.split(','))];
  const roles = operatorRole.options.filter((role) => words.includes(role));
  if (roles.length !== words.length)
    throw new UsageError(`roles are any of ${operatorRole.options.join(', ')}, with commas between`);
  return roles;
}
