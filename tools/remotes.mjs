/** The remotes of this repository by their folders: a new one needs no list. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setUp.mjs';

/** "market", "trade", …: every folder remote-<name> with a package.json. */
export const remotes = readdirSync(root)
  .filter((name) => name.startsWith('remote-') && existsSync(join(root, name, 'package.json')))
  .map((name) => name.slice('remote-'.length))
  .sort();
