import type { Config } from './config';
import { refuseHeldDataDir } from './dataDirLock';
import { refuseUsedPort } from './refuseUsedPort';

/** Looks and changes nothing. Throws an Error for the operator's eyes when another server is on the directory or something on a port. */
export async function refuseTaken({ dataDir, port, host, operations }: Pick<Config, 'dataDir' | 'port' | 'host' | 'operations'>) {
  // First: a second start with the same settings meets both, and this says who is there.
  await refuseHeldDataDir(dataDir);
  await refuseUsedPort(port, host);
  if (operations.port !== undefined) await refuseUsedPort(operations.port, operations.host, 'OPS_PORT');
}
