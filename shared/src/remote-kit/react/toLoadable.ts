/** The query cache's many flags as one of the five states that panels render. */
import type { UseQueryResult } from '@tessera/shared/kernel';
import { asAppError } from '../../domain/errors';
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
  if (data === undefined) return { state: fetchStatus === 'idle' ? 'idle' : 'loading' };
  // Paused: the cache wants to ask again but there is no network.
  return fetchStatus === 'paused' ? { state: 'stale', data, sinceMs: dataUpdatedAt } : { state: 'ready', data };
}
