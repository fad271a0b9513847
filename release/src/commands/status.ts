/** status: what is live, what it falls back to, and what else is published. */
import { remoteNames, type ReleasePointer } from '@tessera/shared/federation';
import { liveHostVersion } from '../host/publishHost';
import type { ReleaseContext } from '../ReleaseContext';
import type { Channel } from '../store/Channel';

export interface ReleaseStatus {
  readonly channel: Channel;
  readonly serial: number;
  readonly changedBy: string | null;
  readonly reason: string | null;
  readonly host: string | null;
  readonly remotes: Readonly<Record<string, RemoteStatus>>;
}

export interface RemoteStatus {
  readonly stable: string | null;
  readonly previous: string | null;
  readonly apply: ReleasePointer['remotes'][string]['apply'] | null;
  readonly lockedBecause: string | null;
  /** Newest first. */
  readonly published: readonly string[];
}

export async function status(context: ReleaseContext, channel: Channel): Promise<ReleaseStatus> {
  const pointer = await context.store.readPointer(channel);
  const names = [...new Set([...remoteNames, ...Object.keys(pointer?.remotes ?? {})])];
  const remotes = await Promise.all(names.map(async (name): Promise<[string, RemoteStatus]> => {
    const live = pointer?.remotes[name];
    return [
      name,
      {
        stable: live?.stable.version ?? null,
        previous: live?.previous?.version ?? null,
        apply: live?.apply ?? null,
        lockedBecause: live?.lock?.reason ?? null,
        published: (await context.store.listReleases(name)).map((release) => release.version),
      },
    ];
  }));
  return {
    channel,
    serial: pointer?.serial ?? 0,
    changedBy: pointer?.by ?? null,
    reason: pointer?.reason ?? null,
    host: liveHostVersion(context.dataDir) ?? null,
    remotes: Object.fromEntries(remotes),
  };
}

/** The same for people. */
export function statusText(found: ReleaseStatus): string {
  const rows = Object.entries(found.remotes).map(([name, remote]) =>
    [
      name.padEnd(10),
      (remote.stable ?? '-').padEnd(20),
      (remote.previous ?? '-').padEnd(20),
      String(remote.published.length).padEnd(10),
      remote.lockedBecause === null ? '' : `locked: ${remote.lockedBecause}`,
    ].join(' '),
  );
  const head = ['remote'.padEnd(10), 'live'.padEnd(20), 'falls back to'.padEnd(20), 'published'.padEnd(10)].join(' ');
  const last = found.reason === null ? 'nothing promoted yet' : `${found.reason} (by ${found.changedBy ?? 'unknown'})`;
  return [`channel ${found.channel}, serial ${found.serial}: ${last}`, `host ${found.host ?? '-'}`, '', head, ...rows].map((line) => line.trimEnd()).join('\n');
}
