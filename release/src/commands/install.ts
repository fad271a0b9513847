/**
 * install: what `npm start` needs before the server runs. Publishes every remote and the host from the present sources and
 * promotes a remote only when its version is new to the store: a start never undoes a rollback or another deliberate choice.
 */
import { remoteNames } from '@tessera/shared/federation';
import { publishHost } from '../host/publishHost';
import type { ReleaseContext } from '../ReleaseContext';
import type { Channel } from '../store/DirectoryStore';
import { promote } from './promote';
import { publish } from './publish';

export async function install(context: ReleaseContext, channel: Channel, isUrgent = false): Promise<void> {
  const host = await publishHost(context);
  context.say(`host ${host.version}: ${host.outcome === 'switched' ? 'is live now' : 'unchanged'}`);
  for (const remote of remoteNames) {
    const { version, outcome } = await publish(context, remote);
    const live = context.store.readPointer(channel)?.remotes[remote];
    if (outcome === 'already-published' && live !== undefined) {
      context.say(`remote-${remote} ${version}: unchanged${live.stable.version === version ? '' : `, live is ${live.stable.version}`}`);
    } else if (live?.lock) {
      context.say(`remote-${remote} ${version}: published, not promoted: locked because ${live.lock.reason}`);
    } else {
      promote(context, { channel, remote, version, isUrgent, reason: `start with ${remote} ${version}` });
      context.say(`remote-${remote} ${version}: is live now`);
    }
  }
}
