import type { EndpointName } from '@tessera/shared/contract';
import { usePrivateEvents, useRefresh } from '@tessera/shared/react';

/** Reads these calls again when money of the person moved, when he was told something, and when what happened meanwhile is not known. */
export function useFreshAfterMoney(...names: readonly EndpointName[]): void {
  const refresh = useRefresh();
  usePrivateEvents(({ type }) => {
    if (type === 'balance.changed' || type === 'notice' || type === 'resync') refresh(...names);
  });
}
