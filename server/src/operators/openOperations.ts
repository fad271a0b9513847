import { AppError } from '@tessera/shared/errors';
import type { FastifyInstance } from 'fastify';
import { addPictures, type ShowPicture } from '../http/addPictures';
import { wrapRefusal } from '../http/envelopes';
import { createLimits } from '../http/limits';
import { openFastify } from '../http/openFastify';
import { createPasswords } from '../identity/passwords';
import { addConsole, consolePath } from './addConsole';
import { forwardedCaller } from './forwarding';
import { isOwnName } from './isOwnName';
import { createOperations, type OperationsDeps } from './Operations';
import { operatorBox } from './operatorBox';
import type { Config } from '../platform/config';

export interface OperatorsServer extends Omit<
  OperationsDeps,
  'box' | 'chains' | 'rateLimitFactor' | 'signingKeysFile' | 'callerOf' | 'passwords' | 'wait'
> {
  readonly config: Config;
  /** Answers operators too; undefined: it does not, or not in this process. */
  readonly publicHttp: FastifyInstance | undefined;
  readonly showPicture: ShowPicture;
  /** Of who passes calls on from another port. */
  readonly forwardSecret: string | undefined;
}

/** Misdirected request: this server goes by other names. */
const otherName = 421;

/** The operators' server, which listens to nobody yet. */
export async function openOperations({
  config,
  publicHttp,
  showPicture,
  forwardSecret,
  ...deps
}: OperatorsServer): Promise<FastifyInstance> {
  const operations = createOperations({
    ...deps,
    box: operatorBox(config),
    passwords: createPasswords(),
    chains: config.chains.map(({ network }) => network),
    rateLimitFactor: config.rateLimitFactor,
    signingKeysFile: config.signingKeysFile,
    callerOf: (request) => forwardedCaller(request, forwardSecret) ?? request.ip,
  });
  if (publicHttp !== undefined) {
    await operations.addRoutes(publicHttp);
    await addConsole(publicHttp);
  }
  const http = await openFastify({ config, log: deps.log });
  http.addHook('onRequest', async (request, reply) => {
    if (isOwnName(request.headers.host, config.operations.names) || forwardedCaller(request, forwardSecret) !== undefined) return;
    await reply.code(otherName).send(wrapRefusal(new AppError('REQUEST_ILLEGAL')));
  });
  await operations.addRoutes(http);
  await addConsole(http);
  http.get('/', async (_, reply) => reply.redirect(consolePath, 302));
  // A page of operators shows papers from where it came from itself.
  await http.register(async (api) => addPictures(api, deps.log, createLimits(config.rateLimitFactor), showPicture), {
    prefix: '/api',
  });
  await http.ready();
  return http;
}
