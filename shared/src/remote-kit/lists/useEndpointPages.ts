/**
 * A list that is read page by page as one: by number or by cursor, as its endpoint answers. An item that slid onto the next page
 * meanwhile stands once; totals are those of the newest page. A refresh of the endpoint reads every page again.
 */
import { useMemo } from 'react';
import type { EndpointName, EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import { keepPreviousData, useInfiniteQuery } from '@tessera/shared/kernel';
import { toLoadable, useApi, useSessionState, type EndpointOptions } from '@tessera/shared/react';
import { mapLoadable, type Loadable } from '@tessera/shared/ui';
import { firstPage, nextPage, type Page, type PageParam } from './nextPage';

/** Endpoints that answer pages. */
export type PagedEndpoint = { [Name in EndpointName]: EndpointResponse<Name> extends Page ? Name : never }[EndpointName];
type Item<Name extends PagedEndpoint> = EndpointResponse<Name>['items'][number];

export interface EndpointPages<Name extends PagedEndpoint> {
  /** The newest answer with the items of all pages that were read. */
  readonly loadable: Loadable<EndpointResponse<Name> & { readonly items: readonly Item<Name>[] }>;
  readonly hasMore: boolean;
  readonly isReadingMore: boolean;
  readMore(): void;
  refetch(): void;
}

const pageSize = 30;

export function useEndpointPages<Name extends PagedEndpoint>(
  name: Name,
  request: EndpointRequest<Name>,
  { isEnabled = true, freshMs = 0, keepsPrevious = false }: Pick<EndpointOptions, 'isEnabled' | 'freshMs' | 'keepsPrevious'> = {},
): EndpointPages<Name> {
  const api = useApi();
  const { generation } = useSessionState();
  const query = useInfiniteQuery({
    queryKey: [name, generation, request, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api.call(name, { ...request, ...pageParam, pageSize } as EndpointRequest<Name>, { signal, toastErrors: false }),
    initialPageParam: firstPage,
    getNextPageParam: (last: EndpointResponse<Name>): PageParam | undefined => nextPage(last as Page),
    enabled: isEnabled,
    staleTime: freshMs,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  const { data, error, status, fetchStatus, dataUpdatedAt, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const whole = useMemo(() => (data === undefined ? undefined : joined<Name>(data.pages)), [data]);
  return {
    loadable: mapLoadable(toLoadable({ data: whole, error, status, fetchStatus, dataUpdatedAt }), (list) => list),
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage,
    readMore: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    refetch: () => void refetch(),
  };
}

function joined<Name extends PagedEndpoint>(pages: readonly EndpointResponse<Name>[]): EndpointResponse<Name> | undefined {
  const last = pages.at(-1);
  if (last === undefined) return undefined;
  const items = new Map<string, Item<Name>>();
  for (const { items: page } of pages as readonly { readonly items: readonly Item<Name>[] }[])
    for (const item of page) if (!items.has(item.id)) items.set(item.id, item);
  return { ...last, items: [...items.values()] };
}
