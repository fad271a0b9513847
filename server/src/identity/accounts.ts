/**
 * What people sign in with: an e-mail address (kept in lower case) or a phone number (kept in international form). A text
 * with an @ is an address. How much of either is shown to others is decided here too.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import * as z from 'zod/mini';

export type Account =
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'phone'; readonly phone: string; readonly country: string | undefined };

const email = z.email().check(z.maxLength(120));

/** undefined when the text is neither. A phone number needs its area code, in the text ("+44…") or beside it. */
export function parseAccount(text: string, areaCode: string | undefined): Account | undefined {
  const trimmed = text.trim();
  if (trimmed.includes('@')) {
    const parsed = z.safeParse(email, trimmed.toLowerCase());
    return parsed.success ? { kind: 'email', email: parsed.data } : undefined;
  }
  const digits = trimmed.replace(/[\s().-]/g, '');
  if (!/^\+?[0-9]{6,17}$/.test(digits)) return undefined;
  if (digits.startsWith('+')) return phoneAccount(digits);
  // Who signs in may leave the plus out; the number is then read as international.
  return phoneAccount(`+${areaCode ?? ''}${digits}`);
}

function phoneAccount(international: string): Account | undefined {
  const number = parsePhoneNumberFromString(international);
  // Possible, not "valid": the library's list of assigned ranges is always older than some subscriber's number.
  return number?.isPossible() === true ? { kind: 'phone', phone: number.number, country: number.country } : undefined;
}

export const accountKey = (account: Account): string => (account.kind === 'email' ? account.email : account.phone);

/** "de•••@example.com", "+44•••••123": enough for the owner to know it. */
export function maskAccount(text: string): string {
  const at = text.lastIndexOf('@');
  if (at >= 0) return `${text.slice(0, Math.min(2, Math.max(1, at - 1)))}•••${text.slice(at)}`;
  return `${text.slice(0, 3)}•••••${text.slice(-3)}`;
}
