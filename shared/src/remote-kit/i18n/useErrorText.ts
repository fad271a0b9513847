import { useCallback } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import type { AppError } from '../../domain/errors';

/** What a catalogue error says to its reader: code and parameters are enough, so a server's problem object serves too. */
export type ErrorLike = Pick<AppError, 'code' | 'params'>;

/** The sentence for an error, from locales/<language>/errors.json under the error's code. */
export function useErrorText(): (error: ErrorLike) => string {
  const { i18n } = useTranslation('errors');
  return useCallback(
    ({ code, params }) => {
      // The codes are the catalogue's, checked against errors.json by a test; the typed keys cannot take a union this wide.
      const translate = i18n.t as (key: string, options: object) => string;
      return translate(`errors:${code}`, { ...params });
    },
    // A new language is the same instance: its own `t` answers in the new language.
    [i18n],
  );
}
