/**
 * The deadlocks that the database reported, from its log: it writes each there before it tells the victim, so none can be missed.
 * (The counter in pg_stat_database comes late, and is lost with a crash.)
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseAddress } from '../src/store/database';

/** Lines about this database of the test cluster, whose log names the database in each line (clusterProcess.ts). */
export async function deadlocksOf({ host, database }: DatabaseAddress): Promise<string[]> {
  if (host === undefined || database === undefined)
    throw new Error('a test database is reached through the socket of its cluster');
  return (await deadlocksIn(join(host, '../log'))).filter((line) => line.includes(` ${database} `));
}

/** Of a cluster that has one database. */
export async function deadlocksIn(logFile: string): Promise<string[]> {
  return (await readFile(logFile, 'utf8')).split('\n').filter((line) => line.includes('deadlock detected'));
}
