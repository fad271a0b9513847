import type { LimitsView } from '@tessera/shared/contract';
import { useEndpoint, usePrivateEvents, useSessionState } from '@tessera/shared/react';

/** The limits of the person's real account, and the break that runs; undefined on any other account, or not known yet. */
export function useOwnLimits(): LimitsView | undefined {
  const { mode, isSignedIn } = useSessionState();
  const isReal = isSignedIn && mode === 'real';
  const { data, refetch } = useEndpoint('limits', {}, { isEnabled: isReal, freshMs: 30_000 });
  usePrivateEvents((event) => {
    // Orders that are accepted and end, and limits and breaks that begin, which a message tells.
    if (isReal && data !== undefined && event.type !== 'balance.changed') refetch();
  });
  return isReal ? data : undefined;
}
