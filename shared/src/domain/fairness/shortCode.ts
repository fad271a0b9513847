/**
 * A root in a form that two people can read to each other, made anew for each comparison: a group of four characters for the minute
 * (the lowest 20 bits of the minutes since 1970, which come round after two years), two for a random salt, two for the code: the first
 * 40 bits of SHA-256( "tessera seal 1\n" ‖ salt, 8 characters ‖ minuteMs, 8 bytes ‖ root ). An exchange that shows two people two logs does so
 * before the salt is drawn, so no search beforehand makes their codes the same: that happens by chance once in 10^12.
 */
import { asciiBytes, concatBytes, fromHex, uint64Bytes } from './bytes';
import { sha256 } from './sha256';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const minuteMs = 60_000;
const minutesRound = 2 ** 20;
/** Of salt and code. */
const codeBytes = 5;

export interface SealToCode {
  readonly minuteMs: number;
  readonly root: string;
}

/** Of 5 random bytes, eight characters. */
export const sealSalt = (random: Uint8Array): string => charactersOf(random.slice(0, codeBytes));

/** What the root of a minute is under a salt, in two groups. */
export const shortCode = ({ minuteMs: atMs, root }: SealToCode, salt: string): string =>
  inGroups(
    charactersOf(
      sha256(concatBytes(asciiBytes(`tessera seal 1\n${salt}`), uint64Bytes(atMs), fromHex(root))).slice(0, codeBytes),
    ),
  );

/** The minute's group, the salt's two and the code's two. */
export const sealCode = (seal: SealToCode, salt: string): string => {
  const minute = (seal.minuteMs / minuteMs) % minutesRound;
  return `${charactersOf(uint64Bytes(minute * 16).slice(5)).slice(0, 4)}-${inGroups(salt)}-${shortCode(seal, salt)}`;
};

/**
 * What somebody typed or heard: case, spaces and look-alikes (O for 0, I and L for 1) do not matter. The minute is the newest one
 * with this group that is not after now. undefined when it is no code.
 */
export function readSealCode(
  text: string,
  nowMs: number,
): { readonly minuteMs: number; readonly salt: string; readonly code: string } | undefined {
  const typed = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  const digits = [...typed].map((one) => alphabet.indexOf(one));
  if (digits.length !== 20 || digits.includes(-1)) return undefined;
  const group = digits.slice(0, 4).reduce((sum, digit) => sum * 32 + digit, 0);
  const nowMinute = Math.floor(nowMs / minuteMs);
  const age = (((nowMinute - group) % minutesRound) + minutesRound) % minutesRound;
  return { minuteMs: (nowMinute - age) * minuteMs, salt: typed.slice(4, 12), code: inGroups(typed.slice(12)) };
}

function charactersOf(bytes: Uint8Array): string {
  let code = '';
  for (let bit = 0; bit + 5 <= bytes.length * 8; bit += 5) {
    const index = bit >> 3;
    const pair = ((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0);
    code += alphabet[(pair >> (11 - (bit & 7))) & 31];
  }
  return code;
}

const inGroups = (code: string): string => code.replace(/(.{4})(?!$)/g, '$1-');
