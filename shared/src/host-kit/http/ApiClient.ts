/**
 * The client of the endpoint table (specification, section 7). A row says how a call travels: method, whether the token
 * goes along, form, JSON or multipart; its schema reads the answer. `lang` is always in the data. A call ends in one of:
 *
 *   type ok, or code 1    the answer, read by the row's schema (else ANSWER_UNREADABLE with the path of the bad field)
 *   type error            AppError with the catalogue's code and parameters
 *   type 999              onSessionEnded, and AppError
 *   404, no answer        AppError made here; for a row that moves money nobody knows whether it happened
 *
 * An answer to a question of an earlier session (another person, another account mode) is dropped: the caller gets a
 * silent PLEASE_RETRY, and a late 999 cannot end the new session.
 */
import { endpoints, formerEndpointNames, idempotencyHeader } from '../../domain/contract';
import type { Endpoint, EndpointName, EndpointResponse, Language } from '../../domain/contract';
import { AppError, invariant } from '../../domain/errors';
import type { ApiCallOptions, ApiClient } from '../../federation';
import { createHttpPort, type HttpPort, type HttpQuestion } from './HttpPort';
import { readEnvelope } from './readEnvelope';

export const requestTimeoutMs = 60_000;

export interface ApiClientOptions {
  /** "/api/" on the app's origin. */
  readonly baseUrl: string;
  readonly language: () => Language;
  readonly token: () => string | undefined;
  /** The session's generation: it differs after each sign-in, sign-out and mode switch. */
  readonly generation: () => number;
  readonly onSessionEnded: (error: AppError) => void;
  /** Errors that the caller did not keep to itself (toastErrors: false). */
  readonly onError: (error: AppError) => void;
  /** How many calls are under way, whenever that changes. */
  readonly onPending?: ((count: number) => void) | undefined;
  readonly timeoutMs?: number | undefined;
  /** The network; tests hand in their own. */
  readonly http?: HttpPort | undefined;
}

export function createApiClient(options: ApiClientOptions): ApiClient {
  const { baseUrl, timeoutMs = requestTimeoutMs } = options;
  const http = options.http ?? createHttpPort();
  let pending = 0;

  const countPending = (step: 1 | -1) => {
    pending += step;
    options.onPending?.(pending);
  };

  async function send(name: EndpointName, request: Readonly<Record<string, unknown>>, call: ApiCallOptions): Promise<unknown> {
    const row: Endpoint = endpoints[name];
    const token = row.auth === 'none' ? undefined : options.token();
    if (row.auth === 'required' && token === undefined) throw new AppError('AUTH_LOGIN_REQUIRED');
    invariant(
      row.movesMoney !== true || call.idempotencyKey !== undefined,
      `${name} moves money, so the caller must give an idempotencyKey that it keeps on retry`,
    );
    const generation = options.generation();
    const data = { ...definedFields(request), lang: options.language() };
    const answer = await http({
      method: row.method,
      url: `${baseUrl}${row.path}`,
      ...(row.method === 'GET' ? { query: data } : { body: bodyOf(row, data) }),
      headers: {
        ...(token === undefined ? {} : { authorization: token }),
        ...(call.idempotencyKey === undefined ? {} : { [idempotencyHeader]: call.idempotencyKey }),
      },
      timeoutMs,
      signal: call.signal,
      onProgress: row.body === 'multipart' ? call.onProgress : undefined,
    });
    if (token !== undefined && options.generation() !== generation) {
      throw new AppError('PLEASE_RETRY', {
        cause: 'answered after the session changed',
        isOutcomeUnknown: row.movesMoney === true,
      });
    }
    return readEnvelope(name, row, answer);
  }

  return {
    async call(name, request, call = {}) {
      countPending(1);
      try {
        return (await send(formerEndpointNames[name] ?? name, request, call)) as EndpointResponse<typeof name>;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.code === 'AUTH_SESSION_ENDED') options.onSessionEnded(error);
        else if (call.toastErrors !== false && error.code !== 'PLEASE_RETRY') options.onError(error);
        throw error;
      } finally {
        countPending(-1);
      }
    },
  };
}

const definedFields = (request: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));

function bodyOf(row: Endpoint, data: Readonly<Record<string, unknown>>): NonNullable<HttpQuestion['body']> {
  if (row.body === 'json') return data;
  return row.body === 'multipart' ? asMultipart(data) : asForm(data);
}

function asMultipart(data: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(data))
    if (value instanceof Blob) form.append(key, value);
    else form.append(key, String(value));
  return form;
}

const asForm = (data: Readonly<Record<string, unknown>>): URLSearchParams =>
  new URLSearchParams(Object.entries(data).map(([key, value]) => [key, String(value)]));
