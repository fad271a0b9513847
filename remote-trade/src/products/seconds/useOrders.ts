/** The person's running seconds orders, live. Settled ones that were seen running wait in `results` until they are dismissed. */
import { useEffect, useMemo } from 'react';
import type { SecondsOrder } from '@tessera/shared/contract';
import { largePageSize } from '@tessera/shared/lists';
import { useApi, useRemoteContext } from '@tessera/shared/react';
import { everyFamily } from '../../orders/familyCall';
import { readLists } from '../../orders/live/readLists';
import { useLiveOrders } from '../../orders/live/useLiveOrders';
import { foldOrder, runningOrders } from './orderFold';

const lists = everyFamily('secondsOrders');
/** Longer than an exchange that works needs after the expiry. */
const lateMs = 3000;

export interface SecondsOrders {
  readonly running: readonly SecondsOrder[];
  /** Settled while this page watched, oldest first. */
  readonly results: readonly SecondsOrder[];
  add(order: SecondsOrder): void;
  dismiss(orderId: string): void;
}

export function useSecondsOrders(): SecondsOrders {
  const { runningOrders: shown } = useRemoteContext();
  const api = useApi();
  const { orders, outcomes, add, dismiss } = useLiveOrders<SecondsOrder, 'settled', never>({
    name: 'seconds',
    changes: ['payableCurrencies'],
    histories: lists,
    read: (signal) =>
      readLists(
        lists.map(
          (name) => (page) =>
            api.call(name, { status: 'open', ...page, pageSize: largePageSize }, { signal, toastErrors: false }),
        ),
      ),
    async find({ clientOrderId }) {
      const { order } = await api.call('secondsFind', { clientOrderId }, { toastErrors: false });
      return order === null ? undefined : { order, deals: [] };
    },
    newsOf: (event) => (event.type === 'order.updated' ? { order: event.order, deals: [] } : undefined),
    fold: foldOrder,
    isEnded: ({ status }) => status === 'settled',
    outcomeOf: (before, { status }) => (before !== undefined && status === 'settled' ? 'settled' : undefined),
    dueAtMs: ({ expiresAtMs }) => expiresAtMs + lateMs,
  });
  const running = useMemo(() => runningOrders(orders), [orders]);
  useEffect(() => {
    shown.set(running.map(({ id, symbol, direction, expiresAtMs }) => ({ id, symbol, direction, expiresAtMs })));
  }, [shown, running]);
  return { running, results: outcomes.map(({ order }) => order), add, dismiss };
}
