import type { Observable } from '@tessera/shared/kernel';

/** What a caller may draw into a chart. Texts are already translated; colours follow the meaning. */
export type MarkerTone = 'neutral' | 'long' | 'short' | 'profit' | 'loss' | 'danger';

/** What a label says behind its words: a profit that changes with every tick. */
export interface MarkerDetail {
  readonly text: string;
  readonly move: 'up' | 'down' | 'same';
}

/** A horizontal line across the plot with a label: an entry, an exit, a position, a stop. */
export interface PriceMarker {
  readonly id: string;
  /** Decimal text. */
  readonly price: string;
  readonly label: string;
  readonly tone: MarkerTone;
  /** Written into the label without a rendering. */
  readonly detail$?: Observable<MarkerDetail> | undefined;
}

/** One tick that counts: the entry or the exit of an order. */
export interface PointMarker {
  readonly id: string;
  readonly atMs: number;
  /** Decimal text. */
  readonly price: string;
  readonly label: string;
  readonly tone: MarkerTone;
}
