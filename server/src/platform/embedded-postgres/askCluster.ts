import { access, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { isWindows, type ClusterPlace } from './clusterPlace';

/** How a client connects as the cluster's owner. */
export interface ClusterConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

/** `ours`: a server accepts our secret and serves exactly our folder. `refused`: it is there and does not take the secret. */
export type ClusterAnswer = 'ours' | 'refused' | 'silent';
const wrongPassword = '28P01';

export async function askCluster(connection: ClusterConnection, place: ClusterPlace): Promise<ClusterAnswer> {
  if (!isWindows) {
    const isThere = await access(join(place.socketDir, `.s.PGSQL.${connection.port}`)).then(
      () => true,
      () => false,
    );
    if (!isThere) return 'silent';
  }
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 2000 });
  // A connection that breaks while being closed reports here; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const answer = await client.query<{ data_directory: string }>('show data_directory');
    const served = answer.rows[0]?.data_directory;
    return served !== undefined && (await realpath(served)) === (await realpath(place.cluster)) ? 'ours' : 'silent';
  } catch (error) {
    return (error as { code?: string }).code === wrongPassword ? 'refused' : 'silent';
  } finally {
    await client.end().catch(() => undefined);
  }
}
