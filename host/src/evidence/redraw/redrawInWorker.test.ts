import { describe, expect, it } from '@jest/globals';
import type { FeedDay } from '@tessera/shared/contract';
import { createRedraw, sha256, simulatedTicks, textToSteps, toHex, type Redraw } from '@tessera/shared/fairness';
import { redrawInWorker, type RedrawPort } from './redrawInWorker';
import type { FromRedraw, PublishedTick, ToRedraw } from './worker/RedrawMessage';

const seed = new Uint8Array(32).fill(3);
const parameters = { digits: 2, volatilityPpm: 25_000, activity: 100, openSlots: [[0, 3_600]] as [number, number][] };
const day: FeedDay = {
  day: '2026-01-05',
  source: 'simulated',
  seedHash: toHex(sha256(seed)),
  seed: toHex(seed),
  opening: { 'BTC-USDT': '64000' },
  parameters: { 'BTC-USDT': parameters },
};
const log: readonly PublishedTick[] = [
  ...simulatedTicks(
    seed,
    { symbol: 'BTC-USDT', dayAtMs: Date.UTC(2026, 0, 5), openSteps: textToSteps('64000', 2), ...parameters },
    sha256,
  ),
];

/** As redrawWorker.ts, on this thread. */
function aWorker(): RedrawPort & { readonly isEnded: () => boolean } {
  const target = new EventTarget();
  let redraw: Redraw | undefined;
  let isEnded = false;
  const answer = (data: FromRedraw) =>
    queueMicrotask(() => !isEnded && target.dispatchEvent(new MessageEvent('message', { data })));
  return {
    addEventListener: target.addEventListener.bind(target) as RedrawPort['addEventListener'],
    removeEventListener: target.removeEventListener.bind(target) as RedrawPort['removeEventListener'],
    postMessage(message: ToRedraw) {
      if (message.type === 'day') redraw = createRedraw(message.day, message.symbol, sha256);
      if (redraw === undefined) answer({ type: 'refused' });
      else if (message.type === 'ticks') answer({ type: 'share', share: redraw.take(message.ticks) });
      else if (message.type === 'end') answer({ type: 'done', result: redraw.finish() });
    },
    terminate: () => {
      isEnded = true;
    },
    isEnded: () => isEnded,
  };
}

async function* batches(ticks: readonly PublishedTick[]) {
  for (let from = 0; from < ticks.length; from += 400) yield ticks.slice(from, from + 400);
}
const never = new AbortController().signal;

describe('a day drawn again in a worker', () => {
  it('hears of progress batch by batch, then of the result, and the worker is ended', async () => {
    const worker = aWorker();
    const shares: number[] = [];
    const result = await redrawInWorker(
      () => batches(log),
      () => worker,
    )(day, 'BTC-USDT', {
      signal: never,
      onProgress: (share) => shares.push(share),
    });
    expect(result).toEqual({ published: log.length, differing: 0, missing: 0, first: null });
    expect(shares.length).toBe(Math.ceil(log.length / 400));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(worker.isEnded()).toBe(true);
  });

  it('a price that was changed afterwards is named', async () => {
    const forged = log.map((tick, index) => (index === 500 ? { ...tick, price: '1' } : tick));
    const result = await redrawInWorker(() => batches(forged), aWorker)(day, 'BTC-USDT', {
      signal: never,
      onProgress: () => undefined,
    });
    expect(result).toMatchObject({ differing: 1, first: { atMs: log[500]?.atMs, published: '1' } });
  });

  it('cancelled: it rejects and the worker is ended', async () => {
    const worker = aWorker();
    const life = new AbortController();
    const drawing = redrawInWorker(
      () => batches(log),
      () => worker,
    )(day, 'BTC-USDT', {
      signal: life.signal,
      onProgress: () => life.abort(),
    });
    await expect(drawing).rejects.toMatchObject({ code: 'PLEASE_RETRY' });
    expect(worker.isEnded()).toBe(true);
  });

  it('a day that is not revealed, and a market that the day does not name', async () => {
    const options = { signal: never, onProgress: () => undefined };
    const redraw = redrawInWorker(() => batches(log), aWorker);
    await expect(redraw({ ...day, seed: null }, 'BTC-USDT', options)).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' });
    await expect(redraw(day, 'ETH-USDT', options)).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' });
  });
});
