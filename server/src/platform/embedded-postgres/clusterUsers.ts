/**
 * Which processes use the cluster: one file per process, named by its id. The last one that leaves stops the database, so that
 * the first of two to stop takes nothing away from the other, and nothing is left running when both are gone. A process that
 * was killed leaves its file behind; it counts as gone. Without a wait, for a process that is ending.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMarkAlive, processMark } from '../processMark';

export interface ClusterUsers {
  join(): void;
  leave(): void;
  /** Ids of the other living processes. */
  others(): number[];
}

export function clusterUsers(folder: string): ClusterUsers {
  const own = String(process.pid);
  const isUsedBy = (name: string): boolean => {
    try {
      return isMarkAlive(readFileSync(join(folder, name), 'utf8'));
    } catch {
      // It left this moment.
      return false;
    }
  };
  return {
    join() {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, own), processMark(process.pid) ?? '');
    },
    leave: () => rmSync(join(folder, own), { force: true }),
    others() {
      return readdirSync(folder)
        .filter((name) => name !== own && isUsedBy(name))
        .map(Number);
    },
  };
}
