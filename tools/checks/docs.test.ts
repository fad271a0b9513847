/** Documents that name what is gone mislead: every link and every path of this repository that a page names must exist. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const topLevel = /^(src|host|remote-(market|trade|assets|account)|shared|locales|server|release|console|tools|e2e|docs)\//;

/** Links `[text](target)` and paths in backticks, as far as they name files here. */
export function namedPaths(markdown: string): { readonly links: readonly string[]; readonly paths: readonly string[] } {
  const links = [...markdown.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target]) => target ?? '')
    .filter((target) => !/^[a-z]+:/.test(target));
  const paths = [...markdown.matchAll(/`([\w./@-]+)`/g)].map(([, path]) => path ?? '').filter((path) => topLevel.test(path));
  return { links, paths };
}

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));

test.each(pages)('%s names only what exists', (page) => {
  const { links, paths } = namedPaths(readFileSync(join(root, page), 'utf8'));
  const here = dirname(join(root, page));
  // A package's own pages may name paths of that package; `src/` elsewhere is of a package that is made by what the page says.
  const isMadeLater = (path: string): boolean => path.startsWith('src/') && !existsSync(join(here, 'src'));
  const missing = [
    ...links.filter((link) => !existsSync(resolve(here, link))),
    ...paths.filter((path) => !isMadeLater(path) && !existsSync(join(root, path)) && !existsSync(join(here, path))),
  ];
  expect(missing).toEqual([]);
});

test('the check sees a broken link and a path that is gone', () => {
  const { links, paths } = namedPaths(
    'See [this](docs/none.md) and `host/src/none.ts`, not `npm test` or [out](https://example.com).',
  );
  expect(links).toEqual(['docs/none.md']);
  expect(paths).toEqual(['host/src/none.ts']);
});
