import type { EndpointRequest, EndpointResponse, FeedDay } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { firstValueFrom, fromEvent, merge, timer } from '@tessera/shared/kernel';
import { redrawnSpan } from '@tessera/shared/fairness';
import type { ApiClient } from '@tessera/shared/federation';
import type { PublishedTick } from './worker/RedrawMessage';

/** The public log's ticks of one symbol on the day, in order, in batches. */
export type PublishedTicks = (day: FeedDay, symbol: string, signal: AbortSignal) => AsyncIterable<readonly PublishedTick[]>;

const batch = 1000;
const maxWaitSeconds = 60;

export const publishedTicks = (api: ApiClient): PublishedTicks =>
  async function* pages(day, symbol, signal) {
    const { fromMs, toMs } = redrawnSpan(day);
    let asked: EndpointRequest<'tickRange'> = { symbol, fromMs, limit: batch };
    for (;;) {
      const { ticks, hasMore } = await patiently(() => api.call('tickRange', asked, { toastErrors: false, signal }), signal);
      const ofDay = ticks
        .filter(({ atMs }) => atMs < toMs)
        .map(({ atMs, price, isFilled }) => ({ atMs, price, isFilled: isFilled === true }));
      if (ofDay.length > 0) yield ofDay;
      const last = ticks.at(-1);
      if (!hasMore || last === undefined || ofDay.length < ticks.length) return;
      asked = { symbol, fromSeq: last.seq + 1, limit: batch };
    }
  };

/** Waits where the exchange asks for it: a day is many pages, and other people read too. */
async function patiently(
  ask: () => Promise<EndpointResponse<'tickRange'>>,
  signal: AbortSignal,
): Promise<EndpointResponse<'tickRange'>> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS' || signal.aborted) throw error;
      const seconds = Math.min(maxWaitSeconds, Number(error.params['seconds'] ?? 1) || 1);
      await firstValueFrom(merge(timer(seconds * 1000), fromEvent(signal, 'abort')));
    }
  }
}
