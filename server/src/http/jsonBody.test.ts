import { expect, test } from '@jest/globals';
import { isShallow } from './jsonBody';

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test.each([
  ['a call', '{"uploadIds":["a","b"]}', true],
  ['thirty-two levels', nested(32), true],
  ['thirty-three levels', nested(33), false],
  ['as many side by side', `[${Array(1000).fill('[]').join(',')}]`, true],
  ['brackets in a text', JSON.stringify({ message: nested(100) }), true],
  ['brackets after an escaped quote in a text', JSON.stringify({ message: `"\\"${nested(100)}` }), true],
  ['levels after a text that ends with a backslash', `["\\\\",${nested(33)}]`, false],
  ['objects and lists in turn', '{"a":['.repeat(17), false],
  ['two hundred thousand levels', nested(200_000), false],
])('%s', (_, json, expected) => {
  expect(isShallow(json)).toBe(expected);
});
