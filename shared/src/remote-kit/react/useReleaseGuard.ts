import { createContext, useContext, useEffect } from 'react';

/** The reasons why this remote must not be replaced right now: an order is being written, say. Owned by the mount. */
export const ReleaseGuards = createContext<Set<string>>(new Set());

/** While `reason` (already translated) stands, the host keeps this version of the remote. */
export function useReleaseGuard(reason: string | undefined): void {
  const guards = useContext(ReleaseGuards);
  useEffect(() => {
    if (reason === undefined) return undefined;
    guards.add(reason);
    return () => void guards.delete(reason);
  }, [guards, reason]);
}
