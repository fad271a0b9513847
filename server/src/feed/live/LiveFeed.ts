/**
 * Prices from a public exchange's ticker stream (tickerDialect). A tick's time is when we received it, because orders are
 * timed by our clock; the source's own time only decides order and age. Guards refuse what is older than what came before,
 * what is stale, and what jumps without confirmation. Silence is treated as a broken line: cut it and connect anew, with
 * growing pauses. Symbols that the source does not trade are not quoted.
 */
import { rate } from '@tessera/shared/money';
import { WebSocket } from 'ws';
import type { SymbolTerms } from '../../catalog/Catalog';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import { repeat, sleep, type Repeating } from '../../platform/timers';
import type { FeedTick, PriceFeed } from '../PriceFeed';
import { createOutlierGuard, type OutlierGuard } from './outlierGuard';
import { pairOf, readFrame, streamUrl, type TickerFrame } from './tickerDialect';

const jumpLimit = rate('0.02');
/** An event that took this long to reach us, or is dated in our future by more, says nothing about now. */
const maxEventAgeMs = 5_000;
const maxMessageBytes = 256 * 1024;

export interface LiveTimings {
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  readonly silenceMs: number;
}
const usualTimings: LiveTimings = { firstPauseMs: 500, longestPauseMs: 30_000, silenceMs: 10_000 };

export interface LiveFeedOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly timings?: LiveTimings;
}

interface Channel {
  readonly symbol: SymbolTerms;
  readonly guard: OutlierGuard;
  lastSourceMs: number;
  lastAtMs: number;
}

type Refusal = 'garbage' | 'unknown_pair' | 'out_of_order' | 'stale' | 'jump';

export function createLiveFeed({ url, clock, log, timings = usualTimings }: LiveFeedOptions): PriceFeed {
  const latest = new Map<string, FeedTick>();
  const refused: Record<Refusal, number> = { garbage: 0, unknown_pair: 0, out_of_order: 0, stale: 0, jump: 0 };
  let channels = new Map<string, Channel>();
  let socket: WebSocket | undefined;
  let loop: Repeating | undefined;
  let problem: string | undefined = 'not started';
  let pauseMs = timings.firstPauseMs;

  function judge(frame: TickerFrame, nowMs: number): FeedTick | Refusal {
    const channel = channels.get(frame.pair);
    if (channel === undefined) return 'unknown_pair';
    if (frame.sourceAtMs <= channel.lastSourceMs) return 'out_of_order';
    if (Math.abs(nowMs - frame.sourceAtMs) > maxEventAgeMs) return 'stale';
    channel.lastSourceMs = frame.sourceAtMs;
    if (!channel.guard.admits(frame.price)) return 'jump';
    // Several events of one millisecond of ours are told apart by the next one.
    channel.lastAtMs = Math.max(nowMs, channel.lastAtMs + 1);
    const { sourceAtMs, price, bid, ask } = frame;
    return {
      symbol: channel.symbol.id,
      atMs: channel.lastAtMs,
      sourceAtMs,
      receivedAtMs: nowMs,
      price,
      bid,
      ask,
      volume: undefined,
    };
  }

  function receive(text: string, onTicks: (ticks: readonly FeedTick[]) => void): void {
    const reading = readFrame(text);
    if (reading.kind === 'other') return;
    const judged = reading.kind === 'garbage' ? 'garbage' : judge(reading.frame, clock.now());
    if (typeof judged === 'string') {
      refused[judged] += 1;
      return;
    }
    // Only a price that counts proves that the line is good.
    pauseMs = timings.firstPauseMs;
    problem = undefined;
    latest.set(judged.symbol, judged);
    onTicks([judged]);
  }

  /** Lives as long as the connection does. Answers why it ended. */
  function listen(address: string, onTicks: (ticks: readonly FeedTick[]) => void, signal: AbortSignal): Promise<string> {
    return new Promise((resolve) => {
      const line = new WebSocket(address, {
        maxPayload: maxMessageBytes,
        perMessageDeflate: false,
        handshakeTimeout: timings.silenceMs,
      });
      socket = line;
      let heardAtMs = clock.now();
      const watch = repeat(
        Math.max(20, Math.floor(timings.silenceMs / 10)),
        async () => {
          if (clock.now() - heardAtMs > timings.silenceMs) end('silence');
        },
        () => undefined,
      );
      const onAbort = (): void => end('stopped');
      function end(why: string): void {
        signal.removeEventListener('abort', onAbort);
        void watch.stop();
        line.removeAllListeners();
        // An error after this point is the cut itself.
        line.on('error', () => undefined);
        line.terminate();
        resolve(why);
      }
      signal.addEventListener('abort', onAbort);
      line.on('message', (data, isBinary) => {
        heardAtMs = clock.now();
        receive(isBinary ? '' : String(data), onTicks);
      });
      line.on('close', () => end('closed by the source'));
      line.on('error', (error) => end(error.message));
    });
  }

  return {
    source: 'live',
    async start(symbols, onTicks) {
      const crypto = symbols.filter((symbol) => symbol.assetClass === 'crypto');
      const others = symbols.filter((symbol) => symbol.assetClass !== 'crypto').map((symbol) => symbol.id);
      if (others.length > 0) log.warn({ others }, 'NOT QUOTED by the live source');
      channels = new Map(
        crypto.map((symbol) => [pairOf(symbol), { symbol, guard: createOutlierGuard(jumpLimit), lastSourceMs: 0, lastAtMs: 0 }]),
      );
      const address = streamUrl(url, crypto);
      loop = repeat(
        0,
        async (signal) => {
          problem = await listen(address, onTicks, signal);
          if (signal.aborted) return;
          log.warn({ why: problem, pauseMs }, 'the live source is lost; connecting anew');
          await sleep(pauseMs, signal);
          pauseMs = Math.min(timings.longestPauseMs, pauseMs * 2);
        },
        (error) => log.error({ err: error }, 'the live source failed'),
      );
    },
    async stop() {
      await loop?.stop();
      loop = undefined;
      problem = 'stopped';
    },
    snapshot: () => latest,
    health: () => ({ isConnected: socket?.readyState === WebSocket.OPEN, problem, refused }),
    // A public ticker stream has no past; the chart begins with the first tick.
    history: async () => [],
  };
}
