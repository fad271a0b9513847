/** Unguessable values. Seeded randomness (the simulated feed) is not here: it belongs to the feed, which publishes its seed. */
import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';

export interface Random {
  bytes(length: number): Buffer;
  /** A whole number from 0 up to, not including, `below`. */
  integer(below: number): number;
  uuid(): string;
  /** URL-safe text carrying `bits` of entropy. */
  token(bits: number): string;
  /** Decimal digits, leading zeros included. */
  digits(length: number): string;
  /** Capitals and digits for people to copy: without those that are mistaken for one another. */
  letters(length: number): string;
}

const plainLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

export function createRandom(): Random {
  return {
    bytes: (length) => randomBytes(length),
    integer: (below) => randomInt(below),
    uuid: () => randomUUID(),
    token: (bits) => randomBytes(Math.ceil(bits / 8)).toString('base64url'),
    digits: (length) => Array.from({ length }, () => String(randomInt(10))).join(''),
    letters: (length) => Array.from({ length }, () => plainLetters[randomInt(plainLetters.length)]).join(''),
  };
}

export const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
export const sha256Hex = (data: string | Buffer): string => sha256(data).toString('hex');

/** Compares secrets in constant time; texts of different length are simply different. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}
