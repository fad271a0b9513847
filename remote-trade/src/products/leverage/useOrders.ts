/**
 * The person's open positions and pending orders, live. What happened to an order while this page watched waits in `outcomes`
 * until it is dismissed.
 */
import { useCallback, useMemo, useRef } from 'react';
import type { LeverageDeal, LeverageOrder } from '@tessera/shared/contract';
import { largePageSize } from '@tessera/shared/lists';
import { useApi } from '@tessera/shared/react';
import { everyFamily } from '../../orders/familyCall';
import type { OrderOutcome } from '../../orders/live/liveOrders';
import { readLists } from '../../orders/live/readLists';
import { useLiveOrders, type LiveOrdersHandle } from '../../orders/live/useLiveOrders';
import { foldLeverage, isEnded, openPositions, outcomeOf, pendingOrders, type Outcome } from './orderFold';

export type LeverageOutcome = OrderOutcome<LeverageOrder, Outcome, LeverageDeal>;

export interface LeverageOrders extends Omit<LiveOrdersHandle<LeverageOrder, Outcome, LeverageDeal>, 'orders'> {
  readonly positions: readonly LeverageOrder[];
  readonly pending: readonly LeverageOrder[];
  /** A sheet of its own follows the order with this client id to its opening: that is not told a second time. Returns the end of it. */
  claim(clientOrderId: string): () => void;
}

const lists = everyFamily('leverageOrders').flatMap((name) => (['open', 'pending'] as const).map((status) => ({ name, status })));
/** A market order and a close are decided within this time. */
const undecidedMs = { pending: 6000, closing: 31_000 } as const;

export function useLeverageOrders(): LeverageOrders {
  const api = useApi();
  const claimed = useRef(new Set<string>());
  const { orders, ...rest } = useLiveOrders<LeverageOrder, Outcome, LeverageDeal>({
    name: 'leverage',
    changes: ['leverageTerms'],
    histories: everyFamily('leverageOrders'),
    read: (signal) =>
      readLists(
        lists.map(
          ({ name, status }) =>
            (page) =>
              api.call(name, { status, ...page, pageSize: largePageSize }, { signal, toastErrors: false }),
        ),
      ),
    async find({ id }) {
      const { order, deals } = await api.call('leverageDetail', { id }, { toastErrors: false });
      return { order, deals: isEnded(order) ? deals.filter(({ kind }) => kind === 'close').slice(-1) : [] };
    },
    newsOf: (event) => (event.type === 'leverage.updated' ? event : undefined),
    fold: foldLeverage,
    isEnded,
    outcomeOf(before, now, hasDeals) {
      const kind = outcomeOf(before, now, hasDeals);
      return claimed.current.has(now.clientOrderId) && (kind === 'opened' || kind === 'cancelled') ? undefined : kind;
    },
    dueAtMs: ({ status, entrustment }, sinceMs) =>
      status === 'closing'
        ? sinceMs + undecidedMs.closing
        : status === 'pending' && entrustment === 'market'
          ? sinceMs + undecidedMs.pending
          : undefined,
  });
  return {
    ...rest,
    positions: useMemo(() => openPositions(orders), [orders]),
    pending: useMemo(() => pendingOrders(orders), [orders]),
    claim: useCallback((clientOrderId: string) => {
      claimed.current.add(clientOrderId);
      return () => void claimed.current.delete(clientOrderId);
    }, []),
  };
}
