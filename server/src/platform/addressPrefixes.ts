import { AppError } from '@tessera/shared/errors';

/**
 * Whom an address stands for, when attempts are counted. One IPv4 address may be a household or an office; behind IPv6 one
 * visitor has a whole /64 and can take a new address of it each time, and a rented network is often a /56 or /48. So counts
 * are kept for some widths at once: the narrowest has one allowance, a wider one several.
 */
export interface AddressPrefix {
  readonly prefix: string;
  /** How many single allowances it has. */
  readonly share: number;
}

/** The eight groups of an IPv6 address, four digits each. */
export function ipv6Groups(ip: string): readonly string[] {
  const [head = '', tail = ''] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head.split(':').filter((part) => part !== '');
  const right = tail.split(':').filter((part) => part !== '');
  const middle = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...middle, ...right].map((part) => part.padStart(4, '0'));
}

/** Narrowest first. */
export function addressPrefixes(ip: string): readonly [AddressPrefix, ...AddressPrefix[]] {
  const v4 = /(?:^|:)((\d+\.\d+\.\d+)\.\d+)$/.exec(ip);
  if (v4?.[1] !== undefined) {
    return [
      { prefix: v4[1], share: 1 },
      { prefix: `${v4[2]}.0/24`, share: 8 },
    ];
  }
  const groups = ipv6Groups(ip).slice(0, 4);
  const text = groups.join(':');
  return [
    { prefix: `${text}::/64`, share: 1 },
    { prefix: `${text.slice(0, -2)}00::/56`, share: 4 },
    { prefix: `${groups.slice(0, 3).join(':')}::/48`, share: 16 },
  ];
}

/** What counts as one visitor. Throws REQUEST_ILLEGAL when there is nobody any more: of a connection that is gone no address is known. */
export function visitorOf(ip: string | undefined): string {
  if (ip === undefined) throw new AppError('REQUEST_ILLEGAL');
  return addressPrefixes(ip)[0].prefix;
}
