import type { FastifyInstance } from 'fastify';
import { invariant } from '@tessera/shared/errors';
import type { Config } from '../platform/config';
import { portOf } from '../platform/portOf';

/** A port that was named is taken or the start fails; else the one next to the public one, or any. Answers which. */
export async function listenForOperators(
  http: FastifyInstance | undefined,
  { port, host }: Pick<Config['operations'], 'port' | 'host'>,
  publicPort: number,
): Promise<number> {
  invariant(http !== undefined, 'a process that answers operators has their login');
  const wanted = port ?? (publicPort === 0 ? 0 : publicPort + 1);
  await http.listen({ port: wanted, host }).catch(async (error: unknown) => {
    if (port !== undefined || (error as { code?: unknown }).code !== 'EADDRINUSE') throw error;
    await http.listen({ port: 0, host });
  });
  return portOf(http) ?? wanted;
}
