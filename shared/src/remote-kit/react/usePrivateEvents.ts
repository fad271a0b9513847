import { useEffect, useRef } from 'react';
import type { PrivateEvent } from '../../domain/contract';
import { useRemoteContext } from './RemoteContextProvider';

/** Calls `onEvent` for every private event of the signed-in user, and with 'resync' after a gap: then read everything again. */
export function usePrivateEvents(onEvent: (event: PrivateEvent | { readonly type: 'resync' }) => void): void {
  const { privateEvents$ } = useRemoteContext();
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => {
    const subscription = privateEvents$.subscribe((event) => latest.current(event));
    return () => subscription.unsubscribe();
  }, [privateEvents$]);
}
