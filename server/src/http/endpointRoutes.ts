/**
 * Every row of the endpoint table becomes a route below /api/. The order is the same for all: general allowance, session,
 * request schema, allowance of the call's kind, the caller's gate, handler, answer schema, envelope. A body with a file is read,
 * and judged by its schema, inside the gate. The status is 200 whatever happened; a path outside the table is a real 404.
 */
import * as z from 'zod/mini';
import { AppError, invariant } from '@tessera/shared/errors';
import { endpoints, idempotencyHeader } from '@tessera/shared/contract';
import { idempotencyKeyOf } from './idempotencyKey';
import { knowsTag } from './knowsTag';
import { lastingTag } from './lastingTag';
import { spendingOf } from './limits';
import { addMultipartBody, readMultipartBody } from './multipartBody';
import { parseRequest } from './parseRequest';
import { refusalOf, wrapData, wrapRefusal } from './envelopes';
import { tokenOf } from './sessionFinder';
import { visitorOf } from '../platform/addressPrefixes';
import { withLimit } from '../platform/timers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, EndpointName, Language } from '@tessera/shared/contract';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { CallGates } from './callGates';
import type { DatabaseWatch } from '../store/databaseWatch';
import type { HandlerCall, Handlers, SignedIn } from './handler';
import type { Limits } from './limits';
import type { SessionFinder } from './sessionFinder';

/** Below the client's 60 seconds, so that it hears an answer. */
const handlerLimitMs = 55_000;

/** What the adapter knows of a call before the table's types are put on it. */
type AnyHandler = (call: HandlerCall<EndpointName>) => Promise<unknown>;

export interface RouteDeps {
  readonly handlers: Handlers;
  readonly sessions: SessionFinder;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly limits: Limits;
  readonly gates: CallGates;
  readonly databaseWatch: Pick<DatabaseWatch, 'whileAnswering'>;
  /** Answers that break their schema are faults while we develop; in production they are logged and sent. */
  readonly isAnswerJudged: boolean;
}

async function findUser(parts: RouteDeps, endpoint: Endpoint, http: FastifyRequest): Promise<SignedIn | undefined> {
  if (endpoint.auth === 'none') return undefined;
  const token = tokenOf(http.headers.authorization);
  const user = token === undefined ? undefined : await parts.gates.find(visitorOf(http.ip), () => parts.sessions.find(token));
  if (user !== undefined) return user;
  if (token !== undefined) throw new AppError('AUTH_SESSION_ENDED');
  if (endpoint.auth === 'required') throw new AppError('AUTH_LOGIN_REQUIRED');
  return undefined;
}

/** A public call is a form, a call with a token is JSON, one with a file is multipart; where the token is optional so is the form. */
function refuseForeignBody(endpoint: Endpoint, contentType: string | undefined): void {
  if (endpoint.body === 'multipart') {
    if (contentType?.startsWith('multipart/form-data') !== true) throw new AppError('REQUEST_ILLEGAL');
    return;
  }
  if (endpoint.method === 'GET' || endpoint.auth === 'optional' || contentType === undefined) return;
  const isJson = contentType.startsWith('application/json');
  if (isJson !== (endpoint.body === 'json')) throw new AppError('REQUEST_ILLEGAL');
}

