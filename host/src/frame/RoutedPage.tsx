import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useLive } from '@tessera/shared/react';
import { useHost } from '../bootstrap/HostServices';
import { NetPage } from '../routes/NetPage';
import { NotFoundPage } from '../routes/NotFoundPage';
import type { HostLocation } from '../routes/HashHistory';
import { loginPath, withReturn } from '../routes/returnTarget';
import type { HostRoute } from '../routes/routeFor';
import { RemoteView } from './RemoteView';

/** Development only: the condition is a constant in a build, and the import goes with it. */
const Gallery =
  process.env.NODE_ENV === 'production'
    ? undefined
    : lazy(async () => ({ default: (await import('@tessera/shared/ui/gallery')).Gallery }));

export function RoutedPage({ route, location }: { readonly route: HostRoute; readonly location: HostLocation }): ReactNode {
  switch (route.kind) {
    case 'net':
      return <NetPage />;
    case 'gallery':
      return Gallery === undefined ? (
        <NotFoundPage />
      ) : (
        <Suspense>
          <Gallery />
        </Suspense>
      );
    case 'undecided':
      return null;
    case 'not-found':
      return <NotFoundPage />;
    case 'remote':
      return (
        <SignInGuard isClosed={route.needsSignIn} location={location}>
          <RemoteView name={route.remote} location={location} />
        </SignInGuard>
      );
  }
}

/**
 * A page that belongs to one person is not even loaded for a visitor: the login page comes first, then the way back. Who was signed in
 * on this very page has been told why he no longer is.
 */
function SignInGuard({
  isClosed,
  location,
  children,
}: {
  readonly isClosed: boolean;
  readonly location: HostLocation;
  readonly children: ReactNode;
}): ReactNode {
  const { session, navigation, toasts, i18n } = useHost();
  const { isSignedIn } = useLive(session.state);
  const isRestoring = useLive(session.isRestoring);
  const isBarred = isClosed && !isSignedIn;
  const openAt = useRef<string>(undefined);
  useEffect(() => {
    if (!isBarred) openAt.current = location.key;
    if (!isBarred || isRestoring) return;
    if (openAt.current !== location.key) toasts.show(i18n.t('host:loginFirst'));
    navigation.redirect(loginPath, withReturn(location));
  }, [isBarred, isRestoring, location, navigation, toasts, i18n]);
  return isBarred ? null : children;
}
