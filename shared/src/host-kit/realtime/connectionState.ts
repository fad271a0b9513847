import { BehaviorSubject, combineLatest, type Subscription } from '@tessera/shared/kernel';
import type { ConnectionState, LiveValue } from '../../federation';
import type { PageSignals } from './PageSignals';
import type { SocketPort } from './SocketPort';

/** connecting until the first connect; then live or reconnecting; offline while the device says it has no network. */
export function watchConnection(
  socket: SocketPort,
  page: PageSignals,
): { readonly state: LiveValue<ConnectionState>; close(): void } {
  const state = new BehaviorSubject<ConnectionState>('connecting');
  let wasLive = false;
  const subscription: Subscription = combineLatest([socket.isConnected$, page.isOnline]).subscribe(([isConnected, isOnline]) => {
    wasLive ||= isConnected;
    const next = isConnected ? 'live' : !isOnline ? 'offline' : wasLive ? 'reconnecting' : 'connecting';
    if (next !== state.value) state.next(next);
  });
  return { state, close: () => subscription.unsubscribe() };
}
