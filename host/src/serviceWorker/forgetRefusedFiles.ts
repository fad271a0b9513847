/**
 * Runs before every other script (it must not import; the build says so): when the browser refuses a script or a sheet, because it
 * is not what its integrity says or does not come at all, the copy that the service worker keeps is forgotten, so that the next
 * try fetches it again. The worker itself cannot tell: a browser does not let it see what integrity a page asks for.
 */
addEventListener(
  'error',
  ({ target }) => {
    const address = target instanceof HTMLScriptElement ? target.src : target instanceof HTMLLinkElement ? target.href : '';
    // Without a secure connection there are no caches, and without a network a copy is not refused but missing.
    if (address !== '' && 'caches' in self) void forget(address).catch(() => undefined);
  },
  true,
);

async function forget(address: string): Promise<void> {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(address, { ignoreVary: true });
}

export {};
