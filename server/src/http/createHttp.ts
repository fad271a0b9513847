/**
 * The HTTP side of the exchange: the endpoint table below /api/, the static sites, and the rules that hold for all of it
 * (headers, sizes, time limits, overload). It listens to nobody by itself; app.ts adds releases, health pages and the socket.
 */
import { join } from 'node:path';
import compress from '@fastify/compress';
import formbody from '@fastify/formbody';
import underPressure from '@fastify/under-pressure';
import { AppError } from '@tessera/shared/errors';
import { addCallbacks } from './addCallbacks';
import { addOpenApi } from './addOpenApi';
import { addPictures, type ShowPicture } from './addPictures';
import { addStatementFile, type OpenStatementFile } from './addStatementFile';
import { addEndpointRoutes, refuseWith } from './endpointRoutes';
import { addStaticSites } from './staticSites';
import { createCallGates } from './callGates';
import { createLimits } from './limits';
import { addLogDayFiles } from './logDayFiles';
import { openFastify } from './openFastify';
import { visitorOf } from '../platform/addressPrefixes';
import type { FastifyInstance } from 'fastify';
import type { ReceiveCallback } from '../gateway/receiveCallback';
import type { Clock } from '../platform/Clock';
import type { Config } from '../platform/config';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { DatabaseWatch } from '../store/databaseWatch';
import type { Handlers } from './handler';
import type { SessionFinder } from './sessionFinder';

export interface HttpDeps {
  readonly handlers: Handlers;
  readonly showPicture?: ShowPicture | undefined;
  readonly openStatementFile?: OpenStatementFile | undefined;
  /** Of the card gateway. */
  readonly receiveCallback?: ReceiveCallback | undefined;
  readonly sessions: SessionFinder;
  readonly config: Pick<Config, 'isProduction' | 'trustedProxies' | 'dataDir' | 'artifactOrigin' | 'rateLimitFactor'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly databaseWatch: Pick<DatabaseWatch, 'whileAnswering'>;
}

/** The track of a puzzle's piece, with its signs escaped. */
const formLimitBytes = 32 * 1024;
/** Calls have allowances of their own, and probes are never refused. Everything else is files. */
const countsByItself = /^\/(api\/|healthz|readyz|metrics)/;
/** A loop this late answers nobody in time: better to say so at once. */
const latestLoopMs = 3000;

export async function createHttp(parts: HttpDeps): Promise<FastifyInstance> {
  const { config, log } = parts;
  const app = await openFastify({ config, log });
  const limits = createLimits(config.rateLimitFactor);
  app.addHook('onRequest', async (request, reply) => {
    if (countsByItself.test(request.url)) return;
    await limits.spend('files', visitorOf(request.ip)).catch((error: unknown) => refuseWith(log, error, request, reply, 429));
  });

  await app.register(
    async (api) => {
      api.setErrorHandler((error, request, reply) => refuseWith(log, error, request, reply));
      // Bodies are taken as they are: one that unpacks to a thousand times its size would go on unpacking after it was refused.
      await api.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false });
      await api.register(formbody, { bodyLimit: formLimitBytes });
      const tooLateMs = latestLoopMs * Math.max(1, config.rateLimitFactor);
      await api.register(underPressure, {
        maxEventLoopDelay: tooLateMs,
        // An interval without a sample counts as an endless delay: a shorter one would refuse after a shorter stall.
        sampleInterval: tooLateMs,
        pressureHandler: (request, reply) =>
          void refuseWith(log, new AppError('PLEASE_RETRY', { isRetryable: true }), request, reply),
      });
      addOpenApi(api, limits);
      if (parts.showPicture !== undefined) addPictures(api, log, limits, parts.showPicture);
      if (parts.openStatementFile !== undefined) addStatementFile(api, log, limits, parts.openStatementFile);
      if (parts.receiveCallback !== undefined) addCallbacks(api, { limits, clock: parts.clock, receive: parts.receiveCallback });
      addEndpointRoutes(api, {
        ...parts,
        limits,
        gates: createCallGates(parts.metrics, config.rateLimitFactor),
        isAnswerJudged: !config.isProduction,
      });
    },
    { prefix: '/api' },
  );

  await addStaticSites(app, join(config.dataDir, 'host', 'current'));
  await addLogDayFiles(app, config);
  app.get('/.well-known/security.txt', async (request, reply) =>
    reply.type('text/plain').send(securityText(`${request.protocol}://${request.host}`, parts.clock.now())),
  );
  return app;
}

/** Where to report a weakness. The format demands an end of validity. */
function securityText(origin: string, nowMs: number): string {
  const expires = new Date(nowMs + 180 * 86_400_000).toISOString();
  return `Contact: ${origin}/h5/#/pages/help/index\nExpires: ${expires}\nPreferred-Languages: en\n`;
}
