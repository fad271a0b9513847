/**
 * When a release fails on many pages, which change takes it away. A pure function of the log of changes and of what all
 * servers counted, so every server decides the same and the compare-and-swap of the pointer lets one of them act.
 *
 * A canary is halted. A stable release is rolled back only in mode 'rollback', when it became stable within the last day
 * (an older one that begins to fail has another cause) and the release before does not fail as well. A lock keeps every
 * change but a halt away. Each version is acted on once: who brings it back afterwards has decided that.
 */
import type { ReleaseStore } from '@tessera/release';
import type { PresenceFailure, PresenceReport, RemotePointer } from '@tessera/shared/federation';
import { failureWindowMs, type Release } from './failureCounts';

/** Newest first; the first entry is the live pointer. */
export type PointerLog = Awaited<ReturnType<ReleaseStore['readLog']>>;
export type GuardMode = 'off' | 'halt' | 'rollback';

/** Who the guard's changes are by, in the log. */
export const guardName = 'guard';
export const guardThreshold = { clients: 5, percent: 20 } as const;
const promotedWithinMs = 86_400_000;
/** A server that wrote nothing for so long is gone. */
const presenceLimitMs = 60_000;
const minute = 60_000;

export interface GuardAction {
  readonly verb: 'halt' | 'rollback';
  readonly remote: string;
  readonly version: string;
  /** Of the pointer that was judged: the action is for no other. */
  readonly serial: number;
  /** With the figures, for the log. */
  readonly reason: string;
}

/** The minutes of the window that all living servers counted. */
export function recentFailures(reports: readonly PresenceReport[], nowMs: number): PresenceFailure[] {
  const firstMinuteMs = nowMs - (nowMs % minute) - failureWindowMs + minute;
  return reports
    .filter(({ atMs }) => nowMs - atMs <= presenceLimitMs)
    .flatMap(({ failures }) => failures.filter(({ minuteMs }) => minuteMs >= firstMinuteMs));
}

/** What the reason says when a release fails too much; undefined while it does not. */
export function tooManyFailures(failures: readonly PresenceFailure[], release: Release): string | undefined {
  const own = failures.filter(({ remote, version }) => remote === release.remote && version === release.version);
  const failed = own.reduce((sum, minuteOf) => sum + minuteOf.failed, 0);
  const loaded = own.reduce((sum, minuteOf) => sum + minuteOf.loaded, 0);
  if (failed < guardThreshold.clients || failed * 100 < loaded * guardThreshold.percent) return undefined;
  return `failed for ${failed} clients while ${loaded} pages loaded it within ${failureWindowMs / minute} minutes`;
}

export function guardDecision(given: {
  readonly mode: GuardMode;
  readonly log: PointerLog;
  readonly failures: readonly PresenceFailure[];
  readonly nowMs: number;
}): GuardAction[] {
  const { mode, log, failures, nowMs } = given;
  const live = log[0];
  if (mode === 'off' || live === undefined || !live.isSigned) return [];
  const { serial } = live.pointer;

  return Object.entries(live.pointer.remotes).flatMap(([remote, { stable, previous, canary, lock }]): GuardAction[] => {
    const problemOf = (version: string) => tooManyFailures(failures, { remote, version });
    const actions: GuardAction[] = [];
    if (canary !== null && !canary.frozen) {
      const { version } = canary.release;
      const problem = problemOf(version);
      if (problem !== undefined && !wasActedOn(log, { remote, version })) {
        actions.push({ verb: 'halt', remote, version, serial, reason: `canary ${version} ${problem}` });
      }
    }
    const problem = problemOf(stable.version);
    if (mode !== 'rollback' || problem === undefined || lock !== null || previous === null) return actions;
    const release = { remote, version: stable.version };
    const isRecent = nowMs - (stableSinceMs(log, release) ?? 0) <= promotedWithinMs;
    if (!isRecent || problemOf(previous.version) !== undefined || wasActedOn(log, release)) return actions;
    return [...actions, { verb: 'rollback', remote, version: stable.version, serial, reason: `${stable.version} ${problem}` }];
  });
}

/** When the live stable release became stable; undefined when the log does not reach back so far. */
function stableSinceMs(log: PointerLog, { remote, version }: Release): number | undefined {
  const before = log.findIndex(({ pointer }) => pointer.remotes[remote]?.stable.version !== version);
  if (before > 0) return log[before - 1]?.pointer.issuedAtMs;
  const oldest = log.at(-1)?.pointer;
  return oldest?.serial === 1 ? oldest.issuedAtMs : undefined;
}

/** Did a guard halt this canary or roll back from this release before? */
function wasActedOn(log: PointerLog, { remote, version }: Release): boolean {
  return log.some(({ pointer }, index) => {
    const after = pointer.remotes[remote];
    const before = log[index + 1]?.pointer.remotes[remote];
    if (pointer.by !== guardName || before === undefined || after === undefined) return false;
    const wasHalted = isTried(before, version) && !isTried(after, version);
    const wasRolledBack = before.stable.version === version && after.stable.version !== version;
    return wasHalted || wasRolledBack;
  });
}

const isTried = ({ canary }: RemotePointer, version: string): boolean => canary?.release.version === version && !canary.frozen;
