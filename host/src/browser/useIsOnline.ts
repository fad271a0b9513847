import { useSyncExternalStore } from 'react';

const follow = (onChange: () => void): (() => void) => {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
};

/** Whether the device has a network at all. */
export const useIsOnline = (): boolean => useSyncExternalStore(follow, () => navigator.onLine);
