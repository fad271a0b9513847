/**
 * Turns what a feed says into the tick log: numbers and hashes each symbol's ticks, writes them in batches of 250 ms and
 * publishes them once they are durable. A tick that is not newer than the symbol's last one is refused, so that the log
 * only ever goes forward; one that the log itself refuses is left out and the others of its batch go in. A tick for a time that the
 * clock has decided meanwhile goes in as late. When the epoch is over, the writer stops by itself and says so.
 */
import type { TickKind } from '@tessera/shared/fairness';
import { toText } from '@tessera/shared/money';
import type { Log } from '../platform/log';
import { repeat, type Repeating } from '../platform/timers';
import type { Db } from '../store/database';
import type { FeedTick } from './PriceFeed';
import type { TickBus } from './TickBus';
import {
  chainTick,
  emptyHead,
  fencedOut,
  insertTicks,
  isLate,
  readHeads,
  readWatermarks,
  type ChainedFeedTick,
  type TickHead,
} from './tickLog';

const batchMs = 250;
/** While the database is away ticks wait here; beyond this the oldest go, and the log shows the gap by its times. */
const maxWaiting = 20_000;
const maxBatch = 5_000;
/** The clock may decide again between our look at it and our write. */
const maxLooks = 5;

/** SQLSTATE classes: a value that the type, or a rule of the table, refuses. It would be refused again. */
const refusedValue = /^(22|23)/;

export interface TickWriter {
  accept(ticks: readonly FeedTick[]): void;
  /** Writes history before live ticks; the same chain. */
  backfill(ticks: readonly FeedTick[]): Promise<void>;
  heads(): ReadonlyMap<string, TickHead>;
  /** Writes what waits now. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export interface TickWriterOptions {
  readonly db: Db;
  readonly bus: TickBus;
  readonly log: Log;
  readonly epoch: number;
  readonly onWritten: (count: number) => void;
  readonly onRefused: (reason: 'not_newer' | 'overflow' | 'not_a_tick', count: number) => void;
  /** The lease is somebody else's now. */
  readonly onFenced: () => void;
}

export async function createTickWriter(options: TickWriterOptions): Promise<TickWriter> {
  const { db, bus, log, epoch } = options;
  let heads = await readHeads(db);
  let waiting: FeedTick[] = [];
  let isFenced = false;
  let flushing: Promise<void> = Promise.resolve();

  function chain(
    ticks: readonly FeedTick[],
    kindOf: (tick: FeedTick) => TickKind,
  ): { chained: ChainedFeedTick[]; after: Map<string, TickHead> } {
    const after = new Map<string, TickHead>();
    const chained: ChainedFeedTick[] = [];
    for (const tick of ticks) {
      const head = after.get(tick.symbol) ?? heads.get(tick.symbol) ?? emptyHead;
      if (tick.atMs <= head.atMs) {
        options.onRefused('not_newer', 1);
        continue;
      }
      const next = chainTick(head, tick, kindOf(tick));
      chained.push(next);
      after.set(tick.symbol, next);
    }
    return { chained, after };
  }

  /** In batches; `onWritten` hears of each once it is durable. */
  async function write(
    ticks: readonly FeedTick[],
    kindOf: (tick: FeedTick) => TickKind,
    onWritten: (written: readonly ChainedFeedTick[]) => void = () => undefined,
  ): Promise<void> {
    for (let from = 0; from < ticks.length; from += maxBatch) {
      const { chained, after } = chain(ticks.slice(from, from + maxBatch), kindOf);
      if (chained.length === 0) continue;
      await insertTicks(db, chained, epoch);
      for (const [symbol, { seq, atMs, hash }] of after) heads.set(symbol, { seq, atMs, hash });
      options.onWritten(chained.length);
      onWritten(chained);
    }
  }

  const publish = (written: readonly ChainedFeedTick[]): void =>
    bus.publish(written.map((tick) => (tick.kind === 'live' ? tick : { ...tick, isFilled: true })));

  /** The label is hashed, so a tick is labelled late before it is written; the log refuses it otherwise. */
  async function writeLive(ticks: readonly FeedTick[], looks = 0, decided = new Map<string, number>()): Promise<void> {
    const kindOf = ({ symbol, atMs }: FeedTick): TickKind => (atMs <= (decided.get(symbol) ?? -1) ? 'late' : 'live');
    try {
      await write(ticks, kindOf, publish);
    } catch (error) {
      if (codeOf(error) !== isLate || looks === maxLooks) throw error;
      await writeLive(ticks, looks + 1, await readWatermarks(db));
    }
  }

  /** A batch goes in as a whole. One that the log refuses is halved until the tick that it refuses stands alone. */
  async function writeAccepted(ticks: readonly FeedTick[]): Promise<void> {
    try {
      await writeLive(ticks);
    } catch (error) {
      if (!refusedValue.test(String(codeOf(error)))) throw error;
      heads = await readHeads(db);
      const [first] = ticks;
      if (ticks.length > 1) {
        const half = Math.ceil(ticks.length / 2);
        await writeAccepted(ticks.slice(0, half));
        await writeAccepted(ticks.slice(half));
      } else if (first !== undefined) {
        const { symbol, atMs, price, bid, ask } = first;
        log.error(
          { symbol, atMs, price: toText(price), bid: toText(bid), ask: toText(ask) },
          'a tick that cannot be one is left out',
        );
        options.onRefused('not_a_tick', 1);
      }
    }
  }

  async function flushOnce(): Promise<void> {
    if (isFenced || waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    try {
      await writeAccepted(batch);
    } catch (error) {
      if (codeOf(error) === fencedOut) {
        isFenced = true;
        log.warn({ epoch }, 'another node leads the feed now; ticks of this one are refused');
        options.onFenced();
        return;
      }
      waiting = [...batch, ...waiting];
      // Nobody knows whether the batch was committed; the heads do. What is in already is then refused as not newer.
      heads = await readHeads(db);
      throw error;
    }
  }

  const flush = (): Promise<void> => (flushing = flushing.then(flushOnce, flushOnce));
  const timer: Repeating = repeat(batchMs, flush, (error) => log.error({ err: error }, 'ticks could not be written; they wait'));
  return {
    accept(ticks) {
      waiting.push(...ticks);
      const excess = waiting.length - maxWaiting;
      if (excess > 0) {
        waiting = waiting.slice(excess);
        options.onRefused('overflow', excess);
      }
    },
    backfill: (ticks) => write(ticks, () => 'history'),
    heads: () => heads,
    flush,
    async stop() {
      await timer.stop();
      await flush().catch((error: unknown) => log.error({ err: error }, 'the last ticks could not be written'));
    },
  };
}

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;
