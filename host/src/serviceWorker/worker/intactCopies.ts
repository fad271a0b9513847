/**
 * A copy is used only if it has the integrity that the page asks for. The page would refuse a damaged one anyway; but then
 * it would be refused at every start, so it is forgotten here and fetched anew. The copy that is answered stays unread: the
 * browser keeps compiled code beside it.
 */
import type { WorkboxPlugin } from 'workbox-core/types.js';

const digestNames = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' } as const;

export const intactCopies: WorkboxPlugin = {
  async cachedResponseWillBeUsed({ request, cachedResponse, cacheName, matchOptions }) {
    if (cachedResponse === undefined || request.integrity === '') return cachedResponse;
    const cache = await caches.open(cacheName);
    const copy = await cache.match(request, matchOptions);
    if (copy !== undefined && (await hasIntegrity(await copy.arrayBuffer(), request.integrity))) return cachedResponse;
    await cache.delete(request, matchOptions);
    return null;
  },
};

/** `integrity` as in the attribute: "sha384-<base64>", several separated by spaces, any of which will do. */
async function hasIntegrity(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  for (const wanted of integrity.split(/\s+/)) {
    const [name = '', hash] = wanted.split('-');
    if (!(name in digestNames)) continue;
    const digest = await crypto.subtle.digest(digestNames[name as keyof typeof digestNames], bytes);
    if (btoa(String.fromCharCode(...new Uint8Array(digest))) === hash) return true;
  }
  return false;
}
