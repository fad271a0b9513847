/**
 * What is loaded before anybody asks: the remote of the page that is being opened, at once and beside the texts; the other
 * remotes' first files when the first one is on screen and the browser is idle. On a saving connection the latter is skipped.
 */
import { filter, firstValueFrom, merge, take } from '@tessera/shared/kernel';
import { remoteNames } from '@tessera/shared/federation';
import { whenIdle } from '../browser/whenIdle';
import type { Remotes } from '../remotes/Remotes';
import { routeFor } from '../routes/routeFor';

export function loadAhead(remotes: Remotes, pathname: string, page: Window): void {
  const route = routeFor(pathname, undefined);
  // The entry leads to the home tab, which remote-market shows.
  const landing = route.kind === 'remote' ? route.remote : route.kind === 'net' ? 'market' : undefined;
  if (landing !== undefined) void remotes.load(landing);
  const firstShown = merge(...remoteNames.map((name) => remotes.state(name))).pipe(
    filter(({ kind }) => kind === 'ready'),
    take(1),
  );
  void firstValueFrom(firstShown).then(() => whenIdle(page, () => remoteNames.forEach((name) => void remotes.warm(name))));
}
