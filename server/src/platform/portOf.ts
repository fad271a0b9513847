import type { FastifyInstance } from 'fastify';

/** undefined: it listens to nobody. */
export function portOf(http: FastifyInstance): number | undefined {
  const address = http.server.address();
  return address !== null && typeof address === 'object' ? address.port : undefined;
}
