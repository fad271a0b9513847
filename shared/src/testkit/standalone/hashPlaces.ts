/** The host's five verbs over the hash of the phone's own window; the browser's back and forward work as in the app. */
import { BehaviorSubject } from '@tessera/shared/kernel';
import type { LiveValue, Navigation, RemoteLocation } from '../../federation';

export interface HashPlaces {
  readonly place: LiveValue<RemoteLocation>;
  readonly navigation: Omit<Navigation, 'setTitle'>;
}

export function createHashPlaces(page: Window, firstPlace: string): HashPlaces {
  let visits = 0;
  const read = (): RemoteLocation => {
    const [pathname = '', search = ''] = page.location.hash.slice(1).split('?');
    visits += 1;
    return { pathname, search: search === '' ? '' : `?${search}`, key: String(visits) };
  };
  if (page.location.hash === '') page.history.replaceState(null, '', `#${firstPlace}`);
  const place = new BehaviorSubject(read());
  page.addEventListener('hashchange', () => place.next(read()));

  const addressOf = (path: string, query: Readonly<Record<string, string>> = {}): string => {
    const [pathname = '', own = ''] = path.split('?');
    const parameters = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(own)), ...query }).toString();
    return parameters === '' ? `#${pathname}` : `#${pathname}?${parameters}`;
  };
  const push: Navigation['navigate'] = (path, query) => {
    page.location.hash = addressOf(path, query);
  };
  const replace: Navigation['redirect'] = (path, query) => page.location.replace(addressOf(path, query));
  return {
    place,
    navigation: { navigate: push, redirect: replace, switchTab: push, relaunch: replace, back: () => page.history.back() },
  };
}
