import { useMemo, type ReactNode } from 'react';
import { Router, type Navigator } from '@tessera/shared/kernel';
import type { Navigation, RemoteLocation } from '../../federation/RemoteContract';

/** A router that shows the location it is given and asks the host for every move: the host owns all history. */
export function ControlledRouter({
  location,
  navigation,
  children,
}: {
  readonly location: RemoteLocation;
  readonly navigation: Navigation;
  readonly children: ReactNode;
}) {
  const navigator = useMemo(() => navigatorOf(navigation), [navigation]);
  const place = { pathname: location.pathname, search: location.search, hash: '', state: null, key: location.key };
  return (
    <Router location={place} navigator={navigator}>
      {children}
    </Router>
  );
}

function navigatorOf(navigation: Navigation): Navigator {
  const href = (to: Parameters<Navigator['createHref']>[0]): string =>
    typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}`;
  const go = (move: 'navigate' | 'redirect', to: Parameters<Navigator['push']>[0]) => {
    const [pathname = '', search = ''] = href(to).split('?');
    navigation[move](pathname, Object.fromEntries(new URLSearchParams(search)));
  };
  return {
    createHref: (to) => `#${href(to)}`,
    push: (to) => go('navigate', to),
    replace: (to) => go('redirect', to),
    go: (delta) => {
      if (delta < 0) navigation.back();
    },
  };
}
