import { addressPrefixes } from '../platform/addressPrefixes';

/** What of an address may be kept beside a person: "203.0.113.•", of IPv6 the first three groups ("2001:0db8:0001:•"). */
export function maskedNetwork(ip: string): string {
  const widest = addressPrefixes(ip).at(-1)?.prefix ?? '';
  return widest.replace(/\.0\/24$/, '.•').replace(/::\/48$/, ':•');
}
