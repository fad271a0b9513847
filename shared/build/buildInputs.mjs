/**
 * What the last build of a package was made from. While none of it has changed, the build would be the same, so it is not
 * made again and its version is known at once. Unlike the version this may be too careful: it costs a build, not a release.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** 'production' unless NODE_ENV says development. */
export const buildMode = () => (process.env.NODE_ENV === 'development' ? 'development' : 'production');

/** Beside the output, one file per compiler. */
const recordsOf = (folder) => join(folder, 'dist/inputs');

/** Is there a record of the last build of the package in `folder`, and would a build be the same now? */
export function areInputsUnchanged(root, folder) {
  const records = recordsOf(folder);
  if (!existsSync(records)) return false;
  const names = readdirSync(records);
  return names.length > 0 && names.every((name) => isUnchanged(root, JSON.parse(readFileSync(join(records, name), 'utf8'))));
}

function isUnchanged(root, { mode, packages, files }) {
  return (
    mode === buildMode() &&
    packages === installedPackages(root) &&
    Object.entries(files).every(([path, digest]) => digestOf(join(root, path)) === digest)
  );
}

/** Leaves the record of a compiler when it has succeeded. */
export class RecordInputs {
  constructor({ root, folder }, name) {
    this.root = root;
    this.folder = folder;
    this.record = join(recordsOf(folder), `${name}.json`);
  }

  apply(compiler) {
    compiler.hooks.compile.tap('RecordInputs', () => rmSync(this.record, { force: true }));
    compiler.hooks.done.tap('RecordInputs', (stats) => {
      if (stats.hasErrors()) return;
      const { fileDependencies, missingDependencies } = stats.compilation;
      const paths = [...fileDependencies, ...missingDependencies, ...settingsOf(this.root, this.folder)];
      const files = paths.filter((path) => this.isOurs(path)).map((path) => [relative(this.root, path), digestOf(path)]);
      const record = { mode: buildMode(), packages: installedPackages(this.root), files: Object.fromEntries(files.sort()) };
      mkdirSync(dirname(this.record), { recursive: true });
      writeFileSync(this.record, JSON.stringify(record));
    });
  }

  /** What is installed is in the lock file, and what is built is no input. */
  isOurs(path) {
    const parts = relative(this.root, path).split(sep);
    return parts[0] !== '..' && !parts.includes('node_modules') && !parts.includes('dist');
  }
}

/** Files that decide how a build is made and that webpack does not count among what it read. */
const settingsOf = (root, folder) => [
  join(root, 'package.json'),
  join(root, 'tsconfig.base.json'),
  ...['package.json', 'tsconfig.json', 'webpack.config.mjs'].map((name) => join(folder, name)),
  ...readdirSync(import.meta.dirname).map((name) => join(import.meta.dirname, name)),
  ...['sharedModules', 'RemoteContract', 'remoteNames'].map((name) => join(import.meta.dirname, `../src/federation/${name}.ts`)),
];

/** null: there is no such file. A file that appears may be taken in place of another. */
function digestOf(path) {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return null;
  }
}

/** What the lock file says of packages from outside; the workspaces' own entries are left out. */
function installedPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && link !== true);
  return createHash('sha256').update(JSON.stringify(installed)).digest('hex');
}
