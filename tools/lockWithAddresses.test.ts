import { expect, test } from '@jest/globals';
import { lockWithAddresses, type LockedPackage } from './lockWithAddresses.mjs';

const settings = { registry: 'https://packages.test/npm/', '@own:registry': 'http://own.test' };
const locked = (path: string, entry: LockedPackage) =>
  lockWithAddresses({ packages: { [path]: entry } }, settings).packages[path];

test.each<[string, string, LockedPackage, string]>([
  ['a package', 'node_modules/plain', { version: '1.2.3' }, 'https://packages.test/npm/plain/-/plain-1.2.3.tgz'],
  ['one of a scope', 'node_modules/@some/part', { version: '1.0.0' }, 'https://packages.test/npm/@some/part/-/part-1.0.0.tgz'],
  [
    'one of a scope with a registry of its own',
    'node_modules/@own/part',
    { version: '1.0.0' },
    'http://own.test/@own/part/-/part-1.0.0.tgz',
  ],
  [
    'one inside another',
    'node_modules/a/node_modules/b',
    { version: '2.0.0-rc.1' },
    'https://packages.test/npm/b/-/b-2.0.0-rc.1.tgz',
  ],
  [
    'one under another name',
    'node_modules/alias',
    { name: '@some/true', version: '3.0.0' },
    'https://packages.test/npm/@some/true/-/true-3.0.0.tgz',
  ],
])('%s has its address', (_, path, entry, address) => {
  expect(locked(path, entry)).toEqual({ ...entry, resolved: address });
});

test.each<[string, string, LockedPackage]>([
  ['a folder of the project', 'host', { name: '@tessera/host', version: '0.1.0' }],
  ['a link to one', 'node_modules/@tessera/host', { resolved: 'host', link: true }],
  ['what another archive contains', 'node_modules/a/node_modules/b', { version: '1.0.0', inBundle: true }],
  ['what has an address', 'node_modules/a', { version: '1.0.0', resolved: 'https://elsewhere.test/a.tgz' }],
])('%s stays as it is', (_, path, entry) => {
  expect(locked(path, entry)).toEqual(entry);
});
