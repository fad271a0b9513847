import type { EndpointResponse } from '@tessera/shared/contract';
import { useEndpoint, useSessionState, type EndpointResult } from '@tessera/shared/react';

export type Message = EndpointResponse<'userMessages'>['items'][number];
export type MessageCategory = Message['category'];

/** The newest hundred messages of the signed-in person; nobody's for a visitor. */
export function useMessages(): EndpointResult<EndpointResponse<'userMessages'>> & { readonly isSignedIn: boolean } {
  const { isSignedIn } = useSessionState();
  return { ...useEndpoint('userMessages', { pageSize: 100 }, { isEnabled: isSignedIn, freshMs: 15_000 }), isSignedIn };
}
