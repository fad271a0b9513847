/** Where a device that is not a phone or tablet is sent; undefined where the app itself is shown. */
export interface Visitor {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  /** The page's path: the desktop site is this same app at a path of its own. */
  readonly pathname: string;
  /** Of the page's address, before the hash. */
  readonly search: string;
  readonly hash: string;
}

export const desktopFolder = '/pc/';
const mobile = /Android|iPhone|iPad|iPod|Mobile|Silk|HarmonyOS/i;

export function desktopSiteFor({ userAgent, maxTouchPoints, pathname, search, hash }: Visitor): string | undefined {
  const query = new URLSearchParams(search);
  if (pathname.startsWith(desktopFolder) || query.get('mobile') === '1') return undefined;
  // A recent iPad names itself a Macintosh; no Macintosh has a touch screen.
  if (mobile.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return undefined;
  return `${desktopFolder}#${hash.replace(/^#/, '')}`;
}

export const visitorOf = (page: Window): Visitor => ({
  userAgent: page.navigator.userAgent,
  maxTouchPoints: page.navigator.maxTouchPoints,
  pathname: page.location.pathname,
  search: page.location.search,
  hash: page.location.hash,
});
