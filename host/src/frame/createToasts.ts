/**
 * Short messages, one at a time: a new one replaces the one before, the same text again starts its time again. While the page is
 * hidden no time passes: what came meanwhile is still to be read.
 */
import { BehaviorSubject, Subscription, timer } from '@tessera/shared/kernel';
import type { Dialogs, LiveValue, ToastTone } from '@tessera/shared/federation';

/** Specification, section 9: the interface's default, and that of failed requests. */
export const toastMs = 2000;
export const requestToastMs = 3000;
/** A message with an action must leave time to reach it. */
const actionToastMs = 5000;

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: ToastTone;
  readonly action: { readonly label: string; onSelect(): void } | undefined;
}

export interface Toasts {
  readonly shown: LiveValue<readonly Toast[]>;
  readonly show: Dialogs['toast'];
  dismiss(id: number): void;
  /** While a finger or the focus rests on the messages, none goes. */
  hold(isHeld: boolean): void;
}

export function createToasts(isVisible: LiveValue<boolean>): Toasts {
  const shown = new BehaviorSubject<readonly Toast[]>([]);
  const timers = new Map<number, { readonly durationMs: number; clock: Subscription }>();
  let lastId = 0;
  let isHeld = false;

  function dismiss(id: number): void {
    timers.get(id)?.clock.unsubscribe();
    timers.delete(id);
    shown.next(shown.value.filter((toast) => toast.id !== id));
  }

  const run = (id: number, durationMs: number): void => {
    timers.get(id)?.clock.unsubscribe();
    const mayGo = isVisible.value && !isHeld;
    timers.set(id, { durationMs, clock: mayGo ? timer(durationMs).subscribe(() => dismiss(id)) : new Subscription() });
  };
  const runAll = (): void => {
    for (const [id, { durationMs }] of [...timers]) run(id, durationMs);
  };
  isVisible.subscribe(runAll);

  return {
    shown,
    dismiss,
    show(text, { tone = 'info', durationMs, action } = {}) {
      const limitMs = durationMs ?? (action === undefined ? toastMs : actionToastMs);
      const same = shown.value.find((toast) => toast.text === text && toast.tone === tone && action === undefined);
      if (same !== undefined) return run(same.id, limitMs);
      const toast: Toast = { id: ++lastId, text, tone, action };
      for (const old of shown.value) dismiss(old.id);
      shown.next([toast]);
      run(toast.id, limitMs);
    },
    hold(next) {
      isHeld = next;
      runAll();
    },
  };
}
