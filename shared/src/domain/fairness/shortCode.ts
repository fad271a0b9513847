/**
 * A root in a form that two people can read to each other: the first 80 bits of the root as four groups of four
 * characters of an alphabet without look-alikes. Two different roots have the same code by chance once in 10^24. Before it may stand a
 * group for the root's minute: the lowest 20 bits of the minutes since 1970, which come round after two years.
 */
import { fromHex, uint64Bytes } from './bytes';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const minuteMs = 60_000;
const minutesRound = 2 ** 20;

export const shortCode = (root: string): string => groupsOf(fromHex(root).slice(0, 10));

/** The minute's group and the root's four. */
export const sealCode = ({ minuteMs: atMs, root }: { readonly minuteMs: number; readonly root: string }): string => {
  const minute = (atMs / minuteMs) % minutesRound;
  return `${groupsOf(uint64Bytes(minute * 16).slice(5))}-${shortCode(root)}`;
};

/**
 * What somebody typed or heard: case, spaces and look-alikes (O for 0, I and L for 1) do not matter. The minute is the newest one
 * with this group that is not after now. undefined when it is no code.
 */
export function readSealCode(text: string, nowMs: number): { readonly minuteMs: number; readonly code: string } | undefined {
  const typed = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  const digits = [...typed].map((one) => alphabet.indexOf(one));
  if (digits.length !== 20 || digits.includes(-1)) return undefined;
  const group = digits.slice(0, 4).reduce((sum, digit) => sum * 32 + digit, 0);
  const nowMinute = Math.floor(nowMs / minuteMs);
  const age = (((nowMinute - group) % minutesRound) + minutesRound) % minutesRound;
  return { minuteMs: (nowMinute - age) * minuteMs, code: inGroups(typed.slice(4)) };
}

function groupsOf(bytes: Uint8Array): string {
  let code = '';
  for (let bit = 0; bit + 5 <= bytes.length * 8; bit += 5) {
    const index = bit >> 3;
    const pair = ((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0);
    code += alphabet[(pair >> (11 - (bit & 7))) & 31];
  }
  return inGroups(code);
}

const inGroups = (code: string): string => code.replace(/(.{4})(?!$)/g, '$1-');
