/**
 * Where a contact of customer service leads. A link from the server is data: it must not be able to run anything here. Pages of this app
 * are shown in it; everything else opens beside it.
 */
export type ContactAddress =
  | { readonly kind: 'page'; readonly path: string; readonly query: Readonly<Record<string, string>> }
  | { readonly kind: 'outside'; readonly href: string };

const allowedProtocols: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:', 'tel:']);
/** The folders that the app is served from. */
const appFolders: ReadonlySet<string> = new Set(['/h5/', '/pc/']);

/** `base`: the address of the app, which a contact may be given relative to. undefined: it is not safe to open. */
export function contactAddress(url: string, base: string): ContactAddress | undefined {
  if (!URL.canParse(url, base)) return undefined;
  const address = new URL(url, base);
  if (!allowedProtocols.has(address.protocol)) return undefined;
  const [path = '', query = ''] = address.hash.slice(1).split('?');
  const isOwn = address.origin === new URL(base).origin && appFolders.has(address.pathname) && path.startsWith('/pages/');
  return isOwn
    ? { kind: 'page', path, query: Object.fromEntries(new URLSearchParams(query)) }
    : { kind: 'outside', href: address.href };
}
