import type { FeedDay } from '@tessera/shared/contract';
import type { PublishedTick } from './worker/RedrawMessage';

/** The public log's ticks of one symbol on the day, in order, in batches. */
export type PublishedTicks = (day: FeedDay, symbol: string, signal: AbortSignal) => AsyncIterable<readonly PublishedTick[]>;
