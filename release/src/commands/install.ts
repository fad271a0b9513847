/**
 * install: what `npm start` needs before the server runs. Publishes every remote and the host from the present sources and
 * promotes a remote only when its version is new to the store: a start never undoes a rollback or another deliberate choice.
 */
import { remoteNames } from '@tessera/shared/federation';
import { buildPackages, builtVersion } from '../build/buildPackage';
import { readBuildRecord } from '../build/BuildRecord';
import { liveHost, readHost } from '../host/hostFolder';
import { readHostLog } from '../host/hostLog';
import { publishedHost, publishHost, publishHostBuild } from '../host/publishHost';
import type { ReleaseContext } from '../ReleaseContext';
import type { Channel } from '../store/Channel';
import { goLive, orRefusal } from './goLive';
import { publish, publishBuild, type PublishRequest } from './publish';

/** A start must not wait for a browser, nor need one: what it publishes is unproven. */
const unproven: PublishRequest = { conformance: 'skip' };

export interface InstallRequest {
  readonly channel: Channel;
  readonly now?: boolean | undefined;
}

export interface Installed {
  readonly name: string;
  /** "is live now", "unchanged", "published, not promoted: locked because …" */
  readonly outcome: string;
}

export async function install(context: ReleaseContext, { channel, now = false }: InstallRequest): Promise<readonly Installed[]> {
  const published = await Promise.all(
    remoteNames.map(async (remote) => {
      const version = builtVersion(context.root, `remote-${remote}`);
      return version !== undefined && (await context.store.hasRelease(remote, version));
    }),
  );
  const missing = remoteNames.filter((_, index) => published[index] !== true);
  const packages = [
    ...(publishedHost(context) === undefined ? ['host'] : []),
    ...missing.map((remote) => `remote-${remote}`),
    // Shown by the server, never published.
    'console',
  ];
  // What was built here is published as it is, even if the sources have moved on meanwhile.
  const outputs = await buildPackages(context.root, packages, context.say);

  const installed: Installed[] = [];
  const tell = (name: string, outcome: string): void => {
    installed.push({ name, outcome });
    context.say(`${name}: ${outcome}`);
  };
  tell('host', await installHost(context, outputs.get('host')));
  for (const remote of remoteNames) {
    const output = outputs.get(`remote-${remote}`);
    const { version, outcome } =
      output === undefined ? await publish(context, remote, unproven) : await publishBuild(context, remote, output, unproven);
    tell(`remote-${remote} ${version}`, await goLive(context, { channel, remote, version, isNew: outcome === 'published', now }));
  }
  // For a store that an older tool wrote: browsers that come for the first time ask until when its pointer counts.
  await context.store.refreshPointer(channel);
  return installed;
}

async function installHost(context: ReleaseContext, output: string | undefined): Promise<string> {
  const last = readHostLog(context.dataDir)[0];
  const built = output === undefined ? undefined : readBuildRecord(output)?.version;
  const isNew = built !== undefined && readHost(context.dataDir, built) === undefined;
  if (!isNew && last?.verb === 'rollback')
    return `unchanged, ${liveHost(context.dataDir)?.version ?? 'none'} is live since a rollback`;
  return orRefusal(async () => {
    const { to, outcome } = output === undefined ? await publishHost(context) : await publishHostBuild(context, output);
    return `${to} ${outcome === 'changed' ? 'is live now' : 'unchanged'}`;
  });
}
