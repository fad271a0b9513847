/** Finds the command, runs it, prints. Exit codes: 0 done, 1 refused or bad news, 2 wrong command line, 3 no database. */
import { parseArgs } from 'node:util';
import { bookCommands } from './commands/book';
import { chainCommands } from './commands/chains';
import { catalogCommands } from './commands/catalog';
import { haltCommands } from './commands/halts';
import { incidentCommands } from './commands/incidents';
import { keyCommands } from './commands/keys';
import { operatorCommands } from './commands/operators';
import { reviewCommands } from './commands/reviews';
import { userCommands } from './commands/users';
import { AppError } from '@tessera/shared/errors';
import {
  Refusal,
  UsageError,
  type Command,
  type CommandContext,
  type CommandInput,
  type CommandOutput,
  type ServerCommand,
} from './Command';
import { refusalText } from './refusalText';
import type { OperationsClient } from '../operators/OperationsClient';

export const commands: readonly (Command | ServerCommand)[] = [
  ...userCommands,
  ...reviewCommands,
  ...operatorCommands,
  ...haltCommands,
  ...incidentCommands,
  ...catalogCommands,
  ...bookCommands,
  ...chainCommands,
  ...keyCommands,
];

const flagNames = [
  'as',
  'search',
  'limit',
  'reason',
  'status',
  'symbol',
  'from',
  'to',
  'seen',
  'roles',
  'account',
  'terms',
  'password-file',
] as const;

export interface CommandLine {
  readonly command: Command | ServerCommand | undefined;
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly isJson: boolean;
}

export function parseCommandLine(argv: readonly string[]): CommandLine {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        help: { type: 'boolean' },
        preview: { type: 'boolean' },
        ...Object.fromEntries(flagNames.map((name) => [name, { type: 'string' as const }])),
      },
    });
    const command =
      values['help'] === true
        ? undefined
        : commands.find(({ words: [noun, verb] }) => positionals[0] === noun && positionals[1] === verb);
    return {
      command,
      words: positionals.slice(2),
      flags: { ...(values as Record<string, string | undefined>), ...(values['preview'] === true ? { preview: 'yes' } : {}) },
      isJson: values['json'] === true,
    };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export const usage = (): string =>
  [
    'Usage: npm run ops -- <command> [--json] [--as <operator>] [--password-file <password, then one-time code, a line each>]',
    '',
    ...commands.map(({ words, usage: form, says }) => `  ${[...words, form].join(' ').trim()}\n      ${says}`),
  ].join('\n');

export interface Printed {
  readonly out: string;
  readonly err: string;
  readonly exitCode: 0 | 1 | 2;
}

/** A command on the server's machine. */
export const runCommand = (line: CommandLine & { readonly command: Command }, context: CommandContext): Promise<Printed> =>
  print(line, (input) => line.command.run(context, input));

/** A command that asks the running server. */
export const askServer = (line: CommandLine & { readonly command: ServerCommand }, server: OperationsClient): Promise<Printed> =>
  print(line, (input) => line.command.ask(server, input));

async function print(
  line: CommandLine & { readonly command: Command | ServerCommand },
  run: (input: CommandInput) => Promise<CommandOutput>,
): Promise<Printed> {
  try {
    const output = await run({ words: line.words, flags: line.flags });
    return {
      out: line.isJson ? JSON.stringify(output.rows, undefined, 2) : toTable(output),
      err: '',
      exitCode: output.isBad === true ? 1 : 0,
    };
  } catch (error) {
    if (error instanceof Refusal) return { out: '', err: error.message, exitCode: 1 };
    if (error instanceof AppError) return { out: '', err: `${error.code}: ${refusalText(error)}`, exitCode: 1 };
    if (error instanceof UsageError)
      return { out: '', err: `${error.message}\nUsage: ${[...line.command.words, line.command.usage].join(' ')}`, exitCode: 2 };
    throw error;
  }
}

/** One row stands upright, several lie as a table. */
export function toTable({ rows, note }: CommandOutput): string {
  // Some of it was typed by people: it steers no terminal and makes no row of its own.
  const text = (value: unknown) =>
    value === null || value === undefined
      ? '-'
      : (typeof value === 'object' ? JSON.stringify(value) : String(value)).replaceAll(/\p{C}/gu, ' ');
  const lines: string[] = [];
  const [first] = rows;
  if (first === undefined) lines.push('(none)');
  else if (rows.length === 1) {
    const width = Math.max(...Object.keys(first).map((key) => key.length));
    lines.push(...Object.entries(first).map(([key, value]) => `${key.padEnd(width)}  ${text(value)}`));
  } else {
    const keys = Object.keys(first);
    const widths = keys.map((key) => Math.max(key.length, ...rows.map((row) => text(row[key]).length)));
    const toLine = (cells: readonly string[]) =>
      cells
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd();
    lines.push(
      toLine(keys),
      toLine(widths.map((width) => '-'.repeat(width))),
      ...rows.map((row) => toLine(keys.map((key) => text(row[key])))),
    );
  }
  if (note !== undefined) lines.push('', note);
  return lines.join('\n');
}
