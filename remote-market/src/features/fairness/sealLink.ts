import { readSealCode, shortCode } from '@tessera/shared/fairness';

/** Of a link the whole root, and no salt; of a code that was read out what the root is under its salt. */
export interface Seal {
  readonly minuteMs: number;
  readonly salt: string | null;
  readonly code: string;
}

/** What our own root of the minute is, in the form of the one that was sent. */
export const codeOf = (root: string, { minuteMs, salt }: Seal): string =>
  salt === null ? root : shortCode({ minuteMs, root }, salt);

/** The address at which another device compares: the minute, and its root as this device has it. */
export const sealLink = (base: string, { minuteMs, root }: { readonly minuteMs: number; readonly root: string }): string =>
  `${base.split('#')[0]}#/pages/fairness/index?minute=${minuteMs}&root=${root}`;

/** undefined when the address names none. */
export function sealOf(query: URLSearchParams): Seal | undefined {
  const minuteMs = Number(query.get('minute') ?? Number.NaN);
  const code = query.get('root') ?? '';
  return Number.isSafeInteger(minuteMs) && minuteMs > 0 && /^[0-9a-f]{64}$/.test(code)
    ? { minuteMs, salt: null, code }
    : undefined;
}

/** What another person sent or read out: a link, or a code with its minute. undefined when it is neither. */
export function readSeal(text: string, nowMs: number): Seal | undefined {
  const at = text.lastIndexOf('?');
  return at < 0 ? readSealCode(text, nowMs) : sealOf(new URLSearchParams(text.slice(at + 1).trim()));
}
