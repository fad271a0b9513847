/**
 * Placing one spot order, as a closed set of states. No answer in time is *unknown*, never *failed*: the exchange is asked
 * by the order's own id until it is found, or until the request can no longer arrive.
 *
 *   editing --ask--> confirming --place--> submitting --accepted--> placed
 *      |                  ^                   |  |  |
 *      +--ask, quick------|------------------>+  |  +--no answer--> unknown --found--> placed
 *                         +-----price moved------+                     +--never arrived--> editing
 */
import type { SpotOrder } from '@tessera/shared/contract';
import type { AppError } from '@tessera/shared/errors';
import { parsePrice } from '@tessera/shared/money';
import type { SpotIntent } from './figures';

/** One filled-in ticket: the id, made when the form opened, makes a repeat the same order. */
export interface Draft {
  readonly symbol: string;
  readonly intent: SpotIntent;
  readonly clientOrderId: string;
  /** This id was sent before, and nobody knows for certain that it did not arrive. */
  readonly isRetry: boolean;
  /** Placed without the confirm sheet, as the person chose for small orders. */
  readonly isQuick: boolean;
}

export type Placement =
  | { readonly state: 'editing'; readonly refusal?: AppError | undefined; readonly neverArrived?: boolean }
  | { readonly state: 'confirming'; readonly draft: Draft; readonly moved?: AppError | undefined }
  | { readonly state: 'submitting'; readonly draft: Draft }
  | { readonly state: 'unknown'; readonly draft: Draft }
  | { readonly state: 'placed'; readonly order: SpotOrder };

export type PlacementEvent =
  | { readonly type: 'ask'; readonly draft: Draft }
  | { readonly type: 'place' }
  | { readonly type: 'accepted'; readonly order: SpotOrder }
  | { readonly type: 'refused'; readonly error: AppError }
  | { readonly type: 'neverArrived' }
  | { readonly type: 'close' };

export const editing: Placement = { state: 'editing' };

/** What the placement is after an event. An event that does not belong to the present state changes nothing. */
export function placementAfter(placement: Placement, event: PlacementEvent): Placement {
  switch (event.type) {
    case 'ask':
      if (placement.state !== 'editing' && placement.state !== 'placed') return placement;
      return { state: event.draft.isQuick ? 'submitting' : 'confirming', draft: event.draft };
    case 'place':
      return placement.state === 'confirming' ? { state: 'submitting', draft: placement.draft } : placement;
    case 'accepted':
      return placement.state === 'submitting' || placement.state === 'unknown'
        ? { state: 'placed', order: event.order }
        : placement;
    case 'refused':
      return placement.state === 'submitting' ? afterRefusal(placement.draft, event.error) : placement;
    case 'neverArrived':
      return placement.state === 'unknown' ? { state: 'editing', neverArrived: true } : placement;
    case 'close':
      // While nobody knows whether the order exists, the sheet stays.
      return placement.state === 'submitting' || placement.state === 'unknown' ? placement : editing;
  }
}

function afterRefusal(draft: Draft, error: AppError): Placement {
  // The id already stands for an order with other figures: the earlier request did arrive.
  if (error.isOutcomeUnknown || (draft.isRetry && error.code === 'REQUEST_ILLEGAL')) return { state: 'unknown', draft };
  const now = error.code === 'ORDER_PRICE_MOVED' ? parsePrice(error.params['new'] ?? '') : undefined;
  if (now === undefined) return { state: 'editing', refusal: error };
  // The new price is shown; the person accepts it or not.
  return { state: 'confirming', draft: { ...draft, intent: { ...draft.intent, last: now, touch: now } }, moved: error };
}
