import { pageTable, tabs, type TabId } from '@tessera/shared/federation';

export const homePath = tabs[0].path;

export interface ForeignPage {
  readonly remote: string;
  readonly needsSignIn: boolean;
}
/** Pages beyond the host's own table, from the release pointer, by path. Undefined while it is not known. */
export type ForeignPages = Readonly<Record<string, ForeignPage>>;

/** The host's own table in the same shape: a row that says nothing is closed. */
const ownPages: ForeignPages = Object.fromEntries(
  pageTable.map(({ path, remote, needsSignIn = true }) => [path, { remote, needsSignIn }]),
);

/** What the host shows at a path. */
export type HostRoute =
  /** The entry: '/' is an alias of the net page. */
  | { readonly kind: 'net' }
  | {
      readonly kind: 'remote';
      readonly remote: string;
      readonly page: string;
      readonly tab: TabId | undefined;
      /** Not shown, nor loaded, for a visitor. */
      readonly needsSignIn: boolean;
    }
  /** Every part of the design language, in development only. */
  | { readonly kind: 'gallery' }
  /** Not in the host's own table, and the pointer that may name it is still on its way. */
  | { readonly kind: 'undecided' }
  | { readonly kind: 'not-found' };

/** The host's own table wins over the pointer's pages. */
export function routeFor(pathname: string, foreign: ForeignPages | undefined): HostRoute {
  if (pathname === '/' || pathname === '/pages/net/index') return { kind: 'net' };
  if (pathname === '/gallery') return { kind: 'gallery' };
  const own = remoteRoute(pathname, ownPages);
  if (own !== undefined || foreign === undefined) return own ?? { kind: 'undecided' };
  return remoteRoute(pathname, foreign) ?? { kind: 'not-found' };
}

/** The longest page that is the path or stands before one of its slashes. */
function remoteRoute(pathname: string, table: ForeignPages): HostRoute | undefined {
  const candidates = Object.keys(table).filter((page) => pathname === page || pathname.startsWith(`${page}/`));
  const page = candidates.sort((a, b) => b.length - a.length)[0];
  const row = page === undefined ? undefined : table[page];
  if (page === undefined || row === undefined) return undefined;
  return { kind: 'remote', ...row, page, tab: tabs.find((tab) => tab.path === pathname)?.id };
}
