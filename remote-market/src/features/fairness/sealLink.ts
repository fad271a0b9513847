import { shortCode } from '@tessera/shared/fairness';

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
