/**
 * A time-stamp token (RFC 3161), read as far as it says of what it was made and when. Its signature and the authority's certificates
 * are not looked at: openssl does that (docs/fairness.md).
 */
import { toHex } from './bytes';

export interface TimeStamp {
  /** The hash of what was stamped, hexadecimal; SHA-256 alone is read. */
  readonly imprint: string;
  readonly atMs: number;
}

interface Element {
  readonly tag: number;
  readonly content: Uint8Array;
}

const objects = { signedData: '2a864886f70d010702', timeStamp: '2a864886f70d0109100104', sha256: '608648016503040201' };
const octetsTag = 0x04;
const madeOfOctets = 0x24;

/** `token`: DER in base64. undefined when it is no time stamp over a SHA-256. */
export function readTimeStamp(token: string): TimeStamp | undefined {
  try {
    const [contentInfo] = elementsOf(base64Bytes(token));
    const [type, signedData] = inside(contentInfo);
    if (objectOf(type) !== objects.signedData) return undefined;
    const [, , encapsulated] = inside(inside(signedData)[0]);
    const [infoType, octets] = inside(encapsulated);
    if (objectOf(infoType) !== objects.timeStamp) return undefined;
    const [info] = elementsOf(octetsOf(inside(octets)[0]));
    const [, , stamped, , time] = inside(info);
    const [algorithm, imprint] = inside(stamped);
    if (objectOf(inside(algorithm)[0]) !== objects.sha256 || imprint?.tag !== octetsTag) return undefined;
    const atMs = instantOf(time);
    return Number.isNaN(atMs) ? undefined : { imprint: toHex(imprint.content), atMs };
  } catch {
    return undefined;
  }
}

const inside = (element: Element | undefined): Element[] => elementsOf(element?.content ?? new Uint8Array());
const objectOf = (element: Element | undefined): string => (element?.tag === 0x06 ? toHex(element.content) : '');

/** An octet string may come in parts. */
function octetsOf(element: Element | undefined): Uint8Array {
  if (element?.tag !== madeOfOctets) return element?.tag === octetsTag ? element.content : new Uint8Array();
  return Uint8Array.from(inside(element).flatMap((part) => [...octetsOf(part)]));
}

/** Whole seconds, or with a fraction: 20260105120000.25Z. */
function instantOf(element: Element | undefined): number {
  const text = String.fromCharCode(...(element?.content ?? []));
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{1,9}))?Z$/.exec(text);
  if (element?.tag !== 0x18 || parts === null) return Number.NaN;
  const [, year, month, day, hour, minute, second, fraction = '0'] = parts;
  const wholeMs = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return wholeMs + Math.floor(Number(`0.${fraction}`) * 1000);
}

/** Throws RangeError on bytes that are no sequence of elements of stated lengths. */
function elementsOf(bytes: Uint8Array): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const [tag = 0, first = 0] = bytes.subarray(at, at + 2);
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    if (first === 0x80 || lengthBytes > 4) throw new RangeError('a length that is not stated');
    const start = at + 2 + lengthBytes;
    const length = first < 0x80 ? first : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
    if (start + length > bytes.length) throw new RangeError('an element that ends before its length');
    found.push({ tag, content: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return found;
}

const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64Bytes(text: string): Uint8Array {
  const digits = text.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 6) / 8));
  let [bits, held, at] = [0, 0, 0];
  for (const digit of digits) {
    const value = base64Digits.indexOf(digit);
    if (value < 0) throw new RangeError('no base64');
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = (bits >> held) & 0xff;
  }
  return bytes;
}
