/**
 * Files that a later start depends on: their content and their name are on the disk before anybody goes on. A rename alone may
 * leave an empty file after a power cut, because the name can reach the disk before the content.
 */
import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces the file in one step: readers see the old content or the new one, also after a power cut. */
export async function writeDurably(path: string, content: string | Buffer, mode = 0o644): Promise<void> {
  await rename(await writeDraft(path, content, mode), path);
  await syncFolder(dirname(path));
}

/** Makes the file with all of its content, unless there is one. False when somebody else made it before: only one ever does. */
export async function createDurably(path: string, content: string | Buffer, mode = 0o644): Promise<boolean> {
  const draft = await writeDraft(path, content, mode);
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft);
    await syncFolder(dirname(path));
  }
}

/** Is this the name of a file that its writer did not finish? */
export const isDraft = (name: string): boolean => /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

async function writeDraft(path: string, content: string | Buffer, mode: number): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

/** The names in this folder are on the disk. Windows cannot open a folder and writes its names by itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
