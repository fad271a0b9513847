/** What page and worker say to each other: one day of one symbol, then its published ticks in order, then that these were all. */
import type { FeedDay } from '@tessera/shared/contract';
import type { RecordEntry, RedrawResult } from '@tessera/shared/fairness';

export interface PublishedTick {
  readonly atMs: number;
  readonly price: string;
  /** It was not there at its time, and ends no pause. */
  readonly isFilled?: boolean;
}

export type ToRedraw =
  /** `record`: entries of kinds `pause` and `beacon` since the day was committed to. */
  | { readonly type: 'day'; readonly day: FeedDay; readonly symbol: string; readonly record: readonly RecordEntry[] }
  | { readonly type: 'ticks'; readonly ticks: readonly PublishedTick[] }
  | { readonly type: 'end' };

export type FromRedraw =
  /** How much of the day is behind, 0 to 1: the answer to every batch of ticks. */
  | { readonly type: 'share'; readonly share: number }
  | { readonly type: 'done'; readonly result: RedrawResult }
  /** The day cannot be drawn again. */
  | { readonly type: 'refused' };
