/** The page of what the product is held to names every call and every page there is, and none besides; every page that is open is led to. */
import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endpoints } from '@tessera/shared/contract';
import { pages, tabs } from '@tessera/shared/federation';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/specification.md'), 'utf8');

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

test('every route is a page of the remote that the table of pages names', () => {
  const routes = (remote: string): string => readFileSync(join(root, `remote-${remote}`, 'src/routes.tsx'), 'utf8');
  const isShown = (path: string) => routes(pages[path] ?? '').includes(`'${path}': async`);
  expect(Object.keys(pages).filter((path) => !isShown(path))).toEqual([]);
});

/** What people's apps are made of: the path of each file below the root, and its text. */
function sources(): readonly (readonly [path: string, text: string])[] {
  return ['host', 'remote-account', 'remote-assets', 'remote-market', 'remote-trade'].flatMap((name) =>
    readdirSync(join(root, name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|standalone/.test(path))
      .map((path) => [join(name, 'src', path), readFileSync(join(root, name, 'src', path), 'utf8')] as const),
  );
}

test('no open page is known by its address alone: one that is not a tab is named where another page, or the frame, leads to it', () => {
  const files = sources();
  const open = files
    .filter(([path]) => path.endsWith('routes.tsx'))
    .flatMap(([path, text]) =>
      [...text.matchAll(/'(\/pages\/[^']+)': async[^']+'\.\/([\w/-]+)'/g)].map(([, address = '', own = '']) => ({
        address,
        own: join(path, '..', `${own}.tsx`),
      })),
    );
  expect(open.length).toBeGreaterThan(30);
  const isLedTo = ({ address, own }: (typeof open)[number]) =>
    tabs.some(({ path }) => path === address) ||
    files.some(([path, text]) => !path.endsWith('routes.tsx') && path !== own && text.includes(`'${address}'`));
  expect(open.filter((one) => !isLedTo(one)).map(({ address }) => address)).toEqual([]);
});

test('what the app says when something went well is a text that its sources use', () => {
  const rows = readFileSync(join(root, 'docs/errors.md'), 'utf8').split('## What went well')[1] ?? '';
  const named = [...rows.matchAll(/`(\w+):([\w.]+)`/g)].map(([, namespace = '', key = '']) => ({ namespace, key }));
  expect(named.length).toBeGreaterThan(8);
  const used = sources()
    .map(([, text]) => text)
    .join('\n');
  const isSaid = ({ namespace, key }: (typeof named)[number]) => {
    const texts: unknown = JSON.parse(readFileSync(join(root, 'locales/en', `${namespace}.json`), 'utf8'));
    const text = key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], texts);
    return typeof text === 'string' && new RegExp(`'(${namespace}:)?${key.replaceAll('.', '\\.')}'`).test(used);
  };
  expect(named.filter((one) => !isSaid(one))).toEqual([]);
});
