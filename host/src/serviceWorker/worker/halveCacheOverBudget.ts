import { CacheExpiration } from 'workbox-expiration';

/** Of all that this origin may keep on a phone; several complete sets of releases. */
const budgetBytes = 48_000_000;

/**
 * When the origin uses more than its budget, of each of these caches the half used longest ago goes. Where the browser does not
 * tell its usage, the caches' bounds on entries must do.
 */
export async function halveCacheOverBudget(cacheNames: readonly string[]): Promise<void> {
  const usage = (await navigator.storage.estimate().catch(() => undefined))?.usage ?? 0;
  if (usage <= budgetBytes) return;
  for (const name of cacheNames) {
    const entries = await (await caches.open(name)).keys();
    if (entries.length > 1)
      await new CacheExpiration(name, {
        maxEntries: Math.ceil(entries.length / 2),
        matchOptions: { ignoreVary: true },
      }).expireEntries();
  }
}
