/** What lies in the folder of day files besides what is being written. */
import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const written = /^(\d{4}-\d{2}-\d{2})\.ndjson\.gz$/;
const half = /^\d{4}-\d{2}-\d{2}\.ndjson\.gz\.[0-9a-f-]{36}$/;

/** The name of a file while it is being written. */
export const draftOf = (path: string): string => `${path}.${randomUUID()}`;

interface FoundLogDays {
  readonly files: number;
  readonly bytes: number;
  readonly removedDrafts: number;
  readonly removedDays: number;
}

/** Removes drafts, and days before `keptFromDay` (YYYY-MM-DD); counts what is left. Other files are not touched. */
export async function tidyLogDays(
  root: string,
  { withDrafts, keptFromDay }: { readonly withDrafts: boolean; readonly keptFromDay: string | undefined },
): Promise<FoundLogDays> {
  let [files, bytes, removedDrafts, removedDays] = [0, 0, 0, 0];
  for (const folder of await foldersIn(root)) {
    for (const name of await readdir(join(root, folder))) {
      const path = join(root, folder, name);
      const day = written.exec(name)?.[1];
      if (withDrafts && half.test(name)) {
        await rm(path, { force: true });
        removedDrafts += 1;
      } else if (day !== undefined && keptFromDay !== undefined && day < keptFromDay) {
        await rm(path, { force: true });
        removedDays += 1;
      } else if (day !== undefined) {
        files += 1;
        bytes += (await stat(path)).size;
      }
    }
  }
  return { files, bytes, removedDrafts, removedDays };
}

async function foldersIn(root: string): Promise<string[]> {
  try {
    const entries = await readdir(root, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
