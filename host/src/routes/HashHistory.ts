/**
 * The browser's history, by hash, as one live value. The host keeps it itself, because navigation also comes from outside
 * React (a session that ends, a socket event), and because each entry carries what a router does not offer: its number,
 * so that "back" knows whether there is anything of ours behind it, and a key, so that scroll places return.
 */
import { BehaviorSubject } from '@tessera/shared/kernel';
import type { LiveValue, RemoteLocation } from '@tessera/shared/federation';

export interface HostLocation extends RemoteLocation {
  /** How many entries of ours lie behind this one. */
  readonly depth: number;
  /** pop: the person went back or forward, so the page's scroll place returns. */
  readonly arrival: 'push' | 'replace' | 'pop';
}
export type LocationSource = LiveValue<HostLocation>;

export interface HashHistory {
  readonly location: LocationSource;
  push(pathname: string, search: string): void;
  /** `depth`: 0 makes this the first entry as far as "back" is concerned. */
  replace(pathname: string, search: string, depth?: number): void;
  /** False when nothing of ours lies behind. */
  back(): boolean;
  close(): void;
}

interface EntryState {
  readonly key: string;
  readonly depth: number;
}

export function createHashHistory(page: Window = window): HashHistory {
  const { history } = page;
  history.scrollRestoration = 'manual';

  const read = (arrival: HostLocation['arrival'], depthOfNew: number): HostLocation => {
    const stored = readState(history.state);
    const entry = stored ?? { key: newKey(page), depth: depthOfNew };
    // A typed address or a plain link made this entry: it gets its number and key now.
    if (stored === undefined) history.replaceState(entry, '');
    return { ...parseHash(page.location.hash), ...entry, arrival };
  };

  const location = new BehaviorSubject<HostLocation>(read('pop', 0));

  const onPop = () => {
    const next = read('pop', location.value.depth + 1);
    // hashchange follows popstate for the same move.
    if (next.key !== location.value.key) location.next(next);
  };
  page.addEventListener('popstate', onPop);
  page.addEventListener('hashchange', onPop);

  const go = (arrival: 'push' | 'replace', pathname: string, search: string, depth: number) => {
    const entry: EntryState = { key: newKey(page), depth };
    history[arrival === 'push' ? 'pushState' : 'replaceState'](entry, '', `#${pathname}${search}`);
    location.next({ pathname, search, ...entry, arrival });
  };

  return {
    location,
    push: (pathname, search) => go('push', pathname, search, location.value.depth + 1),
    replace: (pathname, search, depth = location.value.depth) => go('replace', pathname, search, depth),
    back() {
      if (location.value.depth === 0) return false;
      history.back();
      return true;
    },
    close() {
      page.removeEventListener('popstate', onPop);
      page.removeEventListener('hashchange', onPop);
    },
  };
}

function parseHash(hash: string): { pathname: string; search: string } {
  const text = hash.replace(/^#/, '');
  const at = text.indexOf('?');
  const path = at < 0 ? text : text.slice(0, at);
  return { pathname: path.startsWith('/') ? path : `/${path}`, search: at < 0 || at === text.length - 1 ? '' : text.slice(at) };
}

const newKey = (page: Window): string => page.crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? '';

const readState = (state: unknown): EntryState | undefined => {
  const entry = state as Partial<EntryState> | null;
  return typeof entry?.key === 'string' && typeof entry.depth === 'number' ? { key: entry.key, depth: entry.depth } : undefined;
};
