/**
 * A bucket in a directory: a key is the path of a file below the root, so that a web server can serve the folder as it is.
 * Creating links a finished draft under the key, which only one of several writers can do; replacing renames one over it.
 */
import { readFile, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { invariant } from '@tessera/shared/errors';
import type { Bucket } from './Bucket';
import { createFile, draftPrefix, filesUnder, replaceFile } from './durableFiles';

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
const isKey = (key: string): boolean => !key.includes('\0') && key.split('/').every((part) => !['', '.', '..'].includes(part));

export class DirectoryBucket implements Bucket {
  readonly name: string;

  constructor(root: string) {
    this.name = resolve(root);
  }

  async read(key: string): Promise<Uint8Array | undefined> {
    if (!isKey(key)) return undefined;
    try {
      return await readFile(join(this.name, key));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async create(key: string, bytes: Uint8Array): Promise<'created' | 'exists'> {
    return createFile(this.#path(key), bytes);
  }

  async replace(key: string, bytes: Uint8Array): Promise<void> {
    return replaceFile(this.#path(key), bytes);
  }

  async list(prefix: string): Promise<readonly string[]> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    const keys = (await filesUnder(join(this.name, folder))).map((path) => `${folder}${path}`);
    return keys.filter((key) => key.startsWith(prefix) && !basename(key).startsWith(draftPrefix));
  }

  /** Folders that are empty afterwards go too. */
  async remove(key: string): Promise<void> {
    const path = this.#path(key);
    await rm(path, { force: true });
    for (let folder = dirname(path); folder !== this.name; folder = dirname(folder)) {
      const isGone = await rmdir(folder).then(
        () => true,
        () => false,
      );
      if (!isGone) return;
    }
  }

  async removeDrafts(beforeMs: number): Promise<number> {
    let removed = 0;
    for (const path of await filesUnder(this.name)) {
      if (!basename(path).startsWith(draftPrefix)) continue;
      const { mtimeMs } = await stat(join(this.name, path));
      if (mtimeMs >= beforeMs) continue;
      await rm(join(this.name, path), { force: true });
      removed += 1;
    }
    return removed;
  }

  #path(key: string): string {
    invariant(isKey(key), `"${key}" is no key: a relative path that stays below the root`);
    return join(this.name, key);
  }
}
