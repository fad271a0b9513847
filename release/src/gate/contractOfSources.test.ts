/** What the present remotes ask for. A remote is built and tried with the present host alone, so it asks for the contract of that host. */
import { expect, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractVersion } from '@tessera/shared/federation';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const remotes = readdirSync(root).filter((name) => name.startsWith('remote-') && existsSync(join(root, name, 'src/remote.tsx')));

test.each(remotes)('%s asks for the contract of these sources', (remote) => {
  const present = contractVersion.split('.').slice(0, 2).join('.');
  expect(/export const contract(?:: string)? = '(.+)'/.exec(read(`${remote}/src/remote.tsx`))?.[1]).toBe(`^${present}`);
});

test('another React is another contract: remotes take it strictly, and the gate goes by the contract alone', () => {
  const { dependencies } = JSON.parse(read('shared/package.json')) as { dependencies: Record<string, string> };
  // Anyone who changes one of the two raises the contract, and then both lines here.
  expect([contractVersion, dependencies['react'], dependencies['react-dom']]).toEqual(['1.2.0', '19.3.1', '19.3.1']);
});
