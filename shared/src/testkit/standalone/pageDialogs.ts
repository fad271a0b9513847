/** The host's dialogs as plain elements: a line at the bottom for a toast, the browser's own dialog for a question. */
import type { Language } from '../../domain/contract';
import type { AppError } from '../../domain/errors';
import type { Dialogs, LiveValue, SessionState } from '../../federation';
import { createI18n } from '../../remote-kit/i18n/createI18n';
import { errorSentence } from '../../remote-kit/i18n/errorSentence';

const defaultToastMs = 2000;

export function createPageDialogs(page: Window, language: LiveValue<Language>, session: LiveValue<SessionState>): Dialogs {
  const { document } = page;
  const texts = createI18n({ language: language.value, namespaces: {}, isDevelopment: true });
  language.subscribe((next) => void texts.ready.then(() => texts.setLanguage(next)));

  const toast: Dialogs['toast'] = (text, { tone = 'info', durationMs = defaultToastMs, action } = {}) => {
    const line = document.createElement('div');
    line.className = 'alone-toast';
    line.dataset['tone'] = tone;
    line.setAttribute('role', tone === 'error' ? 'alert' : 'status');
    line.textContent = text;
    if (action !== undefined) {
      const button = document.createElement('button');
      button.textContent = action.label;
      button.addEventListener('click', () => action.onSelect());
      line.append(button);
    }
    document.body.append(line);
    page.setTimeout(() => line.remove(), durationMs);
  };

  return {
    toast,
    toastError: (error: AppError) =>
      toast(errorSentence(texts.i18n, error, session.value.mode), { tone: 'error', durationMs: 3000 }),
    confirm: ({ title, body, confirmLabel, cancelLabel }) =>
      new Promise((answer) => {
        const dialog = document.createElement('dialog');
        dialog.className = 'alone-question';
        const heading = document.createElement('h2');
        heading.textContent = title;
        const detail = document.createElement('p');
        detail.textContent = body ?? '';
        const buttonOf = (label: string, value: string): HTMLButtonElement => {
          const button = document.createElement('button');
          button.textContent = label;
          button.addEventListener('click', () => dialog.close(value));
          return button;
        };
        dialog.append(heading, detail, buttonOf(cancelLabel, ''), buttonOf(confirmLabel, 'confirm'));
        dialog.addEventListener('close', () => {
          dialog.remove();
          answer(dialog.returnValue === 'confirm');
        });
        document.body.append(dialog);
        dialog.showModal();
      }),
  };
}
