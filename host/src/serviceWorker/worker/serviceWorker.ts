/**
 * The app without a network, and nothing more: it answers with the shell and with the files whose content is in their name.
 *
 * - The page itself: from the network; the last one kept when that takes too long or fails.
 * - Hashed files of the host and of releases: from the cache first. They never change, and the page checks their integrity;
 *   the copy of one that it refuses is forgotten (../forgetRefusedFiles.ts).
 * - Everything else (the release pointer, the API, the socket, the operators' pages) never passes through here: what is live
 *   is learned from the network alone, so that no cache can hold a rollback back.
 *
 * It knows no build and keeps no list of files, so a new worker may take over a running page at any time: it forgets
 * nothing that the page may still ask for, and what the bounds below push out is still on the server.
 */
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, type Strategy } from 'workbox-strategies';
import { ExpirationPlugin } from 'workbox-expiration';
import type { WorkboxPlugin } from 'workbox-core';
import type { KeepRequest } from './KeepRequest';
import { halveCacheOverBudget } from './halveCacheOverBudget';
import { isHostFile, isReleaseFile, isShell, shellPath } from './keptAddresses';

declare const self: ServiceWorkerGlobalScope;

const shellWaitSeconds = 2.5;
const hostCache = 'tessera-host';
const releaseCache = 'tessera-releases';

const shell = new NetworkFirst({
  cacheName: 'tessera-shell',
  networkTimeoutSeconds: shellWaitSeconds,
  matchOptions: { ignoreVary: true },
  plugins: [
    // One page, whatever its query: the query is read by the page, not by the server.
    { cacheKeyWillBeUsed: async () => shellPath },
    // A server out of order, behind a proxy that still answers, is no better than none.
    {
      handlerWillRespond: async ({ response }) =>
        response.status >= 500 ? ((await caches.match(shellPath)) ?? response) : response,
    },
    { handlerDidComplete: () => halveCacheOverBudget([hostCache, releaseCache]) },
  ],
});

/**
 * What is not kept here is asked of the server itself: the browser's own cache may hold for ever what came damaged once. What a page
 * had loaded before there was a worker need not come twice.
 */
const pastBrowserCache: WorkboxPlugin = {
  requestWillFetch: async ({ request, event }) =>
    event instanceof FetchEvent ? new Request(request, { cache: 'reload' }) : request,
};

const hashedFiles = (cacheName: string, maxEntries: number): Strategy =>
  new CacheFirst({
    cacheName,
    matchOptions: { ignoreVary: true },
    plugins: [pastBrowserCache, new ExpirationPlugin({ maxEntries, purgeOnQuotaError: true })],
  });
const hostFiles = hashedFiles(hostCache, 150);
const releaseFiles = hashedFiles(releaseCache, 250);

function strategyFor(url: URL): Strategy | undefined {
  if (isShell(url)) return shell;
  if (isHostFile(url)) return hostFiles;
  return isReleaseFile(url) ? releaseFiles : undefined;
}

registerRoute(({ request, url }) => request.mode === 'navigate' && isShell(url), shell);
registerRoute(({ url }) => isHostFile(url), hostFiles);
registerRoute(({ url }) => isReleaseFile(url), releaseFiles);

self.addEventListener('install', () => void self.skipWaiting());
// Preload: the page is asked for while the worker still wakes up.
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()])),
);
self.addEventListener('message', (event) => {
  const { type, addresses } = event.data as KeepRequest;
  if (type === 'keep') event.waitUntil(Promise.all(addresses.map((address) => keep(event, address))));
});

/** Best effort: what cannot be kept now is kept when it is asked for next time. */
async function keep(event: ExtendableMessageEvent, address: string): Promise<void> {
  const request = new Request(address, { mode: 'cors', credentials: 'same-origin' });
  const [, isKept] = strategyFor(new URL(address))?.handleAll({ event, request }) ?? [];
  await isKept?.catch(() => undefined);
}
