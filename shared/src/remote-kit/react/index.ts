/** React's side of the host-remote contract: context, live values, server state, the mount of a remote. */
export { ControlledRouter } from './ControlledRouter';
export { createRemote } from './createRemote';
export type { RemoteParts } from './createRemote';
export type { RemoteRoutes } from './RemoteRoutes';
export { everyQuarterSecond$, everySecond$ } from './everySecond';
export { latestQuote } from './latestQuote';
export { LiveChange } from './LiveChange';
export { LivePrice } from './LivePrice';
export type { LivePriceProps } from './LivePrice';
export { isQuoteOld, quoteAgeMs, tooOldToTradeMs, defaultStaleAfterMs } from './quoteAge';
export { NotOpenPage } from './NotOpenPage';
export { OnlineButton } from './OnlineButton';
export { RemoteContextProvider, useRemoteContext } from './RemoteContextProvider';
export { toLoadable } from './toLoadable';
export type { QueryLike } from './toLoadable';
export { useBook } from './useBook';
export type { BookResult } from './useBook';
export { useBackWhenDone } from './useBackWhenDone';
export { useCountdown } from './useCountdown';
export type { Countdown } from './useCountdown';
export { useEndpoint, useEndpointAction, useRefresh } from './useEndpoint';
export type { EndpointAction, EndpointOptions, EndpointResult } from './useEndpoint';
export { useEndpointForm } from './useEndpointForm';
export type { BoundField, EndpointForm, EndpointFormOptions } from './useEndpointForm';
export {
  useApi,
  useCatalogVersion,
  useClock,
  useConnection,
  useDialogs,
  useIsOffline,
  useLive,
  useNavigation,
  useQuoteStream,
  useSession,
  useSessionState,
  useTheme,
  useUpColor,
} from './useLive';
export { useMarketState, useMarketStates } from './useMarketState';
export { usePrivateEvents } from './usePrivateEvents';
export { useQuote, useQuotes } from './useQuote';
export { useQuoteIsTradable } from './useQuoteIsTradable';
export { useReleaseGuard } from './useReleaseGuard';

export { withLaterParts } from './withLaterParts';
