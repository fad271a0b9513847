/** The person's open spot orders, live. What happened to an order while this page watched is told once. */
import { useEffect, useMemo, useRef } from 'react';
import type { SpotOrder } from '@tessera/shared/contract';
import { largePageSize } from '@tessera/shared/lists';
import { useApi } from '@tessera/shared/react';
import { mapLoadable, type Loadable } from '@tessera/shared/ui';
import { marketWindowMs } from '@tessera/shared/trading';
import { readLists } from '../../orders/live/readLists';
import { useLiveOrders } from '../../orders/live/useLiveOrders';
import { foldSpot, isEnded, openSpotOrders, outcomeOf, type SpotOutcome } from './orderFold';

export interface SpotOrders {
  readonly open: readonly SpotOrder[];
  readonly loadable: Loadable<readonly SpotOrder[]>;
  /** Whatever was said of it, also after its end. */
  find(orderId: string): SpotOrder | undefined;
  add(order: SpotOrder): void;
  refetch(): void;
}

export function useSpotOrders(onOutcome: (outcome: SpotOutcome, order: SpotOrder) => void): SpotOrders {
  const api = useApi();
  const { orders, outcomes, loadable, find, add, dismiss, refetch } = useLiveOrders<SpotOrder, SpotOutcome, never>({
    name: 'spot',
    changes: ['walletList'],
    histories: ['spotOrders'],
    read: (signal) =>
      readLists([
        (page) => api.call('spotOrders', { status: 'open', ...page, pageSize: largePageSize }, { signal, toastErrors: false }),
      ]),
    async find({ clientOrderId }) {
      const { order } = await api.call('spotFind', { clientOrderId }, { toastErrors: false });
      return order === null ? undefined : { order, deals: [] };
    },
    newsOf: (event) => (event.type === 'spot.updated' ? { order: event.order, deals: [] } : undefined),
    fold: foldSpot,
    isEnded,
    outcomeOf,
    dueAtMs: ({ entrustment, status }, sinceMs) =>
      entrustment === 'market' || status === 'cancelling' ? sinceMs + marketWindowMs : undefined,
  });
  const latest = useRef(onOutcome);
  useEffect(() => {
    latest.current = onOutcome;
  });
  useEffect(() => {
    for (const { kind, order } of outcomes) {
      dismiss(order.id);
      latest.current(kind, order);
    }
  }, [outcomes, dismiss]);
  const open = useMemo(() => openSpotOrders(orders), [orders]);
  return { open, find, add, refetch, loadable: mapLoadable(loadable, () => open) };
}
