/**
 * One line to a public exchange's ticker stream (tickerDialect). Silence is treated as a broken line: cut it and connect again, with
 * growing pauses.
 */
import { WebSocket } from 'ws';
import type { SymbolTerms } from '../../catalog/Catalog';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import { repeat, sleep, type Repeating } from '../../platform/timers';
import { streamUrl } from './tickerDialect';

const maxMessageBytes = 256 * 1024;

export interface LiveTimings {
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  readonly silenceMs: number;
}
export const defaultTimings: LiveTimings = { firstPauseMs: 500, maxPauseMs: 30_000, silenceMs: 10_000 };

export interface LiveSource {
  start(symbols: readonly SymbolTerms[]): void;
  stop(): Promise<void>;
  isConnected(): boolean;
  /** Why the line was lost; undefined since the last price that counts. */
  problem(): string | undefined;
}

export interface LiveSourceOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly timings: LiveTimings;
  /** True when the message is a price that counts: only that proves that the line is good. */
  readonly onMessage: (text: string) => boolean;
}

export function createLiveSource({ url, clock, log, timings, onMessage }: LiveSourceOptions): LiveSource {
  let socket: WebSocket | undefined;
  let loop: Repeating | undefined;
  let problem: string | undefined = 'not started';
  let pauseMs = timings.firstPauseMs;

  /** Lives as long as the connection does. Answers why it ended. */
  function listen(address: string, signal: AbortSignal): Promise<string> {
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
        if (!onMessage(isBinary ? '' : String(data))) return;
        pauseMs = timings.firstPauseMs;
        problem = undefined;
      });
      line.on('close', () => end('closed by the source'));
      line.on('error', (error) => end(error.message));
    });
  }

  return {
    start(symbols) {
      const address = streamUrl(url, symbols);
      const { host } = new URL(url);
      loop = repeat(
        0,
        async (signal) => {
          problem = await listen(address, signal);
          if (signal.aborted) return;
          log.warn({ source: host, why: problem, pauseMs }, 'a live source is lost; connecting anew');
          await sleep(pauseMs, signal);
          pauseMs = Math.min(timings.maxPauseMs, pauseMs * 2);
        },
        (error) => log.error({ err: error, source: host }, 'a live source failed'),
      );
    },
    async stop() {
      await loop?.stop();
      loop = undefined;
      problem = 'stopped';
    },
    isConnected: () => socket?.readyState === WebSocket.OPEN,
    problem: () => problem,
  };
}
