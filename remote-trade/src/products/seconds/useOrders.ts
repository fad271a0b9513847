/**
 * The person's running orders, live: read from the server at mount and after every gap, kept by private events, asked for
 * again when an order is overdue. Settled orders that were seen running wait in `results` until they are dismissed.
 */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { interval } from '@tessera/shared/kernel';
import type { SecondsOrder } from '@tessera/shared/contract';
import { useApi, useEndpoint, usePrivateEvents, useRefresh, useRemoteContext, useSessionState } from '@tessera/shared/react';
import { foldOrder, runningOrders, type OrdersById } from './orderFold';

const none: OrdersById = new Map();
const askOverdueEveryMs = 3000;
const openOrders = { status: 'open', pageSize: 100 } as const;

export interface SecondsOrders {
  readonly running: readonly SecondsOrder[];
  /** Settled while this page watched, oldest first. */
  readonly results: readonly SecondsOrder[];
  add(order: SecondsOrder): void;
  dismiss(orderId: string): void;
}

export function useSecondsOrders(): SecondsOrders {
  const { clock, runningOrders: shown } = useRemoteContext();
  const api = useApi();
  const refresh = useRefresh();
  const { isSignedIn, generation, mode } = useSessionState();
  const crypto = useEndpoint('listSeconds', openOrders, { isEnabled: isSignedIn });
  const forex = useEndpoint('listWhSeconds', openOrders, { isEnabled: isSignedIn });
  const [told, setTold] = useState<{
    readonly generation: number;
    readonly orders: OrdersById;
    readonly watched: ReadonlySet<string>;
  }>({
    generation,
    orders: none,
    watched: new Set(),
  });
  const present = told.generation === generation ? told : { generation, orders: none, watched: new Set<string>() };

  const add = useCallback(
    (order: SecondsOrder) => {
      setTold((before) => {
        const base = before.generation === generation ? before : { generation, orders: none, watched: new Set<string>() };
        const watched = order.status === 'settled' ? base.watched : new Set(base.watched).add(order.id);
        return { generation, orders: foldOrder(base.orders, order), watched };
      });
    },
    [generation],
  );
  const dismiss = useCallback((orderId: string) => {
    setTold((before) => {
      const watched = new Set(before.watched);
      watched.delete(orderId);
      return { ...before, watched };
    });
  }, []);

  useEffect(() => {
    for (const order of [...(crypto.data?.items ?? []), ...(forex.data?.items ?? [])]) add(order);
  }, [crypto.data, forex.data, add]);

  usePrivateEvents((event) => {
    if (event.type === 'order.updated' && event.order.mode === mode) {
      add(event.order);
      if (event.order.status === 'settled') refresh('payableCurrencies');
    }
    if (event.type === 'resync') refresh('listSeconds', 'listWhSeconds', 'payableCurrencies');
  });

  const running = useMemo(() => runningOrders(present.orders), [present.orders]);
  useEffect(() => {
    shown.set(running.map(({ id, symbol, direction, expiresAtMs }) => ({ id, symbol, direction, expiresAtMs })));
  }, [shown, running]);

  // An event may be lost with the connection: what should have been settled by now is asked for.
  useEffect(() => {
    if (running.length === 0) return undefined;
    const asking = interval(askOverdueEveryMs).subscribe(() => {
      for (const order of running) {
        if (clock.now() < order.expiresAtMs + askOverdueEveryMs) continue;
        api.call('findSeconds', { clientOrderId: order.clientOrderId }, { toastErrors: false }).then(
          ({ order: found }) => {
            if (found !== null) add(found);
          },
          () => undefined,
        );
      }
    });
    return () => asking.unsubscribe();
  }, [running, clock, api, add]);

  const results = [...present.orders.values()].filter(({ id, status }) => status === 'settled' && present.watched.has(id));
  return { running, results, add, dismiss };
}