function judgeAnswer(parts: RouteDeps, name: EndpointName, endpoint: Endpoint, answer: unknown): unknown {
  const parsed = z.safeParse(endpoint.response, answer);
  // The parsed form is sent: a column that the schema does not name never leaves by accident.
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`);
  invariant(!parts.isAnswerJudged, `the answer of ${name} keeps its schema: ${issues.join('; ')}`);
  parts.log.error({ call: name, issues }, 'answer breaks its schema');
  return answer;
}

function read(endpoint: Endpoint, input: unknown): { readonly lang: unknown; readonly request: Record<string, unknown> } {
  const { lang, ...request } = parseRequest(endpoint.request, input);
  return { lang, request };
}

async function answer(parts: RouteDeps, name: EndpointName, endpoint: Endpoint, http: FastifyRequest): Promise<unknown> {
  await parts.limits.spend('general', visitorOf(http.ip));
  const user = await findUser(parts, endpoint, http);
  refuseForeignBody(endpoint, http.headers['content-type']);
  // A file is read once it is the caller's turn: until then it stays where it is sent from.
  const early = endpoint.body === 'multipart' ? undefined : read(endpoint, endpoint.method === 'GET' ? http.query : http.body);
  for (const [group, key] of spendingOf(name, user, visitorOf(http.ip))) await parts.limits.spend(group, key);
  // The table's rows and the handlers' types meet here: the key `name` binds them, which the compiler cannot follow in a loop.
  const handler = parts.handlers[name] as AnyHandler | undefined;
  // A key made of the instant is of the instant at which the call came; everything else is judged once it is its turn.
  const idempotencyKey =
    endpoint.movesMoney === true && user !== undefined
      ? idempotencyKeyOf(http.headers[idempotencyHeader], {
          userId: user.userId,
          name,
          request: early?.request ?? {},
          nowMs: parts.clock.now(),
        })
      : undefined;
  const work = async () => {
    const { lang, request } = early ?? read(endpoint, await readMultipartBody(http));
    if (handler === undefined) throw new AppError('FEATURE_NOT_OPEN');
    // It may have waited: what a session asked for is not done after its end.
    if (user !== undefined) await findUser(parts, endpoint, http);
    return handler({
      request,
      user,
      language: (lang ?? 'en') as Language,
      nowMs: parts.clock.now(),
      ip: http.ip,
      host: http.headers.host,
      userAgent: http.headers['user-agent']?.slice(0, 300),
      idempotencyKey,
      traceId: http.id,
    } as HandlerCall<EndpointName>);
  };
  const data = await withLimit(
    parts.gates.run(name, user, visitorOf(http.ip), work),
    handlerLimitMs,
    () => new Error(`${name} gave no answer in ${handlerLimitMs} ms`),
  );
  return judgeAnswer(parts, name, endpoint, data);
}

/** Without the values that database errors carry in `detail`: they hold what people typed. */
const describeFault = (error: unknown) =>
  error instanceof Error
    ? {
        name: error.name,
        message: error.message,
        stack: error.stack,
        ...('code' in error ? { code: error.code } : {}),
        cause: String(error.cause ?? ''),
      }
    : { message: String(error) };

export function refuseWith(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply, status = 200): FastifyReply {
  const { refusal, isFault, isPassing = false } = refusalOf(error, request.id);
  // Anyone who left in the middle of his own body hears no answer and is no fault of ours.
  if (request.raw.readableAborted) return reply.code(400).send();
  if (isFault) log.error({ trace: request.id, call: request.routeOptions.url, fault: describeFault(error) }, 'request failed');
  if (isPassing)
    log.warn({ trace: request.id, call: request.routeOptions.url, fault: describeFault(error) }, 'asked to try again');
  const seconds = refusal.params['seconds'];
  if (seconds !== undefined) reply.header('retry-after', seconds);
  return reply.code(status).send(wrapRefusal(refusal));
}

export function addEndpointRoutes(api: FastifyInstance, parts: RouteDeps): void {
  const duration = parts.metrics.histogram(
    'http_request_seconds',
    'Time to answer a call',
    [0.005, 0.02, 0.1, 0.5, 2, 10],
    ['call', 'outcome'],
  );
  const add = (routes: FastifyInstance, name: EndpointName, endpoint: Endpoint): void => {
    routes.route({
      method: endpoint.method,
      url: `/${endpoint.path}`,
      handler: async (request, reply) => {
        const stop = duration.startTimer({ call: endpoint.path });
        try {
          const data = await parts.databaseWatch.whileAnswering(() => answer(parts, name, endpoint, request));
          stop({ outcome: 'ok' });
          const tag = lastingTag(name, request.query, data);
          if (tag !== undefined) {
            void reply.header('etag', tag).header('cache-control', 'public, max-age=31536000, immutable');
            if (knowsTag(request, tag)) return await reply.code(304).send();
          }
          return await reply.send(wrapData(data));
        } catch (error) {
          stop({ outcome: refusalOf(error, request.id).isFault ? 'fault' : 'refused' });
          return refuseWith(parts.log, error, request, reply);
        }
      },
    });
  };
  const rows = Object.entries(endpoints) as [EndpointName, Endpoint][];
  for (const [name, endpoint] of rows) if (endpoint.body !== 'multipart') add(api, name, endpoint);
  void api.register(async (files) => {
    await addMultipartBody(files);
    for (const [name, endpoint] of rows) if (endpoint.body === 'multipart') add(files, name, endpoint);
  });
}
