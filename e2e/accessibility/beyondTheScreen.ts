import type { Page } from 'playwright/test';

/** What ends beyond the screen's edge and is not in a row that scrolls sideways on purpose. */
export function beyondTheScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isElsewhere = (element: Element): boolean => {
      for (let at = element.parentElement; at !== null && at.tagName !== 'MAIN'; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at);
        // A drawing, a row that is scrolled, or words for screen readers alone.
        if (at.tagName === 'svg' || overflowX === 'auto' || overflowX === 'scroll' || at.clientWidth === 1) return true;
      }
      return false;
    };
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const { left, right, width: own, height } = element.getBoundingClientRect();
      if (
        own <= 1 ||
        height <= 1 ||
        (right <= width + 1 && left >= -1) ||
        !element.checkVisibility() ||
        element.children.length > 0 ||
        isElsewhere(element)
      )
        return [];
      return [`${element.tagName} ${Math.round(left)}..${Math.round(right)} ${(element.textContent ?? '').trim().slice(0, 60)}`];
    });
  });
}
