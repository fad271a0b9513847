/**
 * PostgreSQL refuses to run as root. When we are root it runs as the system user `postgres`, or `nobody` where there is
 * none; otherwise it runs as ourselves.
 */
import { readFile } from 'node:fs/promises';

export interface RunAs {
  /** undefined: as ourselves. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
  readonly spawnOptions: { readonly uid?: number; readonly gid?: number; readonly env: NodeJS.ProcessEnv };
}

export async function chooseRunAs(): Promise<RunAs> {
  // Nothing of our environment (secrets among it) is handed to the database process.
  const env = {
    PATH: process.env['PATH'],
    LC_ALL: 'C',
    TZ: 'UTC',
    SYSTEMROOT: process.env['SYSTEMROOT'],
    TEMP: process.env['TEMP'],
  };
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) return { user: undefined, spawnOptions: { env } };
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const user = find(users, 'postgres') ?? find(users, 'nobody') ?? { uid: 65_534, gid: 65_534 };
  return { user, spawnOptions: { ...user, env } };
}

function find(passwd: string, name: string): { uid: number; gid: number } | undefined {
  for (const line of passwd.split('\n')) {
    const [user, , uid, gid] = line.split(':');
    if (user === name && uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}
