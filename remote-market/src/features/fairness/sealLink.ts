import { readSealCode, shortCode } from '@tessera/shared/fairness';

export interface Seal {
  readonly minuteMs: number;
  readonly code: string;
}

/** The address at which another device compares: the minute, and the short code of its root as this device has it. */
export const sealLink = (base: string, { minuteMs, root }: { readonly minuteMs: number; readonly root: string }): string =>
  `${base.split('#')[0]}#/pages/fairness/index?minute=${minuteMs}&code=${shortCode(root)}`;

/** undefined when the address names none. */
export function sealOf(query: URLSearchParams): Seal | undefined {
  const minuteMs = Number(query.get('minute') ?? Number.NaN);
  const code = query.get('code') ?? '';
  return Number.isSafeInteger(minuteMs) && minuteMs > 0 && /^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/.test(code)
    ? { minuteMs, code }
    : undefined;
}

/** What another person sent or read out: a link, or a code with its minute. undefined when it is neither. */
export function readSeal(text: string, nowMs: number): Seal | undefined {
  const at = text.lastIndexOf('?');
  return at < 0 ? readSealCode(text, nowMs) : sealOf(new URLSearchParams(text.slice(at + 1).trim()));
}
