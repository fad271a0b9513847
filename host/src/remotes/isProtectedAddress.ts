/** May a script come from here? From any origin, but nothing comes in the clear from another one than the page's own. */
export function isProtectedAddress(address: string, ownOrigin: string): boolean {
  const { protocol, origin } = new URL(address);
  return protocol === 'https:' || origin === ownOrigin;
}
