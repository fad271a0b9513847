/** Files that are whole and on the disk before anybody sees them: written as a draft beside the place, then put there in one step. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

export const draftPrefix = '.draft-';

async function writeDraft(path: string, content: string | Uint8Array, mode: number): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  const draft = join(dirname(path), `${draftPrefix}${randomUUID()}`);
  const file = await open(draft, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

/** The name is in the folder for good. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Linking fails where a file is already, so of several writers exactly one creates it. */
export async function createFile(path: string, content: string | Uint8Array): Promise<'created' | 'exists'> {
  const draft = await writeDraft(path, content, 0o444);
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return 'exists';
    throw error;
  } finally {
    await rm(draft);
  }
  await syncFolder(path);
  return 'created';
}

/** Readers see the old file or the new one, never a part. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  await rename(await writeDraft(path, content, 0o644), path);
  await syncFolder(path);
}

/** Paths of all files below a folder, relative to it; none when there is no folder. */
export async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
