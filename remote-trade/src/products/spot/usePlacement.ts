/** Runs the placement's calls. The states and what follows what are in placement.ts. */
import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { EndpointRequest, SpotOrder, SpotTerms } from '@tessera/shared/contract';
import { AppError, asAppError } from '@tessera/shared/errors';
import { timer } from '@tessera/shared/kernel';
import { toText } from '@tessera/shared/money';
import { useApi, useClock } from '@tessera/shared/react';
import type { SpotAsked } from '@tessera/shared/trading';
import { editing, placementAfter, type Placement } from './placement';
import { spotFigures, type SpotIntent, type SpotScales } from './figures';

const askEveryMs = 1500;
/** A request that was not answered cannot arrive later than this. */
const lostAfterMs = 30_000;

export interface PlacementActions {
  readonly placement: Placement;
  /** `isQuick`: without the confirm sheet. */
  ask(intent: SpotIntent, isQuick: boolean): void;
  place(): void;
  close(): void;
}

interface PlacementOptions {
  readonly symbol: string;
  readonly terms: SpotTerms;
  readonly scales: SpotScales;
  readonly onPlaced: (order: SpotOrder) => void;
}

export function usePlacement({ symbol, terms, scales, onPlaced }: PlacementOptions): PlacementActions {
  const api = useApi();
  const clock = useClock();
  const [placement, send] = useReducer(placementAfter, editing);
  // Made when the form opens; a new one only when an order stands under it.
  const formId = useRef<{ readonly id: string; readonly wasSent: boolean }>(undefined);
  formId.current ??= { id: crypto.randomUUID(), wasSent: false };
  const latest = useRef({ terms, scales, onPlaced });
  useEffect(() => {
    latest.current = { terms, scales, onPlaced };
  });

  const draft = 'draft' in placement ? placement.draft : undefined;
  useEffect(() => {
    // Not aborted on leaving the page: the order is on its way and its outcome is wanted.
    if (placement.state !== 'submitting' || draft === undefined) return;
    const { clientOrderId } = draft;
    const figures = spotFigures(draft.intent, latest.current.terms, latest.current.scales);
    if (figures === undefined) {
      send({ type: 'refused', error: new AppError('ORDER_PRICE_STALE', { isRetryable: true }) });
      return;
    }
    api
      .call(
        'spotTrade',
        { clientOrderId, symbol: draft.symbol, ...wireFigures(figures.asked) },
        { toastErrors: false, idempotencyKey: clientOrderId },
      )
      .then(
        (order) => send({ type: 'accepted', order }),
        (failure: unknown) => {
          const error = asAppError(failure, 'PLEASE_RETRY');
          if (error.isOutcomeUnknown) formId.current = { id: clientOrderId, wasSent: true };
          send({ type: 'refused', error });
        },
      );
  }, [placement.state, draft, api]);

  useEffect(() => {
    if (placement.state !== 'unknown' || draft === undefined) return undefined;
    let isOver = false;
    const sinceMs = clock.now();
    const asking = timer(0, askEveryMs).subscribe(() => {
      api.call('spotFind', { clientOrderId: draft.clientOrderId }, { toastErrors: false }).then(
        ({ order }) => {
          if (isOver) return;
          if (order !== null) send({ type: 'accepted', order });
          else if (clock.now() > sinceMs + lostAfterMs) send({ type: 'neverArrived' });
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

  const placed = placement.state === 'placed' ? placement.order : undefined;
  useEffect(() => {
    if (placed === undefined) return;
    formId.current = { id: crypto.randomUUID(), wasSent: false };
    latest.current.onPlaced(placed);
    send({ type: 'close' });
  }, [placed]);

  return {
    placement,
    ask: useCallback(
      (intent, isQuick) => {
        const { id, wasSent } = formId.current ?? { id: crypto.randomUUID(), wasSent: false };
        send({ type: 'ask', draft: { symbol, intent, clientOrderId: id, isRetry: wasSent, isQuick } });
      },
      [symbol],
    ),
    place: useCallback(() => send({ type: 'place' }), []),
    close: useCallback(() => send({ type: 'close' }), []),
  };
}

type WireFigures = Pick<EndpointRequest<'spotTrade'>, 'side' | 'entrustment' | 'price' | 'quantity' | 'total' | 'seenPrice'>;

/** What the server is asked: each kind of order with its own figures, and no others. */
export function wireFigures({ side, entrustment, price, quantity, total, seenPrice }: SpotAsked): WireFigures {
  return {
    side,
    entrustment,
    ...(price === undefined ? {} : { price: toText(price) }),
    ...(quantity === undefined ? {} : { quantity: toText(quantity) }),
    ...(total === undefined ? {} : { total: toText(total) }),
    ...(seenPrice === undefined ? {} : { seenPrice: toText(seenPrice) }),
  };
}
