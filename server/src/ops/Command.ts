/**
 * One verb of the operators' command line. Most ask the running server, as the operator who signs in; some are done on its machine, with
 * the database itself. Commands answer data; main.ts prints it as a table or as JSON.
 */
import type { OperationsClient } from '../operators/OperationsClient';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Random } from '../platform/random';
import type { Passwords } from '../identity/passwords';
import type { SecretBox } from '../platform/secretBox';
import type { Db } from '../store/database';

export interface CommandContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  /** Who is logged in on this machine: the audit log names him, because no operator signs in. */
  readonly machineUser: string;
  /** Of the keys of one-time codes. */
  readonly box: SecretBox;
  readonly passwords: Pick<Passwords, 'hash'>;
  /** What only the person himself types: asked at the terminal, or read from standard input. Never a part of the command line. */
  readonly secret: (prompt: string) => Promise<string>;
}

export interface CommandInput {
  /** Words after the command's own. */
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, string | undefined>>;
}

export interface CommandOutput {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** One sentence for a person. */
  readonly note?: string;
  /** True when the answer is bad news: exit code 1. */
  readonly isBad?: boolean;
}

interface Verb {
  readonly words: readonly [string, string];
  readonly usage: string;
  readonly says: string;
}
/** With the database, on the server's machine. */
export interface Command extends Verb {
  run(context: CommandContext, input: CommandInput): Promise<CommandOutput>;
}
/** With the running server, from anywhere that reaches it. */
export interface ServerCommand extends Verb {
  ask(server: OperationsClient, input: CommandInput): Promise<CommandOutput>;
}

/** The operator asked for something that is not there or not allowed: exit code 1, no stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
/** The command line itself is wrong: exit code 2, with the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function wordOf({ words }: CommandInput, what: string): string {
  const [word] = words;
  if (word === undefined || words.length > 1) throw new UsageError(`give exactly one ${what}`);
  return word;
}

export function flagOf({ flags }: CommandInput, name: string): string {
  const value = flags[name];
  if (value === undefined || value.trim() === '') throw new UsageError(`--${name} is missing`);
  return value.trim();
}

/** "2026-11-20T12:00:00Z" (a zone must be named) or epoch milliseconds. */
export function instantOf(input: CommandInput, name: string): number {
  const text = flagOf(input, name);
  if (/^\d{12,14}$/.test(text)) return Number.parseInt(text, 10);
  const atMs = /(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs)) throw new UsageError(`--${name} must be like 2026-11-20T12:00:00Z, got ${text}`);
  return atMs;
}

/** As instantOf; undefined when it is not given. */
export const givenInstant = (input: CommandInput, name: string): number | undefined =>
  input.flags[name] === undefined ? undefined : instantOf(input, name);

export const shownInstant = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());
