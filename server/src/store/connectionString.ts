/** The address as one text, for another process of the same exchange. */
import type { DatabaseAddress } from './database';

export function connectionStringOf({ connectionString, host, port, user, password, database }: DatabaseAddress): string {
  if (connectionString !== undefined) return connectionString;
  const who = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(password ?? '')}`;
  const isSocket = host?.startsWith('/') === true;
  const address = isSocket ? '' : `${host ?? '127.0.0.1'}:${port ?? 5432}`;
  const folder = isSocket ? `?host=${encodeURIComponent(host)}&port=${port ?? 5432}` : '';
  return `postgres://${who}@${address}/${database ?? ''}${folder}`;
}
