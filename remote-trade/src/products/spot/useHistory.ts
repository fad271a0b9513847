/** Ended orders under a filter, page by page, as one list. An order that slid onto the next page stands once. */
import { useMemo } from 'react';
import type { EndpointResponse, SpotOrder } from '@tessera/shared/contract';
import { useInfiniteQuery } from '@tessera/shared/kernel';
import { toLoadable, useApi, useSessionState } from '@tessera/shared/react';
import { mapLoadable, type Loadable } from '@tessera/shared/ui';
import type { SpotFilter } from './filter';

const pageSize = 30;

export interface SpotHistory {
  readonly items: readonly SpotOrder[];
  readonly total: number;
  readonly totals: EndpointResponse<'spotOrders'>['totals'];
}

export interface SpotHistoryReading {
  readonly loadable: Loadable<SpotHistory>;
  readonly hasMore: boolean;
  readonly isReadingMore: boolean;
  readMore(): void;
  refetch(): void;
}

export function useSpotHistory(filter: SpotFilter, isEnabled: boolean): SpotHistoryReading {
  const api = useApi();
  const { generation } = useSessionState();
  const query = useInfiniteQuery({
    queryKey: ['spotOrders', generation, filter, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api.call('spotOrders', { ...filter, status: 'history', page: pageParam, pageSize }, { signal, toastErrors: false }),
    initialPageParam: 1,
    getNextPageParam: (last: EndpointResponse<'spotOrders'>) =>
      last.page * last.pageSize < last.total ? last.page + 1 : undefined,
    enabled: isEnabled,
    staleTime: 0,
  });
  const { data, error, status, fetchStatus, dataUpdatedAt, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const history = useMemo(() => (data === undefined ? undefined : joined(data.pages)), [data]);
  return {
    loadable: mapLoadable(toLoadable({ data: history, error, status, fetchStatus, dataUpdatedAt }), (whole) => whole),
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage,
    readMore: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    refetch: () => void refetch(),
  };
}

function joined(pages: readonly EndpointResponse<'spotOrders'>[]): SpotHistory {
  const items = new Map<string, SpotOrder>();
  for (const { items: page } of pages) for (const order of page) if (!items.has(order.id)) items.set(order.id, order);
  const { total = 0, totals = { bought: '0', sold: '0', fee: '0' } } = pages.at(-1) ?? {};
  return { items: [...items.values()], total, totals };
}
