/**
 * The person's orders of one product that are alive, in the query cache: read whole at mount and after every gap, changed by
 * private events, asked for one by one when missing from a complete reading or overdue. It is read again in intervals only
 * while the socket is down, and once when it is back.
 */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { EndpointName, PrivateEvent } from '@tessera/shared/contract';
import { interval, useQuery, useQueryClient } from '@tessera/shared/kernel';
import type { WholeList } from '@tessera/shared/lists';
import { toLoadable, useClock, useConnection, usePrivateEvents, useRefresh, useSessionState } from '@tessera/shared/react';
import type { Loadable } from '@tessera/shared/ui';
import {
  aliveOrders,
  noOrders,
  overdueOrders,
  withNews,
  withoutOutcome,
  type LiveOrder,
  type LiveOrders,
  type LiveRules,
  type OrderNews,
  type OrderOutcome,
} from './liveOrders';

export interface LiveProduct<Order, Kind, Deal> extends LiveRules<Order, Kind> {
  /** Names it in the cache. */
  readonly name: string;
  /** Everything that is alive. */
  readonly read: (signal: AbortSignal) => Promise<WholeList<Order>>;
  /** Asks for one order; undefined: nothing is known of it. */
  readonly find: (order: Order) => Promise<OrderNews<Order, Deal> | undefined>;
  /** What an event of this account says of an order of this product. */
  readonly newsOf: (event: PrivateEvent) => OrderNews<Order, Deal> | undefined;
  /** Calls whose answers change with every event of the product, and those that list what ended. */
  readonly changes: readonly EndpointName[];
  readonly histories: readonly EndpointName[];
}

export interface LiveOrdersHandle<Order, Kind, Deal> {
  readonly orders: ReadonlyMap<string, Order>;
  readonly outcomes: readonly OrderOutcome<Order, Kind, Deal>[];
  /** Its data say only that the orders are known. */
  readonly loadable: Loadable<unknown>;
  /** Whatever was said of it, also after its end. */
  find(orderId: string): Order | undefined;
  add(order: Order, deals?: readonly Deal[]): void;
  dismiss(orderId: string): void;
  refetch(): void;
}

const pollMs = 60_000;
const lookEveryMs = 3000;

export function useLiveOrders<Order extends LiveOrder, Kind, Deal>(
  product: LiveProduct<Order, Kind, Deal>,
): LiveOrdersHandle<Order, Kind, Deal> {
  type Live = LiveOrders<Order, Kind, Deal>;
  const clock = useClock();
  const refresh = useRefresh();
  const queryClient = useQueryClient();
  const { isSignedIn, generation, mode } = useSessionState();
  const isConnected = useConnection() === 'live';
  const latest = useRef(product);
  useEffect(() => {
    latest.current = product;
  });
  const { name } = product;
  const queryKey = useMemo(() => ['live orders', name, generation], [name, generation]);
  const known = useCallback((): Live => queryClient.getQueryData<Live>(queryKey) ?? noOrders, [queryClient, queryKey]);
  const add = useCallback(
    (order: Order, deals: readonly Deal[] = []) => {
      const hasFailed = queryClient.getQueryState(queryKey)?.status === 'error';
      queryClient.setQueryData<Live>(queryKey, withNews(known(), { order, deals }, latest.current, clock.now()));
      // One order is no answer to a reading that failed.
      if (hasFailed) void queryClient.invalidateQueries({ queryKey });
    },
    [queryClient, queryKey, known, clock],
  );
  const ask = useCallback(
    (order: Order) => {
      latest.current.find(order).then(
        (news) => {
          if (news !== undefined) add(news.order, news.deals);
        },
        // Asked again with the next reading.
        () => undefined,
      );
    },
    [add],
  );

  const query = useQuery({
    queryKey,
    enabled: isSignedIn,
    staleTime: 0,
    // What happened while no page watched is read, not remembered.
    gcTime: 0,
    structuralSharing: false,
    refetchInterval: isConnected ? false : pollMs,
    async queryFn({ signal }): Promise<Live> {
      const alive = aliveOrders(known(), latest.current);
      const { items, isWhole } = await latest.current.read(signal);
      const listed = new Set(items.map(({ id }) => id));
      // What was alive before a complete reading and is not in it has ended unseen.
      if (isWhole) for (const order of alive) if (!listed.has(order.id)) ask(order);
      const nowMs = clock.now();
      return items.reduce<Live>((live, order) => withNews(live, { order, deals: [] }, latest.current, nowMs), known());
    },
  });
  const refetch = useCallback(() => void queryClient.invalidateQueries({ queryKey }), [queryClient, queryKey]);

  const wasConnected = useRef(isConnected);
  useEffect(() => {
    if (isConnected && !wasConnected.current) refetch();
    wasConnected.current = isConnected;
  }, [isConnected, refetch]);

  usePrivateEvents((event) => {
    const { newsOf, isEnded, changes, histories } = latest.current;
    if (event.type === 'resync') {
      refetch();
      return refresh(...changes, ...histories);
    }
    if (event.mode !== mode) return undefined;
    const news = newsOf(event);
    if (news !== undefined) add(news.order, news.deals);
    if (news !== undefined && isEnded(news.order)) refresh(...histories);
    return news !== undefined || event.type === 'balance.changed' ? refresh(...changes) : undefined;
  });

  const live = query.data ?? (noOrders as Live);
  useEffect(() => {
    const due = interval(lookEveryMs).subscribe(() => overdueOrders(known(), latest.current, clock.now()).forEach(ask));
    return () => due.unsubscribe();
  }, [known, clock, ask]);

  const { data, error, status, fetchStatus, dataUpdatedAt } = query;
  return {
    orders: live.orders,
    outcomes: live.outcomes,
    loadable: toLoadable({ data, error, status, fetchStatus, dataUpdatedAt }),
    find: (orderId) => live.orders.get(orderId),
    add,
    dismiss: useCallback(
      (orderId: string) => void queryClient.setQueryData<Live>(queryKey, withoutOutcome(known(), orderId)),
      [queryClient, queryKey, known],
    ),
    refetch,
  };
}
