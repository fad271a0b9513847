/**
 * A list that is read page by page as one: by number or by cursor, as its endpoint answers. An item that slid onto the next page
 * meanwhile stands once; totals are those of the newest page. A refresh of the endpoint reads every page again.
 */
import { useMemo } from 'react';
import type { EndpointName, EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import { useInfiniteQuery } from '@tessera/shared/kernel';
import { toLoadable, useApi, useSessionState } from '@tessera/shared/react';
import { mapLoadable, type Loadable } from '@tessera/shared/ui';

/** By cursor where an answer has a place for the next one, else by number. */
type Paged = { readonly items: readonly { readonly id: string }[] } & (
  | { readonly page: number; readonly pageSize: number; readonly total: number; readonly next?: string | null | undefined }
  | { readonly next: string | null }
);
/** Endpoints that answer pages. */
export type PagedEndpoint = { [Name in EndpointName]: EndpointResponse<Name> extends Paged ? Name : never }[EndpointName];
type Item<Name extends PagedEndpoint> = EndpointResponse<Name>['items'][number];
type PageParam = { readonly page?: number; readonly cursor?: string };

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
  { isEnabled = true }: { readonly isEnabled?: boolean } = {},
): EndpointPages<Name> {
  const api = useApi();
  const { generation } = useSessionState();
  const query = useInfiniteQuery({
    queryKey: [name, generation, request, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api.call(name, { ...request, ...pageParam, pageSize } as EndpointRequest<Name>, { signal, toastErrors: false }),
    initialPageParam: {} as PageParam,
    getNextPageParam: (last: EndpointResponse<Name>): PageParam | undefined => nextPage(last as Paged),
    enabled: isEnabled,
    staleTime: 0,
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

function nextPage(last: Paged): PageParam | undefined {
  if (last.next !== undefined) return last.next === null ? undefined : { cursor: last.next };
  return 'page' in last && last.page * last.pageSize < last.total ? { page: last.page + 1 } : undefined;
}

function joined<Name extends PagedEndpoint>(pages: readonly EndpointResponse<Name>[]): EndpointResponse<Name> | undefined {
  const last = pages.at(-1);
  if (last === undefined) return undefined;
  const items = new Map<string, Item<Name>>();
  for (const { items: page } of pages as readonly { readonly items: readonly Item<Name>[] }[])
    for (const item of page) if (!items.has(item.id)) items.set(item.id, item);
  return { ...last, items: [...items.values()] };
}
