import { ipv6Groups } from '../platform/addressPrefixes';

/** The neighbourhood of an address: /24 of IPv4, /56 of IPv6. A phone that changes its address inside it stays the same visitor. */
export function ipPrefix(ip: string): string {
  const v4 = /(\d+\.\d+\.\d+)\.\d+$/.exec(ip);
  return v4?.[1] ?? ipv6Groups(ip).slice(0, 4).join(':').slice(0, -2);
}
