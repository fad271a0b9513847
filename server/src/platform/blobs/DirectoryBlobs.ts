/** Blobs as files below a folder, which only the server's own user reads. */
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { invariant } from '@tessera/shared/errors';
import { isDraft, writeDurably } from '../durableFile';
import type { BlobStore } from './BlobStore';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

export function createDirectoryBlobs(root: string): BlobStore {
  const pathOf = (key: string): string => {
    invariant(/^[\w-]+(\/[\w-]+)*$/.test(key), `"${key}" is no key: names with "/" between them`);
    return join(root, key);
  };
  return {
    async read(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async write(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeDurably(path, bytes, 0o600);
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async removeDrafts(beforeMs) {
      const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for (const entry of entries) {
        if (!entry.isFile() || !isDraft(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const found = await stat(path).catch(() => undefined);
        if (found !== undefined && found.mtimeMs < beforeMs) await rm(path, { force: true });
      }
    },
  };
}
