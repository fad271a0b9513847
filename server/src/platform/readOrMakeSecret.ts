import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writeDurably } from './durableFile';

/** Letters and digits, in a file that only its owner reads. A missing or empty file gets a new secret. */
export async function readOrMakeSecret(file: string): Promise<string> {
  const found = await readFile(file, 'utf8').catch(() => undefined);
  if (found !== undefined && found.trim() !== '') return found.trim();
  const secret = randomBytes(24).toString('hex');
  await writeDurably(file, secret, 0o600);
  return secret;
}
