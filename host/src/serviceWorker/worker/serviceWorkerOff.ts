/**
 * The worker that switches the worker off: served under the address of serviceWorker.js it forgets everything that was kept and
 * takes itself off. Open pages go on, from then on straight to the network.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(switchOff()));

async function switchOff(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  // When each kept file was last used.
  indexedDB.deleteDatabase('workbox-expiration');
  await self.registration.unregister();
}

export {};
