/** The few byte forms the hash chain and the simulated path are made of: big-endian integers, plain text, hexadecimal. */
import { invariant } from '../errors/invariant';

/** Symbols and prices are ASCII by definition, so that no text encoder is needed (and none can disagree). */
export function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  writeAscii(text, bytes, 0);
  return bytes;
}

function writeAscii(text: string, bytes: Uint8Array, at: number): void {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x80) refuse(`hashed text is ASCII, got ${JSON.stringify(text)}`);
    bytes[at + index] = code;
  }
}

// Messages are made only where they are thrown: this runs for every tick.
const refuse = (message: string): void => invariant(false, message);
function requireUint64(value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) refuse(`a hashed integer is a safe one and not negative, got ${value}`);
}
function requireShort(text: string): void {
  if (text.length > 255) refuse(`a hashed text has at most 255 characters, got ${text.length}`);
}

/** Fills bytes of a known length, field after field: one allocation where millions are hashed. */
export class ByteWriter {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
    this.view = new DataView(this.bytes.buffer);
  }

  raw(bytes: Uint8Array): this {
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
    return this;
  }

  /** Big-endian. */
  uint64(value: number): this {
    requireUint64(value);
    this.view.setUint32(this.at, Math.floor(value / 0x1_0000_0000));
    this.view.setUint32(this.at + 4, value >>> 0);
    this.at += 8;
    return this;
  }

  /** The length in one byte, then ASCII. */
  shortText(text: string): this {
    requireShort(text);
    this.bytes[this.at] = text.length;
    writeAscii(text, this.bytes, this.at + 1);
    this.at += 1 + text.length;
    return this;
  }

  written(): Uint8Array {
    invariant(this.at === this.bytes.length, `all bytes are written: ${this.at} of ${this.bytes.length}`);
    return this.bytes;
  }
}

/** The length in one byte, then ASCII. */
export const shortText = (text: string): Uint8Array => new ByteWriter(1 + text.length).shortText(text).written();

export const uint64Bytes = (value: number): Uint8Array => new ByteWriter(8).uint64(value).written();

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
