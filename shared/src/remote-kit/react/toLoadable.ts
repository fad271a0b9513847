/** The query cache's many flags as one of the five states that panels render. */
import type { UseQueryResult } from '@tessera/shared/kernel';
import { AppError, asAppError } from '../../domain/errors';
import type { Loadable } from '../../design/ui/state/Loadable';

export type QueryLike<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'status' | 'fetchStatus' | 'dataUpdatedAt'>;

export function toLoadable<Data>(query: QueryLike<Data>): Loadable<Data> {
  const { data, error, status, fetchStatus, dataUpdatedAt } = query;
  if (status === 'error' && error !== null)
    return {
      state: 'failed',
      error: asAppError(error, 'REQUEST_EXCEPTION'),
      data,
      sinceMs: dataUpdatedAt > 0 ? dataUpdatedAt : undefined,
    };
  // Paused: the cache wants to ask but there is no network. It asks by itself once there is one.
  if (data === undefined)
    return fetchStatus === 'paused'
      ? { state: 'failed', error: new AppError('NETWORK_UNREACHABLE') }
      : { state: fetchStatus === 'idle' ? 'idle' : 'loading' };
  return fetchStatus === 'paused' ? { state: 'stale', data, sinceMs: dataUpdatedAt } : { state: 'ready', data };
}
