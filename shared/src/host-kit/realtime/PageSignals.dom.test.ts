import { expect, test } from '@jest/globals';
import { createPageSignals } from './PageSignals';

const pageShow = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted });

test('the page is told to be seen when it returns from the back-forward cache, not when it is loaded', () => {
  const signals = createPageSignals(window);
  const seen: boolean[] = [];
  signals.isVisible.subscribe((isVisible) => seen.push(isVisible));
  window.dispatchEvent(pageShow(false));
  expect(seen).toEqual([true]);
  window.dispatchEvent(pageShow(true));
  expect(seen).toEqual([true, true]);
  signals.close();
});
