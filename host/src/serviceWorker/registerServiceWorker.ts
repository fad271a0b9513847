/**
 * Gives this browser the service worker. Whatever goes wrong, the page goes on without one: it then needs a network to start, as
 * it does in a browser that has no workers or on an address that is not secure.
 */
import { desktopFolder } from '../browser/desktopSite';
import { hostFolder } from '../browser/hostFolder';
import { scriptAddressPolicy } from '../remotes/scriptAddressPolicy';
import type { KeepRequest } from './worker/KeepRequest';

export async function registerServiceWorker(page: Window): Promise<void> {
  const { serviceWorker: container } = page.navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  if (container === undefined) return;
  const isFirstVisit = container.controller === null;
  const folder = siteFolder(page.location);
  const workerAddress = `${folder}serviceWorker.js`;
  try {
    const policy = scriptAddressPolicy((address) => address === workerAddress);
    await container.register(policy.createScriptURL(workerAddress), { scope: folder, updateViaCache: 'none' });
    if (!isFirstVisit) return;
    const { active } = await container.ready;
    active?.postMessage({ type: 'keep', addresses: loadedAddresses(page) } satisfies KeepRequest);
  } catch {
    // Harmless by design, see above.
  }
}

/** The page itself and everything that it has fetched; the worker picks what it may keep. */
function loadedAddresses(page: Window): readonly string[] {
  const fetched = page.performance.getEntriesByType('resource').map(({ name }) => name);
  return [...new Set([new URL(siteFolder(page.location), page.location.href).href, ...fetched])];
}

/** A worker answers for the folder it lies in: the phone's site and the desktop's each have their own. */
const siteFolder = ({ pathname }: Location): string => (pathname.startsWith(desktopFolder) ? desktopFolder : hostFolder);
