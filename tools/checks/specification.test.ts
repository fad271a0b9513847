/** The page of what the product is held to names every call and every page there is, and none besides. */
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endpoints } from '@tessera/shared/contract';
import { pages } from '@tessera/shared/federation';

const page = readFileSync(join(resolve(import.meta.dirname, '../..'), 'docs/specification.md'), 'utf8');

/** Every word in backticks of a `## title` part. */
function namedIn(title: string): string[] {
  const part = page.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? '';
  return [...part.matchAll(/`([^`\s]+)`/g)].map(([, word = '']) => word);
}

test('the table of calls is the endpoint table', () => {
  const named = namedIn('Calls').filter((word) => !['/api/', 'ok', '999', '404'].includes(word));
  expect(named.toSorted()).toEqual([...new Set(Object.values(endpoints).map(({ path }) => path))].toSorted());
});

test('the table of routes is the table of pages', () => {
  const named = namedIn('Routes').filter((word) => word.startsWith('/pages/'));
  expect(named.toSorted()).toEqual(Object.keys(pages).toSorted());
});
