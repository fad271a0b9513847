/**
 * Prices from a public exchange's ticker stream. A tick's time is the source's own (shared/fairness/liveRules): what the source knew
 * before an order was accepted decides nothing, however late it reached us. Guards refuse what is older than what came before, what
 * is not of now, and what jumps without confirmation. Where a second source is set, a price counts only when both agree. A market
 * that gets no price that counts pauses; `paused` says why. Symbols that the source does not trade are not quoted.
 */
import { liveRules } from '@tessera/shared/fairness';
import { absolute, compare, multiply, rate, subtract, type Price } from '@tessera/shared/money';
import type { SymbolTerms } from '../../catalog/Catalog';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import type { FeedTick, PauseReason, PriceFeed } from '../PriceFeed';
import { createLiveSource, defaultTimings, type LiveTimings } from './LiveSource';
import { createOutlierGuard, type OutlierGuard } from './outlierGuard';
import { createRefusalTimes, type RefusalTimes } from './refusalTimes';
import { pairOf, readFrame, type TickerFrame } from './tickerDialect';

const jumpLimit = rate('0.02');
const agreementBand = rate(liveRules.agreementBand);
const scale = 18;

export interface LiveFeedOptions {
  readonly url: string;
  /** Has to agree with the first one; undefined: the first decides alone. */
  readonly secondUrl: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly timings?: LiveTimings;
}

interface Channel {
  readonly symbol: SymbolTerms;
  readonly guard: OutlierGuard;
  readonly refusals: RefusalTimes;
  lastSourceMs: number;
  /** What the second source said last. */
  second: { readonly sourceAtMs: number; readonly price: Price } | undefined;
}

type Refusal = 'garbage' | 'unknown_pair' | 'out_of_order' | 'stale' | 'jump' | 'unconfirmed' | 'disagreement';

const pauseReasons: Partial<Record<Refusal, PauseReason>> = {
  stale: 'source_late',
  jump: 'price_jumped',
  unconfirmed: 'second_silent',
  disagreement: 'sources_differ',
};
/** In English for health pages. */
const inWords: Record<PauseReason, string> = {
  source_silent: 'the source is silent',
  source_late: 'the source is late, or its clock is wrong',
  price_jumped: 'the price jumped and is not confirmed',
  second_silent: 'the second source is silent',
  sources_differ: 'the two sources do not agree',
};

export function createLiveFeed({ url, secondUrl, clock, log, timings = defaultTimings }: LiveFeedOptions): PriceFeed {
  const latest = new Map<string, FeedTick>();
  const paused: Record<string, string> = {};
  const refused: Record<Refusal, number> = {
    ...{ garbage: 0, unknown_pair: 0, out_of_order: 0, stale: 0, jump: 0 },
    ...(secondUrl === undefined ? {} : { unconfirmed: 0, disagreement: 0 }),
  } as Record<Refusal, number>;
  let channels = new Map<string, Channel>();
  let report: (ticks: readonly FeedTick[]) => void = () => undefined;

  const isOfNow = (sourceAtMs: number): boolean => {
    const ageMs = clock.now() - sourceAtMs;
    return ageMs <= liveRules.maxSourceAgeMs && ageMs >= -liveRules.maxSourceAheadMs;
  };

  function judge(channel: Channel, frame: TickerFrame): FeedTick | Refusal {
    const { sourceAtMs, price, bid, ask } = frame;
    if (sourceAtMs <= channel.lastSourceMs) return 'out_of_order';
    if (!isOfNow(sourceAtMs)) return 'stale';
    channel.lastSourceMs = sourceAtMs;
    if (!channel.guard.admits(price)) return 'jump';
    const disagreement = secondUrl === undefined ? undefined : disagreementOf(channel, frame);
    if (disagreement !== undefined) return disagreement;
    return {
      symbol: channel.symbol.id,
      atMs: sourceAtMs,
      sourceAtMs,
      receivedAtMs: clock.now(),
      ...{ price, bid, ask },
      volume: undefined,
    };
  }

  function receive(text: string): boolean {
    const reading = readFrame(text);
    if (reading.kind === 'other') return false;
    const channel = reading.kind === 'ticker' ? channels.get(reading.frame.pair) : undefined;
    const judged =
      reading.kind === 'garbage' ? 'garbage' : channel === undefined ? 'unknown_pair' : judge(channel, reading.frame);
    if (typeof judged === 'string') {
      refused[judged] += 1;
      const why = pauseReasons[judged];
      if (channel !== undefined && why !== undefined) {
        paused[channel.symbol.id] = inWords[why];
        channel.refusals.add(why, clock.now());
      }
      return false;
    }
    delete paused[judged.symbol];
    latest.set(judged.symbol, judged);
    report([judged]);
    return true;
  }

  function hearSecond(text: string): boolean {
    const reading = readFrame(text);
    if (reading.kind !== 'ticker') return false;
    const { pair, sourceAtMs, price } = reading.frame;
    const channel = channels.get(pair);
    if (channel === undefined || sourceAtMs <= (channel.second?.sourceAtMs ?? 0) || !isOfNow(sourceAtMs)) return false;
    channel.second = { sourceAtMs, price };
    return true;
  }

  const first = createLiveSource({ url, clock, log, timings, onMessage: receive });
  const second =
    secondUrl === undefined ? undefined : createLiveSource({ url: secondUrl, clock, log, timings, onMessage: hearSecond });

  return {
    source: 'live',
    async start(symbols, onTicks) {
      const crypto = symbols.filter((symbol) => symbol.assetClass === 'crypto');
      const others = symbols.filter((symbol) => symbol.assetClass !== 'crypto').map((symbol) => symbol.id);
      if (others.length > 0) log.warn({ others }, 'NOT QUOTED by the live source');
      channels = new Map(
        crypto.map((symbol) => [
          pairOf(symbol),
          { symbol, guard: createOutlierGuard(jumpLimit), refusals: createRefusalTimes(), lastSourceMs: 0, second: undefined },
        ]),
      );
      report = onTicks;
      first.start(crypto);
      second?.start(crypto);
    },
    async stop() {
      await Promise.all([first.stop(), second?.stop()]);
    },
    snapshot: () => latest,
    health: () => ({
      isConnected: first.isConnected() && (second?.isConnected() ?? true),
      problem: first.problem() ?? (second?.problem() === undefined ? undefined : `second source: ${second.problem()}`),
      refused,
      paused,
    }),
    whyPaused(symbol, fromMs, toMs) {
      const channel = [...channels.values()].find((one) => one.symbol.id === symbol);
      return channel?.refusals.lastBetween(fromMs, toMs) ?? 'source_silent';
    },
    // A public ticker stream has no past; the chart begins with the first tick.
    history: async () => [],
  };
}

function disagreementOf({ second }: Channel, { price, sourceAtMs }: TickerFrame): Refusal | undefined {
  if (second === undefined || Math.abs(sourceAtMs - second.sourceAtMs) > liveRules.agreementMs) return 'unconfirmed';
  const isNear = compare(absolute(subtract(price, second.price)), multiply(price, agreementBand, scale, 'down')) <= 0;
  return isNear ? undefined : 'disagreement';
}
