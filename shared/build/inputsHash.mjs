/**
 * The version of a build is its inputs: sources of the package, of what it compiles in, the installed packages and the
 * compiler settings. The same inputs give the same eight digits, so that an unchanged remote is not released again
 * and two different builds never share a directory, a window global or a chunk registry. What belongs to another remote
 * (its texts, its entry in the lock file) is no input: a new remote releases nobody else anew.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';

const isSource = (path) =>
  !/\.(test|test-d)\.tsx?$|\.md$|\.tsbuildinfo$|\/standalone\.tsx$|\/webpack\.standalone\.mjs$/.test(path);
const skippedFolders = new Set(['node_modules', 'dist', 'testing', 'testkit']);

function filesUnder(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : filesUnder(path);
    return isSource(path) ? [path] : [];
  });
}

/** First eight hexadecimal digits of the hash over names and contents of all inputs of `packageFolder`. */
export function inputsHash(root, packageFolder) {
  const hash = createHash('sha256').update(buildMode()).update(installedPackages(root));
  const own = [...filesUnder(join(root, packageFolder)), ...filesUnder(join(root, 'shared'))];
  const contents = new Map(own.map((path) => [path, readFileSync(path)]));
  const files = [...own, ...textFiles(root, contents.values()), join(root, 'tsconfig.base.json')];
  for (const path of files.sort()) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(contents.get(path) ?? readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 8);
}

/** The texts that the sources load; a type is no text. */
function textFiles(root, sources) {
  const namespaces = new Set();
  for (const source of sources)
    for (const [, name] of source.toString().matchAll(/(?<!import type [^\n]*)@tessera\/locales\/\w+\/([\w-]+)/g))
      namespaces.add(name);
  return filesUnder(join(root, 'locales')).filter((path) => namespaces.has(basename(path, extname(path))));
}

/** What the lock file says of packages from outside; the workspaces' own entries are left out. */
function installedPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return JSON.stringify(Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && link !== true));
}

/** 'production' unless NODE_ENV says development; the two never share a version. */
export const buildMode = () => (process.env.NODE_ENV === 'development' ? 'development' : 'production');
