/** Where a device that is not a phone or tablet is sent; undefined where the app itself is shown. */
export interface Visitor {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  /** Shown inside another page: the desktop site's phone frame. */
  readonly isFramed: boolean;
  /** Of the page's address, before the hash. */
  readonly search: string;
  readonly hash: string;
}

const mobile = /Android|iPhone|iPad|iPod|Mobile|Silk|HarmonyOS/i;

export function desktopSiteFor({ userAgent, maxTouchPoints, isFramed, search, hash }: Visitor): string | undefined {
  const query = new URLSearchParams(search);
  if (isFramed || query.get('frame') === 'phone' || query.get('mobile') === '1') return undefined;
  // A recent iPad names itself a Macintosh; no Macintosh has a touch screen.
  if (mobile.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return undefined;
  return `/pc/#${hash.replace(/^#/, '')}`;
}

export const visitorOf = (page: Window): Visitor => ({
  userAgent: page.navigator.userAgent,
  maxTouchPoints: page.navigator.maxTouchPoints,
  isFramed: page.top !== page.self,
  search: page.location.search,
  hash: page.location.hash,
});
