/**
 * What every remote's mount does: a React root of its own (a crash stays inside), its own texts and query cache, a router
 * that shows the location the host gives. Nothing lives outside the mount: unmount ends every subscription, empties the
 * cache and leaves the element as it was. A page's chunk is waited for before the page is rendered, for a moment: a skeleton
 * that is gone at once is more restless than the page before.
 */
import { createRoot } from 'react-dom/client';
import { Fragment, Suspense, useCallback } from 'react';
import {
  distinctUntilChanged,
  ErrorBoundary,
  firstValueFrom,
  from,
  I18nextProvider,
  map,
  merge,
  QueryClient,
  QueryClientProvider,
  skip,
  Subscription,
  timer,
  type FallbackProps,
} from '@tessera/shared/kernel';
import { AppError } from '../../domain/errors';
import type { ReleaseAnswer, RemoteContext, RemoteHandle, RemoteModule } from '../../federation/RemoteContract';
import { createI18n, type NamespaceLoaders, type Texts } from '../i18n/createI18n';
import { ErrorState } from '../../design/ui/state/ErrorState';
import { SkeletonRows } from '../../design/ui/state/Skeleton';
import { ControlledRouter } from './ControlledRouter';
import { createPageChunks, type PageChunks, type RemotePages } from './pageChunks';
import { RemoteContextProvider } from './RemoteContextProvider';
import { RoutedPages, type RemoteRoutes } from './RemoteRoutes';
import { ReleaseGuards } from './useReleaseGuard';

export interface RemoteParts {
  /** The remote's own texts, by namespace: `{ trade }` from locales/load/trade. */
  readonly namespaces: Readonly<Record<string, NamespaceLoaders>>;
  /** Texts of one page only, by its path: they come with the page. */
  readonly pageTexts?: Readonly<Record<string, Readonly<Record<string, NamespaceLoaders>>>> | undefined;
  readonly routes: RemoteRoutes;
}

/** A page that is here within this time is shown without a skeleton before it. */
const pageSoonMs = 300;

interface Mounted {
  readonly texts: Texts;
  readonly chunks: PageChunks;
  readonly queryClient: QueryClient;
  readonly guards: Set<string>;
}

export function createRemote({ namespaces, pageTexts = {}, routes }: RemoteParts): RemoteModule['mount'] {
  return (element: HTMLElement, first: RemoteContext): RemoteHandle => {
    let context = first;
    let isMounted = true;
    const texts = createI18n({
      language: first.preferences.language.value,
      namespaces,
      later: Object.assign({}, ...Object.values(pageTexts)) as Readonly<Record<string, NamespaceLoaders>>,
      isDevelopment: process.env.NODE_ENV !== 'production',
      // Under the remote's own name: a page of keys in place of words is a page that is down, and the host takes its place.
      onLoadFailed: (error) => first.reports.report(error, { where: first.remote.name }),
      onMissingKey: ({ language, namespace, key }) =>
        first.reports.report(new Error(`no text ${namespace}:${key} in ${language}`), { where: 'i18n' }),
    });
    const mounted: Mounted = {
      texts,
      chunks: createPageChunks(withTexts(routes.pages, (path) => texts.load(Object.keys(pageTexts[path] ?? {})))),
      queryClient: createQueryClient(() => first.quotes.connection.value === 'offline'),
      guards: new Set(),
    };
    const subscriptions = new Subscription();
    subscriptions.add(
      first.preferences.language.pipe(skip(1)).subscribe((language) => {
        void texts.setLanguage(language);
        // The exchange writes in the language of who asks.
        void mounted.queryClient.invalidateQueries();
      }),
    );
    // Everything fetched for the person or account before is dropped at once, before the next one is painted.
    subscriptions.add(
      first.session.state
        .pipe(
          map(({ generation }) => generation),
          distinctUntilChanged(),
          skip(1),
        )
        .subscribe(() => mounted.queryClient.clear()),
    );

    let isOffline = false;
    subscriptions.add(
      first.quotes.connection.subscribe((state) => {
        const isBack = isOffline && state !== 'offline';
        isOffline = state === 'offline';
        // Back on a network: what is old is asked for again. The exchange is there again: what failed.
        if (isBack || state === 'live')
          void mounted.queryClient.refetchQueries({
            type: 'active',
            predicate: (query) => mayComeNow(query.state.error) || (isBack && query.isStale()),
          });
      }),
    );

    element.dataset['remote'] = first.remote.name;
    const root = createRoot(element, {
      onUncaughtError: (error) => first.reports.report(error, { where: first.remote.name }),
    });
    const render = () => {
      if (isMounted) root.render(<RemoteRoot context={context} mounted={mounted} routes={routes} />);
    };
    const { chunks } = mounted;
    const firstPage = chunks.load(first.location.pathname).catch(() => undefined);
    void texts.ready.then(() => soon(firstPage)).then(render);

    return {
      update(next) {
        context = next;
        if (!texts.i18n.isInitialized) return;
        const { pathname } = next.location;
        if (chunks.isPresent(pathname)) render();
        else void soon(chunks.load(pathname)).then(render);
      },
      canRelease(): ReleaseAnswer {
        const [reason] = mounted.guards;
        return reason === undefined ? true : { reason };
      },
      unmount() {
        isMounted = false;
        subscriptions.unsubscribe();
        root.unmount();
        void forget(mounted.queryClient);
        delete element.dataset['remote'];
      },
    };
  };
}

