/**
 * When the page has long been shown and nothing else is going on: every remote with its words, and the host's own lazy parts, so
 * that each tab opens without a network. The worker keeps what is fetched; on a saving connection nothing is.
 */
import { remoteNames } from '@tessera/shared/federation';
import { whenIdle } from '../browser/whenIdle';
import { lazySharedModules } from '../remotes/provideSharedModules';
import type { HostServices } from './HostServices';

export function keepAhead({ remotes }: Pick<HostServices, 'remotes'>, page: Window): void {
  whenIdle(page, () => void keepAll(remotes).catch(() => undefined));
}

async function keepAll(remotes: HostServices['remotes']): Promise<void> {
  await lazySharedModules.forms();
  for (const name of remoteNames) await remotes.keep(name);
}
