/**
 * The feed as the rest of the server sees it: one bus of recorded ticks. Of all nodes with the feed role one holds the
 * lease and runs the adapter, the writer, the minute anchors, the day files and retention; the others follow the log and stand by.
 */
import type { FeedSource } from '../market/tables';
import type { Metrics } from '../platform/metrics';
import { repeat, type Repeating } from '../platform/timers';
import { createLease, type Lease } from './Lease';
import type { FeedHealth } from './PriceFeed';
import type { TickBus } from './TickBus';
import { requireSameSource } from './requireSameSource';
import { followTicks } from './TickFollower';
import { createFeedMeters } from './feedMeters';
import { feedProblem, maxAheadMs } from './feedProblem';
import { fillIn } from './fillIn';
import { createLeaderRounds, type LeaderRoundsDeps } from './leaderRounds';
import { createTickWriter, type TickWriter } from './TickWriter';

const leaseLifeMs = 4_000;
const leaseRoundMs = 1_000;
const clockRoundMs = 10_000;
const defaultHistoryMs = 30 * 86_400_000;
export interface FeedState {
  readonly source: FeedSource;
  readonly isLeading: boolean;
  /** The adapter's own report; undefined on a node that follows. */
  readonly adapter: FeedHealth | undefined;
  /** When each symbol ticked last. */
  readonly lastTickAtMs: ReadonlyMap<string, number>;
}

export interface FeedService {
  readonly bus: TickBus;
  /** Resolves when this node leads with its history in place, or follows another. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** On a node that follows: the leader has just written. */
  wake(): void;
  state(): FeedState;
  /** What keeps the prices from being of now, in English for health pages; undefined when they flow. */
  problem(): string | undefined;
}

export interface FeedServiceOptions extends LeaderRoundsDeps {
  readonly metrics: Metrics;
  readonly bus: TickBus;
  /** False on nodes without the feed role: they only follow. */
  readonly mayLead: boolean;
  /** Names this process among the nodes. */
  readonly holder: string;
  /** Orders and positions that a jump of prices would decide. */
  readonly countUndecided: () => Promise<number>;
  /** How far back a first start fills in. */
  readonly historyMs?: number;
}

interface Leadership {
  readonly epoch: number;
  readonly writer: TickWriter;
}

export function createFeedService(options: FeedServiceOptions): FeedService {
  const { db, catalog, clock, log, bus, feed } = options;
  const lease: Lease = createLease(db, 'feed', options.holder, leaseLifeMs);
  const lastTickAtMs = new Map<string, number>();
  const meters = createFeedMeters(options, lastTickAtMs);
  let leadership: Leadership | undefined;
  let follower: Repeating | undefined;
  let timers: Repeating[] = [];
  let lostEpoch: number | undefined;
  const stopListening = bus.onTicks((ticks) => {
    for (const tick of ticks) lastTickAtMs.set(tick.symbol, tick.atMs);
  });

  function follow(): void {
    follower ??= followTicks(db, bus, (error) => log.warn({ err: error }, 'the tick log could not be read'));
  }

  async function lead(epoch: number): Promise<void> {
    await requireSameSource(db, feed.source, options.countUndecided);
    await follower?.stop();
    follower = undefined;
    const nowMs = clock.now();
    await db.insertInto('feedEpoch').values({ epoch, source: feed.source, startedAtMs: nowMs }).execute();
    const writer = await createTickWriter({
      db,
      bus,
      log,
      epoch,
      onWritten: meters.written,
      onRefused: meters.refused,
      onFenced: () => (lostEpoch = epoch),
    });
    leadership = { epoch, writer };
    for (const [symbol, { atMs }] of writer.heads()) lastTickAtMs.set(symbol, atMs);
    await fillIn({ catalog, feed, writer, nowMs, historyMs: options.historyMs ?? defaultHistoryMs, onWritten: keepLease });
    await feed.start(catalog.symbols(), (ticks) => writer.accept(ticks));
    log.info(
      { epoch, source: feed.source, symbols: catalog.symbols().length, tookMs: clock.now() - nowMs },
      'leading the price feed',
    );
  }

  /** History can take longer than the lease lives. */
  async function keepLease(): Promise<void> {
    if (leadership !== undefined) await lease.renew(leadership.epoch, clock.now());
  }

  async function stepDown(): Promise<void> {
    const was = leadership;
    leadership = undefined;
    lostEpoch = undefined;
    await feed.stop();
    await was?.writer.stop();
  }

  async function leaseRound(): Promise<void> {
    const nowMs = clock.now();
    if (leadership !== undefined) {
      const isKept = lostEpoch !== leadership.epoch && (await lease.renew(leadership.epoch, nowMs));
      if (isKept) return;
      log.warn({ epoch: leadership.epoch }, 'the lease of the price feed is lost');
      await stepDown();
    }
    const epoch = options.mayLead ? await lease.acquire(nowMs) : undefined;
    if (epoch === undefined) return follow();
    try {
      await lead(epoch);
    } catch (error) {
      await stepDown();
      await lease.release(epoch);
      throw error;
    }
  }

  const rounds = createLeaderRounds(options, meters, () => leadership?.epoch);

  return {
    bus,
    async start() {
      await leaseRound();
      const onError = (error: unknown): void => log.error({ err: error }, 'the price feed missed a round');
      timers = [
        repeat(leaseRoundMs, leaseRound, onError),
        repeat(clockRoundMs, async () => sayWhenAhead(options, lastTickAtMs), onError),
        ...rounds.start(onError),
      ];
    },
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()));
      timers = [];
      await follower?.stop();
      const epoch = leadership?.epoch;
      await stepDown();
      if (epoch !== undefined) await lease.release(epoch);
      stopListening();
    },
    wake: () => follower?.wake(),
    problem: () => feedProblem([...lastTickAtMs.values()], clock.now()),
    state: () => ({
      source: feed.source,
      isLeading: leadership !== undefined,
      adapter: leadership === undefined ? undefined : feed.health(),
      lastTickAtMs,
    }),
  };
}

/** The log only goes forward: what the feed says is refused until the clock has caught up with it. Said as long as it lasts. */
function sayWhenAhead(
  { clock, log }: Pick<FeedServiceOptions, 'clock' | 'log'>,
  lastTickAtMs: ReadonlyMap<string, number>,
): void {
  const aheadMs = Math.max(0, ...lastTickAtMs.values()) - clock.now();
  if (aheadMs > maxAheadMs) log.error({ aheadMs }, 'the tick log is ahead of the clock: no tick is written, no order accepted');
}