/** Each page is here when its own texts are. */
const withTexts = (pages: RemotePages, load: (path: string) => Promise<void>): RemotePages =>
  Object.fromEntries(
    Object.entries(pages).map(([path, page]) => [path, async () => (await Promise.all([page(), load(path)]))[0]]),
  );

/** When it is here, has failed or takes too long: rendering shows which. */
const soon = (page: Promise<unknown>): Promise<unknown> =>
  firstValueFrom(merge(from(page.catch(() => undefined)), timer(pageSoonMs)));

/**
 * Retries are few, and none without a network: the person sees what failed and can try again. Nothing ever waits for a network: the
 * library would have it follow the browser's own news, which it does not hear while no remote is mounted.
 */
const createQueryClient = (isOffline: () => boolean): QueryClient =>
  new QueryClient({
    defaultOptions: {
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && mayComeNow(error) && !isOffline(),
        refetchOnWindowFocus: true,
        gcTime: 300_000,
      },
    },
  });

const mayComeNow = (error: unknown): boolean => error instanceof AppError && error.isRetryable;

/** A call that is called off starts to count the time for which its answer is kept, so the cache is emptied when all of them have ended. */
async function forget(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries();
  queryClient.clear();
}

function RemoteRoot({
  context,
  mounted,
  routes,
}: {
  readonly context: RemoteContext;
  readonly mounted: Mounted;
  readonly routes: RemoteRoutes;
}) {
  const { reports, remote, location } = context;
  const { around: Around = Fragment } = routes;
  const report = useCallback((error: unknown) => reports.report(error, { where: remote.name }), [reports, remote.name]);
  return (
    <I18nextProvider i18n={mounted.texts.i18n}>
      <QueryClientProvider client={mounted.queryClient}>
        <RemoteContextProvider context={context}>
          <ReleaseGuards value={mounted.guards}>
            {/* A new place is a new chance: the boundary forgets the crash of the page before. */}
            <ErrorBoundary
              FallbackComponent={Crashed}
              onError={report}
              onReset={mounted.chunks.forgetFailed}
              resetKeys={[location.pathname]}
            >
              <ControlledRouter location={location} navigation={context.navigation}>
                <Around>
                  <Suspense fallback={<SkeletonRows count={6} />}>
                    <RoutedPages {...routes} chunks={mounted.chunks} />
                  </Suspense>
                </Around>
              </ControlledRouter>
            </ErrorBoundary>
          </ReleaseGuards>
        </RemoteContextProvider>
      </QueryClientProvider>
    </I18nextProvider>
  );
}

function Crashed({ resetErrorBoundary }: FallbackProps) {
  return <ErrorState error={{ code: 'REMOTE_UNAVAILABLE', params: {} }} onRetry={() => resetErrorBoundary()} />;
}
