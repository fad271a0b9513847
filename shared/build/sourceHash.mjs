/** The part of a version that tells two builds apart: eight digits over every file of the folder but its output. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function sourceHash(folder) {
  const hash = createHash('sha256');
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.filter((each) => !/[\\/](dist|node_modules)[\\/]/.test(each)).sort())
    hash.update(path.slice(folder.length)).update(readFileSync(path));
  return hash.digest('hex').slice(0, 8);
}
