/**
 * install: what `npm start` needs before the server runs. Publishes every remote and the host from the present sources and
 * promotes a remote only when its version is new to the store: a start never undoes a rollback or another deliberate choice.
 */
import { remoteNames } from '@tessera/shared/federation';
import { buildPackages, versionOfSources } from '../build/buildPackage';
import { hasHost, publishHost, publishHostBuild } from '../host/publishHost';
import type { ReleaseContext } from '../ReleaseContext';
import type { Channel } from '../store/Channel';
import { goLive } from './goLive';
import { publish, publishBuild } from './publish';

export async function install(context: ReleaseContext, channel: Channel, isUrgent = false): Promise<void> {
  const published = await Promise.all(remoteNames.map((remote) => context.store.hasRelease(remote, versionOfSources(context.root, `remote-${remote}`))));
  const missing = remoteNames.filter((_, index) => published[index] !== true);
  const packages = [...(hasHost(context) ? [] : ['host']), ...missing.map((remote) => `remote-${remote}`)];
  // What was built here is published as it is, even if the sources have moved on meanwhile.
  const outputs = await buildPackages(context.root, packages, context.say);

  const hostOutput = outputs.get('host');
  const host = hostOutput === undefined ? await publishHost(context) : await publishHostBuild(context, hostOutput);
  context.say(`host ${host.version}: ${host.outcome === 'switched' ? 'is live now' : 'unchanged'}`);
  for (const remote of remoteNames) {
    const output = outputs.get(`remote-${remote}`);
    const { version, outcome } = output === undefined ? await publish(context, remote) : await publishBuild(context, remote, output);
    context.say(`remote-${remote} ${version}: ${await goLive(context, { channel, remote, version, isNew: outcome === 'published', isUrgent })}`);
  }
}
