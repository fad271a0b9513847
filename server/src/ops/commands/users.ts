import type { UserShown } from '@tessera/shared/operations';
import type { OperationsClient } from '../../operators/OperationsClient';
import { flagOf, Refusal, shownInstant, wordOf, type ServerCommand } from '../Command';

const defaultLimit = 50;
const longestList = 200;

export const userCommands: readonly ServerCommand[] = [
  {
    words: ['users', 'list'],
    usage: '[--search <part of e-mail or phone>] [--limit <n>]',
    says: 'who is registered, newest first',
    async ask(server, { flags: { search, limit = `${defaultLimit}` } }) {
      const { items } = await server.call('usersSearch', {
        ...(search === undefined ? {} : { text: search }),
        limit: Math.min(longestList, Number.parseInt(limit, 10)),
      });
      return { rows: items.map(shownUser) };
    },
  },
  {
    words: ['users', 'show'],
    usage: '<id or account>',
    says: 'one person with balances and live sessions',
    async ask(server, input) {
      const { id } = await findUser(server, wordOf(input, 'id or account'));
      const { user, balances, sessions } = await server.call('usersGet', { id });
      const held = balances.map(({ mode, kind, asset, balance }) => [`${mode} ${kind} ${asset}`, balance]);
      return { rows: [{ ...shownUser(user), sessions: sessions.length, ...Object.fromEntries(held) }] };
    },
  },
  mark('freeze', 'usersFreeze', true, 'sign-in is refused and every session ends; positions still settle'),
  mark('unfreeze', 'usersFreeze', false, 'the person may sign in again'),
  mark('lock', 'usersLock', true, 'like freeze; the person sees "locked"'),
  mark('unlock', 'usersLock', false, 'the person may sign in again'),
  {
    words: ['users', 'sign-out'],
    usage: '<id or account> --reason <text>',
    says: 'ends every session of the person, who may sign in again',
    async ask(server, input) {
      const reason = flagOf(input, 'reason');
      const { id } = await findUser(server, wordOf(input, 'id or account'));
      return { rows: [{ id, ...(await server.call('usersSessionsEnd', { id, reason })) }] };
    },
  },
];

function mark(verb: string, call: 'usersFreeze' | 'usersLock', on: boolean, says: string): ServerCommand {
  return {
    words: ['users', verb],
    usage: '<id or account> --reason <text>',
    says,
    async ask(server, input) {
      const reason = flagOf(input, 'reason');
      const { id } = await findUser(server, wordOf(input, 'id or account'));
      return { rows: [shownUser((await server.call(call, { id, on, reason })).user)] };
    },
  };
}

async function findUser(server: OperationsClient, word: string): Promise<UserShown> {
  const { items } = await server.call('usersSearch', { text: word, limit: longestList });
  const plain = word.toLowerCase();
  const found = items.find(({ id, email, phone, wallet }) => [id, email, phone, wallet].includes(plain));
  if (found === undefined) throw new Refusal(`no user ${word}`);
  return found;
}

const shownUser = (user: UserShown) => ({
  id: user.id,
  account: user.email ?? user.phone ?? user.wallet,
  country: user.country,
  mode: user.mode,
  frozen: shownInstant(user.frozenAtMs),
  locked: shownInstant(user.lockedAtMs),
  registered: shownInstant(user.registeredAtMs),
});
