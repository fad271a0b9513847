import type { FastifyInstance } from 'fastify';
import { addPictures, type ShowPicture } from '../http/addPictures';
import { createLimits } from '../http/limits';
import { openFastify } from '../http/openFastify';
import { addConsole, consolePath } from './addConsole';
import { createOperations, type OperationsDeps } from './Operations';
import { operatorBox } from './operatorBox';
import type { Config } from '../platform/config';

/** The operators' server, which listens to nobody yet; their calls are also answered on the public one where the settings say so. */
export async function openOperations({
  config,
  publicHttp,
  showPicture,
  ...deps
}: Omit<OperationsDeps, 'box' | 'rateLimitFactor' | 'signingKeysFile'> & {
  readonly config: Config;
  readonly publicHttp: FastifyInstance;
  readonly showPicture: ShowPicture;
}): Promise<FastifyInstance> {
  const operations = createOperations({
    ...deps,
    box: operatorBox(config),
    rateLimitFactor: config.rateLimitFactor,
    signingKeysFile: config.signingKeysFile,
  });
  if (config.operations.isPublic) {
    await operations.addRoutes(publicHttp);
    await addConsole(publicHttp);
  }
  const http = await openFastify({ config, log: deps.log });
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
