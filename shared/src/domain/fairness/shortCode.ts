/**
 * A root in a form that two people can read to each other: the first 80 bits of the root as four groups of four
 * characters of an alphabet without look-alikes. Two different roots have the same code by chance once in 10^24.
 */
import { fromHex } from './bytes';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function shortCode(root: string): string {
  const bytes = fromHex(root).slice(0, 10);
  let code = '';
  for (let bit = 0; bit < 80; bit += 5) {
    const index = bit >> 3;
    const pair = ((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0);
    code += alphabet[(pair >> (11 - (bit & 7))) & 31];
  }
  return code.replace(/(.{4})(?!$)/g, '$1-');
}
