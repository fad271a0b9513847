/**
 * What is loaded before anybody asks: the remote of the page that is being opened, at once and beside the texts; the other
 * remotes' first files when the page shows its data and the browser is idle, so that nothing of them stands in its way. On a
 * saving connection the latter is skipped.
 */
import { debounceTime, filter, firstValueFrom, merge, switchMap, take, timer, type Observable } from '@tessera/shared/kernel';
import { remoteNames } from '@tessera/shared/federation';
import { whenIdle } from '../browser/whenIdle';
import type { Remotes } from '../remotes/Remotes';
import { routeFor } from '../routes/routeFor';

/** No call under way for this long: the page has what it asked for. */
const quietMs = 400;
/** A page that never ends asking keeps the others waiting no longer than this. */
const atMostMs = 15_000;

/** `pending`: how many calls are under way. */
export function loadAhead(
  remotes: Pick<Remotes, 'load' | 'state' | 'warm'>,
  pathname: string,
  pending: Observable<number>,
  page: Window,
): void {
  const route = routeFor(pathname, undefined);
  // The entry leads to the home tab, which remote-market shows.
  const landing = route.kind === 'remote' ? route.remote : route.kind === 'net' ? 'market' : undefined;
  if (landing !== undefined) void remotes.load(landing);
  const firstShown = merge(...remoteNames.map((name) => remotes.state(name))).pipe(
    filter(({ kind }) => kind === 'ready'),
    take(1),
  );
  const quiet = pending.pipe(
    debounceTime(quietMs),
    filter((count) => count === 0),
  );
  const hasItsData = firstShown.pipe(switchMap(() => merge(quiet, timer(atMostMs))));
  void firstValueFrom(hasItsData).then(() => whenIdle(page, () => remoteNames.forEach((name) => void remotes.warm(name))));
}
