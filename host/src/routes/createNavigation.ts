/** The router's five verbs over the one history. A move to the place that is shown already is skipped. */
import type { Navigation } from '@tessera/shared/federation';
import type { HashHistory } from './HashHistory';
import { keepReturn } from './returnTarget';
import { homePath } from './routeFor';

type Query = Readonly<Record<string, string>>;

export function createNavigation(history: HashHistory, setTitle: (title: string) => void): Navigation {
  /** The target in parts; undefined when it is where we are. */
  function target(path: string, query: Query = {}): { pathname: string; search: string } | undefined {
    const here = history.location.value;
    const [pathname = '', own = ''] = path.split('?');
    const parameters = new URLSearchParams(own);
    for (const [name, value] of Object.entries({ ...keepReturn(here, pathname), ...query })) parameters.set(name, value);
    const text = parameters.toString();
    const search = text === '' ? '' : `?${text}`;
    return pathname === here.pathname && sameQuery(search, here.search) ? undefined : { pathname, search };
  }

  const replace = (path: string, query: Query | undefined, depth?: number) => {
    const to = target(path, query);
    if (to !== undefined) history.replace(to.pathname, to.search, depth);
  };

  return {
    navigate(path, query) {
      const to = target(path, query);
      if (to !== undefined) history.push(to.pathname, to.search);
    },
    redirect: (path, query) => replace(path, query),
    switchTab(path) {
      const to = target(path);
      if (to !== undefined) history.push(to.pathname, to.search);
    },
    relaunch: (path, query) => replace(path, query, 0),
    back() {
      if (!history.back()) replace(homePath, undefined, 0);
    },
    setTitle,
  };
}

/** As parameters, not as text: "a%20b" and "a+b" are one value. */
const sameQuery = (a: string, b: string): boolean => new URLSearchParams(a).toString() === new URLSearchParams(b).toString();
