/** An api client behind a bad line: each call takes its time, is refused when the controls say so, and is told to anyone who watches. */
import type { EndpointName } from '../../domain/contract';
import { AppError, asAppError } from '../../domain/errors';
import type { ApiCallOptions, ApiClient } from '../../federation';
import type { StandaloneSettings } from './settings';

export interface UnsteadyApiDeps {
  readonly api: ApiClient;
  readonly settings: () => Pick<StandaloneSettings, 'latencyMs' | 'refusal' | 'connection'>;
  wait(ms: number): Promise<void>;
  onAnswer(name: EndpointName, error: AppError | undefined): void;
  /** Errors that the caller did not keep to itself. */
  onError(error: AppError): void;
}

export function unsteadyApi({ api, settings, wait, onAnswer, onError }: UnsteadyApiDeps): ApiClient {
  const refusalNow = (): AppError | undefined => {
    const { refusal, connection } = settings();
    if (connection === 'offline') return new AppError('NETWORK_UNREACHABLE', { isRetryable: true });
    return refusal === '' ? undefined : new AppError(refusal, { isRetryable: refusal === 'NETWORK_UNREACHABLE' });
  };
  return {
    async call(name, request, options: ApiCallOptions = {}) {
      try {
        await wait(settings().latencyMs);
        const refusal = refusalNow();
        if (refusal !== undefined) throw refusal;
        const answer = await api.call(name, request, { ...options, toastErrors: false });
        onAnswer(name, undefined);
        return answer;
      } catch (fault) {
        const error = asAppError(fault, 'REQUEST_EXCEPTION');
        onAnswer(name, error);
        if (options.toastErrors !== false && options.signal?.aborted !== true) onError(error);
        throw error;
      }
    },
  };
}
