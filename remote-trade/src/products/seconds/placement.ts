/**
 * Placing one order, as a closed set of states. No answer in time is *unknown*, never *failed*: the exchange is asked by
 * the order's own id until it is found, or until its terms have expired long enough that it can no longer be accepted.
 *
 *   editing --ask--> quoting --terms--> confirming --place--> submitting --accepted--> placed
 *                       |                  ^  |                   |  |
 *                       +--refused--> editing +--expired: ask     |  +--no answer--> unknown --found--> placed
 *                                          +------price moved-----+                     +--never arrived--> editing
 */
import type { Direction, Duration, SecondsOrder, SecondsQuote, SymbolInfo } from '@tessera/shared/contract';
import type { AppError } from '@tessera/shared/errors';

export interface Ticket {
  readonly info: SymbolInfo;
  readonly direction: Direction;
  readonly duration: Duration;
  /** Wire text. */
  readonly stake: string;
  readonly asset: string;
}

/** One filled-in ticket: the id makes a repeat the same order. */
export interface Draft {
  readonly ticket: Ticket;
  readonly clientOrderId: string;
}

export type Placement =
  | { readonly state: 'editing'; readonly refusal?: AppError | undefined; readonly neverArrived?: boolean }
  | { readonly state: 'quoting'; readonly draft: Draft; readonly moved?: AppError | undefined }
  | { readonly state: 'confirming'; readonly draft: Draft; readonly quote: SecondsQuote; readonly moved?: AppError | undefined }
  | { readonly state: 'submitting'; readonly draft: Draft; readonly quote: SecondsQuote }
  | { readonly state: 'unknown'; readonly draft: Draft; readonly quote: SecondsQuote }
  | { readonly state: 'placed'; readonly order: SecondsOrder };

export type PlacementEvent =
  | { readonly type: 'ask'; readonly draft: Draft }
  | { readonly type: 'terms'; readonly quote: SecondsQuote }
  | { readonly type: 'refresh' }
  | { readonly type: 'place' }
  | { readonly type: 'accepted'; readonly order: SecondsOrder }
  | { readonly type: 'refused'; readonly error: AppError }
  | { readonly type: 'neverArrived' }
  | { readonly type: 'close' };

export const editing: Placement = { state: 'editing' };

/** What the placement is after an event. An event that does not belong to the present state changes nothing. */
export function placementAfter(placement: Placement, event: PlacementEvent): Placement {
  switch (event.type) {
    case 'ask':
      return placement.state === 'editing' || placement.state === 'placed' ? { state: 'quoting', draft: event.draft } : placement;
    case 'terms':
      return placement.state === 'quoting'
        ? { state: 'confirming', draft: placement.draft, quote: event.quote, moved: placement.moved }
        : placement;
    case 'refresh':
      return placement.state === 'confirming' ? { state: 'quoting', draft: placement.draft, moved: placement.moved } : placement;
    case 'place':
      return placement.state === 'confirming'
        ? { state: 'submitting', draft: placement.draft, quote: placement.quote }
        : placement;
    case 'accepted':
      return placement.state === 'submitting' || placement.state === 'unknown'
        ? { state: 'placed', order: event.order }
        : placement;
    case 'refused':
      return afterRefusal(placement, event.error);
    case 'neverArrived':
      return placement.state === 'unknown' ? { state: 'editing', neverArrived: true } : placement;
    case 'close':
      // While nobody knows whether the order exists, the sheet stays.
      return placement.state === 'submitting' || placement.state === 'unknown' ? placement : editing;
  }
}

function afterRefusal(placement: Placement, error: AppError): Placement {
  if (placement.state === 'quoting') return { state: 'editing', refusal: error };
  if (placement.state !== 'submitting') return placement;
  if (error.isOutcomeUnknown) return { state: 'unknown', draft: placement.draft, quote: placement.quote };
  // New terms are asked for and shown; the person accepts them or not.
  if (error.code === 'ORDER_PRICE_MOVED') return { state: 'quoting', draft: placement.draft, moved: error };
  if (error.code === 'ORDER_QUOTE_EXPIRED') return { state: 'quoting', draft: placement.draft };
  return { state: 'editing', refusal: error };
}
