import { createHash } from 'node:crypto';

/** Big-endian. */
export function uint(value: number, bytes: 1 | 4 | 8): Buffer {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${value} is no whole number from 0`);
  const written = Buffer.alloc(8);
  written.writeBigUInt64BE(BigInt(value));
  return written.subarray(8 - bytes);
}
/** Of another text than ASCII other bytes than any ASCII text has: it hashes to nothing that was published. */
export const ascii = (text: string): Buffer => Buffer.from(text, 'utf8');
/** Its length in one byte, then ASCII. */
export const shortText = (text: string): Buffer => Buffer.concat([uint(text.length, 1), ascii(text)]);
/** An odd or a wrong digit makes other bytes, so that the hash over them is another one. */
export const unhex = (text: string): Buffer => Buffer.from(text, 'hex');
export const zeros = '0'.repeat(64);
export const hashOf = (...parts: readonly Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
export const sha256 = (...parts: readonly Buffer[]): string => hashOf(...parts).toString('hex');
