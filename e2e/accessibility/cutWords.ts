import type { Page } from 'playwright/test';

/** Buttons, labels, headings and facts whose words are wider than their place. */
export function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'main button, main label, main h1, main h2, main h3, main dt, main dd, main th, dialog h2, dialog button, dialog dd',
      ),
    ].flatMap((element) => {
      const box = element.getBoundingClientRect();
      if (!element.checkVisibility() || box.width <= 1) return [];
      const words = document.createRange();
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        // Words for screen readers alone have no place of their own.
        if (texts.currentNode.parentElement?.clientWidth === 1) continue;
        words.selectNodeContents(texts.currentNode);
        const { left, right, width } = words.getBoundingClientRect();
        if (width > 0 && (left < box.left - 2 || right > box.right + 2))
          return [`${element.tagName} ${Math.round(box.width)}<${Math.round(width)} ${element.innerText.trim().slice(0, 60)}`];
      }
      return [];
    }),
  );
}
