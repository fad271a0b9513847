/**
 * A revealed day drawn again in a worker of our own origin, while the page fetches what was published: the worker has the next
 * batch before the one after it is asked for, so neither holds more than two.
 */
import { AppError } from '@tessera/shared/errors';
import type { FeedDay } from '@tessera/shared/contract';
import { canRedraw, type RecordEntry, type RedrawResult } from '@tessera/shared/fairness';
import type { Evidence } from '@tessera/shared/federation';
import { hostFolder } from '../../browser/hostFolder';
import { scriptAddressPolicy } from '../../remotes/scriptAddressPolicy';
import type { PublishedTicks } from './publishedTicks';
import type { FromRedraw, ToRedraw } from './worker/RedrawMessage';

/** Its name carries no hash, as of the service worker: what is said to it is all that it needs. */
const workerAddress = `${hostFolder}redrawWorker.js`;
/** A worker that does not answer for this long is given up. */
const answerWithinMs = 60_000;

/** Named by its interface, so that a test hands in one of its own. */
export type RedrawPort = Pick<Worker, 'addEventListener' | 'removeEventListener' | 'postMessage' | 'terminate'>;

export function openRedrawWorker(): RedrawPort {
  const policy = scriptAddressPolicy((address) => address === workerAddress);
  return new Worker(policy.createScriptURL(workerAddress));
}

/** What the public record says of the day: its beacon, and the times without prices. */
export type RecordOfDay = (day: FeedDay) => Promise<readonly RecordEntry[]>;

export const redrawInWorker =
  (published: PublishedTicks, recordOf: RecordOfDay, open: () => RedrawPort = openRedrawWorker): Evidence['redraw'] =>
  async (day, symbol, { signal, onProgress }) => {
    if (!canRedraw(day)) throw new AppError('DATA_NOT_FOUND');
    const record = await recordOf(day);
    if (signal.aborted) throw new AppError('PLEASE_RETRY', { cause: signal.reason });
    const worker = open();
    const end = (): void => worker.terminate();
    signal.addEventListener('abort', end, { once: true });
    try {
      const say = (message: ToRedraw): void => worker.postMessage(message);
      say({ type: 'day', day, symbol, record });
      for await (const ticks of published(day, symbol, signal)) {
        const heard = answerOf(worker, signal);
        say({ type: 'ticks', ticks });
        const answer = await heard;
        if (answer.type === 'share') onProgress(answer.share);
        else throw new AppError('DATA_NOT_FOUND');
      }
      const heard = answerOf(worker, signal);
      say({ type: 'end' });
      return resultOf(await heard);
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  };

function resultOf(answer: FromRedraw): RedrawResult {
  if (answer.type !== 'done') throw new AppError('DATA_NOT_FOUND');
  return answer.result;
}

function answerOf(worker: RedrawPort, signal: AbortSignal): Promise<FromRedraw> {
  return new Promise((resolve, reject) => {
    const give = (error: unknown): void => settle(() => reject(error));
    const onMessage = (event: Event): void => settle(() => resolve((event as MessageEvent<FromRedraw>).data));
    const onError = (): void => give(new AppError('PLEASE_RETRY'));
    const onAbort = (): void => give(new AppError('PLEASE_RETRY', { cause: signal.reason }));
    const limit = setTimeout(onError, answerWithinMs);
    function settle(done: () => void): void {
      clearTimeout(limit);
      worker.removeEventListener('message', onMessage);
      worker.removeEventListener('error', onError);
      signal.removeEventListener('abort', onAbort);
      done();
    }
    worker.addEventListener('message', onMessage);
    worker.addEventListener('error', onError);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}
