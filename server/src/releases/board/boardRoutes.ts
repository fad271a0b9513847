/**
 * The operators' board at /ops/release, only for an installation that sets OPS_TOKEN. The page is public and holds nothing;
 * what it shows and does comes from /ops/release/api with the token in the Authorization header. No cookies, so no page of
 * another site can act for an operator; a change also needs JSON and our own origin.
 */
import { join } from 'node:path';
import { ReleaseProblem, type HistoryEntry, type HostSwitch, type StatusReport } from '@tessera/release';
import * as z from 'zod';
import { isOwnOrigin } from '../../http/isOwnOrigin';
import { tokenOf } from '../../http/sessionFinder';
import { serveFolder } from '../../http/staticSites';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import { changeRequests, historyRequest, isChangeVerb, operatorName, type ChangeRequest } from './changeRequest';
import { createOperatorDoor, shortestToken } from './operatorDoor';

/** The release tool's verbs. They reject with a ReleaseProblem where they refuse. */
export interface BoardVerbs {
  status(): Promise<StatusReport>;
  /** Of the remote "host": the switches of the host. */
  history(request: {
    readonly remote?: string | undefined;
    readonly limit: number;
  }): Promise<readonly HistoryEntry[] | readonly HostSwitch[]>;
  change(request: ChangeRequest, by: string): Promise<unknown>;
}

const pageFolder = join(import.meta.dirname, '../../../../console/dist/web');
const boardName = 'board';

/** Only what the page itself brings: no inline code or style, no frame, no other origin. */
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'";

export async function addBoard(
  app: FastifyInstance,
  parts: {
    readonly opsToken: string | undefined;
    readonly verbs: BoardVerbs;
    readonly clock: Clock;
    readonly log: Log;
    readonly folder?: string;
  },
): Promise<void> {
  const { opsToken, verbs, log } = parts;
  if (opsToken === undefined || opsToken.length < shortestToken) return;
  const door = createOperatorDoor(opsToken, parts.clock);

  await app.register(async (board) => {
    board.addHook('onRequest', async (_, reply) => {
      reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', contentPolicy)
        .header('x-frame-options', 'DENY');
      // The page counts ages and minutes from this: times are those of the clock that stamped what it shows.
      reply.header('date', new Date(parts.clock.now()).toUTCString());
    });
    board.get('/ops/release', async (_, reply) => reply.redirect('/ops/release/', 302));
    await serveFolder(board, { prefix: '/ops/release/', folder: parts.folder ?? pageFolder, setHeaders: () => undefined });

    await board.register(
      async (api) => {
        // A form of another site can send text, never JSON.
        api.removeContentTypeParser('text/plain');
        api.setErrorHandler((error, request, reply) => answerProblem(log, error, request, reply));
        api.setNotFoundHandler((_, reply) => refuse(reply, 404, 'usage', 'there is no such verb'));
        api.addHook('onRequest', async (request, reply) => {
          const admission = await door.knock(tokenOf(request.headers.authorization), request.ip);
          if (admission.is === 'admitted') return;
          if (admission.is === 'wrong')
            return refuse(reply.header('www-authenticate', 'Bearer'), 401, 'token', 'the token is missing or wrong');
          return refuse(
            reply.header('retry-after', String(admission.seconds)),
            429,
            'token',
            `too many wrong tokens; wait ${admission.seconds} s`,
          );
        });

        api.get('/status', () => verbs.status());
        api.get('/history', (request) => verbs.history(historyRequest.parse(request.query)));
        api.post<{ Params: { verb: string } }>('/:verb', async (request, reply) => {
          if (!isOwnOrigin(request)) return refuse(reply, 403, 'refused', 'a change can be asked for by our own page only');
          const { verb } = request.params;
          if (!isChangeVerb(verb)) return reply.callNotFound();
          const by = operatorName.parse(request.headers['x-operator'] ?? boardName);
          const asked = { verb, ...changeRequests[verb].parse(request.body) } as ChangeRequest;
          const done = await verbs.change(asked, by);
          log.info({ by, asked }, 'the board asked for a change of releases');
          return done;
        });
      },
      { prefix: '/ops/release/api' },
    );
  });
}

const statuses = { usage: 400, refused: 409, conflict: 409, unreachable: 503 } as const;

function answerProblem(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ReleaseProblem) return refuse(reply, statuses[error.kind], error.kind, error.message);
  if (error instanceof z.ZodError) return refuse(reply, 400, 'usage', z.prettifyError(error));
  const status = error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status < 500) return refuse(reply, status, 'usage', error instanceof Error ? error.message : 'not understood');
  log.error({ err: error, traceId: request.id }, 'the board could not answer');
  return refuse(reply, 500, 'unexpected', `unexpected fault; the log names it by ${request.id}`);
}

const refuse = (reply: FastifyReply, status: number, kind: string, message: string): FastifyReply =>
  reply.code(status).send({ kind, message });
