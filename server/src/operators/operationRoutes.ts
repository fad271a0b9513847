/**
 * Every row of the operators' table becomes a route below /ops/api/, in one order for all: allowance, session, role, request schema,
 * handler, answer schema. Each call of an operator is written down with his name, also one that is refused: without that row there is no answer.
 */
import * as z from 'zod/mini';
import { AppError, invariant } from '@tessera/shared/errors';
import { answerPicture, operations, type Operation, type OperationName } from '@tessera/shared/operations';
import { refuseWith } from '../http/endpointRoutes';
import { refusalOf, wrapData } from '../http/envelopes';
import { parseRequest } from '../http/parseRequest';
import { tokenOf } from '../http/sessionFinder';
import { visitorOf } from '../platform/addressPrefixes';
import { withLimit } from '../platform/timers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Limits } from '../http/limits';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Db } from '../store/database';
import type { OperationCall, OperationHandlers } from './OperationHandler';
import type { OperatorSessions, SignedOperator } from './OperatorSessions';

export interface OperationParts {
  readonly handlers: OperationHandlers;
  readonly sessions: Pick<OperatorSessions, 'find'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Limits;
  readonly callerOf: (request: FastifyRequest) => string;
}

const handlerLimitMs = 55_000;
/** The longest text of an article, with every character escaped. */
const usualBodyLimit = 128 * 1024;
const bodyLimits: Partial<Record<OperationName, number>> = { conversationsAnswer: answerPicture.text + usualBodyLimit };
/** What a call is about, for the list of calls: the first of these that it names. */
const subjects = ['id', 'userId', 'symbol', 'name', 'remote', 'article', 'text', 'cursor'] as const;
const longestSubject = 100;

type AnyHandler = (call: OperationCall<OperationName>) => Promise<unknown>;

/** The handler's answer to who may ask. `bearer`: his token. */
export async function answerOperation(
  { handlers, sessions, db, clock }: Pick<OperationParts, 'handlers' | 'sessions' | 'db' | 'clock'>,
  name: OperationName,
  { bearer, body, ip }: { readonly bearer: string | undefined; readonly body: unknown; readonly ip: string },
): Promise<unknown> {
  const operation: Operation = operations[name];
  const handle = handlers[name] as AnyHandler;
  const call = (request: Record<string, unknown>, operator: SignedOperator | undefined) =>
    handle({ request, operator, nowMs: clock.now(), ip } as OperationCall<OperationName>);
  if (operation.roles === 'nobody yet')
    return judged(name, operation, await call(parseRequest(operation.request, body), undefined));

  const operator = bearer === undefined ? undefined : await sessions.find(bearer);
  if (operator === undefined) throw new AppError(bearer === undefined ? 'AUTH_LOGIN_REQUIRED' : 'AUTH_SESSION_ENDED');
  const { roles } = operation;
  const note = (outcome: string) =>
    db
      .insertInto('operatorCall')
      .values({ operatorId: operator.id, call: operation.path, subject: subjectOf(body), outcome, atMs: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  try {
    if (roles !== 'everyone' && !roles.some((role) => operator.roles.includes(role))) throw new AppError('REQUEST_UNAUTHORIZED');
    const answer = judged(name, operation, await call(parseRequest(operation.request, body), operator));
    await note('ok');
    return answer;
  } catch (error) {
    await note(refusalOf(error, '').refusal.code);
    throw error;
  }
}

/** The parsed form is sent: a column that the schema does not name never leaves by accident. */
function judged(name: OperationName, operation: Operation, answer: unknown): unknown {
  const parsed = z.safeParse(operation.response, answer);
  const issues = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`) ?? [];
  invariant(parsed.success, `the answer of ${name} keeps its schema: ${issues.join('; ')}`);
  return parsed.data;
}

function subjectOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '';
  const named = subjects.map((field) => (body as Record<string, unknown>)[field]).find((value) => typeof value === 'string');
  return typeof named === 'string' ? named.replaceAll('\0', '').slice(0, longestSubject) : '';
}

export async function addOperationRoutes(http: FastifyInstance, parts: OperationParts): Promise<void> {
  const { limits, log, clock, callerOf } = parts;
  async function answer(name: OperationName, http: FastifyRequest): Promise<unknown> {
    const ip = callerOf(http);
    const visitor = visitorOf(ip);
    await limits.spend(operations[name].roles === 'nobody yet' ? 'operatorSignIns' : 'operations', visitor);
    if (http.headers['content-type']?.startsWith('application/json') !== true) throw new AppError('REQUEST_ILLEGAL');
    return answerOperation(parts, name, { bearer: tokenOf(http.headers.authorization), body: http.body, ip });
  }
  await http.register(
    async (api) => {
      api.setErrorHandler((error, request, reply) => refuseWith(log, error, request, reply));
      api.addHook('onRequest', async (_, reply) => {
        // The page counts ages from this: times are those of the clock that stamped what it shows.
        void reply.headers({ 'cache-control': 'no-store', date: new Date(clock.now()).toUTCString() });
      });
      for (const name of Object.keys(operations) as OperationName[]) {
        const bodyLimit = bodyLimits[name] ?? usualBodyLimit;
        api.post(`/${operations[name].path}`, { bodyLimit }, async (request, reply) => {
          try {
            const data = await withLimit(
              answer(name, request),
              handlerLimitMs,
              () => new Error(`${name} gave no answer in ${handlerLimitMs} ms`),
            );
            return await reply.send(wrapData(data));
          } catch (error) {
            return refuseWith(log, error, request, reply);
          }
        });
      }
    },
    { prefix: '/ops/api' },
  );
}
