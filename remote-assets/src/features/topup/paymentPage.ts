/** An address that may be opened to pay: https without user, or a page of this machine. The server names only those of its gateway's origin. */
export function paymentPage(address: string | null): { readonly href: string; readonly host: string } | undefined {
  if (address === null || !URL.canParse(address)) return undefined;
  const { protocol, host, hostname, href, username, password } = new URL(address);
  const isHere = protocol === 'http:' && (hostname === '127.0.0.1' || hostname === 'localhost');
  if ((protocol !== 'https:' && !isHere) || username !== '' || password !== '') return undefined;
  return { href, host };
}
