/** The open leveraged positions of both families, read again whenever the server says that one changed. */
import type { LeverageOrder } from '@tessera/shared/contract';
import { useEndpoint, usePrivateEvents, useRefresh } from '@tessera/shared/react';

const pageSize = 100;

/** undefined until every position is known: before that no sum over them can be shown. */
export function useOpenPositions(): readonly LeverageOrder[] | undefined {
  const refresh = useRefresh();
  usePrivateEvents((event) => {
    if (event.type === 'leverage.updated' || event.type === 'resync') refresh('leverageOrders', 'leverageWhOrders', 'walletList');
  });
  const crypto = useEndpoint('leverageOrders', { status: 'open', pageSize }).data;
  const forex = useEndpoint('leverageWhOrders', { status: 'open', pageSize }).data;
  if (crypto === undefined || forex === undefined) return undefined;
  if (crypto.total > crypto.items.length || forex.total > forex.items.length) return undefined;
  return [...crypto.items, ...forex.items];
}
