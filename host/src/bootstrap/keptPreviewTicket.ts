/**
 * A preview ticket comes in the page's address and is kept for the browser tab's session. It leaves the address at once, so
 * that a copied link shows nobody else what is not live.
 */
import type { KeptTicket } from '../remotes/createPreview';

const parameter = 'preview';
const key = 'tessera.preview';

/** Before anything leads away from the address: a desktop's page shows the app in a frame of the same session. */
export function keepPreviewTicket(page: Window): void {
  const address = new URL(page.location.href);
  const ticket = address.searchParams.get(parameter);
  if (ticket === null) return;
  address.searchParams.delete(parameter);
  page.history.replaceState(page.history.state, '', address);
  allowed(() => page.sessionStorage.setItem(key, ticket));
}

export const keptPreviewTicket = (page: Window): KeptTicket => ({
  read: () => allowed(() => page.sessionStorage.getItem(key) ?? undefined),
  forget: () => allowed(() => page.sessionStorage.removeItem(key)),
});

/** A browser may refuse storage: then there is no preview. */
function allowed<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
