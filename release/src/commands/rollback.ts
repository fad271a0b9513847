/**
 * rollback: a new serial that points to an older release. Nothing is built or copied, and running pages switch at once. The
 * remote stays locked afterwards, so that neither a start nor a colleague brings the bad release back by accident.
 */
import type { ReleaseContext } from '../ReleaseContext';
import { ReleaseProblem } from '../ReleaseProblem';
import { changePointer, verifiedReference } from '../pointerChange';
import type { Channel } from '../store/Channel';

export interface RollbackRequest {
  readonly channel: Channel;
  readonly remote: string;
  /** The release that was live before when absent. */
  readonly to?: string;
  readonly reason?: string;
}

export interface RolledBack {
  readonly from: string;
  readonly to: string;
  readonly serial: number;
}

export async function rollback(context: ReleaseContext, request: RollbackRequest): Promise<RolledBack> {
  const { channel, remote } = request;
  const live = (await context.store.readPointer(channel))?.remotes[remote];
  if (live === undefined) throw new ReleaseProblem('refused', `${remote} was never promoted, so there is nothing to roll back`);
  const from = live.stable.version;
  const to = request.to ?? live.previous?.version;
  if (to === undefined) throw new ReleaseProblem('refused', `${remote} has no release before ${from}; name one with --to`);
  if (to === from) throw new ReleaseProblem('refused', `${remote} ${to} is live already`);
  const stable = await verifiedReference(context, remote, to);
  const reason = request.reason ?? `rollback ${remote} from ${from} to ${to}`;
  const { serial } = await changePointer(context, {
    channel,
    remote,
    reason,
    change: () => ({
      stable,
      previous: live.stable,
      canary: null,
      apply: 'now',
      disabled: null,
      lock: { by: context.by, reason, atMs: context.now() },
    }),
  });
  return { from, to, serial };
}
