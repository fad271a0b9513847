/** Runs the placement's calls. The states and what follows what are in placement.ts. */
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { asAppError } from '@tessera/shared/errors';
import { timer } from '@tessera/shared/kernel';
import { useApi, useClock, useRefresh } from '@tessera/shared/react';
import type { LeverageOrders } from './useOrders';
import { editing, placementAfter, type Placement, type Ticket } from './placement';

const askEveryMs = 1500;
/** A request without an answer is given up by every part between here and the exchange within this time. */
const lostAfterMs = 30_000;

export interface PlacementActions {
  readonly placement: Placement;
  preview(ticket: Ticket, seenPrice: string | undefined): void;
  moved(to: string): void;
  acceptPrice(): void;
  place(): void;
  close(): void;
}

export function usePlacement(orders: LeverageOrders): PlacementActions {
  const api = useApi();
  const clock = useClock();
  const refresh = useRefresh();
  const [placement, send] = useReducer(placementAfter, editing);
  const { add, claim, find } = orders;
  const submittedAtMs = useRef(0);

  const draft = placement.state === 'submitting' || placement.state === 'unknown' ? placement.draft : undefined;
  useEffect(() => {
    // Not aborted on leaving the page: the order is on its way and its outcome is wanted.
    if (placement.state !== 'submitting' || draft === undefined) return;
    submittedAtMs.current = clock.now();
    const { ticket, clientOrderId, seenPrice } = draft;
    const { info, direction, entrustment, lots, leverage, limitPrice, takeProfit, stopLoss } = ticket;
    const request = {
      clientOrderId,
      symbol: info.symbol,
      direction,
      entrustment,
      lots,
      leverage,
      ...(entrustment === 'limit' ? { limitPrice } : { seenPrice }),
      ...(takeProfit === undefined ? {} : { takeProfit }),
      ...(stopLoss === undefined ? {} : { stopLoss }),
    };
    api
      .call(info.assetClass === 'crypto' ? 'leverageSubmit' : 'leverageWhSubmit', request, {
        toastErrors: false,
        idempotencyKey: clientOrderId,
      })
      .then(
        (order) => send({ type: 'accepted', order }),
        (failure: unknown) => send({ type: 'refused', error: asAppError(failure, 'PLEASE_RETRY') }),
      );
  }, [placement.state, draft, api, clock]);

  useEffect(() => {
    if (placement.state !== 'unknown' || draft === undefined) return undefined;
    let isOver = false;
    const asking = timer(0, askEveryMs).subscribe(() => {
      api.call('leverageFind', { clientOrderId: draft.clientOrderId }, { toastErrors: false }).then(
        ({ order }) => {
          if (isOver) return;
          if (order !== null) send({ type: 'accepted', order });
          else if (clock.now() > submittedAtMs.current + lostAfterMs) send({ type: 'neverArrived' });
        },
        // Still no connection: ask again.
        () => undefined,
      );
    });
    return () => {
      isOver = true;
      asking.unsubscribe();
    };
  }, [placement.state, draft, api, clock]);

  // What was accepted belongs to the page's orders; what the page learns of it comes back here.
  const accepted = 'order' in placement ? placement.order : undefined;
  const followed = accepted === undefined ? undefined : find(accepted.id);
  const claimedId = 'draft' in placement && placement.state !== 'preview' ? placement.draft.clientOrderId : undefined;
  useEffect(() => (claimedId === undefined ? undefined : claim(claimedId)), [claimedId, claim]);
  useEffect(() => {
    if (accepted === undefined) return;
    add(accepted);
    refresh('leverageTerms');
  }, [accepted, add, refresh]);
  useEffect(() => {
    if (followed !== undefined) send({ type: 'updated', order: followed });
  }, [followed]);

  return {
    placement,
    preview: (ticket, seenPrice) => send({ type: 'preview', draft: { ticket, seenPrice, clientOrderId: crypto.randomUUID() } }),
    // One identity: an effect of the sheet depends on it.
    moved: useCallback((to: string) => send({ type: 'moved', to }), []),
    acceptPrice: () => send({ type: 'acceptPrice' }),
    place: () => send({ type: 'place' }),
    close: () => send({ type: 'close' }),
  };
}
