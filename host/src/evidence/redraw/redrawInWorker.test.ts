import { describe, expect, it } from '@jest/globals';
import type { FeedDay } from '@tessera/shared/contract';
import { canonicalText, quicknet, sha256, simulatedTicks, textToSteps, toHex, type RecordEntry } from '@tessera/shared/fairness';
import { redrawInWorker, type RedrawPort } from './redrawInWorker';
import { createRedrawing } from './worker/createRedrawing';
import { isDrandSignature } from './worker/isDrandSignature';
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
  const answerTo = createRedrawing(isDrandSignature);
  let isEnded = false;
  const answer = (data: FromRedraw) =>
    queueMicrotask(() => !isEnded && target.dispatchEvent(new MessageEvent('message', { data })));
  return {
    addEventListener: target.addEventListener.bind(target) as RedrawPort['addEventListener'],
    removeEventListener: target.removeEventListener.bind(target) as RedrawPort['removeEventListener'],
    postMessage(message: ToRedraw) {
      const said = answerTo(message);
      if (said !== undefined) answer(said);
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
const noRecord = (): Promise<readonly RecordEntry[]> => Promise.resolve([]);

describe('a day drawn again in a worker', () => {
  it('hears of progress batch by batch, then of the result, and the worker is ended', async () => {
    const worker = aWorker();
    const shares: number[] = [];
    const result = await redrawInWorker(
      () => batches(log),
      noRecord,
      () => worker,
    )(day, 'BTC-USDT', {
      signal: never,
      onProgress: (share) => shares.push(share),
    });
    expect(result).toEqual({
      published: log.length,
      differing: 0,
      missing: 0,
      missingOutside: 0,
      first: null,
      beacon: undefined,
      pauses: { count: 0, sumMs: 0, alone: 0 },
    });
    expect(shares.length).toBe(Math.ceil(log.length / 400));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(worker.isEnded()).toBe(true);
  });

  it('a price that was changed afterwards is named', async () => {
    const forged = log.map((tick, index) => (index === 500 ? { ...tick, price: '1' } : tick));
    const result = await redrawInWorker(() => batches(forged), noRecord, aWorker)(day, 'BTC-USDT', {
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
      noRecord,
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
    const redraw = redrawInWorker(() => batches(log), noRecord, aWorker);
    await expect(redraw({ ...day, seed: null }, 'BTC-USDT', options)).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' });
    await expect(redraw(day, 'ETH-USDT', options)).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' });
  });
});

describe('the day’s beacon and its pauses, beside the public record', () => {
  /** Round 1000 of the real network: its instant is the beginning of this day, committed to the day before. */
  const round = 1000;
  const atMs = quicknet.genesisMs + (round - 1) * quicknet.periodMs;
  const signature = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
  const value = 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd';
  const beacon = { kind: 'drand' as const, chain: quicknet.hash, round, signature, value, isFallback: false };
  const drawn: FeedDay = {
    ...day,
    version: 2,
    day: '2023-08-23',
    committedAtMs: atMs - 1,
    drawnFromMs: atMs,
    beacon,
    attempt: 1,
  };
  const entryOf = (of: FeedDay, changed: object = {}): RecordEntry => ({
    seq: 8,
    atMs,
    kind: 'beacon',
    body: canonicalText({
      ...{ day: of.day, source: of.source, attempt: 1, seedHash: of.seedHash, fromMs: atMs },
      ...{ ...of.beacon, opening: of.opening },
      ...changed,
    } as never),
    hash: '',
  });
  const verdict = async (of: FeedDay, record: readonly RecordEntry[]) => {
    const options = { signal: never, onProgress: () => undefined };
    const redraw = redrawInWorker(
      () => batches([]),
      () => Promise.resolve(record),
      aWorker,
    );
    return (await redraw(of, 'BTC-USDT', options)).beacon;
  };
  const changed = (part: Partial<typeof beacon>): FeedDay => ({ ...drawn, beacon: { ...beacon, ...part } });

  it('the network’s own signature of the day’s round, as the record says', async () => {
    expect(await verdict(drawn, [entryOf(drawn)])).toEqual({ published: 'same', origin: 'drand', isFallback: false });
    expect(await verdict(drawn, [])).toMatchObject({ published: 'absent' });
    expect(await verdict(drawn, [entryOf(drawn, { value: '0'.repeat(64) })])).toMatchObject({ published: 'other' });
    expect(await verdict(drawn, [entryOf(drawn, { opening: { 'BTC-USDT': '64001' } })])).toMatchObject({ published: 'other' });
  });

  it.each<readonly [string, FeedDay]>([
    ['a value that is not the signature’s', changed({ value: '0'.repeat(64) })],
    ['another round', changed({ round: 999 })],
    ['a signature of another round', { ...changed({ round: 1001 }), committedAtMs: atMs + 2_999 }],
    ['a round that was known when the day was committed to', { ...drawn, committedAtMs: atMs }],
  ])('%s', async (_, of) => {
    expect(await verdict(of, [entryOf(of)])).toMatchObject({ published: 'same', origin: 'wrong' });
  });

  it('another network cannot be judged here, and an own value must be the committed one', async () => {
    expect(await verdict(changed({ chain: '0'.repeat(64) }), [])).toMatchObject({ origin: 'unknown' });
    const own = { kind: 'local' as const, chain: null, round: null, signature: null, value: '09'.repeat(32), isFallback: true };
    const beaconHash = toHex(sha256(new Uint8Array(32).fill(9)));
    expect(await verdict({ ...drawn, beacon: own, beaconHash }, [])).toMatchObject({ origin: 'own', isFallback: true });
    expect(await verdict({ ...drawn, beacon: own, beaconHash: '0'.repeat(64) }, [])).toMatchObject({ origin: 'wrong' });
  });

  it('ticks within a recorded pause are told from those left out', async () => {
    const symbols = [{ symbol: 'BTC-USDT', fromMs: log[99]?.atMs ?? 0, toMs: log[200]?.atMs ?? 0, firstSeq: 1, lastSeq: 2 }];
    const body = canonicalText({ why: 'feed_silent', symbols });
    const record = async () => [{ seq: 9, atMs, kind: 'pause', body, hash: toHex(seed) }];
    const redraw = redrawInWorker(() => batches(log.toSpliced(300, 3).toSpliced(100, 100)), record, aWorker);
    const result = await redraw({ ...day, recordSeq: 5 }, 'BTC-USDT', { signal: never, onProgress: () => undefined });
    expect(result).toMatchObject({ missing: 103, missingOutside: 3, pauses: { count: 1, alone: 1 } });
    // Where another market was open and did not pause, it excuses nothing.
    const ofTwo: FeedDay = { ...day, recordSeq: 5, parameters: { ...day.parameters, 'ETH-USDT': parameters } };
    const alone = await redraw(ofTwo, 'BTC-USDT', { signal: never, onProgress: () => undefined });
    expect(alone).toMatchObject({ missing: 103, missingOutside: 103 });
  });
});
