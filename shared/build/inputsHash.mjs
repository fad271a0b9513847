/**
 * The version of a build is its inputs: sources of the package, of the workspaces that it compiles in, the lock file and
 * the compiler settings. The same inputs give the same eight digits, so that an unchanged remote is not released again
 * and two different builds never share a directory, a window global or a chunk registry.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const isSource = (path) => !/\.(test|test-d)\.tsx?$|\.md$|\.tsbuildinfo$/.test(path);
const skippedFolders = new Set(['node_modules', 'dist', 'testing']);

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
  const hash = createHash('sha256').update(buildMode());
  const files = [
    ...filesUnder(join(root, packageFolder)),
    ...filesUnder(join(root, 'shared')),
    ...filesUnder(join(root, 'locales')),
    join(root, 'package-lock.json'),
    join(root, 'tsconfig.base.json'),
  ];
  for (const path of files.sort()) {
    hash.update(`${relative(root, path)}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex').slice(0, 8);
}

/** 'production' unless NODE_ENV says development; the two never share a version. */
export const buildMode = () => (process.env.NODE_ENV === 'development' ? 'development' : 'production');
