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

/** Throws an Error for the operator's eyes when another living process holds the directory. */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const file = join(dataDir, 'server.pid');
  await mkdir(dataDir, { recursive: true });
  const mark = processMark(process.pid) ?? String(process.pid);
  for (;;) {
    try {
      await writeFile(file, mark, { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = await readFile(file, 'utf8').catch(() => '');
    if (holder !== mark && isMarkAlive(holder))
      throw new Error(
        `Process ${Number.parseInt(holder, 10)} already serves ${dataDir}. Stop it first, or set DATA_DIR (and PORT) for a second server.`,
      );
    await rm(file, { force: true });
  }
  return {
    release: async () => {
      if ((await readFile(file, 'utf8').catch(() => '')) === mark) await rm(file, { force: true });
    },
  };
}
