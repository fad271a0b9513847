/** The one place that turns a refusal into words. */
import { shownAsset, type AccountMode } from '../../domain/contract';
import type { AppError } from '../../domain/errors';
import { parseAmount } from '../../domain/money';
import type { i18n as I18n } from '@tessera/shared/kernel';
import { formatFigure } from './figures';
import { languageOfTag } from './languages';

/** What a catalogue error says to its reader: code and parameters are enough, so a server's problem object serves too. */
export type ErrorLike = Pick<AppError, 'code' | 'params'>;

/** Parameters that are amounts, prices or counts in the wire's notation. What is no decimal text among them (a size with its unit) stays as it is. */
export const figureParams: ReadonlySet<string> = new Set([
  'available',
  'left',
  'max',
  'min',
  'most',
  'new',
  'old',
  'price',
  'step',
]);

/** The sentence for an error, from locales/<language>/errors.json under its code: figures in the reader's notation, assets by the names of this account. */
export function errorSentence(i18n: Pick<I18n, 't' | 'language'>, { code, params }: ErrorLike, mode: AccountMode): string {
  const language = languageOfTag(i18n.language) ?? 'en';
  const shown = (name: string, value: string): string => {
    if (name === 'asset') return shownAsset(value, mode);
    return figureParams.has(name) && parseAmount(value) !== undefined ? formatFigure(value, language) : value;
  };
  // The codes are the catalogue's, checked against errors.json by a test; the typed keys cannot take a union this wide.
  const translate = i18n.t as (key: string, options: object) => string;
  return translate(
    `errors:${code}`,
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(name, value)])),
  );
}
