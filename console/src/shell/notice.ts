/** What came of the last act, told above whatever is open then. */
import { useSyncExternalStore } from 'react';

let told = '';
const listeners = new Set<() => void>();

export function tell(text: string): void {
  told = text;
  for (const listener of listeners) listener();
}

export const useNotice = (): string =>
  useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => told,
  );
