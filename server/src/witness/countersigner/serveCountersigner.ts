import fastify, { type FastifyInstance } from 'fastify';
import { networkOf } from '../../http/networkOf';
import { Refused, showing, type Countersigner } from './Countersigner';

/** A day of roots of many markets. */
const maxBodyBytes = 4 * 1024 * 1024;

export function serveCountersigner(countersigner: Countersigner): FastifyInstance {
  const http = fastify({ bodyLimit: maxBodyBytes, requestTimeout: 15_000 });
  http.get('/key', async () => ({ publicKey: countersigner.publicKey }));
  http.get<{ Params: { exchange: string } }>('/roots/:exchange', async ({ params }, reply) => {
    return countersigner.newest(params.exchange) ?? reply.code(404).send({ reason: 'unknown' });
  });
  http.post('/roots', async ({ body, ip }, reply) => {
    const shown = showing.safeParse(body);
    if (!shown.success) return reply.code(400).send({ reason: 'form', message: shown.error.issues[0]?.message });
    try {
      return await countersigner.show(shown.data, networkOf(ip));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return reply.code(409).send({ reason: error.reason, message: error.message });
    }
  });
  return http;
}
