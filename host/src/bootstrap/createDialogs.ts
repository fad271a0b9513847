/** What is said to the person in front of every page: short notes, failed requests, questions. */
import type { i18n } from '@tessera/shared/kernel';
import type { AppError } from '@tessera/shared/errors';
import type { Dialogs } from '@tessera/shared/federation';
import type { Confirm } from '../frame/createConfirm';
import { requestToastMs, type Toasts } from '../frame/createToasts';

interface DialogsDeps {
  readonly toasts: Toasts;
  readonly confirm: Confirm;
  readonly t: i18n['t'];
}

export function createDialogs({ toasts, confirm, t }: DialogsDeps): Dialogs {
  const errorText = ({ code, params }: AppError): string =>
    (t as (key: string, options: object) => string)(`errors:${code}`, { ...params });
  return {
    toast: toasts.show,
    toastError: (error) => toasts.show(errorText(error), { tone: 'error', durationMs: requestToastMs }),
    confirm: confirm.ask,
  };
}
