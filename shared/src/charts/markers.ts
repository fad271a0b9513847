/** What a caller may draw into a chart. Texts are already translated; colours follow the meaning. */
export type MarkerTone = 'neutral' | 'long' | 'short';

/** A horizontal line across the plot with a label: an entry, an exit, a position, a stop. */
export interface PriceMarker {
  readonly id: string;
  /** Decimal text. */
  readonly price: string;
  readonly label: string;
  readonly tone: MarkerTone;
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
