import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BehaviorSubject } from '@tessera/shared/kernel';
import { createToasts } from './createToasts';

const isVisible = new BehaviorSubject(true);
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const textsOf = (toasts: ReturnType<typeof createToasts>) => toasts.shown.value.map(({ text }) => text);

describe('toasts', () => {
  it('by default gone after 2000 ms, a failed request after 3000', () => {
    const toasts = createToasts(isVisible);
    toasts.show('saved');
    jest.advanceTimersByTime(1999);
    expect(textsOf(toasts)).toEqual(['saved']);
    jest.advanceTimersByTime(1);
    expect(textsOf(toasts)).toEqual([]);
    toasts.show('refused', { tone: 'error', durationMs: 3000 });
    jest.advanceTimersByTime(2999);
    expect(textsOf(toasts)).toEqual(['refused']);
    jest.advanceTimersByTime(1);
    expect(textsOf(toasts)).toEqual([]);
  });

  it('the same text again: its time starts again, it does not stand twice', () => {
    const toasts = createToasts(isVisible);
    toasts.show('saved');
    jest.advanceTimersByTime(1500);
    toasts.show('saved');
    jest.advanceTimersByTime(1500);
    expect(textsOf(toasts)).toEqual(['saved']);
    jest.advanceTimersByTime(500);
    expect(textsOf(toasts)).toEqual([]);
  });

  it('another message: only the newest is shown', () => {
    const toasts = createToasts(isVisible);
    toasts.show('saved');
    toasts.show('refused', { tone: 'error' });
    expect(textsOf(toasts)).toEqual(['refused']);
  });

  it('held under a finger: stays, and goes its full time after', () => {
    const toasts = createToasts(isVisible);
    toasts.show('saved');
    toasts.hold(true);
    jest.advanceTimersByTime(60_000);
    expect(textsOf(toasts)).toEqual(['saved']);
    toasts.hold(false);
    jest.advanceTimersByTime(2000);
    expect(textsOf(toasts)).toEqual([]);
  });

  it('it came, or its page was left, while nobody sees the page: its time begins when the page is seen', () => {
    const toasts = createToasts(isVisible);
    isVisible.next(false);
    toasts.show('logged out');
    jest.advanceTimersByTime(60_000);
    expect(textsOf(toasts)).toEqual(['logged out']);
    isVisible.next(true);
    jest.advanceTimersByTime(1000);
    isVisible.next(false);
    jest.advanceTimersByTime(60_000);
    isVisible.next(true);
    jest.advanceTimersByTime(1999);
    expect(textsOf(toasts)).toEqual(['logged out']);
    jest.advanceTimersByTime(1);
    expect(textsOf(toasts)).toEqual([]);
  });
});
