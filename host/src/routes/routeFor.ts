import { pages, tabs, type RemoteName, type TabId } from '@tessera/shared/federation';

export const homePath = tabs[0].path;

/** What the host shows at a path. */
export type HostRoute =
  /** The entry: '/' is an alias of the net page. */
  | { readonly kind: 'net' }
  | { readonly kind: 'remote'; readonly remote: RemoteName; readonly page: string; readonly tab: TabId | undefined }
  /** Every part of the design language, in development only. */
  | { readonly kind: 'gallery' }
  | { readonly kind: 'not-found' };

export function routeFor(pathname: string): HostRoute {
  if (pathname === '/' || pathname === '/pages/net/index') return { kind: 'net' };
  if (pathname === '/gallery') return { kind: 'gallery' };
  const page = pageOf(pathname);
  const remote = page === undefined ? undefined : pages[page];
  if (page === undefined || remote === undefined) return { kind: 'not-found' };
  return { kind: 'remote', remote, page, tab: tabs.find((tab) => tab.path === pathname)?.id };
}

/** The longest page that is the path or stands before one of its slashes. */
function pageOf(pathname: string): string | undefined {
  const candidates = Object.keys(pages).filter((page) => pathname === page || pathname.startsWith(`${page}/`));
  return candidates.sort((a, b) => b.length - a.length)[0];
}
