/**
 * The door of the card gateway's callbacks: outside the endpoint table, because what is signed is the exact bytes. Bodies are small, each
 * network that calls has an allowance, and what they say is judged by the gateway's module (receiveCallback.ts).
 */
import { errorCodes, type FastifyInstance } from 'fastify';
import { visitorOf } from '../platform/addressPrefixes';
import { callbackRoute } from '../gateway/callbackUrl';
import type { ReceiveCallback } from '../gateway/receiveCallback';
import { signatureHeader } from '../gateway/signature';
import type { Clock } from '../platform/Clock';
import type { Limits } from './limits';

const longestBytes = 4096;

export function addCallbacks(
  api: FastifyInstance,
  { limits, clock, receive }: { readonly limits: Limits; readonly clock: Clock; readonly receive: ReceiveCallback },
): void {
  void api.register(async (callbacks) => {
    callbacks.removeAllContentTypeParsers();
    callbacks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: longestBytes }, (_, body, done) => done(null, body));
    callbacks.addHook('onRequest', async (request, reply) => {
      const isWithin = await limits.spend('callbacks', visitorOf(request.ip)).then(
        () => true,
        () => false,
      );
      if (!isWithin) await reply.code(429).header('retry-after', '60').send();
    });
    callbacks.setErrorHandler(async (error, _, reply) => {
      const isTooLarge = error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE;
      return reply.code(isTooLarge ? await receive('too large') : 400).send();
    });
    callbacks.post(callbackRoute, { bodyLimit: longestBytes }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const status = await receive({ body, signature: request.headers[signatureHeader], nowMs: clock.now() });
      return reply.code(status).send();
    });
  });
}
