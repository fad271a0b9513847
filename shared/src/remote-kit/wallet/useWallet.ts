/**
 * Both accounts of the present mode. A private event says that a balance changed; the server's answer is the truth, so an
 * event only asks again.
 */
import type { EndpointResponse } from '@tessera/shared/contract';
import { useEndpoint, usePrivateEvents, useRefresh, useSessionState, type EndpointOptions } from '@tessera/shared/react';

export type Wallet = EndpointResponse<'walletList'>;

/** `refetchEveryMs`: for who shows the worth of all of it, which prices change without an event. */
export function useWallet({ isEnabled = true, ...options }: Pick<EndpointOptions, 'isEnabled' | 'refetchEveryMs'> = {}) {
  const { isSignedIn } = useSessionState();
  const refresh = useRefresh();
  usePrivateEvents((event) => {
    if (event.type === 'balance.changed' || event.type === 'resync') refresh('walletList', 'walletDetail');
  });
  return useEndpoint('walletList', {}, { ...options, isEnabled: isSignedIn && isEnabled });
}
