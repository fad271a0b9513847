/**
 * One run of the command line: reads the arguments, opens the store, runs one verb and tells what came of it. The answer goes to
 * `out`, and with --json it is exactly one document there, also when the verb is refused; progress and refusals go to `error`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { paintFor } from '../output/paint';
import { printable } from '../output/printable';
import { openContext } from '../openContext';
import { ReleaseProblem } from '../ReleaseProblem';
import { onlyChannel } from '../store/Channel';
import { parseCommand, type Command } from './parseCommand';
import { usage } from './usage';
import type { Call } from './Verb';

export interface OutputStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface Terminal {
  readonly out: OutputStream;
  readonly error: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The project's root folder. */
  readonly root: string;
  readonly dataDir: string;
  /** Who is signed in on this machine; `--by` says otherwise. */
  readonly user: string;
  /** Ends a watch. */
  readonly signal: AbortSignal;
  now(): number;
}

const repaintMs = 2000;
const clearScreen = '\u001b[2J\u001b[H';

/** Answers the exit code. */
export async function commandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const command = parseCommand(args);
    if (command === undefined) terminal.out.write(`${usage()}\n`);
    else await run(command, terminal);
    return 0;
  } catch (fault) {
    return tellFault(fault, args.includes('--json'), terminal);
  }
}

async function run({ verb, words, options }: Command, terminal: Terminal): Promise<void> {
  const { out, error, env, root, dataDir, user } = terminal;
  if (options.watch === true && options.json === true)
    throw new ReleaseProblem('usage', '--watch is for people; ask again with --json instead');
  const startedAtMs = terminal.now();
  const elapsed = (): string => `${((terminal.now() - startedAtMs) / 1000).toFixed(1).padStart(7)} s`;
  const context = await openContext({
    root,
    dataDir,
    env,
    by: options.by ?? user,
    now: terminal.now,
    say: (line) => error.write(`${elapsed()}  ${line}\n`),
  });
  const call: Call = { context, channel: onlyChannel, words, options, paint: paintFor(out, env) };
  if (options.watch === true) return watch(async () => (await verb.run(call)).text, terminal);
  const { json, text } = await verb.run(call);
  out.write(`${options.json === true ? document(json) : text}\n`);
}

/** Paints again and again until the signal. A store that cannot be reached for a while is told, and tried again. */
async function watch(paint: () => Promise<string>, { out, signal }: Terminal): Promise<void> {
  while (!signal.aborted) {
    const text = await paint().catch((fault: unknown) => {
      if (fault instanceof ReleaseProblem && fault.kind === 'unreachable') return lineOf(fault);
      throw fault;
    });
    out.write(`${out.isTTY === true ? clearScreen : ''}${text}\n`);
    await pause(repaintMs, undefined, { signal }).catch(() => undefined);
  }
}

const names = { usage: 'not understood', refused: 'refused', conflict: 'changed meanwhile', unreachable: 'unreachable' } as const;
/** A message may have lines of its own; what else it has that is not printable came with somebody's words. */
const lineOf = ({ kind, message }: ReleaseProblem): string => `${names[kind]}: ${message.split('\n').map(printable).join('\n')}`;

function tellFault(fault: unknown, isJson: boolean, { out, error, env }: Terminal): number {
  const paint = paintFor(error, env);
  const problem = fault instanceof ReleaseProblem ? fault : undefined;
  if (isJson)
    out.write(`${JSON.stringify({ kind: problem?.kind ?? 'unexpected', message: problem?.message ?? String(fault) })}\n`);
  if (problem === undefined)
    error.write(`unexpected: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}\n`);
  else error.write(`${paint('red', lineOf(problem))}\n`);
  return problem?.exitCode ?? 1;
}

/** JSON escapes most of what a terminal would obey, but not the second block of control characters. */
const document = (json: unknown): string =>
  (JSON.stringify(json, undefined, 2) ?? 'null').replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
