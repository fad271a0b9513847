/** The server below every door of ours: sizes, time limits, headers, JSON bodies, and refusals outside any call. It listens to nobody by itself. */
import { randomUUID } from 'node:crypto';
import fastify, { LogController } from 'fastify';
import { AppError } from '@tessera/shared/errors';
import { refuseWith } from './endpointRoutes';
import { refusalOf, wrapRefusal } from './envelopes';
import { addJsonBody, jsonLimitBytes } from './jsonBody';
import { addSecurityHeaders } from './securityHeaders';
import { withoutSchemas } from './withoutSchemas';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from '../platform/config';
import type { Log } from '../platform/log';

const requestTimeoutMs = 60_000;
const headersTimeoutMs = 15_000;

export async function openFastify({
  config,
  log,
}: {
  readonly config: Pick<Config, 'trustedProxies' | 'artifactOrigin'>;
  readonly log: Log;
}): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    bodyLimit: jsonLimitBytes,
    requestTimeout: requestTimeoutMs,
    routerOptions: { maxParamLength: 200 },
    schemaController: withoutSchemas,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // Ours has the envelope that clients read.
    return503OnClosing: false,
    // What is no path at all ("%ZZ") gets past every hook. It goes through once more as one that nobody knows: with our headers, counted and in
    // the envelope.
    frameworkErrors: (_, { raw: request }, { raw: response }) => {
      request.url = request.url?.startsWith('/api/') === true ? '/api/no-path' : '/no-path';
      app.routing(request, response);
    },
  });
  app.server.headersTimeout = headersTimeoutMs;
  let isClosing = false;
  app.addHook('preClose', async () => void (isClosing = true));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-trace-id', request.id);
    if (!isClosing) return;
    // A request on a connection that was kept open: another server, or this one after its restart, will answer it.
    const refusal = new AppError('PLEASE_RETRY', { isRetryable: true });
    await reply.code(503).headers({ connection: 'close', 'retry-after': '1' }).send(wrapRefusal(refusal));
  });
  await addSecurityHeaders(app, config.artifactOrigin);
  addJsonBody(app);
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    // Outside of calls there are only files: a path that no file can have, as one that climbs out of its folder, is its sender's fault and
    // says no more than that there is none. Nobody may fill the log with them.
    const isOfPath = status >= 400 && status < 500 && refusalOf(error, request.id).isFault;
    return isOfPath ? reply.callNotFound() : refuseWith(log, error, request, reply, status);
  });
  // Never kept: what is missing now may be published in a moment.
  app.setNotFoundHandler((_, reply) =>
    reply
      .code(404)
      .header('cache-control', 'no-store')
      .send(wrapRefusal(new AppError('DATA_NOT_FOUND'))),
  );
  return app;
}

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
