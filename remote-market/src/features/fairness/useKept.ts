import { useQuery } from '@tessera/shared/kernel';
import type { Evidence } from '@tessera/shared/federation';
import { useLive, useRemoteContext, useSessionState } from '@tessera/shared/react';

/** Roots come each minute. */
const refetchEveryMs = 60_000;

/** Something that the device keeps, read again each minute and whenever something new does not agree. */
export function useKept<Data>(name: string, read: (evidence: Evidence) => Promise<Data>) {
  const { evidence } = useRemoteContext();
  const { generation } = useSessionState();
  const { length } = useLive(evidence.unread);
  return useQuery({
    queryKey: ['evidence', name, generation, length],
    queryFn: () => read(evidence),
    refetchInterval: refetchEveryMs,
    // Nothing of it comes over the network.
    networkMode: 'always',
  });
}
