/**
 * One server per data directory: `server.pid` says which. A second one is refused before it touches anything; the file of a
 * killed server is taken over.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMarkAlive, processMark } from './processMark';

export interface DataDirLock {
  release(): Promise<void>;
}

const fileOf = (dataDir: string): string => join(dataDir, 'server.pid');

/** Looks and changes nothing. Throws an Error for the operator's eyes when another living process holds the directory. */
export async function refuseHeldDataDir(dataDir: string): Promise<void> {
  const holder = await readFile(fileOf(dataDir), 'utf8').catch(() => '');
  if (holder !== processMark(process.pid) && isMarkAlive(holder))
    throw new Error(
      `Process ${Number.parseInt(holder, 10)} already serves ${dataDir}. Stop it first, or set DATA_DIR (and PORT) for a second server.`,
    );
}

/** Throws as `refuseHeldDataDir` does. */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const file = fileOf(dataDir);
  await mkdir(dataDir, { recursive: true });
  const mark = processMark(process.pid) ?? String(process.pid);
  for (;;) {
    try {
      await writeFile(file, mark, { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    await refuseHeldDataDir(dataDir);
    await rm(file, { force: true });
  }
  return {
    release: async () => {
      if ((await readFile(file, 'utf8').catch(() => '')) === mark) await rm(file, { force: true });
    },
  };
}
