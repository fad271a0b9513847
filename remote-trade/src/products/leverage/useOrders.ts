/**
 * The person's open positions and pending orders, live: read from the server at mount and after every gap, kept by private
 * events, asked for by id when one is missing from the lists. What happened to an order while this page watched waits in
 * `outcomes` until it is dismissed.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { interval } from '@tessera/shared/kernel';
import type { LeverageDeal, LeverageOrder } from '@tessera/shared/contract';
import { useApi, useEndpoint, usePrivateEvents, useRefresh, useSessionState } from '@tessera/shared/react';
import type { Loadable } from '@tessera/shared/ui';
import { foldLeverage, isEnded, openPositions, outcomeOf, pendingOrders, type LeverageById, type Outcome } from './orderFold';

export interface ToldOutcome {
  readonly kind: Outcome;
  readonly order: LeverageOrder;
  /** The deals that brought it there; none when only the order itself was read. */
  readonly deals: readonly LeverageDeal[];
}

export interface LeverageOrders {
  readonly positions: readonly LeverageOrder[];
  readonly pending: readonly LeverageOrder[];
  readonly loadable: Loadable<unknown>;
  /** Oldest first. */
  readonly outcomes: readonly ToldOutcome[];
  find(orderId: string): LeverageOrder | undefined;
  add(order: LeverageOrder, deals?: readonly LeverageDeal[]): void;
  dismiss(orderId: string): void;
  /** A sheet of its own follows the order with this client id to its opening: that is not told a second time. Returns the end of it. */
  claim(clientOrderId: string): () => void;
  refetch(): void;
}

interface Told {
  readonly generation: number;
  readonly orders: LeverageById;
  readonly outcomes: readonly ToldOutcome[];
}

const pageSize = 100;
const refetchEveryMs = 60_000;
const askUnsettledEveryMs = 3000;
/** A market order and a close are decided within this time. */
const undecidedMs = { pending: 6000, closing: 31_000 } as const;
const lists = ['leverageMine', 'leverageWhMine'] as const;
const nothing = (generation: number): Told => ({ generation, orders: new Map(), outcomes: [] });

export function useLeverageOrders(): LeverageOrders {
  const api = useApi();
  const refresh = useRefresh();
  const { isSignedIn, generation, mode } = useSessionState();
  const options = { isEnabled: isSignedIn, freshMs: 0, refetchEveryMs, isPushed: true } as const;
  const reads = [
    useEndpoint('leverageMine', { status: 'open', pageSize }, options),
    useEndpoint('leverageMine', { status: 'pending', pageSize }, options),
    useEndpoint('leverageWhMine', { status: 'open', pageSize }, options),
    useEndpoint('leverageWhMine', { status: 'pending', pageSize }, options),
  ] as const;
  const [open, pending, whOpen, whPending] = reads;
  const answers = [open.data, pending.data, whOpen.data, whPending.data];
  const [told, setTold] = useState(() => nothing(generation));
  const present = useMemo(() => (told.generation === generation ? told : nothing(generation)), [told, generation]);
  const claimed = useRef(new Set<string>());

  const add = useCallback(
    (order: LeverageOrder, deals: readonly LeverageDeal[] = []) => {
      setTold((before) => {
        const base = before.generation === generation ? before : nothing(generation);
        const orders = foldLeverage(base.orders, order);
        if (orders === base.orders) return before;
        const kind = outcomeOf(base.orders.get(order.id), order, deals.length > 0);
        const isTold =
          kind !== undefined && !(claimed.current.has(order.clientOrderId) && (kind === 'opened' || kind === 'cancelled'));
        const outcomes = isTold
          ? [...base.outcomes.filter((known) => known.order.id !== order.id), { kind, order, deals }]
          : base.outcomes;
        return { generation, orders, outcomes };
      });
    },
    [generation],
  );
  const dismiss = useCallback(
    (orderId: string) =>
      setTold((before) => ({ ...before, outcomes: before.outcomes.filter(({ order }) => order.id !== orderId) })),
    [],
  );
  const claim = useCallback((clientOrderId: string) => {
    claimed.current.add(clientOrderId);
    return () => void claimed.current.delete(clientOrderId);
  }, []);
  const refetch = useCallback(() => refresh(...lists), [refresh]);

  const ask = useCallback(
    (orderId: string) => {
      api.call('leverageDetail', { id: orderId }, { toastErrors: false }).then(
        ({ order, deals }) => add(order, isEnded(order) ? deals.filter(({ kind }) => kind === 'close').slice(-1) : []),
        // Asked again with the next reading.
        () => undefined,
      );
    },
    [api, add],
  );

  // A complete reading: everything in it is added; what this page holds as alive and is not in it has ended unseen.
  const known = useRef(present.orders);
  useEffect(() => {
    known.current = present.orders;
  }, [present.orders]);
  useEffect(() => {
    const read = [open.data, pending.data, whOpen.data, whPending.data].flatMap((answer) =>
      answer === undefined ? [] : [answer],
    );
    const listed = new Set(read.flatMap(({ items }) => items.map(({ id }) => id)));
    for (const order of read.flatMap(({ items }) => items)) add(order);
    if (read.length < reads.length || read.some(({ items, total }) => total > items.length)) return;
    for (const order of known.current.values()) if (!isEnded(order) && !listed.has(order.id)) ask(order.id);
  }, [open.data, pending.data, whOpen.data, whPending.data, reads.length, add, ask]);

  usePrivateEvents((event) => {
    if (event.type === 'leverage.updated' && event.mode === mode) {
      add(event.order, event.deals);
      // The lists are read again behind the event: an older reading that is under way is dropped by that.
      refresh(...lists, 'leverageTerms');
    }
    if (event.type === 'balance.changed' && event.mode === mode) refresh('leverageTerms');
    if (event.type === 'resync') refresh(...lists, 'leverageTerms');
  });

  const positions = useMemo(() => openPositions(present.orders), [present.orders]);
  const waiting = useMemo(() => pendingOrders(present.orders), [present.orders]);

  // An event may be lost with the connection: what must have been decided by now is asked for.
  useEffect(() => {
    const undecided = [
      ...waiting.filter(({ entrustment }) => entrustment === 'market'),
      ...positions.filter(({ status }) => status === 'closing'),
    ];
    if (undecided.length === 0) return undefined;
    let waitedMs = 0;
    const asking = interval(askUnsettledEveryMs).subscribe(() => {
      waitedMs += askUnsettledEveryMs;
      for (const { id, status } of undecided) {
        if (waitedMs >= (status === 'pending' ? undecidedMs.pending : undecidedMs.closing)) ask(id);
      }
    });
    return () => asking.unsubscribe();
  }, [waiting, positions, ask]);

  const failed = reads.find(({ loadable }) => loadable.state === 'failed')?.loadable;
  const hasAll = answers.every((answer) => answer !== undefined);
  const loadable: Loadable<unknown> = !isSignedIn
    ? { state: 'idle' }
    : (failed ??
      (hasAll
        ? (reads.find(({ loadable: one }) => one.state === 'stale')?.loadable ?? { state: 'ready', data: true })
        : { state: 'loading' }));

  return {
    positions,
    pending: waiting,
    loadable,
    outcomes: present.outcomes,
    add,
    dismiss,
    claim,
    refetch,
    find: (orderId) => present.orders.get(orderId),
  };
}
