/**
 * Whose connection this is, as Fastify's trustProxy says it for requests: each trusted proxy vouches for the address before
 * its own, and what stands further left in the header is the client's own invention.
 */
export function clientAddress(
  handshake: { readonly address: string; readonly headers: Readonly<Record<string, string | string[] | undefined>> },
  trustedProxies: number,
): string {
  const forwarded = String(handshake.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const nearestFirst = [handshake.address, ...forwarded.reverse()];
  return nearestFirst[Math.min(trustedProxies, nearestFirst.length - 1)] ?? handshake.address;
}
