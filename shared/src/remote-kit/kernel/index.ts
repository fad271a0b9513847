/**
 * The kernel: one shared module that host and remotes meet in at run time. It re-exports only the names in use of the
 * libraries that must exist once per page (streams, router, query cache, texts, error boundary); its names are part of
 * the host-remote contract version. Adding a name is a minor change, removing one a major.
 */
export type { TextNamespace } from './TextNamespaces';

export {
  animationFrameScheduler,
  asyncScheduler,
  BehaviorSubject,
  combineLatest,
  EMPTY,
  firstValueFrom,
  from,
  fromEvent,
  fromEventPattern,
  interval,
  merge,
  NEVER,
  Observable,
  of,
  ReplaySubject,
  Subject,
  Subscription,
  throwError,
  timer,
  animationFrames,
  auditTime,
  bufferTime,
  catchError,
  concatMap,
  debounceTime,
  defer,
  delay,
  distinctUntilChanged,
  exhaustMap,
  filter,
  finalize,
  map,
  mergeMap,
  observeOn,
  pairwise,
  retry,
  sampleTime,
  scan,
  share,
  shareReplay,
  skip,
  startWith,
  switchMap,
  take,
  takeUntil,
  takeWhile,
  tap,
  throttleTime,
  timeout,
  withLatestFrom,
} from 'rxjs';
export type { MonoTypeOperatorFunction, Observer, OperatorFunction } from 'rxjs';

export {
  createSearchParams,
  generatePath,
  Link,
  matchPath,
  Navigate,
  Outlet,
  Route,
  Router,
  Routes,
  useLocation,
  useMatch,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom';
export type { Location, Navigator, RouteObject } from 'react-router-dom';

export {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useIsFetching,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
export type { QueryKey, UseInfiniteQueryResult, UseMutationResult, UseQueryResult } from '@tanstack/react-query';

export { createInstance } from 'i18next';
export type { i18n, TFunction } from 'i18next';
export { I18nextProvider, Trans, useTranslation } from 'react-i18next';

export { ErrorBoundary, useErrorBoundary } from 'react-error-boundary';
export type { FallbackProps } from 'react-error-boundary';
