/** One verb of the operators' command line. Commands answer data; main.ts prints it as a table or as JSON. */
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Db } from '../store/database';

export interface CommandContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** Who acts: written to the audit log, and never allowed to decide what he asked for himself. */
  readonly actor: string;
  /** What only the person himself types: asked at the terminal, or read from standard input. Never a part of the command line. */
  readonly secret: (prompt: string) => Promise<string>;
  /** Where the secrets of the keys lie that sign roots and receipts. */
  readonly signingKeysFile: string;
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

export interface Command {
  readonly words: readonly [string, string];
  readonly usage: string;
  readonly says: string;
  run(context: CommandContext, input: CommandInput): Promise<CommandOutput>;
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

export const shownInstant = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());
