import type { Page } from 'playwright/test';

/** Texts whose letters are higher than the line that they stand in; the numbers in badges have no line above them. */
export function largerThanTheirLine(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *, [role=dialog] *')].flatMap((element) => {
      const { fontSize, lineHeight } = getComputedStyle(element);
      const text = [...element.childNodes].flatMap(({ nodeType, textContent }) => (nodeType === 3 ? [textContent] : [])).join('');
      const isLarger = Number.parseFloat(fontSize) > Number.parseFloat(lineHeight) + 0.5;
      return isLarger && /\p{L}/u.test(text) && element.checkVisibility() && element.clientWidth !== 1 ? [text] : [];
    }),
  );
}
