import type { ReleaseContext } from '../ReleaseContext';
import { ReleaseProblem } from '../ReleaseProblem';
import type { Channel } from '../store/Channel';
import { promote } from './promote';

export interface Candidate {
  readonly channel: Channel;
  readonly remote: string;
  readonly version: string;
  readonly isNew: boolean;
  readonly now: boolean;
}

/** Promotes it where that undoes nobody's choice; says what came of it. */
export async function goLive(context: ReleaseContext, { channel, remote, version, isNew, now }: Candidate): Promise<string> {
  const live = (await context.store.readPointer(channel))?.remotes[remote];
  if (!isNew && live !== undefined)
    return live.stable.version === version ? 'unchanged' : `unchanged, live is ${live.stable.version}`;
  if (live?.lock) return `published, not promoted: locked because ${live.lock.reason}`;
  if (live?.canary) return `published, not promoted: ${live.canary.release.version} is the canary`;
  return orRefusal(async () => {
    const { warnings } = await promote(context, {
      channel,
      remote,
      version,
      now,
      unproven: true,
      reason: `start with ${remote} ${version}`,
    });
    return warnings.length === 0 ? 'is live now' : `is live now; not yet played in a browser ("publish ${remote}" does that)`;
  });
}

/** A start goes on with what is live when the gate refuses something new. */
export async function orRefusal(attempt: () => Promise<string>): Promise<string> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof ReleaseProblem && error.kind === 'refused') return `published, not live: ${error.message}`;
    throw error;
  }
}
