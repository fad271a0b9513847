/** What is said to the person in front of every page: short notes, failed requests, questions. */
import type { i18n } from '@tessera/shared/kernel';
import type { Dialogs, LiveValue, SessionState } from '@tessera/shared/federation';
import { errorSentence } from '@tessera/shared/i18n';
import type { Confirm } from '../frame/createConfirm';
import { requestToastMs, type Toasts } from '../frame/createToasts';

interface DialogsDeps {
  readonly toasts: Toasts;
  readonly confirm: Confirm;
  readonly i18n: Pick<i18n, 't' | 'language'>;
  readonly session: LiveValue<SessionState>;
}

export function createDialogs({ toasts, confirm, i18n, session }: DialogsDeps): Dialogs {
  return {
    toast: toasts.show,
    toastError: (error) =>
      toasts.show(errorSentence(i18n, error, session.value.mode), { tone: 'error', durationMs: requestToastMs }),
    confirm: confirm.ask,
  };
}
