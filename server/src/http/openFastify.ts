/** The server below every door of ours: sizes, time limits, headers, JSON bodies, and refusals outside any call. It listens to nobody by itself. */
import { randomUUID } from 'node:crypto';
import fastify, { LogController } from 'fastify';
import { AppError } from '@tessera/shared/errors';
import { refuseWith } from './endpointRoutes';
import { wrapRefusal } from './envelopes';
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
  // Outside of calls a status speaks for itself (a path that climbs out of its folder is 403).
  app.setErrorHandler((error, request, reply) => refuseWith(log, error, request, reply, statusOf(error)));
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
