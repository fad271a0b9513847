/** One question at a time, answered by a promise. Leaving the page, or the next question, answers the open one with no. */
import { BehaviorSubject } from '@tessera/shared/kernel';
import type { Dialogs, LiveValue } from '@tessera/shared/federation';

export type Question = Parameters<Dialogs['confirm']>[0];

export interface Confirm {
  readonly open: LiveValue<Question | undefined>;
  readonly ask: Dialogs['confirm'];
  answer(isConfirmed: boolean): void;
}

export function createConfirm(): Confirm {
  const open = new BehaviorSubject<Question | undefined>(undefined);
  let settle: ((isConfirmed: boolean) => void) | undefined;

  function answer(isConfirmed: boolean): void {
    const settled = settle;
    settle = undefined;
    if (open.value !== undefined) open.next(undefined);
    settled?.(isConfirmed);
  }

  return {
    open,
    answer,
    ask(question) {
      answer(false);
      return new Promise((resolve) => {
        settle = resolve;
        open.next(question);
      });
    },
  };
}
