/** What was owned on each of the last days, asked for again when money came or went. */
import { useEndpoint, usePrivateEvents, useRefresh } from '@tessera/shared/react';

/** The day that has begun shows within that. */
const refetchEveryMs = 300_000;

export function useValueHistory() {
  const refresh = useRefresh();
  usePrivateEvents((event) => {
    if (event.type === 'balance.changed' || event.type === 'resync') refresh('walletHistory');
  });
  return useEndpoint('walletHistory', {}, { freshMs: 60_000, refetchEveryMs });
}
