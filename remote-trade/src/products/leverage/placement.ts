/**
 * Placing one leveraged order, as a closed set of states. The order's own id is made when the form for it opens and stays
 * through every retry, so that a repeat is the same order. No answer in time is *unknown*, never *failed*: the exchange is
 * asked by that id. An accepted market order still waits for the tick that decides it.
 *
 *   editing --preview--> preview --place--> submitting --accepted--> waiting --opened--> confirmed
 *                          |  ^ price moved:   |  |                    +--cancelled--> failed
 *                          |  +-accept new one-+  +--no answer--> unknown --found--> waiting
 *                          +--close--> editing    +--refused--> editing  +--never arrived--> preview
 */
import type { Direction, Entrustment, LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
import type { AppError } from '@tessera/shared/errors';

export interface Ticket {
  readonly info: SymbolInfo;
  readonly direction: Direction;
  readonly entrustment: Entrustment;
  readonly leverage: number;
  /** Wire texts from here on. */
  readonly lots: string;
  readonly limitPrice: string | undefined;
  readonly takeProfit: string | undefined;
  readonly stopLoss: string | undefined;
}

export interface Draft {
  readonly ticket: Ticket;
  readonly clientOrderId: string;
  /** Market orders: the executable price that the person was shown. Only the person replaces it. */
  readonly seenPrice: string | undefined;
}

/** Two prices: the one that was seen, and the one that has taken its place. */
export interface MovedPrice {
  readonly old: string;
  readonly new: string;
}

export type Placement =
  | { readonly state: 'editing'; readonly refusal?: AppError | undefined }
  | { readonly state: 'preview'; readonly draft: Draft; readonly moved?: MovedPrice | undefined; readonly neverArrived?: boolean }
  | { readonly state: 'submitting' | 'unknown'; readonly draft: Draft }
  | { readonly state: 'waiting' | 'confirmed' | 'failed'; readonly draft: Draft; readonly order: LeverageOrder };

export type PlacementEvent =
  | { readonly type: 'preview'; readonly draft: Draft }
  | { readonly type: 'moved'; readonly to: string }
  | { readonly type: 'acceptPrice' }
  | { readonly type: 'place' }
  | { readonly type: 'accepted' | 'updated'; readonly order: LeverageOrder }
  | { readonly type: 'refused'; readonly error: AppError }
  | { readonly type: 'neverArrived' }
  | { readonly type: 'close' };

export const editing: Placement = { state: 'editing' };

/** What the placement is after an event. An event that does not belong to the present state changes nothing. */
export function placementAfter(placement: Placement, event: PlacementEvent): Placement {
  switch (event.type) {
    case 'preview':
      return placement.state === 'editing' ? { state: 'preview', draft: event.draft } : placement;
    case 'moved':
      return afterMove(placement, event.to);
    case 'acceptPrice':
      return placement.state === 'preview' && placement.moved !== undefined
        ? { state: 'preview', draft: { ...placement.draft, seenPrice: placement.moved.new } }
        : placement;
    case 'place':
      // While a moved price stands there, it must be accepted first.
      return placement.state === 'preview' && placement.moved === undefined
        ? { state: 'submitting', draft: placement.draft }
        : placement;
    case 'accepted':
      return placement.state === 'submitting' || placement.state === 'unknown'
        ? settled(placement.draft, event.order)
        : placement;
    case 'updated':
      return placement.state === 'waiting' && placement.order.id === event.order.id
        ? settled(placement.draft, event.order)
        : placement;
    case 'refused':
      return afterRefusal(placement, event.error);
    case 'neverArrived':
      return placement.state === 'unknown' ? { state: 'preview', draft: placement.draft, neverArrived: true } : placement;
    case 'close':
      // While nobody knows whether the order exists, the sheet stays.
      return placement.state === 'submitting' || placement.state === 'unknown' ? placement : editing;
  }
}

/** A limit that waits is what was asked for; a market order that waits is not decided yet. */
function settled(draft: Draft, order: LeverageOrder): Placement {
  if (order.status === 'cancelled') return { state: 'failed', draft, order };
  return { state: order.status === 'pending' && order.entrustment === 'market' ? 'waiting' : 'confirmed', draft, order };
}

function afterMove(placement: Placement, to: string): Placement {
  if (placement.state !== 'preview' || placement.draft.seenPrice === undefined || placement.moved?.new === to) return placement;
  return { state: 'preview', draft: placement.draft, moved: { old: placement.draft.seenPrice, new: to } };
}

function afterRefusal(placement: Placement, error: AppError): Placement {
  if (placement.state !== 'submitting') return placement;
  const { draft } = placement;
  if (error.isOutcomeUnknown) return { state: 'unknown', draft };
  const to = error.params['new'];
  if (error.code === 'ORDER_PRICE_MOVED' && draft.seenPrice !== undefined && to !== undefined) {
    return { state: 'preview', draft, moved: { old: String(error.params['old'] ?? draft.seenPrice), new: String(to) } };
  }
  return { state: 'editing', refusal: error };
}
