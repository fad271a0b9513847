import { useEndpoint, usePrivateEvents } from '@tessera/shared/react';

/** How the person's verification stands; asked again when a message comes, which is how a decision is told. */
export function useRealInfo() {
  const info = useEndpoint('realInfo', {});
  usePrivateEvents((event) => {
    if (event.type === 'notice' || event.type === 'resync') info.refetch();
  });
  return info;
}
