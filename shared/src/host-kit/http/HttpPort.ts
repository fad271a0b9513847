/**
 * The one door to the network, over axios: what went wrong on the way comes out as three cases, whatever the browser
 * calls them. Axios is kept behind this port so that nothing else knows its error codes.
 */
import axios, { AxiosError } from 'axios';

export interface HttpQuestion {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: URLSearchParams | FormData | Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** How much of the body is sent, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

export type HttpAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'unreachable'; readonly cause: unknown }
  | { readonly kind: 'timeout'; readonly cause: unknown }
  | { readonly kind: 'aborted'; readonly cause: unknown };

export type HttpPort = (question: HttpQuestion) => Promise<HttpAnswer>;

export function createHttpPort(): HttpPort {
  const client = axios.create({
    // Every status is an answer here; what it means is read in one place.
    validateStatus: () => true,
    transitional: { clarifyTimeoutError: true },
    // The token travels in a header only when the row asks; cookies play no part.
    withCredentials: false,
  });
  return async ({ method, url, query, body, headers, timeoutMs, signal, onProgress }) => {
    try {
      const answer = await client.request({
        method,
        url,
        headers: { ...headers },
        timeout: timeoutMs,
        ...(query === undefined ? {} : { params: query }),
        ...(body === undefined ? {} : { data: body }),
        ...(signal === undefined ? {} : { signal }),
        ...(onProgress === undefined ? {} : { onUploadProgress: ({ progress = 0 }) => onProgress(progress) }),
      });
      return { kind: 'answered', status: answer.status, body: answer.data as unknown };
    } catch (error) {
      return { kind: kindOf(error), cause: error };
    }
  };
}

function kindOf(error: unknown): 'unreachable' | 'timeout' | 'aborted' {
  if (!(error instanceof AxiosError)) throw error;
  if (error.code === AxiosError.ERR_CANCELED) return 'aborted';
  return error.code === AxiosError.ETIMEDOUT || error.code === AxiosError.ECONNABORTED ? 'timeout' : 'unreachable';
}
