/** Day files of the tick log (feed/LogDays.ts) for everybody. They never change. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../platform/config';
import { forEver, serveFolder } from './staticSites';

export const logDaysFolderOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'log-days');

/** Nothing else in the folder: a file that is being written has a longer name. */
const isDayFile = (path: string): boolean => /^\/[\w-]+\/\d{4}-\d\d-\d\d\.ndjson\.gz$/.test(path);

export async function addLogDayFiles(app: FastifyInstance, config: Pick<Config, 'dataDir'>): Promise<void> {
  const folder = logDaysFolderOf(config);
  await mkdir(folder, { recursive: true });
  await serveFolder(app, {
    prefix: '/log-days/',
    folder,
    isServed: isDayFile,
    setHeaders: (reply) => void reply.header('cache-control', forEver).type('application/gzip'),
  });
}
