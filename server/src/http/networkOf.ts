/** Whom an address stands for: an IPv4 address itself, of IPv6 the /64 that one subscriber has to choose from. */
import { isIPv6 } from 'node:net';
import { ipv6Groups } from '../platform/addressPrefixes';

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

export function networkOf(ip: string): string {
  const v4 = mapped.exec(ip)?.[1];
  if (v4 !== undefined) return v4;
  if (!isIPv6(ip)) return ip;
  const groups = ipv6Groups(ip).map((part) => part.replace(/^0+(?=.)/, ''));
  return `${groups.slice(0, 4).join(':')}::/64`;
}
