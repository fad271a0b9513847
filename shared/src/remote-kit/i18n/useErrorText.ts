import { useCallback } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useRemoteContextIfAny } from '../react/RemoteContextProvider';
import { errorSentence, type ErrorLike } from './errorSentence';

/** The sentence for an error, as the person reads it in the account that is used. Outside a remote nobody is signed in. */
export function useErrorText(): (error: ErrorLike) => string {
  const { i18n } = useTranslation('errors');
  const session = useRemoteContextIfAny()?.session;
  return useCallback(
    (error) => errorSentence(i18n, error, session?.state.value.mode ?? 'real'),
    // A new language is the same instance: its own `t` answers in the new language.
    [i18n, session],
  );
}
