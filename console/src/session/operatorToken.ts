/** The token of the operator's session, for as long as the tab is open: never in the address, in a cookie or in what outlives the tab. */
const storageKey = 'tessera.operator';

type Listener = () => void;
const listeners = new Set<Listener>();

export const keptToken = (): string | null => sessionStorage.getItem(storageKey);
export const keepToken = (token: string): void => sessionStorage.setItem(storageKey, token);
export const forgetToken = (): void => sessionStorage.removeItem(storageKey);

/** The server no longer takes `token`. A late answer to a token that was replaced meanwhile ends nothing. */
export function tokenDied(token: string): void {
  if (keptToken() !== token) return;
  forgetToken();
  for (const listener of listeners) listener();
}
export function onTokenDied(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
