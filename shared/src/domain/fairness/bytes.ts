/** The few byte forms the hash chain and the simulated path are made of: big-endian integers, plain text, hexadecimal. */
import { invariant } from '../errors/invariant';

/** Symbols and prices are ASCII by definition, so that no text encoder is needed (and none can disagree). */
export function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    invariant(code < 0x80, `hashed text is ASCII, got ${JSON.stringify(text)}`);
    bytes[index] = code;
  }
  return bytes;
}

/** The length in one byte, then ASCII. */
export function shortText(text: string): Uint8Array {
  invariant(text.length < 256, `a hashed text has at most 255 characters, got ${text.length}`);
  return concatBytes(Uint8Array.of(text.length), asciiBytes(text));
}

export function uint64Bytes(value: number): Uint8Array {
  invariant(Number.isSafeInteger(value) && value >= 0, `a hashed integer is a safe one and not negative, got ${value}`);
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, Math.floor(value / 0x1_0000_0000));
  view.setUint32(4, value >>> 0);
  return new Uint8Array(view.buffer);
}

export function uint32Bytes(value: number): Uint8Array {
  invariant(Number.isInteger(value) && value >= 0 && value < 0x1_0000_0000, `a hashed length has 32 bits, got ${value}`);
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value);
  return new Uint8Array(view.buffer);
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

export const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export function fromHex(hex: string): Uint8Array {
  invariant(/^([0-9a-f]{2})*$/.test(hex), `hexadecimal is pairs of lower-case digits, got ${JSON.stringify(hex.slice(0, 80))}`);
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16));
}
