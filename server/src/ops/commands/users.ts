import { toText } from '@tessera/shared/money';
import { endSessionsInDatabase } from '../../identity/sessions';
import { balances } from '../../ledger/Ledger';
import { parseRowId } from '../../store/rowId';
import { appendAudit } from '../audit';
import {
  flagOf,
  Refusal,
  shownInstant,
  wordOf,
  type Command,
  type CommandContext,
  type CommandInput,
  type CommandOutput,
} from '../Command';

const listed = ['id', 'email', 'phone', 'country', 'lastMode', 'frozenAtMs', 'lockedAtMs', 'createdAtMs'] as const;
const defaultLimit = 50;

export const userCommands: readonly Command[] = [
  {
    words: ['users', 'list'],
    usage: '[--search <part of e-mail or phone>] [--limit <n>]',
    says: 'who is registered, newest first',
    async run({ db }, { flags }) {
      let query = db
        .selectFrom('appUser')
        .select(listed)
        .orderBy('id', 'desc')
        .limit(Number.parseInt(flags['limit'] ?? `${defaultLimit}`, 10));
      const search = flags['search'];
      if (search !== undefined)
        query = query.where((where) => where.or([where('email', 'ilike', `%${search}%`), where('phone', 'like', `%${search}%`)]));
      return { rows: (await query.execute()).map(shownUser) };
    },
  },
  {
    words: ['users', 'show'],
    usage: '<id or account>',
    says: 'one person with balances and live sessions',
    async run(context, input) {
      const user = await findUser(context, wordOf(input, 'id or account'));
      const live = await context.db
        .selectFrom('session')
        .select((of) => of.fn.countAll<number>().as('live'))
        .where('userId', '=', user.id)
        .where('revokedAtMs', 'is', null)
        .executeTakeFirstOrThrow();
      const held = await Promise.all(
        (['real', 'demo'] as const).map(async (mode) =>
          (await balances(context.db, user.id, mode)).map((one) => [`${mode} ${one.kind} ${one.asset}`, toText(one.balance)]),
        ),
      );
      return { rows: [{ ...shownUser(user), sessions: live.live, ...Object.fromEntries(held.flat()) }] };
    },
  },
  change('freeze', 'frozenAtMs', true, 'sign-in is refused and every session ends; positions still settle'),
  change('unfreeze', 'frozenAtMs', false, 'the person may sign in again'),
  change('lock', 'lockedAtMs', true, 'as freeze, told as "locked"'),
  change('unlock', 'lockedAtMs', false, 'the person may sign in again'),
];

function change(verb: string, column: 'frozenAtMs' | 'lockedAtMs', isOn: boolean, says: string): Command {
  return {
    words: ['users', verb],
    usage: '<id or account> --reason <text>',
    says,
    run: (context, input) => setMark(context, input, { verb, column, isOn }),
  };
}

async function setMark(
  context: CommandContext,
  input: CommandInput,
  { verb, column, isOn }: { verb: string; column: 'frozenAtMs' | 'lockedAtMs'; isOn: boolean },
): Promise<CommandOutput> {
  const { db, clock, actor } = context;
  const reason = flagOf(input, 'reason');
  const user = await findUser(context, wordOf(input, 'id or account'));
  if ((user[column] !== null) === isOn) return { rows: [shownUser(user)], note: 'it was so already' };
  const nowMs = clock.now();
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('appUser')
      .set({ [column]: isOn ? nowMs : null })
      .where('id', '=', user.id)
      .execute();
    if (isOn) await endSessionsInDatabase(tx, user.id, column === 'frozenAtMs' ? 'frozen' : 'locked', nowMs);
    await appendAudit(tx, { actor, action: `user.${verb}`, subject: `user ${user.id}`, details: { reason }, nowMs });
  });
  return { rows: [shownUser({ ...user, [column]: isOn ? nowMs : null })] };
}

async function findUser({ db }: CommandContext, word: string) {
  const id = parseRowId(word);
  const user = await db
    .selectFrom('appUser')
    .select(listed)
    .where((where) =>
      where.or([
        where('email', '=', word.toLowerCase()),
        where('phone', '=', word),
        ...(id === undefined ? [] : [where('id', '=', id)]),
      ]),
    )
    .executeTakeFirst();
  if (user === undefined) throw new Refusal(`no user ${word}`);
  return user;
}

function shownUser(user: Awaited<ReturnType<typeof findUser>>) {
  return {
    id: user.id,
    account: user.email ?? user.phone,
    country: user.country,
    mode: user.lastMode,
    frozen: shownInstant(user.frozenAtMs),
    locked: shownInstant(user.lockedAtMs),
    registered: shownInstant(user.createdAtMs),
  };
}
