/**
 * Secrets, one after the other: lines of the file that is named, typed at the terminal without being shown, or lines of standard input. A
 * command line is seen by everybody on the machine, so they are never taken from there.
 */
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Refusal } from './Command';

export function createSecrets(file: string | undefined): (prompt: string) => Promise<string> {
  let lines: string[] | undefined;
  return async (prompt) => {
    if (file === undefined && process.stdin.isTTY) return typed(prompt);
    lines ??= (file === undefined ? await allOfInput() : await readFile(file, 'utf8')).split(/\r?\n/);
    const line = lines.shift() ?? '';
    if (line === '') throw new Refusal(`not given: ${prompt.replace(/: $/, '')}`);
    return line;
  };
}

async function allOfInput(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

async function typed(prompt: string): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  process.stderr.write(prompt);
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
