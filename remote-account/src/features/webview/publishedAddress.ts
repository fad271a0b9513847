/** Which published page an address asks for. What is opened is the address as it was published, never the one that was asked for. */
export interface PublishedAddress {
  readonly name: string;
  readonly url: string;
}

export interface PublishedPage {
  readonly name: string;
  readonly href: string;
  /** As the browser resolves it: letters of other scripts stand as "xn--…", so that none passes for another. */
  readonly host: string;
}

/** https, with a host and nothing that hides where it leads: no user, no port, no backslash, no sign that a browser drops. */
function pageAddress(text: string): URL | undefined {
  if (!/^https:\/\/[^/\\\s]/i.test(text) || /[\\\s\p{Cc}\p{Cf}]/u.test(text) || !URL.canParse(text)) return undefined;
  const address = new URL(text);
  const isPlain = address.protocol === 'https:' && `${address.username}${address.password}${address.port}` === '';
  return isPlain ? address : undefined;
}

/** undefined: nobody published it. */
export function publishedPage(wanted: string, published: readonly PublishedAddress[]): PublishedPage | undefined {
  const asked = pageAddress(wanted);
  if (asked === undefined) return undefined;
  for (const { name, url } of published) {
    const page = pageAddress(url);
    if (page?.href === asked.href) return { name, href: page.href, host: page.host };
  }
  return undefined;
}
