/** Runs the placement's calls. The states and what follows what are in placement.ts. */
import { useCallback, useEffect, useReducer } from 'react';
import type { SecondsOrder } from '@tessera/shared/contract';
import { asAppError } from '@tessera/shared/errors';
import { timer } from '@tessera/shared/kernel';
import { useApi, useClock, useRefresh } from '@tessera/shared/react';
import { editing, placementAfter, type Draft, type Placement, type PlacementEvent, type Ticket } from './placement';

const askEveryMs = 1500;
/** Terms expire within seconds, and an order under expired terms is refused: this long after, it cannot arrive any more. */
const lateMs = 5000;

export interface PlacementActions {
  readonly placement: Placement;
  ask(ticket: Ticket): void;
  refresh(): void;
  place(): void;
  close(): void;
}

export function usePlacement(onPlaced: (order: SecondsOrder) => void): PlacementActions {
  const api = useApi();
  const clock = useClock();
  const refreshQueries = useRefresh();
  const [placement, send] = useReducer(placementAfter, editing);

  const refused = useCallback((failure: unknown): PlacementEvent => {
    return { type: 'refused', error: asAppError(failure, 'PLEASE_RETRY') };
  }, []);

  const draft = 'draft' in placement ? placement.draft : undefined;
  useEffect(() => {
    if (placement.state !== 'quoting' || draft === undefined) return undefined;
    const asking = new AbortController();
    const { info, duration } = draft.ticket;
    api
      .call('quoteSeconds', { symbol: info.symbol, seconds: duration.seconds }, { toastErrors: false, signal: asking.signal })
      .then(
        (quote) => send({ type: 'terms', quote }),
        (failure: unknown) => {
          if (!asking.signal.aborted) send(refused(failure));
        },
      );
    return () => asking.abort();
  }, [placement.state, draft, api, refused]);

  const quote = placement.state === 'submitting' || placement.state === 'unknown' ? placement.quote : undefined;
  useEffect(() => {
    // Not aborted on leaving the page: the order is on its way and its outcome is wanted.
    if (placement.state !== 'submitting' || draft === undefined || quote === undefined) return;
    const { info, direction, duration, stake, asset } = draft.ticket;
    const name = info.assetClass === 'crypto' ? 'submitSeconds' : 'submitWhSeconds';
    const { clientOrderId } = draft;
    api
      .call(
        name,
        { clientOrderId, quoteId: quote.quoteId, symbol: info.symbol, direction, seconds: duration.seconds, stake, asset },
        { toastErrors: false, idempotencyKey: clientOrderId },
      )
      .then(
        (order) => send({ type: 'accepted', order }),
        (failure: unknown) => send(refused(failure)),
      );
  }, [placement.state, draft, quote, api, refused]);

  useEffect(() => {
    if (placement.state !== 'unknown' || draft === undefined || quote === undefined) return undefined;
    let isOver = false;
    const ask = () => {
      api.call('findSeconds', { clientOrderId: draft.clientOrderId }, { toastErrors: false }).then(
        ({ order }) => {
          if (isOver) return;
          if (order !== null) send({ type: 'accepted', order });
          else if (clock.now() > quote.expiresAtMs + lateMs) send({ type: 'neverArrived' });
        },
        // Still no connection: ask again.
        () => undefined,
      );
    };
    const asking = timer(0, askEveryMs).subscribe(ask);
    return () => {
      isOver = true;
      asking.unsubscribe();
    };
  }, [placement.state, draft, quote, api, clock]);

  const placed = placement.state === 'placed' ? placement.order : undefined;
  useEffect(() => {
    if (placed === undefined) return;
    onPlaced(placed);
    refreshQueries('payableCurrencies');
    send({ type: 'close' });
  }, [placed, onPlaced, refreshQueries]);

  return {
    placement,
    ask: (ticket) => send({ type: 'ask', draft: newDraft(ticket) }),
    refresh: () => send({ type: 'refresh' }),
    place: () => send({ type: 'place' }),
    close: () => send({ type: 'close' }),
  };
}

const newDraft = (ticket: Ticket): Draft => ({ ticket, clientOrderId: crypto.randomUUID() });
