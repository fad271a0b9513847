/**
 * Figures in the reader's own way. Every function takes decimal text (or an exact value) and never makes a JavaScript
 * number of it: Intl formats decimal strings digit by digit. Digits beyond the wanted scale are cut, not rounded, so
 * that a shown balance is never more than what is there; rates are rounded half even. Formatters are cached, because
 * making one costs far more than using it.
 */
import type { Language } from '../../domain/contract';
import { decimalsOf, multiply, parseAmount, parseRate, round, toText, type Exact } from '../../domain/money';
import { languageTag } from './languages';

export type Figure = string | Exact;

export interface FigureOptions {
  /** Digits after the point: exactly this many are shown. Without it the figure's own digits are. */
  readonly scale?: number | undefined;
  /** At least this many digits after the point; all of the figure's own are shown. */
  readonly leastScale?: number | undefined;
  /** 'always' puts + before gains; zero has no sign. */
  readonly sign?: 'auto' | 'always' | undefined;
}

const formatters = new Map<string, Intl.NumberFormat>();

export function numberFormat(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language}${JSON.stringify(options)}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(languageTag(language), options);
    formatters.set(key, formatter);
  }
  return formatter;
}

/** Intl's type admits literal texts only; the pattern has been checked by the parser before. */
const print = (formatter: Intl.NumberFormat, decimalText: string): string =>
  formatter.format(decimalText as Intl.StringNumericLiteral);

const textOf = (figure: Figure): string => (typeof figure === 'string' ? figure : toText(figure));

/** An unreadable figure is a fault upstream; a dash is honest, a zero would not be. */
const unreadable = '–';

/** "12345.5" -> "12,345.50" | "12.345,50" | "12 345,50" */
export function formatFigure(
  figure: Figure,
  language: Language,
  { scale, leastScale = 0, sign = 'auto' }: FigureOptions = {},
): string {
  const exact = parseAmount(textOf(figure));
  if (exact === undefined) return unreadable;
  const cut = scale === undefined ? exact : round(exact, scale, 'down');
  const text = toText(cut);
  const digits = scale ?? Math.max(leastScale, text.split('.')[1]?.length ?? 0);
  return print(
    numberFormat(language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: true,
      signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
    }),
    text,
  );
}

/** "0.0123" -> "+1.23%" | "+1,23 %". Two digits unless said otherwise; with `leastScale`, all of its own: terms are never rounded. */
export function formatRate(
  rateFigure: Figure,
  language: Language,
  { scale, leastScale, sign = 'auto' }: FigureOptions = {},
): string {
  const exact = parseRate(textOf(rateFigure));
  if (exact === undefined) return unreadable;
  const own = leastScale === undefined ? 2 : Math.max(leastScale, decimalsOf(exact) - 2);
  const digits = scale ?? own;
  return print(
    numberFormat(language, {
      style: 'percent',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
    }),
    toText(round(exact, digits + 2, 'halfEven')),
  );
}

/** "0.85" -> "85": the number a person types into a percent field. */
export const percentText = (rateFigure: Exact, scale: number): string => toText(multiply(rateFigure, hundred, scale, 'down'));
const hundred = parseRate('100') as Exact;

/** Volumes and turnover: "1234567" -> "1.23M" | "123万". Not for money that someone owns. */
export function formatCompact(figure: Figure, language: Language): string {
  const exact = parseAmount(textOf(figure));
  if (exact === undefined) return unreadable;
  return print(numberFormat(language, { notation: 'compact', maximumFractionDigits: 2 }), toText(exact));
}

/** The decimal separator and the group separators that the language writes. */
export function separators(language: Language): { readonly decimal: '.' | ','; readonly group: string } {
  const parts = numberFormat(language, { minimumFractionDigits: 1, useGrouping: true }).formatToParts(12345678.5);
  const decimal = parts.find(({ type }) => type === 'decimal')?.value;
  return { decimal: decimal === ',' ? ',' : '.', group: parts.find(({ type }) => type === 'group')?.value ?? '' };
}
