import { useConnection } from '@tessera/shared/react';

/** The device says that it has no network: nothing can be ordered, and the buttons say so at once. */
export const useIsOffline = (): boolean => useConnection() === 'offline';
