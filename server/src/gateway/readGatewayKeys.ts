import { readFile } from 'node:fs/promises';

const leastLength = 32;
const most = 2;

/** One a line, the newest last: it signs what we send, and any of them what we receive. Throws an Error without a word of what stands in it. */
export async function readGatewayKeys(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error('GATEWAY_KEYS_FILE names a file that cannot be read');
  const keys = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (keys.length === 0 || keys.length > most || keys.some(({ length }) => length < leastLength))
    throw new Error(
      `GATEWAY_KEYS_FILE must hold one key, or two while they are changed, of ${leastLength} characters or more each`,
    );
  return keys;
}
