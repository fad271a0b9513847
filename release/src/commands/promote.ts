/** promote: a published release becomes the one that people load. The release that was live stays as the fallback. */
import type { ReleaseContext } from '../ReleaseContext';
import { ReleaseProblem } from '../ReleaseProblem';
import { changePointer, verifiedReference } from '../pointerChange';
import type { Channel } from '../store/Channel';

export interface PromoteRequest {
  readonly channel: Channel;
  readonly remote: string;
  /** The newest published one when absent. */
  readonly version?: string;
  readonly reason?: string;
  /** Running pages switch at once instead of at the next safe moment. */
  readonly isUrgent?: boolean;
  /** Lifts the lock that a rollback left. */
  readonly unlocks?: boolean;
}

export interface Promoted {
  readonly version: string;
  readonly outcome: 'promoted' | 'already-live';
  readonly serial: number;
}

export async function promote(context: ReleaseContext, request: PromoteRequest): Promise<Promoted> {
  const { channel, remote } = request;
  const version = request.version ?? (await context.store.listReleases(remote))[0]?.version;
  if (version === undefined) throw new ReleaseProblem('refused', `${remote} has no published release; run: publish ${remote}`);
  const pointer = await context.store.readPointer(channel);
  const live = pointer?.remotes[remote];
  if (pointer !== undefined && live?.stable.version === version) return { version, outcome: 'already-live', serial: pointer.serial };
  if (live?.lock && request.unlocks !== true) {
    const { by, reason } = live.lock;
    throw new ReleaseProblem('refused', `${remote} is locked by ${by} (${reason}); add --unlock once the reason is gone`);
  }
  const stable = await verifiedReference(context, remote, version);
  const { serial } = await changePointer(context, {
    channel,
    remote,
    reason: request.reason ?? `promote ${remote} ${version}`,
    change: (before) => ({
      stable,
      previous: before?.stable ?? null,
      canary: null,
      apply: request.isUrgent === true ? 'now' : 'next-safe',
      disabled: null,
      lock: null,
    }),
  });
  return { version, outcome: 'promoted', serial };
}
