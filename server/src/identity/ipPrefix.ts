/** The neighbourhood of an address: /24 of IPv4, /56 of IPv6. A phone that changes its address inside it stays the same visitor. */
export function ipPrefix(ip: string): string {
  const v4 = /(\d+\.\d+\.\d+)\.\d+$/.exec(ip);
  if (v4?.[1] !== undefined) return v4[1];
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter((part) => part !== '');
  const right = tail.split(':').filter((part) => part !== '');
  const parts = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right].map((part) =>
    part.padStart(4, '0'),
  );
  return parts.slice(0, 4).join(':').slice(0, -2);
}
