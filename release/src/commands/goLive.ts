import type { ReleaseContext } from '../ReleaseContext';
import type { Channel } from '../store/Channel';
import { promote } from './promote';

export interface Candidate {
  readonly channel: Channel;
  readonly remote: string;
  readonly version: string;
  readonly isNew: boolean;
  readonly isUrgent: boolean;
}

/** Promotes it where that undoes nobody's choice; says what came of it. */
export async function goLive(context: ReleaseContext, { channel, remote, version, isNew, isUrgent }: Candidate): Promise<string> {
  const live = (await context.store.readPointer(channel))?.remotes[remote];
  if (!isNew && live !== undefined) return live.stable.version === version ? 'unchanged' : `unchanged, live is ${live.stable.version}`;
  if (live?.lock) return `published, not promoted: locked because ${live.lock.reason}`;
  await promote(context, { channel, remote, version, isUrgent, reason: `start with ${remote} ${version}` });
  return 'is live now';
}
