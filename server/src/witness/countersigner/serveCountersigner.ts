import fastify, { type FastifyInstance } from 'fastify';
import { networkOf } from '../../http/networkOf';
import { withoutSchemas } from '../../http/withoutSchemas';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refused, showing, type Countersigner } from './Countersigner';

/** A day of roots of many markets. */
const maxBodyBytes = 4 * 1024 * 1024;
/**
 * What one network may show in a minute, whether it holds or not: an exchange that was away for a day catches up in two or three. What is
 * refused is read by nobody, so one network takes half a second of a minute at most from the others.
 */
const bytesInMinute = maxBodyBytes;
const callsInMinute = 60;

export function serveCountersigner(countersigner: Countersigner): FastifyInstance {
  const http = fastify({ bodyLimit: maxBodyBytes, requestTimeout: 15_000, schemaController: withoutSchemas });
  const bytes = new RateLimiterMemory({ keyPrefix: 'bytes', points: bytesInMinute, duration: 60 });
  const calls = new RateLimiterMemory({ keyPrefix: 'calls', points: callsInMinute, duration: 60 });
  // Before the body is read. One that does not say how long it is counts as the longest.
  http.addHook('onRequest', async ({ method, ip, headers }, reply) => {
    if (method !== 'POST') return;
    const length = Math.max(1, Math.min(Number(headers['content-length'] ?? maxBodyBytes) || maxBodyBytes, maxBodyBytes));
    try {
      const network = networkOf(ip);
      await calls.consume(network);
      await bytes.consume(network, length);
    } catch (spent) {
      if (!(spent instanceof RateLimiterRes)) throw spent;
      const seconds = Math.ceil(spent.msBeforeNext / 1000);
      await reply
        .code(409)
        .header('retry-after', seconds)
        .send({ reason: 'busy', message: `this network has shown enough for ${seconds} s` });
    }
  });
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
