/**
 * A password: from the file that is named, typed at the terminal without being shown, or the first line of standard input. A
 * command line is seen by everybody on the machine, so it is never taken from there.
 */
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Refusal } from './Command';

export async function askSecret(prompt: string, file: string | undefined): Promise<string> {
  if (file !== undefined) return firstLine(await readFile(file, 'utf8'));
  if (process.stdin.isTTY) return typed(prompt);
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return firstLine(Buffer.concat(parts).toString('utf8'));
}

function firstLine(text: string): string {
  const [line = ''] = text.split(/\r?\n/);
  if (line === '') throw new Refusal('no password was given');
  return line;
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
