import { contractVersion } from '@tessera/shared/federation';
import { liveHost } from '../host/hostFolder';
import { presentSessions } from '../presence/presentSessions';
import type { ReleaseContext } from '../ReleaseContext';
import type { LivingHost } from './verdicts';

/**
 * The live host of this data directory and those that connected pages still run. A machine that publishes remotes only has no
 * host of its own: it is taken for one whose host is of the present sources.
 */
export async function livingHosts(context: ReleaseContext): Promise<readonly LivingHost[]> {
  const { hosts } = presentSessions((await context.store.readPresence()).reports, context.now());
  const live = liveHost(context.dataDir) ?? { version: 'of these sources', contract: contractVersion };
  const running = [...hosts].filter(([version, { sessions }]) => version !== live.version && sessions > 0);
  return [
    { version: live.version, contract: live.contract, sessions: hosts.get(live.version)?.sessions ?? 0, isLive: true },
    ...running.map(([version, { sessions, contract }]) => ({ version, contract, sessions, isLive: false })),
  ];
}
