/**
 * Which processes use the cluster: one file per process, named by its id. The last one that leaves stops the database, so that
 * the first of two to stop takes nothing away from the other, and nothing is left running when both are gone. A process that
 * was killed leaves its file behind; it counts as gone.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMarkAlive, processMark } from '../processMark';

export interface ClusterUsers {
  join(): Promise<void>;
  leave(): Promise<void>;
  /** Ids of the other living processes. */
  others(): Promise<number[]>;
}

export function clusterUsers(folder: string): ClusterUsers {
  const own = join(folder, String(process.pid));
  return {
    async join() {
      await mkdir(folder, { recursive: true });
      await writeFile(own, (await processMark(process.pid)) ?? '');
    },
    leave: () => rm(own, { force: true }),
    async others() {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name !== String(process.pid));
      const found = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
      const living = await Promise.all(found.map(isMarkAlive));
      return names.filter((_, index) => living[index]).map(Number);
    },
  };
}
