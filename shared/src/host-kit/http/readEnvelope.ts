import { sessionEndedType, type Endpoint, type EndpointName } from '../../domain/contract';
import { AppError, isErrorCode, type ErrorParams } from '../../domain/errors';
import type { HttpAnswer } from './HttpPort';

/** The data in an answer, or the AppError that says why there is none. */
export function readEnvelope(name: EndpointName, row: Endpoint, answer: HttpAnswer): unknown {
  // When money may have moved, silence is not failure: the caller must ask by its client id, never say "failed".
  const isOutcomeUnknown = row.movesMoney === true;
  if (answer.kind === 'aborted') throw new AppError('PLEASE_RETRY', { cause: answer.cause, isRetryable: true, isOutcomeUnknown });
  if (answer.kind === 'timeout')
    throw new AppError('NETWORK_TIMEOUT', { cause: answer.cause, isRetryable: true, isOutcomeUnknown });
  if (answer.kind === 'unreachable')
    throw new AppError('NETWORK_UNREACHABLE', { cause: answer.cause, isRetryable: true, isOutcomeUnknown });

  const { status, body } = answer;
  // Of the status and not of the body: an unknown path has an envelope of its own, whose code would say something else.
  if (status === 404) throw new AppError('NOT_FOUND_404', { params: { path: row.path } });
  if (isRecord(body)) {
    if (body['type'] === 'ok' || body['code'] === 1) return readData(name, row, body['message']);
    if (typeof body['message'] === 'string' && typeof body['type'] === 'string')
      throw refusal(body['type'], body['message'], body['params'], isOutcomeUnknown);
  }
  // A gateway in front of a server that is down or restarting.
  if (status >= 500) throw new AppError('NETWORK_UNREACHABLE', { cause: `HTTP ${status}`, isRetryable: true, isOutcomeUnknown });
  throw new AppError('ANSWER_UNREADABLE', {
    params: { path: row.path },
    cause: `HTTP ${status} without an envelope`,
    isOutcomeUnknown,
  });
}

function readData(name: EndpointName, row: Endpoint, data: unknown): unknown {
  const result = row.response.safeParse(data);
  if (result.success) return result.data;
  const first = result.error.issues[0];
  const path = [name, ...(first?.path ?? []).map(String)].join('.');
  throw new AppError('ANSWER_UNREADABLE', { params: { path }, cause: result.error, isOutcomeUnknown: row.movesMoney === true });
}

/** Refusals that come from a fault in the middle of the work: money may have moved before it. */
const saysNothingOfTheWork: ReadonlySet<string> = new Set(['PLEASE_RETRY', 'REQUEST_EXCEPTION']);

function refusal(type: string, message: string, params: unknown, movesMoney: boolean): AppError {
  if (type === sessionEndedType) return new AppError('AUTH_SESSION_ENDED', { cause: message });
  // A newer server may know codes that this page does not.
  if (!isErrorCode(message)) return new AppError('REQUEST_EXCEPTION', { cause: message, params: { trace: message } });
  return new AppError(message, {
    params: readParams(params),
    isOutcomeUnknown: movesMoney && saysNothingOfTheWork.has(message),
  });
}

const readParams = (params: unknown): ErrorParams =>
  isRecord(params) ? Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)])) : {};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
