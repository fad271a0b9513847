/**
 * What a person typed, as an exact decimal. People type '.' and ',' by the keyboard they have, not by the language of
 * the page, so both are understood, and where a text has two honest readings it is refused rather than guessed:
 *
 *   "0,50"  "0.50"           -> 0.5       a separator with other than three digits behind it is a decimal one
 *   "1.234,56"  "1,234.56"   -> 1234.56   with both kinds the last is the decimal one, the groups must be right
 *   "1,234,567"              -> 1234567   a separator that comes twice can only group
 *   "1.085" in English       -> 1.085     three digits behind the language's own decimal separator
 *   "1.000" in German        -> refused   one thousand here, one elsewhere
 *   "95,000" in English      -> 95000     where the thing has fewer than three digits behind the point: it can mean nothing else
 *
 * Full-width digits and separators of East Asian keyboards and Thai digits are read as what they mean.
 */
import type { Language } from '../../domain/contract';
import { refuse, succeed, type Result } from '../../domain/errors';
import { parseAmount, toText } from '../../domain/money';
import { separators } from './figures';

export type TypedAmountProblem =
  | { readonly kind: 'empty' | 'not-a-number' | 'negative' | 'too-long' }
  /** Both readings, as wire text, for the message: "1 or 1000?" */
  | { readonly kind: 'ambiguous'; readonly small: string; readonly large: string }
  | { readonly kind: 'too-precise'; readonly scale: number };

/** Plain decimal text as on the wire: "1234.5". */
export type TypedAmount = Result<string, TypedAmountProblem>;

const spaces = /[\s\u00a0\u202f'’]/g;
const spacedGroups = /^\d{1,3}(?:[\s\u00a0\u202f'’]\d{3})+(?:[.,]\d*)?$/;
const thaiZero = 0x0e50;

/** `scale`: how many digits after the point the thing has (asset or price). */
export function parseTypedAmount(typed: string, language: Language, scale: number): TypedAmount {
  const text = plainDigits(typed).trim();
  if (text === '') return refuse({ kind: 'empty' });
  if (/^[-−]/.test(text)) return refuse({ kind: 'negative' });
  if (/[\s\u00a0\u202f'’]/.test(text) && !spacedGroups.test(text)) return refuse({ kind: 'not-a-number' });
  const bare = text.replace(spaces, '');
  if (!/^[\d.,]*\d[\d.,]*$/.test(bare)) return refuse({ kind: 'not-a-number' });

  const reading = readSeparators(bare, separators(language).decimal, scale);
  if (reading === undefined) return refuse({ kind: 'not-a-number' });
  if ('large' in reading) return refuse({ kind: 'ambiguous', ...reading });
  return toWireText(reading.whole, reading.fraction, scale);
}

type Reading =
  | { readonly whole: string; readonly fraction: string }
  | { readonly small: string; readonly large: string }
  | undefined;

function readSeparators(text: string, decimal: '.' | ',', scale: number): Reading {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last < 0) return { whole: text, fraction: '' };
  const separator = text[last] as '.' | ',';
  const other = separator === '.' ? ',' : '.';
  const whole = text.slice(0, last);
  const fraction = text.slice(last + 1);

  if (whole.includes(separator)) {
    // It comes more than once: it groups, and there is no fraction.
    return isGrouped(text, separator) ? { whole: text.replaceAll(separator, ''), fraction: '' } : undefined;
  }
  if (whole.includes(other)) {
    return isGrouped(whole, other) ? { whole: whole.replaceAll(other, ''), fraction } : undefined;
  }
  const couldGroup = /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3;
  // As the app itself prints a large figure, and too precise for a small one.
  if (couldGroup && separator !== decimal && scale < 3) return { whole: `${whole}${fraction}`, fraction: '' };
  if (couldGroup && separator !== decimal) return { small: wireForm(whole, fraction), large: `${whole}${fraction}` };
  return { whole, fraction };
}

const isGrouped = (text: string, separator: '.' | ','): boolean => {
  const [head, ...groups] = text.split(separator);
  return /^[1-9]\d{0,2}$/.test(head ?? '') && groups.every((group) => /^\d{3}$/.test(group));
};

function toWireText(whole: string, fraction: string, scale: number): TypedAmount {
  if (fraction.length > scale) return refuse({ kind: 'too-precise', scale });
  const exact = parseAmount(wireForm(whole, fraction));
  return exact === undefined ? refuse({ kind: 'too-long' }) : succeed(toText(exact));
}

const wireForm = (whole: string, fraction: string): string => {
  const head = whole.replace(/^0+(?=\d)/, '') || '0';
  const tail = fraction.replace(/0+$/, '');
  return tail === '' ? head : `${head}.${tail}`;
};

function plainDigits(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/。/g, '.')
    .replace(/、/g, ',')
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - thaiZero));
}

/** Wire text as a person of this language would type it: "1234.5" -> "1234,5". No grouping. */
export const formatForInput = (decimalText: string, language: Language): string =>
  decimalText.replace('.', separators(language).decimal);
