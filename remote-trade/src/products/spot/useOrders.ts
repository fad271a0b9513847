/**
 * The person's open spot orders, live: read from the server at mount and after every gap, kept by private events, asked for
 * by id when one is missing from the list or overdue. What happened to an order while this page watched is told once.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SpotOrder } from '@tessera/shared/contract';
import { interval } from '@tessera/shared/kernel';
import { useApi, useEndpoint, usePrivateEvents, useRefresh, useSessionState } from '@tessera/shared/react';
import type { Loadable } from '@tessera/shared/ui';
import { marketWindowMs } from '@tessera/shared/trading';
import { foldSpot, openSpotOrders, outcomeOf, type SpotById, type SpotOutcome } from './orderFold';

export interface SpotOrders {
  readonly open: readonly SpotOrder[];
  readonly loadable: Loadable<readonly SpotOrder[]>;
  /** Whatever was told about it, also after its end. */
  find(orderId: string): SpotOrder | undefined;
  add(order: SpotOrder): void;
  refetch(): void;
}

interface Told {
  readonly generation: number;
  readonly orders: SpotById;
}

const openRequest = { status: 'open', pageSize: 100 } as const;
const refetchEveryMs = 60_000;
const askUndecidedEveryMs = 3000;
const nothing = (generation: number): Told => ({ generation, orders: new Map() });

export function useSpotOrders(onOutcome: (outcome: SpotOutcome, order: SpotOrder) => void): SpotOrders {
  const api = useApi();
  const refresh = useRefresh();
  const { isSignedIn, generation, mode } = useSessionState();
  const reading = useEndpoint('spotOrders', openRequest, {
    isEnabled: isSignedIn,
    freshMs: 0,
    refetchEveryMs,
    isPushed: true,
  });
  const [told, setTold] = useState(() => nothing(generation));
  const present = useMemo(() => (told.generation === generation ? told : nothing(generation)), [told, generation]);
  // What was told last, without waiting for a rendering: events may come several at once.
  const known = useRef(present);
  useEffect(() => {
    if (known.current.generation !== generation) known.current = nothing(generation);
  }, [generation]);
  const latest = useRef(onOutcome);
  useEffect(() => {
    latest.current = onOutcome;
  });

  const add = useCallback(
    (order: SpotOrder) => {
      const base = known.current.generation === generation ? known.current : nothing(generation);
      const orders = foldSpot(base.orders, order);
      if (orders === base.orders) return;
      const outcome = outcomeOf(base.orders.get(order.id), order);
      known.current = { generation, orders };
      setTold(known.current);
      if (outcome !== undefined) latest.current(outcome, order);
    },
    [generation],
  );
  const ask = useCallback(
    (clientOrderId: string) => {
      api.call('spotFind', { clientOrderId }, { toastErrors: false }).then(
        ({ order }) => {
          if (order !== null) add(order);
        },
        // Asked again with the next reading.
        () => undefined,
      );
    },
    [api, add],
  );

  // A complete reading: everything in it is added; what this page holds as open and is not in it has ended unseen.
  useEffect(() => {
    if (reading.data === undefined) return;
    const { items, total } = reading.data;
    const held = openSpotOrders(known.current.generation === generation ? known.current.orders : new Map());
    const listed = new Set(items.map(({ id }) => id));
    for (const order of items) add(order);
    if (total <= items.length) for (const { id, clientOrderId } of held) if (!listed.has(id)) ask(clientOrderId);
  }, [reading.data, generation, add, ask]);

  usePrivateEvents((event) => {
    if (event.type === 'resync') refresh('spotOrders', 'walletList');
    else if (event.mode !== mode) return;
    else if (event.type === 'spot.updated') {
      add(event.order);
      // The lists are read again behind the event: an older reading that is under way is dropped by that.
      refresh('spotOrders', 'walletList');
    } else if (event.type === 'balance.changed') refresh('walletList');
  });

  const open = useMemo(() => openSpotOrders(present.orders), [present.orders]);

  // An event may be lost with the connection: what must have been decided by now is asked for.
  useEffect(() => {
    const undecided = open.filter(({ entrustment, status }) => entrustment === 'market' || status === 'cancelling');
    if (undecided.length === 0) return undefined;
    let waitedMs = 0;
    const asking = interval(askUndecidedEveryMs).subscribe(() => {
      waitedMs += askUndecidedEveryMs;
      if (waitedMs > marketWindowMs) for (const { clientOrderId } of undecided) ask(clientOrderId);
    });
    return () => asking.unsubscribe();
  }, [open, ask]);

  const { loadable, refetch } = reading;
  return {
    open,
    add,
    refetch,
    find: (orderId) => present.orders.get(orderId),
    loadable: useMemo(() => around(loadable, open), [loadable, open]),
  };
}

/** The state of the reading around what is known by now. */
function around(loadable: Loadable<unknown>, open: readonly SpotOrder[]): Loadable<readonly SpotOrder[]> {
  switch (loadable.state) {
    case 'idle':
      return loadable;
    case 'loading':
      return open.length === 0 ? loadable : { state: 'ready', data: open };
    case 'failed':
      return { ...loadable, data: loadable.data === undefined && open.length === 0 ? undefined : open };
    default:
      return { ...loadable, data: open };
  }
}
