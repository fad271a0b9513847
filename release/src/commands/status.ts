/** status: what is live, what a share of the people tries, what pages run, and what failed on them. */
import { remoteNames } from '@tessera/shared/federation';
import { namedReleases } from '../change/namedReleases';
import { liveHost } from '../host/hostFolder';
import { presentSessions, type PresentSessions } from '../presence/presentSessions';
import { printable } from '../output/printable';
import type { ReleaseContext } from '../ReleaseContext';
import type { Channel } from '../store/Channel';
import type { RemoteStatus, StatusReport } from './StatusReport';

export async function status(context: ReleaseContext, channel: Channel): Promise<StatusReport> {
  const { store, dataDir } = context;
  const [pointer, presence, published] = await Promise.all([
    store.readPointer(channel),
    store.readPresence(),
    store.listRemotes(),
  ]);
  const present = presentSessions(presence.reports, context.now());
  const names = [...new Set([...remoteNames, ...Object.keys(pointer?.remotes ?? {}), ...published])];
  const remotes = await Promise.all(
    names.map(async (name): Promise<[string, RemoteStatus]> => {
      const releases = await store.listReleases(name);
      return [
        name,
        {
          ...namedReleases(pointer?.remotes[name]),
          published: releases.map(({ version, builtAtMs, contract, provenAtMs = null, note }) => ({
            version,
            builtAtMs,
            contract,
            isProven: provenAtMs !== null,
            note: note === undefined ? null : printable(note),
          })),
          sessions: present.nodes === 0 ? null : Object.fromEntries(present.ofRemote(name)),
          failures: present.failuresOf(name),
        },
      ];
    }),
  );
  const live = liveHost(dataDir);
  return {
    channel,
    serial: pointer?.serial ?? 0,
    changedBy: pointer?.by ?? null,
    reason: pointer?.reason ?? null,
    changedAtMs: pointer?.issuedAtMs ?? null,
    host: { live: live?.version ?? null, contract: live?.contract ?? null, sessions: hostSessions(present) },
    remotes: Object.fromEntries(remotes),
    nodes: present.nodes,
    unreadablePresence: presence.unreadable,
  };
}

const hostSessions = ({ hosts }: PresentSessions): Readonly<Record<string, number>> =>
  Object.fromEntries([...hosts].map(([version, { sessions }]) => [version, sessions]));
