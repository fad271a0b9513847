import { randomBytes } from 'node:crypto';
import { readOrMake } from './readOrMake';

/**
 * Letters and digits, in a file that only its owner reads. A missing or empty file gets a new secret, the same one for all processes that start at
 * once; one that cannot be read is an error.
 */
export async function readOrMakeSecret(file: string): Promise<string> {
  return (await readOrMake(file, () => randomBytes(24).toString('hex'))).trim();
}
