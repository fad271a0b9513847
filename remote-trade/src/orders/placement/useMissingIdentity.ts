import type { EndpointResponse } from '@tessera/shared/contract';
import { useEndpoint, usePrivateEvents, useSessionState } from '@tessera/shared/react';

export interface MissingIdentity {
  /** What trading needs. */
  readonly level: 'primary' | 'advanced';
  /** Nothing is left for the person to do. */
  readonly isUnderReview: boolean;
}

/** What the person must still be certified for before he trades with real money; undefined where nothing is missing, or not known yet. */
export function useMissingIdentity(): MissingIdentity | undefined {
  const { mode, isSignedIn } = useSessionState();
  const isReal = isSignedIn && mode === 'real';
  const { data: user, refetch } = useEndpoint('userInfo', {}, { isEnabled: isReal });
  usePrivateEvents((event) => {
    // A decision is told by a message.
    if (isReal && (event.type === 'notice' || event.type === 'resync')) refetch();
  });
  return isReal && user !== undefined ? missingOf(user) : undefined;
}

function missingOf({ needsIdentity, primary, advanced }: EndpointResponse<'userInfo'>): MissingIdentity | undefined {
  const level = needsIdentity?.trade;
  if (level === undefined || level === 'none') return undefined;
  return { level, isUnderReview: (primary === 'certified' ? advanced : primary) === 'under_review' };
}
