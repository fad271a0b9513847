/** What the leader of the feed does besides writing ticks: roots of minutes, pauses, day files and retention. */
import type { Catalog } from '../catalog/Catalog';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import { repeat, type Repeating } from '../platform/timers';
import type { SigningKey } from '../record/SigningKey';
import type { Db } from '../store/database';
import { createLogDays } from './LogDays';
import { anchorMinute, minuteMs } from './minuteAnchors';
import type { createFeedMeters } from './feedMeters';
import type { PriceFeed } from './PriceFeed';
import { recordPauses } from './recordPauses';
import { deleteOldTicks } from './tickLog';

const anchorRoundMs = 1_000;
/** Ticks of a minute may still be on their way when the minute ends. */
const anchorDelayMs = 1_500;
const pauseRoundMs = 5_000;
const retentionRoundMs = 60_000;
/** More is to be forgotten; a short pause leaves room for the traffic. */
const retentionPauseMs = 1_000;
/** Between two day files while more are due: a first start fills in a month of days. */
const logDayPauseMs = 5_000;
/** Of each symbol in one transaction: a fraction of a second, however many ranges are kept. */
const retentionBatch = 5000;
/** A loan's coin counts at its last prices for seven days, and what shows that none decided in them begins before: a day more. */
export const rawTicksMs = 8 * 86_400_000;

export interface LeaderRoundsDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly log: Log;
  readonly feed: PriceFeed;
  /** Signs the roots; it is published already. */
  readonly signingKey: Pick<SigningKey, 'id' | 'sign'>;
  /** Where the day files of the log lie. Absent: none are written, and no tick is forgotten. */
  readonly logDaysFolder?: string;
  /** For how many days they are kept; undefined: for ever. */
  readonly logDaysKept?: number | undefined;
  /** Runs every few seconds: the simulated feed shows the seeds of finished days here. */
  readonly onLeaderRound?: (nowMs: number) => Promise<void>;
}

export interface LeaderRounds {
  start(onError: (error: unknown) => void): readonly Repeating[];
}

/** `epoch`: of this node's leadership; undefined while another leads. */
export function createLeaderRounds(
  deps: LeaderRoundsDeps,
  meters: ReturnType<typeof createFeedMeters>,
  epoch: () => number | undefined,
): LeaderRounds {
  const { db, catalog, clock, log, feed } = deps;
  const logDays =
    deps.logDaysFolder === undefined
      ? undefined
      : createLogDays({ db, clock, log, folder: deps.logDaysFolder, keptDays: deps.logDaysKept });

  /** The minute that this node anchored last. */
  let anchoredMs: number | undefined;

  async function anchorRound(): Promise<void> {
    const leading = epoch();
    if (leading === undefined) return;
    const nowMs = clock.now() - anchorDelayMs;
    const endMs = nowMs - (nowMs % minuteMs);
    // The others of its rounds would only find it again.
    if (endMs !== anchoredMs && (await anchorMinute(db, endMs, leading, deps.signingKey)) !== undefined) anchoredMs = endMs;
    await deps.onLeaderRound?.(clock.now());
  }

  async function pauseRound(): Promise<void> {
    if (epoch() === undefined) return;
    const symbols = catalog.symbols().map(({ id, calendar, staleAfterMs }) => {
      // Anyone who draws a day again sees each tick that is missing, so each such time must be published.
      const silentAfterMs = Math.min(staleAfterMs, feed.ticksWithinMs ?? Infinity);
      return {
        id,
        calendar,
        silentAfterMs,
        drawnOpen: (fromMs: number, toMs: number) => feed.drawnOpen?.(id, fromMs, toMs) ?? [],
      };
    });
    await recordPauses(db, symbols, clock.now(), feed.whyPaused);
  }

  /** When nothing was left to forget: a first start writes a month of days meanwhile. */
  let forgottenAtMs = -Infinity;

  /** Answers after how many ms to go on. */
  async function retentionRound(signal: AbortSignal): Promise<number> {
    if (epoch() === undefined || logDays === undefined) return retentionRoundMs;
    const hasWritten = await logDays.writeNext(signal);
    const nowMs = performance.now();
    if (nowMs >= forgottenAtMs + retentionRoundMs) {
      const isDone = await forgetOldTicks(await logDays.writtenUntil());
      if (!isDone) return retentionPauseMs;
      forgottenAtMs = nowMs;
    }
    return hasWritten ? logDayPauseMs : retentionRoundMs;
  }

  /** One step of it, of days that are written; true when none is left. A step that does not end is an alarm. */
  async function forgetOldTicks(writtenUntil: ReadonlyMap<string, number>): Promise<boolean> {
    meters.retentionUnfinished(true);
    const { isDone } = await deleteOldTicks(db, clock.now() - rawTicksMs, retentionBatch, writtenUntil);
    if (isDone) meters.retentionUnfinished(false);
    return isDone;
  }

  return {
    start: (onError) => [
      repeat(anchorRoundMs, anchorRound, onError),
      repeat(pauseRoundMs, pauseRound, onError),
      repeat(retentionRoundMs, retentionRound, onError),
    ],
  };
}
