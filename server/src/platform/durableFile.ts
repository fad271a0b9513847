/**
 * Files that a later start depends on: their content and their name are on the disk before anybody goes on. A rename alone may
 * leave an empty file after a power cut, because the name can reach the disk before the content.
 */
import { randomUUID } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces the file in one step: readers see the old content or the new one, also after a power cut. */
export async function writeDurably(path: string, content: string, mode = 0o644): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
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
