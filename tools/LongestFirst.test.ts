/** Which test files begin: on a clean clone the long ones that are named, else what the run before says. */
import { expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import LongestFirst, { lateFiles, longFiles } from './LongestFirst.mjs';
import { root } from './setUp.mjs';

const context = { config: { cache: false }, hasteFS: { getSize: (path: string) => path.length } };
const tests = (...files: string[]) => files.map((file) => ({ path: join(root, file), context }));
const [first = '', second = ''] = longFiles;
const [late = ''] = lateFiles;

test('every file that is named is there', () => {
  expect([...longFiles, ...lateFiles].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('nothing is known: the long ones in their order, then the others, what waits for programs last, none lost', () => {
  const sorted = new LongestFirst({}).sort(
    tests('shared/a/very/long/name/which/makes/it/large.test.ts', late, second, 'a.test.ts', first),
  );
  expect(sorted.map(({ path }) => path)).toEqual(
    [first, second, 'shared/a/very/long/name/which/makes/it/large.test.ts', 'a.test.ts', late].map((file) => join(root, file)),
  );
});

test('the run before is known: its longest begin, and what waits for programs is last as well', () => {
  const sequencer = new LongestFirst({});
  sequencer._cache.set(context, {
    [join(root, first)]: [1, 10],
    [join(root, 'a.test.ts')]: [1, 20],
    [join(root, late)]: [1, 90],
  });
  expect(sequencer.sort(tests(late, first, 'a.test.ts')).map(({ path }) => path)).toEqual(
    ['a.test.ts', first, late].map((file) => join(root, file)),
  );
});
