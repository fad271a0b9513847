/** Which addresses the worker may answer from a cache. Whatever is not named here goes to the network as if there were no worker. */

import { hostFolder } from '../../browser/hostFolder';

/** The folder that the worker lies in is its scope, and the address of the shell: phones and desktops have one each. */
export const shellPath = new URL('./', self.location.href).pathname;

const isOurs = (url: URL): boolean => url.origin === self.location.origin;

export const isShell = (url: URL): boolean => isOurs(url) && url.pathname === shellPath;

/** "main.eef0d3e2.js": a name that never changes its meaning. */
export const isHostFile = (url: URL): boolean =>
  isOurs(url) && url.pathname.startsWith(hostFolder) && /\.[0-9a-f]{8,}\.\w+$/.test(url.pathname);

/** "/r/market/1.2.0+0a1b2c3d/app.4e5f6071.js": a folder that is written once. On our origin or the releases' own; the content policy lets in no other. */
export const isReleaseFile = (url: URL): boolean => /^\/r\/[^/]+\/[^/]+\/./.test(url.pathname);
