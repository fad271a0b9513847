/**
 * Calls of the endpoint table through the query cache. The key holds the session's generation, so that an answer fetched
 * for another person or account mode can never be shown; leaving the page aborts what is under way.
 */
import { useCallback } from 'react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tessera/shared/kernel';
import type { EndpointName, EndpointRequest, EndpointResponse } from '../../domain/contract';
import { AppError } from '../../domain/errors';
import type { Loadable } from '../../design/ui/state/Loadable';
import { toLoadable } from './toLoadable';
import { useApi, useConnection, useSessionState } from './useLive';

export interface EndpointOptions {
  /** False: do not ask (yet). The state is idle. */
  readonly isEnabled?: boolean | undefined;
  /** How long an answer is taken as fresh. Default 10 s. */
  readonly freshMs?: number | undefined;
  readonly refetchEveryMs?: number | undefined;
  /** The socket brings every change: asked for again only while it does not live. */
  readonly isPushed?: boolean | undefined;
  /** Keeps showing the last answer while another page of it is asked for. */
  readonly keepsPrevious?: boolean | undefined;
}

export interface EndpointResult<Data> {
  readonly loadable: Loadable<Data>;
  readonly data: Data | undefined;
  readonly isFetching: boolean;
  refetch(): void;
}

/** Reads. Errors are shown by the panel, not toasted. */
export function useEndpoint<Name extends EndpointName>(
  name: Name,
  request: EndpointRequest<Name>,
  options: EndpointOptions = {},
): EndpointResult<EndpointResponse<Name>> {
  const { isEnabled = true, freshMs = 10_000, refetchEveryMs = false, isPushed = false, keepsPrevious = false } = options;
  const api = useApi();
  const isLive = useConnection() === 'live';
  const { generation } = useSessionState();
  const query = useQuery({
    queryKey: [name, generation, request],
    queryFn: ({ signal }) => api.call(name, request, { signal, toastErrors: false }),
    enabled: isEnabled,
    staleTime: freshMs,
    refetchInterval: isPushed && isLive ? false : refetchEveryMs,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  const { refetch } = query;
  return {
    loadable: toLoadable<EndpointResponse<Name>>(query as Parameters<typeof toLoadable<EndpointResponse<Name>>>[0]),
    data: query.data as EndpointResponse<Name> | undefined,
    isFetching: query.isFetching,
    refetch: useCallback(() => void refetch(), [refetch]),
  };
}

export interface EndpointAction<Name extends EndpointName> {
  /** Resolves with the answer, or with undefined after a refusal (see `error`). */
  run(request: EndpointRequest<Name>, idempotencyKey?: string): Promise<EndpointResponse<Name> | undefined>;
  readonly isBusy: boolean;
  readonly error: AppError | undefined;
  reset(): void;
}

/** Acts. `toastErrors` false: the form shows the refusal itself. */
export function useEndpointAction<Name extends EndpointName>(
  name: Name,
  { toastErrors = true, refreshes = [] }: { readonly toastErrors?: boolean; readonly refreshes?: readonly EndpointName[] } = {},
): EndpointAction<Name> {
  const api = useApi();
  const refresh = useRefresh();
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: ({ request, idempotencyKey }: { request: EndpointRequest<Name>; idempotencyKey: string | undefined }) =>
      api.call(name, request, { toastErrors, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }),
    // Money must not be sent twice by a mechanism that does not know whether the first arrived.
    retry: false,
    onSuccess: () => refresh(...refreshes),
  });
  return {
    run: useCallback(
      async (request, idempotencyKey) => {
        try {
          return await mutateAsync({ request, idempotencyKey });
        } catch (failure) {
          if (failure instanceof AppError) return undefined;
          throw failure;
        }
      },
      [mutateAsync],
    ),
    isBusy: isPending,
    error: error instanceof AppError ? error : undefined,
    reset,
  };
}

/** Asks again for everything that was read by these calls. */
export function useRefresh(): (...names: readonly EndpointName[]) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (...names) => {
      for (const name of names) void queryClient.invalidateQueries({ queryKey: [name] });
    },
    [queryClient],
  );
}
