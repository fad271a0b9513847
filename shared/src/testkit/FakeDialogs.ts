import type { AppError } from '../domain/errors';
import type { Dialogs } from '../federation';

type ToastOptions = NonNullable<Parameters<Dialogs['toast']>[1]>;
type Question = Parameters<Dialogs['confirm']>[0];

export interface FakeDialogs extends Dialogs {
  readonly toasts: readonly { readonly text: string; readonly options: ToastOptions }[];
  readonly errors: readonly AppError[];
  readonly questions: readonly Question[];
  /** What confirm answers from now on; true until set. */
  answer(isConfirmed: boolean): void;
}

export function createFakeDialogs(): FakeDialogs {
  const toasts: { text: string; options: ToastOptions }[] = [];
  const errors: AppError[] = [];
  const questions: Question[] = [];
  let isConfirmed = true;
  return {
    toasts,
    errors,
    questions,
    answer: (value) => {
      isConfirmed = value;
    },
    toast: (text, options = {}) => {
      toasts.push({ text, options });
    },
    toastError: (error) => {
      errors.push(error);
    },
    confirm: async (question) => {
      questions.push(question);
      return isConfirmed;
    },
  };
}
