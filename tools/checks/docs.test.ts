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

/** Tests as a table names them: a file in backticks, or a file and a title, `file` › `title`. */
export const namedTests = (markdown: string): readonly (readonly [file: string, title: string | undefined])[] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((row) => [...row.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`(?: › `([^`]+)`)?/g)])
    .map(([, file = '', title]) => [file, title]);

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

const fairness = readFileSync(join(root, 'docs/fairness.md'), 'utf8');
const hasTest = ([file, title]: readonly [string, string | undefined]): boolean =>
  title !== undefined && existsSync(join(root, file)) && readFileSync(join(root, file), 'utf8').includes(title);

test('every test that a table of the fairness page names is there, under its title', () => {
  const named = namedTests(fairness);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((one) => !hasTest(one))).toEqual([]);
});

test('each of the twelve promises has its test and its place in the app, or says that it is not built', () => {
  const [, section = ''] = fairness.split('\n## What is promised, and where it is held\n');
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| *\d/.test(line));
  expect(rows.map((row) => Number(row.split('|')[1]))).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
  const bare = rows.filter((row) => {
    const [tests = '', place = ''] = row.split(' | ').slice(2);
    return namedTests(`| ${tests}`).length === 0 || namedPaths(place).paths.length === 0;
  });
  expect(bare.filter((row) => !row.includes('| not built'))).toEqual([]);
});

test('the check sees a title that is gone', () => {
  const named = namedTests(
    '| a promise | `tools/checks/docs.test.ts` › `the check sees a title`, `tools/none.test.ts` |\nnot `e2e/a.spec.ts`',
  );
  expect(named).toEqual([
    ['tools/checks/docs.test.ts', 'the check sees a title'],
    ['tools/none.test.ts', undefined],
  ]);
  expect([named.map(hasTest), hasTest(['tools/checks/docs.test.ts', 'no test is called ' + 'like this'])]).toEqual([
    [true, false],
    false,
  ]);
});
