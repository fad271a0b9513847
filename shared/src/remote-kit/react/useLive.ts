import { useCallback, useSyncExternalStore } from 'react';
import { BehaviorSubject } from '@tessera/shared/kernel';
import type {
  LiveValue,
  QuoteStream,
  RemoteContext,
  Session,
  SessionState,
  Theme,
  UpColor,
} from '../../federation/RemoteContract';
import type { ConnectionState } from '../../federation/RemoteContract';
import { useRemoteContext } from './RemoteContextProvider';

/** The present value of a live value; renders again when it changes. */
export function useLive<T>(live: LiveValue<T>): T {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = live.subscribe(onChange);
      return () => subscription.unsubscribe();
    },
    [live],
  );
  return useSyncExternalStore(subscribe, () => live.value);
}

export const useSession = (): Session => useRemoteContext().session;
export const useSessionState = (): SessionState => useLive(useRemoteContext().session.state);
export const useTheme = (): Theme => useLive(useRemoteContext().preferences.theme);
export const useUpColor = (): UpColor => useLive(useRemoteContext().preferences.upColor);
const neverTold: LiveValue<undefined> = new BehaviorSubject(undefined);
/** undefined as long as nobody has told it. */
export const useCatalogVersion = (): number | undefined =>
  useLive<number | undefined>(useRemoteContext().quotes.catalogVersion ?? neverTold);
/** The markets in which trading is halted for everybody; undefined as long as nobody has told it. */
export const useHalted = (): readonly string[] | undefined =>
  useLive<readonly string[] | undefined>(useRemoteContext().quotes.halted ?? neverTold);
export const useConnection = (): ConnectionState => useLive(useRemoteContext().quotes.connection);
/** The device says that it has no network: nothing can be sent, and the buttons say so at once. */
export const useIsOffline = (): boolean => useConnection() === 'offline';

export const useNavigation = (): RemoteContext['navigation'] => useRemoteContext().navigation;
export const useDialogs = (): RemoteContext['dialogs'] => useRemoteContext().dialogs;
export const useApi = (): RemoteContext['api'] => useRemoteContext().api;
export const useClock = (): RemoteContext['clock'] => useRemoteContext().clock;
export const useQuoteStream = (): QuoteStream => useRemoteContext().quotes;
