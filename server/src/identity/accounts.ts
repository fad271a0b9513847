/**
 * What people sign in with: an e-mail address (kept in lower case), a phone number (kept in international form) or the address of
 * a wallet (kept in lower case). A text with an @ is an e-mail address, one with 0x before forty digits a wallet's. How much of either is shown to others is decided here too.
 */
import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js';
import * as z from 'zod/mini';

export type Account =
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'phone'; readonly phone: string; readonly country: string | undefined }
  | { readonly kind: 'wallet'; readonly wallet: string };

const walletForm = /^0x[0-9a-f]{40}$/i;
const email = z.email().check(z.maxLength(120));

/** Where a number without its international form is from: the country a person chose, or the area code of the older calls. */
export interface PhonePlace {
  readonly phoneCountry?: string | undefined;
  readonly areaCode?: string | undefined;
}

/**
 * undefined when the text is none of them. A number is taken as it is written at home ("079 123 45 67" with the country),
 * or abroad ("+41…", "0041…"). The same text and place always give the same account.
 */
export function parseAccount(text: string, place: PhonePlace = {}): Account | undefined {
  const trimmed = text.trim();
  if (trimmed.includes('@')) {
    const parsed = z.safeParse(email, trimmed.toLowerCase());
    return parsed.success ? { kind: 'email', email: parsed.data } : undefined;
  }
  if (walletForm.test(trimmed)) return { kind: 'wallet', wallet: trimmed.toLowerCase() };
  const digits = trimmed.replace(/[\s()./-]/g, '').replace(/^00/, '+');
  if (!/^\+?[0-9]{6,17}$/.test(digits)) return undefined;
  const { phoneCountry, areaCode = '' } = place;
  const number = digits.startsWith('+')
    ? parsePhoneNumberFromString(digits)
    : phoneCountry !== undefined && isSupportedCountry(phoneCountry)
      ? atHome(digits, phoneCountry)
      : // Who signs in may leave the plus out; the number is then read as international.
        parsePhoneNumberFromString(`+${areaCode}${digits}`);
  // Possible, not "valid": the library's list of assigned ranges is always older than some subscriber's number.
  return number?.isPossible() === true ? { kind: 'phone', phone: number.number, country: number.country } : undefined;
}

/** As dialled in the country; a number that is none there but one with its plus put before it is international. */
function atHome(digits: string, country: CountryCode): PhoneNumber | undefined {
  const home = parsePhoneNumberFromString(digits, country);
  if (home?.isValid() === true) return home;
  const abroad = parsePhoneNumberFromString(`+${digits}`);
  return abroad?.isValid() === true ? abroad : home;
}

export function accountKey(account: Account): string {
  if (account.kind === 'wallet') return account.wallet;
  return account.kind === 'email' ? account.email : account.phone;
}

/** "de•••@example.com", "+44•••••123", "0x1234•••cdef": enough for the owner to know it. */
export function maskAccount(text: string): string {
  const at = text.lastIndexOf('@');
  if (at >= 0) return `${text.slice(0, Math.min(2, Math.max(1, at - 1)))}•••${text.slice(at)}`;
  if (walletForm.test(text)) return `${text.slice(0, 6)}•••${text.slice(-4)}`;
  return `${text.slice(0, 3)}•••••${text.slice(-3)}`;
}
