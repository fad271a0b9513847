/** Where one is: "#/reviews/aB3…" is the part "reviews" and what is open in it. */
import { useSyncExternalStore } from 'react';

export const partsOfHash = (hash: string): readonly string[] =>
  hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);

/** What is typed into an address may be no address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const hrefOf = (parts: readonly string[]): string => `#/${parts.map(encodeURIComponent).join('/')}`;

export function toAddress(parts: readonly string[]): void {
  window.location.hash = hrefOf(parts);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

export function useAddress(): readonly string[] {
  return partsOfHash(useSyncExternalStore(subscribe, () => window.location.hash));
}
