import type { FeedDay } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { PublishedTick } from './worker/RedrawMessage';

/** The public log's ticks of one symbol on the day, in order, in batches. */
export type PublishedTicks = (day: FeedDay, symbol: string, signal: AbortSignal) => AsyncIterable<readonly PublishedTick[]>;

/** The exchange hands out no ranges of its log yet. */
export const publishedTicks: PublishedTicks = () => {
  throw new AppError('FEATURE_UNAVAILABLE');
};
