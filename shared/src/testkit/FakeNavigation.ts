import type { Navigation } from '../federation';

export type NavigationVerb = 'navigate' | 'redirect' | 'switchTab' | 'relaunch' | 'back';
export interface NavigationCall {
  readonly verb: NavigationVerb;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Writes down where a page wanted to go. */
export interface FakeNavigation extends Navigation {
  readonly calls: readonly NavigationCall[];
  readonly last: NavigationCall | undefined;
  readonly title: string | undefined;
}

export function createFakeNavigation(): FakeNavigation {
  const calls: NavigationCall[] = [];
  let title: string | undefined;
  const write =
    (verb: NavigationVerb) =>
    (path: string, query: Readonly<Record<string, string>> = {}) => {
      calls.push({ verb, path, query });
    };
  return {
    calls,
    get last() {
      return calls.at(-1);
    },
    get title() {
      return title;
    },
    navigate: write('navigate'),
    redirect: write('redirect'),
    switchTab: write('switchTab'),
    relaunch: write('relaunch'),
    back: () => write('back')(''),
    setTitle: (text) => {
      title = text;
    },
  };
}
