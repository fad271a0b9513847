import type { FastifyInstance } from 'fastify';
import { withLimit } from '../platform/timers';

const requestGraceMs = 10_000;

/** Requests that run get their time, then their connections are cut. */
export async function closeHttp(http: FastifyInstance): Promise<void> {
  const closed = http.close();
  await withLimit(closed, requestGraceMs, () => new Error('late')).catch(() => http.server.closeAllConnections());
  await closed;
}
