/** What an order book is given, beside the ticket (compact) and on the chart page (full). */
import type { ReactNode } from 'react';
import type { BookFrame } from '../../../domain/contract';
import type { Loadable } from '../state/Loadable';

interface OrderBookBase {
  /** From useBook(symbol). */
  readonly book: Loadable<BookFrame>;
  readonly symbol: string;
  /** The assets of the symbol, for the headings. */
  readonly base: string;
  readonly quote: string;
  /** Decimals of a price. */
  readonly digits: number;
  /** Decimals of a quantity; without it, as many as the levels have (full) or as there is room for (compact). */
  readonly quantityScale?: number | undefined;
  readonly onRetry?: (() => void) | undefined;
}

export interface CompactBookProps extends OrderBookBase {
  readonly variant: 'compact';
  /** A level was picked: its price as the wire's text. Without it the levels are only shown. */
  readonly onPickPrice?: ((price: string, side: 'bid' | 'ask') => void) | undefined;
  /** Instead of the price of the newest trade; for instance a <LivePrice>. */
  readonly lastPrice?: ReactNode;
  /** Of each side. Default 7. */
  readonly levels?: number | undefined;
}

export interface FullBookProps extends OrderBookBase {
  readonly variant: 'full';
  /** Of each side. Default 15. */
  readonly levels?: number | undefined;
}

export type OrderBookProps = CompactBookProps | FullBookProps;
