import type { OperationResponse } from '@tessera/shared/operations';
import {
  flagOf,
  givenInstant,
  shownInstant,
  UsageError,
  type CommandInput,
  type CommandOutput,
  type ServerCommand,
} from '../Command';

const doors = ['seconds', 'spot', 'leverage'] as const;
type Door = (typeof doors)[number];
const isDoor = (word: string): word is Door => (doors as readonly string[]).includes(word);

export const catalogCommands: readonly ServerCommand[] = [
  {
    words: ['catalog', 'list'],
    usage: '[symbol|seconds|spot|leverage|house|identity]',
    says: 'the terms in force and those that are to come, with the version each began with; without a word the versions',
    async ask(server, { words: [name] }) {
      const { rows, versions } = await server.call('catalogueGet', name === undefined ? {} : { name });
      return {
        rows:
          name === undefined
            ? versions.map(({ version, validFromMs, note }) => ({ version, validFrom: shownInstant(validFromMs), note }))
            : rows.map(({ since, validFromMs, terms }) => ({ ...terms, since, validFrom: shownInstant(validFromMs) })),
      };
    },
  },
  {
    words: ['catalog', 'set'],
    usage:
      '<symbol|seconds|spot|leverage|house|identity> <symbol, class/seconds, or trade or withdraw> <field>=<value> … --reason <text> [--from <instant, at most an hour ahead>] [--preview]',
    says: 'publishes other terms (fee_rate, payout_rate, leverages, lot_step …): for orders accepted from that instant on, on every node',
    async ask(server, input) {
      const [name, key, ...changes] = input.words;
      if (name === undefined || key === undefined || changes.length === 0)
        throw new UsageError('say what, of which symbol or class/seconds, and at least one field=value');
      const change = Object.fromEntries(changes.map((text) => text.split(/=(.*)/s).slice(0, 2)) as [string, string][]);
      if (changes.some((text) => !text.includes('='))) throw new UsageError('a change is field=value');
      return shown(
        await server.call('catalogueChange', { name, key: name === 'seconds' ? key.split('/') : [key], change, ...asked(input) }),
      );
    },
  },
  door('close', false, 'takes no further orders of a symbol; what is open goes on under its own terms'),
  door('open', true, 'takes orders of a symbol again'),
];

function door(verb: string, open: boolean, says: string): ServerCommand {
  return {
    words: ['catalog', verb],
    usage: '<symbol> [seconds|spot|leverage …] --reason <text> [--from <instant, at most an hour ahead>] [--preview]',
    says,
    async ask(server, input) {
      const [symbol, ...named] = input.words;
      if (symbol === undefined || !named.every(isDoor)) throw new UsageError(`name a symbol, then any of ${doors.join(', ')}`);
      const wanted = named.length === 0 ? {} : { doors: named };
      return shown(await server.call('catalogueClose', { symbol, open, ...wanted, ...asked(input) }));
    },
  };
}

function asked(input: CommandInput) {
  const validFromMs = givenInstant(input, 'from');
  return {
    reason: flagOf(input, 'reason'),
    preview: input.flags['preview'] !== undefined,
    ...(validFromMs === undefined ? {} : { validFromMs }),
  };
}

function shown({ version, validFromMs, before, after }: OperationResponse<'catalogueChange'>): CommandOutput {
  const changed = Object.keys(after).filter((column) => before[column] !== after[column]);
  return {
    rows: changed.map((column) => ({
      version,
      validFrom: shownInstant(validFromMs),
      field: column,
      before: before[column],
      after: after[column],
    })),
    note: version === null ? 'nothing is published' : 'published; running servers take it up within a second of that instant',
  };
}
