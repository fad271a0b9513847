/**
 * Operators on the public port: what comes to /ops there is passed on to the process that answers them, with whom it came from. That is believed of
 * who knows the secret that both drew at this start.
 */
import { request as sendRequest } from 'node:http';
import { pipeline } from 'node:stream';
import { AppError } from '@tessera/shared/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wrapRefusal } from '../http/envelopes';
import { isSameSecret } from '../platform/random';

const secretHeader = 'x-tessera-forward';
const callerHeader = 'x-tessera-caller';
const answerLimitMs = 60_000;
/** Of one connection, not of what is sent over it. */
const ofConnections = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade', secretHeader, callerHeader]);

export interface OperatorsProcess {
  readonly host: string;
  /** undefined while there is none. */
  port(): number | undefined;
  readonly secret: string;
}

/** The address that a forwarded call came from; undefined: it came straight here. */
export function forwardedCaller({ headers }: FastifyRequest, secret: string | undefined): string | undefined {
  const [shown, caller] = [headers[secretHeader], headers[callerHeader]];
  const isForwarded = secret !== undefined && typeof shown === 'string' && isSameSecret(shown, secret);
  return isForwarded && typeof caller === 'string' ? caller : undefined;
}

const passedOn = <Value>(headers: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnections.has(name)));

/** Where a program that listens there is found from this machine. */
const reachedAt = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);

export async function addForwarding(http: FastifyInstance, to: OperatorsProcess): Promise<void> {
  async function pass(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const port = to.port();
    const isAway = new AppError('PLEASE_RETRY', { isRetryable: true });
    if (port === undefined) {
      await reply.code(503).header('retry-after', '1').send(wrapRefusal(isAway));
      return;
    }
    reply.hijack();
    const { raw: asked } = request;
    const answered = reply.raw;
    const sent = sendRequest({
      host: reachedAt(to.host),
      port,
      method: asked.method ?? 'GET',
      path: asked.url ?? '/',
      headers: { ...passedOn(asked.headers), [secretHeader]: to.secret, [callerHeader]: request.ip },
      timeout: answerLimitMs,
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', () => {
      if (answered.headersSent) answered.destroy();
      else
        answered
          .writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
          .end(JSON.stringify(wrapRefusal(isAway)));
    });
    sent.on('response', (answer) => {
      answered.writeHead(answer.statusCode ?? 503, passedOn(answer.headers));
      pipeline(answer, answered, () => undefined);
    });
    answered.on('close', () => sent.destroy());
    asked.pipe(sent);
  }
  await http.register(async (scope) => {
    // Read where it is answered.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all('/ops', pass);
    scope.all('/ops/*', pass);
  });
}
